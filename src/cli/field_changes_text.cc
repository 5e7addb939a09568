#include "cli/field_changes_text.h"

#include "json/copy.h"
#include "json/write.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

// The value of a field for people: a text without quotes, other values as JSON.
std::string value_text(const json::Value& value) {
  if (value.is_absent() || value.is_null()) return "-";
  if (const auto text = value.string()) return text::printable(*text);
  std::string out;
  json::Writer w(out);
  json::copy(value, w);
  return text::printable(out);
}

void write_json(const json::Value& change, std::string& out) {
  const json::Value fields = change["fields"];
  for (const json::Value& one : fields["changes"].elements()) {
    json::Writer w(out);
    w.begin_object().member("time", change["time"].string().value_or(""));
    w.member("recipe", fields["recipe"].string().value_or(""));
    w.member("key", fields["key"].string().value_or(""));
    w.member("url", change["url"].string().value_or(""));
    w.member("field", one["field"].string().value_or(""));
    json::copy(one["old"], w.key("old"));
    json::copy(one["new"], w.key("new"));
    w.end_object();
    out += '\n';
  }
}

void write_line(const json::Value& change, std::string& out) {
  const json::Value fields = change["fields"];
  for (const json::Value& one : fields["changes"].elements()) {
    out += text::printable(change["time"].string().value_or("").substr(0, 19)) + "Z  " +
           text::printable(fields["recipe"].string().value_or("")) + " " +
           text::printable(fields["key"].string().value_or("")) + "  " +
           text::printable(one["field"].string().value_or("")) + ": " + value_text(one["old"]) +
           " -> " + value_text(one["new"]) + "  " +
           text::printable(change["url"].string().value_or("")) + "\n";
  }
}

}  // namespace

std::string format_field_changes(const json::Value& changes) {
  std::string out;
  for (const json::Value& change : changes["changes"].elements()) write_line(change, out);
  return out;
}

std::string field_changes_as_json_lines(const json::Value& changes) {
  std::string out;
  for (const json::Value& change : changes["changes"].elements()) write_json(change, out);
  return out;
}

}  // namespace freshet::cli

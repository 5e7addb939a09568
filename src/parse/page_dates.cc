#include "parse/page_dates.h"

#include <algorithm>
#include <array>

#include "parse/date.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

constexpr size_t kMaxScriptBytes = 64 << 10;
constexpr size_t kMaxDateLength = 64;

constexpr std::array<std::string_view, 8> kModified = {
    "article:modified_time", "last-modified", "dcterms.modified", "dc.date.modified",
    "dc.modified",           "datemodified",  "modified",         "dcterms:modified"};
constexpr std::array<std::string_view, 3> kAmbiguous = {"og:updated_time", "date", "revised"};
constexpr std::array<std::string_view, 5> kPublished = {"article:published_time", "datepublished",
                                                        "dcterms.issued", "dc.date.issued",
                                                        "dcterms.created"};

template <typename Names>
bool is_one_of(std::string_view name, const Names& names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view known) {
    return text::equals_ignoring_case(name, known);
  });
}

// `rest` is the text after a quoted name. Returns the string value of that name; empty if the text
// does not continue with ':' and a string.
std::string_view string_value(std::string_view rest) {
  rest = text::trim_start(rest);
  if (!rest.starts_with(':')) return {};
  rest = text::trim_start(rest.substr(1));
  if (!rest.starts_with('"')) return {};
  rest.remove_prefix(1);
  return rest.substr(0, std::min(rest.find('"'), kMaxDateLength));
}

// Returns the first date with this name in a JSON text. The JSON is not parsed, because a name
// inside a string is not followed by a colon and a date.
std::optional<Instant> date_in_json(std::string_view json, std::string_view quoted_name) {
  for (size_t at = json.find(quoted_name); at != json.npos; at = json.find(quoted_name, at + 1)) {
    if (const auto date = parse_feed_date(string_value(json.substr(at + quoted_name.size())))) {
      return date;
    }
  }
  return std::nullopt;
}

}  // namespace

void PageDates::add(std::string_view name, std::string_view date) {
  std::optional<Instant>* const target = is_one_of(name, kModified)    ? &modified_
                                         : is_one_of(name, kPublished) ? &published_
                                         : is_one_of(name, kAmbiguous) ? &ambiguous_
                                                                       : nullptr;
  if (target == nullptr || *target || date.size() > kMaxDateLength) return;
  *target = parse_feed_date(text::trim(date));
}

void PageDates::add_meta(const StartTag& tag, std::string_view content) {
  for (const char* attribute : {"property", "name", "itemprop", "http-equiv"}) {
    if (const auto name = tag.attribute(attribute)) add(text::trim(*name), content);
  }
}

void PageDates::add_time(const StartTag& tag) {
  const auto name = tag.attribute("itemprop");
  const auto date = tag.attribute("datetime");
  if (name && date) add(text::trim(*name), *date);
}

void PageDates::begin_script(const StartTag& tag) {
  const auto type = tag.attribute("type");
  in_json_ = type && text::equals_ignoring_case(text::trim(*type), "application/ld+json");
}

void PageDates::script_text(std::string_view piece) {
  if (!in_json_) return;
  piece = piece.substr(0, kMaxScriptBytes - script_bytes_);
  script_ += piece;
  script_bytes_ += piece.size();
}

void PageDates::end_script() {
  if (!in_json_) return;
  in_json_ = false;
  if (!modified_) modified_ = date_in_json(script_, "\"dateModified\"");
  if (!published_) published_ = date_in_json(script_, "\"datePublished\"");
  script_.clear();
}

}  // namespace freshet::parse

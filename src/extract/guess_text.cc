#include "extract/guess_text.h"

#include <string_view>

#include "text/printable.h"

namespace freshet::extract {
namespace {

void add_comment(std::string& out, std::string_view text) {
  out += "# " + text::printable(text) + "\n";
}

std::string in_double_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

void add_patterns(std::string& out, const std::vector<GuessedPattern>& patterns) {
  out += "patterns = [\n";
  for (const GuessedPattern& pattern : patterns) {
    out += "  # " + pattern.reason + "\n  '" + pattern.expression + "',\n";
  }
  out += "]\n";
}

void add_seeds(std::string& out, const GuessedRecipe& recipe) {
  if (recipe.site.lists.empty()) {
    add_comment(out, "No example is a list: name a page that leads to the items.");
  }
  out += "seeds = [";
  for (size_t i = 0; i < recipe.seeds.size(); ++i) {
    out += (i == 0 ? "" : ", ") + in_double_quotes(recipe.seeds[i]);
  }
  out += "]\n";
}

void add_lists(std::string& out, const GuessedRecipe& recipe) {
  if (recipe.site.list_patterns.empty()) return;
  out += "\n[list]\n";
  add_patterns(out, recipe.site.list_patterns);
}

void add_item(std::string& out, const GuessedRecipe& recipe) {
  out += "\n[item]\n";
  if (recipe.site.links > 0) {
    add_comment(out, std::to_string(recipe.site.matched_links) + " of " +
                         std::to_string(recipe.site.links) +
                         " links of the example lists match, without navigation and lists.");
  }
  add_patterns(out, recipe.site.item_patterns);
  for (const GuessedPattern& other : recipe.site.others) {
    add_comment(out, "Not taken for items: " + other.reason + " like '" + other.expression + "'");
  }
  if (recipe.site.key_reason.empty()) {
    add_comment(out, "No single part of the URL identifies an item, so the whole URL is the key.");
  } else {
    add_comment(out, recipe.site.key_reason);
    out += "key = \"id\"\n";
  }
}

// The start of a value, for a comment.
std::string shortened(std::string_view json) {
  constexpr size_t kMostBytes = 60;
  if (json.size() <= kMostBytes) return std::string(json);
  size_t end = kMostBytes;
  while (end > 0 && (static_cast<unsigned char>(json[end]) & 0xC0U) == 0x80) --end;
  return std::string(json.substr(0, end)) + "...";
}

void add_field(std::string& out, const GuessedField& field) {
  out += "\n[[item.field]]\n";
  add_comment(out, std::to_string(field.found) + " of " + std::to_string(field.pages) +
                       (field.pages == 1 ? " item has it: " : " items have it: ") +
                       shortened(field.example));
  out += "name = \"" + field.name + "\"\n" + field.rule + "\n";
  if (field.type != "text") out += "type = \"" + field.type + "\"\n";
  const bool is_required =
      field.found == field.pages && (field.name == "title" || field.name == "price");
  if (is_required) out += "required = true\n";
}

}  // namespace

std::string text_of(const GuessedRecipe& recipe) {
  std::string out;
  add_comment(out,
              "A proposal by `freshet recipe guess`. Edit it, and try it on pages of the site.");
  for (const std::string& remark : recipe.remarks) add_comment(out, remark);
  out += "name = \"" + recipe.name + "\"\n";
  add_seeds(out, recipe);
  add_lists(out, recipe);
  add_item(out, recipe);
  if (recipe.fields.empty()) {
    out += "\n";
    add_comment(out, "No field was found that all items have. A field looks like this:");
    out += "# [[item.field]]\n# name = \"title\"\n# selector = \"h1\"\n";
  }
  for (const GuessedField& field : recipe.fields) add_field(out, field);
  return out;
}

}  // namespace freshet::extract

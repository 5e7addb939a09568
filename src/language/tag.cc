#include "language/tag.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "text/ascii.h"

namespace freshet::language {
namespace {

constexpr size_t kMaxTagLength = 35;

bool has_subtag(std::string_view tag, std::string_view wanted) {
  while (!tag.empty()) {
    const size_t end = std::min(tag.find('-'), tag.size());
    if (tag.substr(0, end) == wanted) return true;
    tag.remove_prefix(std::min(end + 1, tag.size()));
  }
  return false;
}

bool has_any(std::string_view tag, std::initializer_list<std::string_view> subtags) {
  return std::any_of(subtags.begin(), subtags.end(),
                     [&](std::string_view subtag) { return has_subtag(tag, subtag); });
}

// Returns the current code for one that ISO 639 has replaced, and "no" for both written forms of
// Norwegian.
std::string_view current(std::string_view base) {
  constexpr std::array<std::array<std::string_view, 2>, 9> kOld = {{{"iw", "he"},
                                                                    {"in", "id"},
                                                                    {"ji", "yi"},
                                                                    {"jw", "jv"},
                                                                    {"mo", "ro"},
                                                                    {"sh", "sr"},
                                                                    {"tl", "fil"},
                                                                    {"nb", "no"},
                                                                    {"nn", "no"}}};
  for (const auto& [old, now] : kOld) {
    if (base == old) return now;
  }
  return base;
}

// Returns the script of Chinese or the country of Portuguese, which make a difference to readers;
// empty if the tag does not contain it, and for other languages.
std::string_view variant_of(std::string_view base, std::string_view tag) {
  if (base == "zh") {
    if (has_any(tag, {"hant", "tw", "hk", "mo"})) return "hant";
    if (has_any(tag, {"hans", "cn", "sg"})) return "hans";
  }
  if (base == "pt") {
    if (has_subtag(tag, "br")) return "br";
    if (has_subtag(tag.substr(2), "pt")) return "pt";
  }
  return "";
}

}  // namespace

std::string normalise(std::string_view claim) {
  claim = text::trim(claim.substr(0, claim.find_first_of(",;")));
  const size_t primary = std::min(claim.find_first_of("-_"), claim.size());
  const auto is_letter = [](char c) { return text::is_alpha(c); };
  if (primary < 2 || primary > 8 || claim.size() > kMaxTagLength ||
      !std::all_of(claim.begin(), claim.begin() + static_cast<std::ptrdiff_t>(primary),
                   is_letter)) {
    return "";
  }
  std::string tag = text::lower_case(claim);
  for (char& c : tag) {
    if (c == '_') c = '-';
    if (!text::is_alnum(c) && c != '-') return "";
  }
  return tag;
}

std::string_view base_of(std::string_view tag) {
  return tag.substr(0, tag.find('-'));
}

bool is_same(std::string_view a, std::string_view b) {
  const std::string_view base = current(base_of(a));
  if (base.empty() || base != current(base_of(b))) return false;
  const std::string_view variant_a = variant_of(base, a);
  const std::string_view variant_b = variant_of(base, b);
  return variant_a == variant_b || variant_a.empty() || variant_b.empty();
}

bool are_close(std::string_view a, std::string_view b) {
  constexpr std::array<std::array<std::string_view, 4>, 7> kAlike = {{{"no", "da", "sv", ""},
                                                                      {"hr", "sr", "bs", "cnr"},
                                                                      {"id", "ms", "", ""},
                                                                      {"cs", "sk", "", ""},
                                                                      {"pt", "gl", "es", "ca"},
                                                                      {"ru", "uk", "be", "bg"},
                                                                      {"af", "nl", "", ""}}};
  const std::string_view base_a = current(base_of(a));
  const std::string_view base_b = current(base_of(b));
  if (base_a.empty() || base_b.empty()) return false;
  if (base_a == base_b) return true;
  const auto is_in = [](const auto& row, std::string_view base) {
    return std::find(row.begin(), row.end(), base) != row.end();
  };
  return std::any_of(kAlike.begin(), kAlike.end(),
                     [&](const auto& row) { return is_in(row, base_a) && is_in(row, base_b); });
}

}  // namespace freshet::language

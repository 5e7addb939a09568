#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// A page that the catalogue has in several languages is one hit: it is shown in the user's
// language, and its translations are listed with it.
namespace freshet::search {

// The same page in another language.
struct Translation {
  std::string language;
  std::string url;

  bool operator==(const Translation&) const = default;
};

// Decides which of the matching pages, passed in the order of their score, are hits of their own.
class TranslationFilter {
 public:
  // Returns false if a page of this group in another language was passed before. Two pages of a
  // group in the same language are separate hits: they cannot be translations of each other.
  bool is_hit(const std::optional<int64_t>& group, std::string_view language);

 private:
  std::unordered_map<int64_t, std::vector<std::string>> languages_;  // seen so far, by group
};

struct GroupMember {
  int64_t page = 0;
  std::string language;
  std::string url;
};

struct ShownTranslation {
  int64_t page = 0;
  std::vector<Translation> others;  // by language, each language once
};

// Chooses the page to show for `page`, a hit, and its translations: the one in the `preferred`
// language if it matches the query too, otherwise the page itself. `preferred` is a language tag;
// empty: any.
ShownTranslation choose_translation(int64_t page, std::span<const GroupMember> group,
                                    std::string_view preferred,
                                    const std::function<bool(int64_t)>& is_match);

}  // namespace freshet::search

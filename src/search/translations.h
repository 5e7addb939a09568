#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// Pages that the catalogue has in several languages are one hit: the one in the reader's language,
// with the others named beside it.
namespace freshet::search {

// The same page in another language.
struct Translation {
  std::string language;
  std::string url;

  bool operator==(const Translation&) const = default;
};

// Which of the pages found, given in order of score, are hits of their own.
class TranslationFolds {
 public:
  // False if a page of this group in another language has come before. Two pages of a group in one
  // language are no translations of each other, whatever the catalogue says.
  bool is_hit(const std::optional<int64_t>& group, std::string_view language);

 private:
  std::unordered_map<int64_t, std::vector<std::string>> languages_;  // that have come, by group
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

// Which page stands for `page`, a hit, and its group: the one in the reader's language if it was
// found too, else the page itself. `reader` is a language tag; empty: any.
ShownTranslation choose_translation(int64_t page, std::span<const GroupMember> group,
                                    std::string_view reader,
                                    const std::function<bool(int64_t)>& was_found);

}  // namespace freshet::search

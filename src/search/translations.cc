#include "search/translations.h"

#include <algorithm>

#include "language/tag.h"

namespace freshet::search {

bool TranslationFilter::is_hit(const std::optional<int64_t>& group, std::string_view language) {
  if (!group) return true;
  std::vector<std::string>& languages = languages_[*group];
  const bool is_first = languages.empty();
  const bool is_known = std::find(languages.begin(), languages.end(), language) != languages.end();
  if (!is_known) languages.emplace_back(language);
  return is_first || is_known;
}

ShownTranslation choose_translation(int64_t page, std::span<const GroupMember> group,
                                    std::string_view preferred,
                                    const std::function<bool(int64_t)>& is_match) {
  ShownTranslation shown{.page = page};
  const auto hit = std::find_if(group.begin(), group.end(),
                                [&](const GroupMember& member) { return member.page == page; });
  if (hit == group.end()) return shown;
  // If the group has several pages in this language, they are separate hits, and replacing them
  // would show the same translation several times.
  const auto same_language = std::count_if(group.begin(), group.end(), [&](const auto& member) {
    return member.language == hit->language;
  });
  if (same_language > 1) return shown;
  std::string_view language = hit->language;
  if (!preferred.empty() && !language::is_same(language, preferred)) {
    const auto translation =
        std::find_if(group.begin(), group.end(), [&](const GroupMember& member) {
          return language::is_same(member.language, preferred) && is_match(member.page);
        });
    if (translation != group.end()) {
      shown.page = translation->page;
      language = translation->language;
    }
  }
  for (const GroupMember& member : group) {
    if (member.language != language && !member.language.empty()) {
      shown.others.push_back({member.language, member.url});
    }
  }
  std::stable_sort(shown.others.begin(), shown.others.end(),
                   [](const auto& a, const auto& b) { return a.language < b.language; });
  const auto end =
      std::unique(shown.others.begin(), shown.others.end(),
                  [](const auto& a, const auto& b) { return a.language == b.language; });
  shown.others.erase(end, shown.others.end());
  return shown;
}

}  // namespace freshet::search

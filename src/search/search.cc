#include "search/search.h"

#include <utility>

#include "search/spelling.h"
#include "search/stems.h"

namespace freshet::search {
namespace {

constexpr size_t kSnippetBytes = 220;
// If there are no more matches than this, a corrected query is suggested.
constexpr uint64_t kFewMatches = 2;

Hit make_hit(Match match, const Query& query, words::Segmenter& segmenter) {
  Hit hit;
  // Boilerplate comes last: what is on every page says least about this one.
  for (const std::string* part : {&match.text, &match.description, &match.boilerplate}) {
    if (part->empty()) continue;
    Snippet snippet = make_snippet({*part, match.language}, query, segmenter, kSnippetBytes);
    const bool has_match = !snippet.marks.empty();
    if (has_match || hit.snippet.text.empty()) hit.snippet = std::move(snippet);
    if (has_match) break;
  }
  match.text.clear();
  match.boilerplate.clear();
  hit.match = std::move(match);
  return hit;
}

// The languages by which the query's words are stemmed, the most important first. They are those
// that the query filters by; otherwise the user's language, English, and all languages of the
// collection. English comes early because pages of unknown language are stemmed as English.
Result<std::vector<std::string>> languages_of(const Query& query, const Slice& slice,
                                              Index& index) {
  if (!query.languages.empty()) return query.languages;
  std::vector<std::string> languages;
  if (const std::string_view preferred = preferred_language(query, slice); !preferred.empty()) {
    languages.emplace_back(preferred);
  }
  languages.emplace_back("en");
  auto present = index.languages();
  if (!present) return Unexpected(present.error());
  languages.insert(languages.end(), present->begin(), present->end());
  return languages;
}

}  // namespace

Result<SearchResult> search(Index& index, words::Segmenter& segmenter, std::string_view query_text,
                            const Slice& slice) {
  if (slice.offset + slice.limit > kMaxResults) {
    return fail("only the first " + std::to_string(kMaxResults) + " matching pages can be shown");
  }
  auto query = parse_query(query_text, segmenter);
  if (!query) return Unexpected(query.error());
  const auto languages = languages_of(*query, slice, index);
  if (!languages) return Unexpected(languages.error());
  add_stems(*query, *languages, segmenter.stemmer());
  auto matches = index.find(*query, slice, segmenter);
  if (!matches) return Unexpected(matches.error());
  SearchResult result{.total = matches->total, .total_is_estimate = matches->total_is_estimate};
  for (Match& match : matches->matches) {
    result.hits.push_back(make_hit(std::move(match), *query, segmenter));
  }
  if (result.total <= kFewMatches) {
    auto suggestion = suggest(query_text, *query, index, segmenter);
    if (!suggestion) return Unexpected(suggestion.error());
    result.did_you_mean = std::move(*suggestion);
  }
  return result;
}

}  // namespace freshet::search

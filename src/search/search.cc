#include "search/search.h"

#include <utility>

#include "search/spelling.h"
#include "search/stems.h"

namespace freshet::search {
namespace {

constexpr size_t kSnippetBytes = 220;
// Not more than this is little.
constexpr uint64_t kLittle = 2;

Hit make_hit(Match match, const Query& query, words::Segmenter& segmenter) {
  Hit hit;
  // What stands on every page says least of this one.
  for (const std::string* part : {&match.text, &match.description, &match.boilerplate}) {
    if (part->empty()) continue;
    Snippet snippet = make_snippet({*part, match.language}, query, segmenter, kSnippetBytes);
    const bool has_it = !snippet.marks.empty();
    if (has_it || hit.snippet.text.empty()) hit.snippet = std::move(snippet);
    if (has_it) break;
  }
  match.text.clear();
  match.boilerplate.clear();
  hit.match = std::move(match);
  return hit;
}

// Those that the query asks for, else the reader's and those of the collection. English comes
// before the latter: as pages of unknown language have it.
Result<std::vector<std::string>> languages_of(const Query& query, const Slice& slice,
                                              Index& index) {
  if (!query.languages.empty()) return query.languages;
  std::vector<std::string> languages;
  if (const std::string_view reader = reader_of(query, slice); !reader.empty()) {
    languages.emplace_back(reader);
  }
  languages.emplace_back("en");
  auto present = index.languages();
  if (!present) return Unexpected(present.error());
  languages.insert(languages.end(), present->begin(), present->end());
  return languages;
}

}  // namespace

Result<Found> search(Index& index, words::Segmenter& segmenter, std::string_view query_text,
                     const Slice& slice) {
  if (slice.offset + slice.limit > kDeepest) {
    return fail("only the first " + std::to_string(kDeepest) + " pages found can be shown");
  }
  auto query = parse_query(query_text, segmenter);
  if (!query) return Unexpected(query.error());
  const auto languages = languages_of(*query, slice, index);
  if (!languages) return Unexpected(languages.error());
  add_stems(*query, *languages, segmenter.stemmer());
  auto matches = index.find(*query, slice, segmenter);
  if (!matches) return Unexpected(matches.error());
  Found found{.total = matches->total, .total_is_estimate = matches->total_is_estimate};
  for (Match& match : matches->matches) {
    found.hits.push_back(make_hit(std::move(match), *query, segmenter));
  }
  if (found.total <= kLittle) {
    auto suggestion = suggest(query_text, *query, index, segmenter);
    if (!suggestion) return Unexpected(suggestion.error());
    found.did_you_mean = std::move(*suggestion);
  }
  return found;
}

}  // namespace freshet::search

#include "search/search.h"

#include <utility>

#include "search/spelling.h"

namespace freshet::search {
namespace {

constexpr size_t kSnippetBytes = 220;
// Not more than this is little.
constexpr uint64_t kLittle = 2;

Hit make_hit(Match match, const Query& query, words::Segmenter& segmenter) {
  Hit hit;
  hit.snippet = make_snippet(match.text, query, segmenter, kSnippetBytes);
  if (hit.snippet.marks.empty() && !match.description.empty()) {
    hit.snippet = make_snippet(match.description, query, segmenter, kSnippetBytes);
  }
  match.text.clear();
  hit.match = std::move(match);
  return hit;
}

}  // namespace

Result<Found> search(Index& index, words::Segmenter& segmenter, std::string_view query_text,
                     const Slice& slice) {
  if (slice.offset + slice.limit > kDeepest) {
    return fail("only the first " + std::to_string(kDeepest) + " pages found can be shown");
  }
  const auto query = parse_query(query_text, segmenter);
  if (!query) return Unexpected(query.error());
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

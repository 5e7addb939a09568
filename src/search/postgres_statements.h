#pragma once

// The SQL statements for PostgreSQL. Where a statement has $1::tsquery, it is the query's words.
namespace freshet::search {

// Selects candidates and scores them by their words. ts_rank_cd weights words by field (D, C, B, A:
// about as in ranking.h; the title's weight is 0.8) and prefers words that are close together. Its
// option 1 divides by the logarithm of the length, and 32 saturates. PostgreSQL reads all words of
// a page to score it, so of very many matches only the most important are scored. In the condition,
// the filter precedes the words: the words of pages that it excludes need not be decompressed.
inline constexpr const char* kSelectCandidates = R"(
  WITH matches AS %s (
    SELECT page_id, words, title, language, link_share, rank, last_verified, belief_a, belief_b,
           translation_group
    FROM freshet.pages WHERE %s)
  SELECT page_id, ts_rank_cd('{0.02, 0.1, 0.35, 0.8}', words, $1::tsquery, 1 | 32), title, rank,
         extract(epoch FROM last_verified), belief_a, belief_b, %s, language, link_share,
         translation_group
  FROM (SELECT * FROM matches ORDER BY %s, page_id LIMIT %zu) AS candidates)";
// How kSelectCandidates searches.
struct Plan {
  const char* materialized;
  const char* total;
  const char* order;
  bool in_title = false;  // only pages that have all words in their titles
};
// Finds and counts all matches, and takes the most important.
inline constexpr Plan kAllMatches = {"MATERIALIZED", "(SELECT count(*) FROM matches)", "rank DESC"};
// Tests pages in the order of their rank, and stops when there are enough matches.
inline constexpr Plan kTopRanked = {"NOT MATERIALIZED", "0", "rank DESC"};
// Takes the pages with the shortest titles that have all words: a title as short as the query
// equals it. Used in addition if there are more matches than candidates.
inline constexpr Plan kTitleMatches = {"MATERIALIZED", "0", "length(title)", true};

inline constexpr const char* kInWords = "words @@ $1::tsquery";
inline constexpr const char* kInTitle = "ts_filter(words, '{a}') @@ $1::tsquery";
// A limit on the titles that are read. If a word is in more titles than that, any of them will do.
inline constexpr const char* kTitleLimit = " LIMIT 2000";

inline constexpr const char* kDetails = R"(
  SELECT page_id, url, title, description, text, language, rank,
         extract(epoch FROM last_verified), extract(epoch FROM last_change), belief_a, belief_b,
         extract(epoch FROM modified), modified_from, boilerplate
  FROM freshet.pages WHERE page_id = ANY($1::bigint[]))";

inline constexpr const char* kGroup = R"(
  SELECT page_id, language, url FROM freshet.pages
  WHERE translation_group = $1::bigint AND NOT noindex AND duplicate_of IS NULL
  ORDER BY page_id LIMIT 1000)";

}  // namespace freshet::search

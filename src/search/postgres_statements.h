#pragma once

// What PostgreSQL is asked. The first parameter is the query as a tsquery.
namespace freshet::search {

// ts_rank_cd counts words by field (D, C, B, A: about as in ranking.h, the title's is 0.8) and
// prefers them close together; 1 divides by the logarithm of the length, 32 saturates. PostgreSQL
// reads a page's words for that, so of very many matches only the most important are looked at. The
// filter stands before the words: what it sorts out need not be unpacked.
inline constexpr const char* kPoolOf = R"(
  WITH matches AS %s (
    SELECT page_id, words, title, language, link_share, rank, last_verified, belief_a, belief_b,
           translation_group
    FROM freshet.pages WHERE %s)
  SELECT page_id, ts_rank_cd('{0.02, 0.1, 0.35, 0.8}', words, $1::tsquery, 1 | 32), title, rank,
         extract(epoch FROM last_verified), belief_a, belief_b, %s, language, link_share,
         translation_group
  FROM (SELECT * FROM matches ORDER BY %s, page_id LIMIT %zu) AS pool)";
// All matches are found before they are put in order, and counted; or they are looked for in the
// order of rank, and no further than there are enough.
struct Reach {
  const char* kept;
  const char* total;
  const char* order;
  bool in_title = false;
};
inline constexpr Reach kAll = {"MATERIALIZED", "(SELECT count(*) FROM matches)", "rank DESC"};
inline constexpr Reach kEnough = {"NOT MATERIALIZED", "0", "rank DESC"};
// Where not all matches are looked at, those that have everything in their titles are looked for
// besides: the shortest title is the query.
inline constexpr Reach kTitled = {"MATERIALIZED", "0", "length(title)", true};

inline constexpr const char* kInWords = "words @@ $1::tsquery";
inline constexpr const char* kInTitle = "ts_filter(words, '{a}') @@ $1::tsquery";
// Of a single common word any others are as good.
inline constexpr const char* kTitlesRead = " LIMIT 2000";

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

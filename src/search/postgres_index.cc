#include <cstdio>
#include <utility>

#include "database/postgres.h"
#include "search/filter.h"
#include "search/fts_expression.h"
#include "search/index.h"
#include "search/ranking.h"

namespace freshet::search {
namespace {

using database::PostgresConnection;
using database::PostgresRow;

// ts_rank_cd counts words by field (D, C, B, A: as in ranking.h, the title's is 0.8) and prefers
// them close together; 1 divides by the logarithm of the length, 32 saturates. PostgreSQL reads a
// page's words for that, so of very many matches only the most important are looked at.
constexpr const char* kOrder = R"(
  SELECT page_id, ts_rank_cd('{0.1, 0.4, 0.3, 0.8}', words, $1::tsquery, 1 | 32)
                  * (1 + 0.3 * ln(1 + greatest(rank, 0)))
                  * CASE WHEN %s THEN 0.25 + 0.75 * current ELSE 1 END AS score, current
  FROM (SELECT page_id, words, rank, CASE WHEN belief_b > 0 THEN power(
               belief_b / (belief_b + greatest(0, %.6f - extract(epoch FROM last_verified)) / 86400),
               belief_a) ELSE 0 END AS current
        FROM freshet.pages WHERE words @@ $1::tsquery%s
        ORDER BY rank DESC, page_id LIMIT 2000) AS pool
  ORDER BY score DESC, page_id LIMIT %zu OFFSET %zu)";

constexpr const char* kDetails = R"(
  SELECT page_id, score, url, title, description, text, language, rank,
         extract(epoch FROM last_verified), extract(epoch FROM last_change), current
  FROM (%s) AS best JOIN freshet.pages USING (page_id) ORDER BY score DESC, page_id)";

template <typename... Values>
std::string printed(const char* form, Values... values) {
  std::string out(static_cast<size_t>(std::snprintf(nullptr, 0, form, values...)), '\0');
  std::snprintf(out.data(), out.size() + 1, form, values...);
  return out;
}

std::string as_parameter(const std::variant<std::string, double>& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return printed("%.6f", std::get<double>(value));
}

class PostgresIndex final : public Index {
 public:
  explicit PostgresIndex(PostgresConnection connection) : connection_(std::move(connection)) {}

  // Fails where there is no catalogue, or one of another version.
  Status prepare();
  Result<Matches> find(const Query& query, const Slice& slice) override;
  Status each_word(std::string_view first, std::string_view end, const TakeWord& take) override;

 private:
  PostgresConnection connection_;
};

Status PostgresIndex::prepare() {
  // For words of many pages PostgreSQL would read all pages and their words, eight times slower
  // than by the index.
  if (Status set = connection_.run("SET enable_seqscan = off"); !set) return set;
  int64_t as_now = 0;
  const Status read = connection_.query(
      "SELECT count(*) FROM freshet.meta WHERE (key = 'schema' AND value = '2') OR "
      "(key = 'words' AND value = $1)",
      {std::to_string(words::kVersion)}, [&](const PostgresRow& row) { as_now = row.integer(0); });
  if (!read)
    return fail("there is no catalogue in the database; run `freshet convert --to postgres` first");
  if (as_now != 2) {
    return fail(
        "the catalogue was made by another version; run `freshet convert --to postgres` again");
  }
  return Done{};
}

Result<Matches> PostgresIndex::find(const Query& query, const Slice& slice) {
  Dialect dialect = kPostgresDialect;
  dialect.first_parameter = 2;  // the first is the tsquery
  const Filter filter = make_filter(query, dialect);
  const std::string condition = filter.condition.empty() ? "" : " AND " + filter.condition;
  std::vector<std::string> parameters = {tsquery_expression(query)};
  for (const auto& value : filter.values) parameters.push_back(as_parameter(value));

  Matches matches;
  Status read = connection_.query(
      "SELECT count(*) FROM freshet.pages WHERE words @@ $1::tsquery" + condition, parameters,
      [&](const PostgresRow& row) { matches.total = static_cast<uint64_t>(row.integer(0)); });
  if (!read) return Unexpected(read.error());
  const std::string order = printed(kOrder, slice.prefer_fresh ? "true" : "false",
                                    static_cast<double>(slice.now.unix_microseconds()) * 1e-6,
                                    condition.c_str(), slice.limit, slice.offset);
  const auto take = [&](const PostgresRow& row) {
    matches.matches.push_back({.page_id = row.integer(0),
                               .score = row.real(1),
                               .url = std::string(row.text(2)),
                               .title = std::string(row.text(3)),
                               .description = std::string(row.text(4)),
                               .text = std::string(row.text(5)),
                               .language = std::string(row.text(6)),
                               .rank = row.real(7),
                               .last_verified = row.time(8),
                               .last_change = row.time(9),
                               .probability_current = row.real(10)});
  };
  read = connection_.query(printed(kDetails, order.c_str()), parameters, take);
  if (!read) return Unexpected(read.error());
  return matches;
}

Status PostgresIndex::each_word(std::string_view first, std::string_view end,
                                const TakeWord& take) {
  // A statistic over all words would read the whole table.
  return connection_.query(
      "SELECT word, ndoc FROM ts_stat('SELECT ts_filter(words, ''{a,b}'') FROM freshet.pages "
      "WHERE words IS NOT NULL ORDER BY rank DESC LIMIT 20000') "
      "WHERE word COLLATE \"C\" >= $1 AND word COLLATE \"C\" < $2",
      {std::string(first), std::string(end)},
      [&](const PostgresRow& row) { take(row.text(0), static_cast<uint64_t>(row.integer(1))); });
}

}  // namespace

Result<std::unique_ptr<Index>> open_postgres(const std::string& dsn) {
  auto connection = PostgresConnection::open(dsn);
  if (!connection) return Unexpected(connection.error());
  auto index = std::make_unique<PostgresIndex>(std::move(*connection));
  if (const Status prepared = index->prepare(); !prepared) return Unexpected(prepared.error());
  return std::unique_ptr<Index>(std::move(index));
}

}  // namespace freshet::search

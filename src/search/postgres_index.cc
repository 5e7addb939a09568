#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
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
// page's words for that, so of very many matches only the most important are looked at. The filter
// stands before the words: what it sorts out need not be unpacked.
constexpr const char* kOrder = R"(
  SELECT page_id, ts_rank_cd('{0.1, 0.4, 0.3, 0.8}', words, $1::tsquery, 1 | 32)
                  * (1 + 0.3 * ln(1 + greatest(rank, 0)))
                  * CASE WHEN %s THEN 0.25 + 0.75 * current ELSE 1 END AS score, current
  FROM (SELECT page_id, words, rank, CASE WHEN belief_b > 0 THEN power(
               belief_b / (belief_b + greatest(0, %.6f - extract(epoch FROM last_verified)) / 86400),
               belief_a) ELSE 0 END AS current
        FROM freshet.pages WHERE %s
        ORDER BY rank DESC, page_id LIMIT %zu) AS pool
  ORDER BY score DESC, page_id LIMIT %zu OFFSET %zu)";

constexpr const char* kDetails = R"(
  SELECT page_id, score, url, title, description, text, language, rank,
         extract(epoch FROM last_verified), extract(epoch FROM last_change), current
  FROM (%s) AS best JOIN freshet.pages USING (page_id) ORDER BY score DESC, page_id)";

// To read the words of a page takes about ten microseconds: a catalogue of no more pages is counted
// and looked through whole.
constexpr double kReadWhole = 5'000;
// Of a greater one so many pages tell how many have something, if no fewer than these do. With a
// phrase or a filter fewer must be enough: to count, PostgreSQL would read the words of every page
// that has the phrase's words, or that the filter lets through.
constexpr double kSample = 1'000;
constexpr double kTelling = 20;
constexpr double kTellingEnough = 4;
// Then so many pages are read, the most important first, in search of so many matches.
constexpr double kRead = 2'000;
constexpr size_t kPool = 500;

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

// What an estimate is good for: 23,542 as 24,000.
uint64_t in_two_digits(double number) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(number)) - 1));
  return static_cast<uint64_t>(std::round(number / unit) * unit);
}

bool has_phrase(const Query& query) {
  const auto of_words = [](const Phrase& phrase) { return phrase.terms.size() > 1; };
  return std::any_of(query.wanted.begin(), query.wanted.end(), [&](const Clause& clause) {
    return std::any_of(clause.phrases.begin(), clause.phrases.end(), of_words);
  });
}

class PostgresIndex final : public Index {
 public:
  explicit PostgresIndex(PostgresConnection connection) : connection_(std::move(connection)) {}

  // Fails where there is no catalogue, or one of another version.
  Status prepare();
  Result<Matches> find(const Query& query, const Slice& slice) override;
  Status each_word(std::string_view first, std::string_view end, const TakeWord& take) override;

 private:
  // The pages that a query finds, as a condition and its parameters.
  struct Wanted {
    std::string condition;
    std::vector<std::string> parameters;
  };
  Result<std::optional<double>> sampled_share(const Wanted& wanted, double telling);
  Result<uint64_t> count(const Wanted& wanted);

  PostgresConnection connection_;
  double pages_ = 0;
  // What ts_stat() makes in a tenth of a second, by word.
  std::map<std::string, uint64_t, std::less<>> vocabulary_;
};

Status PostgresIndex::prepare() {
  // For words of many pages PostgreSQL would read all pages and their words, eight times slower
  // than by the index. What it then takes for costly it would compile, for longer than it runs.
  Status set = connection_.run("SET enable_seqscan = off; SET jit = off");
  if (!set) return set;
  int64_t as_now = 0;
  const Status read = connection_.query(
      "SELECT count(*) FILTER (WHERE (key = 'schema' AND value = '2') OR "
      "(key = 'words' AND value = $1)), max(value) FILTER (WHERE key = 'pages') FROM freshet.meta",
      {std::to_string(words::kVersion)}, [&](const PostgresRow& row) {
        as_now = row.integer(0);
        pages_ = row.real(1);
      });
  if (!read)
    return fail("there is no catalogue in the database; run `freshet convert --to postgres` first");
  if (as_now != 2) {
    return fail(
        "the catalogue was made by another version; run `freshet convert --to postgres` again");
  }
  return Done{};
}

// The share of all pages that are wanted, if it is great enough for a sample to tell.
Result<std::optional<double>> PostgresIndex::sampled_share(const Wanted& wanted, double telling) {
  if (pages_ <= kReadWhole) return std::optional<double>();
  double found = 0;
  double sampled = 0;
  // The same pages each time: to ask again is to get the same answer.
  const std::string sql = printed(
      "SELECT count(*) FILTER (WHERE %s), count(*) FROM freshet.pages TABLESAMPLE SYSTEM (%.6f) "
      "REPEATABLE (1)",
      wanted.condition.c_str(), 100 * kSample / pages_);
  const Status read = connection_.query(sql, wanted.parameters, [&](const PostgresRow& row) {
    found = row.real(0);
    sampled = row.real(1);
  });
  if (!read) return Unexpected(read.error());
  if (found < telling) return std::optional<double>();
  return std::optional(found / sampled);
}

Result<uint64_t> PostgresIndex::count(const Wanted& wanted) {
  uint64_t pages = 0;
  const Status read = connection_.query(
      "SELECT count(*) FROM freshet.pages WHERE " + wanted.condition, wanted.parameters,
      [&](const PostgresRow& row) { pages = static_cast<uint64_t>(row.integer(0)); });
  if (!read) return Unexpected(read.error());
  return pages;
}

Result<Matches> PostgresIndex::find(const Query& query, const Slice& slice) {
  Dialect dialect = kPostgresDialect;
  dialect.first_parameter = 2;  // the first is the tsquery
  const Filter filter = make_filter(query, dialect);
  Wanted wanted{.condition = filter.condition.empty() ? "" : filter.condition + " AND ",
                .parameters = {tsquery_expression(query)}};
  wanted.condition += "words @@ $1::tsquery";
  for (const auto& value : filter.values) wanted.parameters.push_back(as_parameter(value));

  const bool is_costly = has_phrase(query) || !filter.condition.empty();
  const auto share = sampled_share(wanted, is_costly ? kTellingEnough : kTelling);
  if (!share) return Unexpected(share.error());
  Matches matches{.total_is_estimate = share->has_value()};
  size_t pool = kDeepest;
  if (*share) {
    matches.total = in_two_digits(**share * pages_);
    const auto within_reach = static_cast<size_t>(**share * kRead);
    pool = std::max(std::min(kPool, within_reach), slice.offset + slice.limit);
  } else {
    const auto counted = count(wanted);
    if (!counted) return Unexpected(counted.error());
    matches.total = *counted;
  }
  const std::string order = printed(kOrder, slice.prefer_fresh ? "true" : "false",
                                    static_cast<double>(slice.now.unix_microseconds()) * 1e-6,
                                    wanted.condition.c_str(), pool, slice.limit, slice.offset);
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
  const Status read = connection_.query(printed(kDetails, order.c_str()), wanted.parameters, take);
  if (!read) return Unexpected(read.error());
  return matches;
}

Status PostgresIndex::each_word(std::string_view first, std::string_view end,
                                const TakeWord& take) {
  if (vocabulary_.empty()) {
    // A statistic over all words would read the whole table.
    Status read = connection_.query(
        "SELECT word, ndoc FROM ts_stat('SELECT ts_filter(words, ''{a,b}'') FROM freshet.pages "
        "WHERE words IS NOT NULL ORDER BY rank DESC LIMIT 5000')",
        [&](const PostgresRow& row) {
          vocabulary_.emplace(row.text(0), static_cast<uint64_t>(row.integer(1)));
        });
    if (!read) return read;
  }
  for (auto word = vocabulary_.lower_bound(first); word != vocabulary_.end() && word->first < end;
       ++word) {
    take(word->first, word->second);
  }
  return Done{};
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

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "catalog/version.h"
#include "database/postgres.h"
#include "language/tag.h"
#include "search/filter.h"
#include "search/fts_expression.h"
#include "search/index.h"
#include "search/language_statement.h"
#include "search/postgres_statements.h"
#include "search/ranking.h"
#include "search/title_fit.h"

namespace freshet::search {
namespace {

using database::PostgresConnection;
using database::PostgresRow;

// So many matches are put in order by their words, or as many more as are asked for.
constexpr size_t kPool = 500;
constexpr size_t kTitledPool = 100;
// What the server expects to match no more pages than these, or this share of all, is counted.
constexpr double kCounted = 5'000;
constexpr double kCountedShare = 0.02;
// Of the rest so many pages tell how many match, if no fewer than these do. With a phrase or a
// filter fewer must be enough: to count, PostgreSQL would read the words of every page that has the
// phrase's words, or that the filter lets through.
constexpr double kSample = 1'000;
constexpr double kTelling = 20;
constexpr double kTellingEnough = 4;
// Then so many pages are read, the most important first, in search of matches.
constexpr double kRead = 2'000;

// ts_rank_cd saturates later than BM25 with words of the text, so that titles need more.
double title_factor_beside_covers(TitleFit fit) {
  constexpr double kBeginning = 1.4;
  return fit == TitleFit::kBeginsWithIt ? kBeginning : title_factor(fit);
}

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
  Result<Matches> find(const Query& query, const Slice& slice,
                       words::Segmenter& segmenter) override;
  Result<std::vector<std::string>> languages() override;
  Status each_word(std::string_view first, std::string_view end, const TakeWord& take) override;

 private:
  // The pages that a query finds, as a condition and its parameters.
  struct Wanted {
    std::string condition;
    std::string in_title;  // the condition of those that have all of it in their titles
    std::vector<std::string> parameters;
    bool is_costly = false;  // to count
  };
  static Wanted wanted_by(const Query& query);
  Result<double> expected_pages(const Wanted& wanted);
  Result<std::optional<double>> sampled_share(const Wanted& wanted);

  // A match before its details are read.
  struct Scored {
    int64_t page = 0;
    double score = 0;
    std::string language;
    std::optional<int64_t> group;  // of translations
    std::vector<Translation> others;
  };
  struct Pool {
    std::vector<Scored> best;  // in no order
    uint64_t total = 0;        // if it was counted
  };
  struct Asked {
    const Query& query;
    const Slice& slice;
    words::Segmenter& segmenter;
  };
  Result<Pool> pool_of(const Wanted& wanted, const Asked& asked, size_t most, const Reach& reach);
  static void put_in_order(std::vector<Scored>& pool);
  Result<std::vector<Scored>> hits_of(const std::vector<Scored>& pool, const Query& query,
                                      const Slice& slice);
  Result<std::vector<GroupMember>> members(int64_t group);
  Result<std::vector<Match>> load(std::span<const Scored> scored, Instant now);

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
      "SELECT count(*) FILTER (WHERE (key = 'schema' AND value = $1) OR "
      "(key = 'words' AND value = $2)), max(value) FILTER (WHERE key = 'pages') FROM freshet.meta",
      {std::to_string(catalog::kSchema), std::to_string(words::kVersion)},
      [&](const PostgresRow& row) {
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

PostgresIndex::Wanted PostgresIndex::wanted_by(const Query& query) {
  Dialect dialect = kPostgresDialect;
  dialect.first_parameter = 2;  // the first is the tsquery
  const Filter filter = make_filter(query, dialect);
  const std::string filtered = filter.condition.empty() ? "" : filter.condition + " AND ";
  Wanted wanted{.condition = filtered + kInWords,
                .in_title = filtered + kInTitle,
                .parameters = {tsquery_expression(query)},
                .is_costly = has_phrase(query) || !filter.condition.empty()};
  // What is excluded may stand elsewhere. Else to look there again is left out: it takes reading.
  if (!query.excluded.empty()) wanted.in_title.append(" AND ").append(kInWords);
  wanted.in_title += kTitlesRead;
  for (const auto& value : filter.values) wanted.parameters.push_back(as_parameter(value));
  return wanted;
}

// As the server's statistics have it, phrases as if their words might stand anywhere.
Result<double> PostgresIndex::expected_pages(const Wanted& wanted) {
  double rows = 0;
  bool is_first = true;
  const Status read =
      connection_.query("EXPLAIN SELECT FROM freshet.pages WHERE " + wanted.condition,
                        wanted.parameters, [&](const PostgresRow& row) {
                          constexpr std::string_view kRows = " rows=";
                          const std::string line(row.text(0));
                          const size_t at = line.find(kRows);
                          if (std::exchange(is_first, false) && at != line.npos) {
                            rows = std::strtod(line.c_str() + at + kRows.size(), nullptr);
                          }
                        });
  if (!read) return Unexpected(read.error());
  return rows;
}

// The share of all pages that are wanted, if it is great enough for a sample to tell.
Result<std::optional<double>> PostgresIndex::sampled_share(const Wanted& wanted) {
  const auto expected = expected_pages(wanted);
  if (!expected) return Unexpected(expected.error());
  if (*expected <= std::max(kCounted, kCountedShare * pages_)) return std::optional<double>();
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
  if (found < (wanted.is_costly ? kTellingEnough : kTelling)) return std::optional<double>();
  return std::optional(found / sampled);
}

Result<PostgresIndex::Pool> PostgresIndex::pool_of(const Wanted& wanted, const Asked& asked,
                                                   size_t most, const Reach& reach) {
  Pool pool;
  const auto take = [&](const PostgresRow& row) {
    double score = row.real(1) * importance(row.real(3)) * link_page_factor(row.real(9)) *
                   title_factor_beside_covers(
                       title_fit({row.text(2), row.text(8)}, asked.query, asked.segmenter));
    if (asked.slice.prefer_fresh) {
      const double days = days_since(row.time(4), asked.slice.now);
      score *= freshness_factor(probability_current(row.real(5), row.real(6), days));
    }
    if (!asked.slice.language.empty()) {
      score *= language_factor(language::is_same(row.text(8), asked.slice.language));
    }
    pool.best.push_back(
        {.page = row.integer(0), .score = score, .language = std::string(row.text(8))});
    if (!row.is_null(10)) pool.best.back().group = row.integer(10);
    pool.total = static_cast<uint64_t>(row.integer(7));
  };
  const std::string sql =
      printed(kPoolOf, reach.kept, (reach.in_title ? wanted.in_title : wanted.condition).c_str(),
              reach.total, reach.order, most);
  const Status read = connection_.query(sql, wanted.parameters, take);
  if (!read) return Unexpected(read.error());
  return pool;
}

// In the same order. Without those that went while this was searched.
Result<std::vector<Match>> PostgresIndex::load(std::span<const Scored> scored, Instant now) {
  std::vector<Match> matches;
  if (scored.empty()) return matches;
  std::string pages;
  for (const Scored& one : scored) pages += (pages.empty() ? '{' : ',') + std::to_string(one.page);
  std::unordered_map<int64_t, Match> found;
  const Status read = connection_.query(kDetails, {pages + '}'}, [&](const PostgresRow& row) {
    Match match{.page_id = row.integer(0),
                .url = std::string(row.text(1)),
                .title = std::string(row.text(2)),
                .description = std::string(row.text(3)),
                .text = std::string(row.text(4)),
                .boilerplate = std::string(row.text(13)),
                .language = std::string(row.text(5)),
                .rank = row.real(6),
                .last_verified = row.time(7),
                .last_change = row.time(8),
                .modified = row.time(11),
                .modified_from = std::string(row.text(12))};
    match.probability_current =
        probability_current(row.real(9), row.real(10), days_since(match.last_verified, now));
    found.emplace(match.page_id, std::move(match));
  });
  if (!read) return Unexpected(read.error());
  for (const Scored& one : scored) {
    const auto match = found.find(one.page);
    if (match == found.end()) continue;
    match->second.score = one.score;
    match->second.translations = one.others;
    matches.push_back(std::move(match->second));
  }
  return matches;
}

// The best first, each once.
void PostgresIndex::put_in_order(std::vector<Scored>& pool) {
  std::sort(pool.begin(), pool.end(), [](const Scored& a, const Scored& b) {
    return a.score != b.score ? a.score > b.score : a.page < b.page;
  });
  const auto end = std::unique(pool.begin(), pool.end(),
                               [](const Scored& a, const Scored& b) { return a.page == b.page; });
  pool.erase(end, pool.end());
}

// Of the pool, in its order, translations of one page once: the slice that is wanted.
Result<std::vector<PostgresIndex::Scored>> PostgresIndex::hits_of(const std::vector<Scored>& pool,
                                                                  const Query& query,
                                                                  const Slice& slice) {
  std::unordered_set<int64_t> found;
  for (const Scored& one : pool) found.insert(one.page);
  std::vector<Scored> hits;
  TranslationFolds folds;
  size_t before = 0;
  for (const Scored& one : pool) {
    if (hits.size() == slice.limit) break;
    if (!folds.is_hit(one.group, one.language) || before++ < slice.offset) continue;
    Scored hit = one;
    if (one.group) {
      const auto group = members(*one.group);
      if (!group) return Unexpected(group.error());
      auto shown = choose_translation(one.page, *group, reader_of(query, slice),
                                      [&](int64_t page) { return found.contains(page); });
      hit.page = shown.page;
      hit.others = std::move(shown.others);
    }
    hits.push_back(std::move(hit));
  }
  return hits;
}

Result<std::vector<GroupMember>> PostgresIndex::members(int64_t group) {
  std::vector<GroupMember> members;
  const Status read =
      connection_.query(kGroup, {std::to_string(group)}, [&](const PostgresRow& row) {
        members.push_back({.page = row.integer(0),
                           .language = std::string(row.text(1)),
                           .url = std::string(row.text(2))});
      });
  if (!read) return Unexpected(read.error());
  return members;
}

Result<Matches> PostgresIndex::find(const Query& query, const Slice& slice,
                                    words::Segmenter& segmenter) {
  const Wanted wanted = wanted_by(query);
  const auto share = sampled_share(wanted);
  if (!share) return Unexpected(share.error());
  const bool counting = !share->has_value();
  const auto within_reach = counting ? kPool : static_cast<size_t>(**share * kRead);
  const size_t most = std::max(std::min(kPool, within_reach), slice.offset + slice.limit);
  const Asked asked{query, slice, segmenter};
  auto pool = pool_of(wanted, asked, most, counting ? kAll : kEnough);
  if (!pool) return Unexpected(pool.error());
  if (pool->best.size() == most) {
    const auto titled = pool_of(wanted, asked, kTitledPool, kTitled);
    if (!titled) return Unexpected(titled.error());
    pool->best.insert(pool->best.end(), titled->best.begin(), titled->best.end());
  }
  put_in_order(pool->best);
  const auto hits = hits_of(pool->best, query, slice);
  if (!hits) return Unexpected(hits.error());
  auto matches = load(*hits, slice.now);
  if (!matches) return Unexpected(matches.error());
  return Matches{.matches = std::move(*matches),
                 .total = counting ? pool->total : in_two_digits(**share * pages_),
                 .total_is_estimate = !counting};
}

Result<std::vector<std::string>> PostgresIndex::languages() {
  std::vector<std::string> languages;
  const Status read =
      connection_.query(languages_statement("freshet.pages"),
                        [&](const PostgresRow& row) { languages.emplace_back(row.text(0)); });
  if (!read) return Unexpected(read.error());
  return languages;
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

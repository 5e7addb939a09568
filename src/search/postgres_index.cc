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
#include "language/tag.h"
#include "postgres/connection.h"
#include "search/filter.h"
#include "search/fts_expression.h"
#include "search/index.h"
#include "search/language_statement.h"
#include "search/postgres_statements.h"
#include "search/ranking.h"
#include "search/title_fit.h"

namespace freshet::search {
namespace {

using postgres::Connection;
using postgres::Row;

// How many matches are scored by their words, unless the slice needs more.
constexpr size_t kCandidates = 500;
constexpr size_t kTitleCandidates = 100;
// Matches are counted if the server expects no more than these, or no more than this share of all
// pages.
constexpr double kMaxCounted = 5'000;
constexpr double kMaxCountedShare = 0.02;
// Otherwise their number is estimated from a sample of so many pages, if enough of these match.
// With a phrase or a filter, fewer must be enough: to count the matches, PostgreSQL would read the
// words of every page that has the phrase's words, or that passes the filter.
constexpr double kSample = 1'000;
constexpr double kMinMatches = 20;
constexpr double kMinCostlyMatches = 4;
// Then about so many pages, the most important first, are tested for matches.
constexpr double kPagesTested = 2'000;

// ts_rank_cd saturates later than BM25 with the words of the text, so the title needs a greater
// factor.
double title_factor_for_ts_rank(TitleFit fit) {
  constexpr double kStartsWithFactor = 1.4;
  return fit == TitleFit::kStartsWith ? kStartsWithFactor : title_factor(fit);
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

// Rounds an estimate to two significant digits: 23,542 to 24,000.
uint64_t round_to_two_digits(double number) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(number)) - 1));
  return static_cast<uint64_t>(std::round(number / unit) * unit);
}

bool has_phrase(const Query& query) {
  const auto has_words = [](const Phrase& phrase) { return phrase.terms.size() > 1; };
  return std::any_of(query.required.begin(), query.required.end(), [&](const Clause& clause) {
    return std::any_of(clause.phrases.begin(), clause.phrases.end(), has_words);
  });
}

class PostgresIndex final : public Index {
 public:
  explicit PostgresIndex(Connection connection) : connection_(std::move(connection)) {}

  // Fails if there is no catalogue, or if another version of the program has written it.
  Status prepare();
  Result<Matches> find(const Query& query, const Slice& slice,
                       words::Segmenter& segmenter) override;
  Result<std::vector<std::string>> languages() override;
  Status each_word(std::string_view first, std::string_view end,
                   const WordCallback& callback) override;

 private:
  // A query as an SQL condition with its parameters.
  struct Condition {
    std::string all;
    std::string in_title;  // the condition for pages that have all words in their titles
    std::vector<std::string> parameters;
    bool is_costly = false;  // counting the matches is slow
  };
  static Condition condition_of(const Query& query);
  Result<double> expected_pages(const Condition& condition);
  Result<std::optional<double>> sampled_share(const Condition& condition);

  // A match whose details are not loaded yet.
  struct Scored {
    int64_t page = 0;
    double score = 0;
    std::string language;
    std::optional<int64_t> group;  // of translations
    std::vector<Translation> others;
  };
  struct Candidates {
    std::vector<Scored> all;  // in no particular order
    uint64_t total = 0;       // the number of matches, if they were counted
  };
  struct Request {
    const Query& query;
    const Slice& slice;
    words::Segmenter& segmenter;
  };
  Result<Candidates> select(const Condition& condition, const Request& request, size_t limit,
                            const Plan& plan);
  static void sort_by_score(std::vector<Scored>& candidates);
  Result<std::vector<Scored>> hits_of(const std::vector<Scored>& ordered, const Query& query,
                                      const Slice& slice);
  Result<std::vector<GroupMember>> members(int64_t group);
  Result<std::vector<Match>> load(std::span<const Scored> scored, Instant now);

  Connection connection_;
  double pages_ = 0;  // in the catalogue
  // The number of pages of each word, as far as ts_stat() counts it in a tenth of a second.
  std::map<std::string, uint64_t, std::less<>> vocabulary_;
};

Status PostgresIndex::prepare() {
  // For words that many pages have, PostgreSQL would choose a sequential scan, which reads the
  // words of all pages and is eight times slower than the index. Without it, the planner expects
  // high costs and would compile the query (JIT), which takes longer than running it.
  Status set = connection_.run("SET enable_seqscan = off; SET jit = off");
  if (!set) return set;
  int64_t matching_versions = 0;
  const Status read = connection_.query(
      "SELECT count(*) FILTER (WHERE (key = 'schema' AND value = $1) OR "
      "(key = 'words' AND value = $2)), max(value) FILTER (WHERE key = 'pages') FROM freshet.meta",
      {std::to_string(catalog::kSchema), std::to_string(words::kVersion)}, [&](const Row& row) {
        matching_versions = row.integer(0);
        pages_ = row.real(1);
      });
  if (!read)
    return fail("there is no catalogue in the database; run `freshet convert --to postgres` first");
  if (matching_versions != 2) {
    return fail(
        "the catalogue was made by another version; run `freshet convert --to postgres` again");
  }
  return Done{};
}

PostgresIndex::Condition PostgresIndex::condition_of(const Query& query) {
  Dialect dialect = kPostgresDialect;
  dialect.first_parameter = 2;  // the first is the tsquery
  const Filter filter = make_filter(query, dialect);
  const std::string filtered = filter.condition.empty() ? "" : filter.condition + " AND ";
  Condition condition{.all = filtered + kInWords,
                      .in_title = filtered + kInTitle,
                      .parameters = {tsquery_expression(query)},
                      .is_costly = has_phrase(query) || !filter.condition.empty()};
  // Excluded words must not occur outside the title either. Without excluded words, the test of all
  // words is left out, because it reads them.
  if (!query.excluded.empty()) condition.in_title.append(" AND ").append(kInWords);
  condition.in_title += kTitleLimit;
  for (const auto& value : filter.values) condition.parameters.push_back(as_parameter(value));
  return condition;
}

// The number of matches that the server's planner expects. For a phrase, it is the number of pages
// that have its words anywhere.
Result<double> PostgresIndex::expected_pages(const Condition& condition) {
  double rows = 0;
  bool is_first = true;
  const Status read =
      connection_.query("EXPLAIN SELECT FROM freshet.pages WHERE " + condition.all,
                        condition.parameters, [&](const Row& row) {
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

// Estimates the share of all pages that match from a sample; nullopt if the matches should be
// counted instead.
Result<std::optional<double>> PostgresIndex::sampled_share(const Condition& condition) {
  const auto expected = expected_pages(condition);
  if (!expected) return Unexpected(expected.error());
  if (*expected <= std::max(kMaxCounted, kMaxCountedShare * pages_)) return std::optional<double>();
  double found = 0;
  double sampled = 0;
  // REPEATABLE takes the same pages each time, so that the same query gets the same answer.
  const std::string sql = printed(
      "SELECT count(*) FILTER (WHERE %s), count(*) FROM freshet.pages TABLESAMPLE SYSTEM (%.6f) "
      "REPEATABLE (1)",
      condition.all.c_str(), 100 * kSample / pages_);
  const Status read = connection_.query(sql, condition.parameters, [&](const Row& row) {
    found = row.real(0);
    sampled = row.real(1);
  });
  if (!read) return Unexpected(read.error());
  if (found < (condition.is_costly ? kMinCostlyMatches : kMinMatches))
    return std::optional<double>();
  return std::optional(found / sampled);
}

Result<PostgresIndex::Candidates> PostgresIndex::select(const Condition& condition,
                                                        const Request& request, size_t limit,
                                                        const Plan& plan) {
  Candidates candidates;
  const auto add = [&](const Row& row) {
    double score = row.real(1) * importance(row.real(3)) * link_page_factor(row.real(9)) *
                   title_factor_for_ts_rank(
                       title_fit({row.text(2), row.text(8)}, request.query, request.segmenter));
    if (request.slice.prefer_fresh) {
      const double days = days_since(row.time(4), request.slice.now);
      score *= freshness_factor(probability_current(row.real(5), row.real(6), days));
    }
    if (!request.slice.language.empty()) {
      score *= language_factor(language::is_same(row.text(8), request.slice.language));
    }
    candidates.all.push_back(
        {.page = row.integer(0), .score = score, .language = std::string(row.text(8))});
    if (!row.is_null(10)) candidates.all.back().group = row.integer(10);
    candidates.total = static_cast<uint64_t>(row.integer(7));
  };
  const std::string sql = printed(kSelectCandidates, plan.materialized,
                                  (plan.in_title ? condition.in_title : condition.all).c_str(),
                                  plan.total, plan.order, limit);
  const Status read = connection_.query(sql, condition.parameters, add);
  if (!read) return Unexpected(read.error());
  return candidates;
}

// Loads the details, in the same order. Pages that were removed meanwhile are left out.
Result<std::vector<Match>> PostgresIndex::load(std::span<const Scored> scored, Instant now) {
  std::vector<Match> matches;
  if (scored.empty()) return matches;
  std::string pages;
  for (const Scored& one : scored) pages += (pages.empty() ? '{' : ',') + std::to_string(one.page);
  std::unordered_map<int64_t, Match> found;
  const Status read = connection_.query(kDetails, {pages + '}'}, [&](const Row& row) {
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

// Sorts by score, the best first, and removes pages that occur twice.
void PostgresIndex::sort_by_score(std::vector<Scored>& candidates) {
  std::sort(candidates.begin(), candidates.end(), [](const Scored& a, const Scored& b) {
    return a.score != b.score ? a.score > b.score : a.page < b.page;
  });
  const auto end = std::unique(candidates.begin(), candidates.end(),
                               [](const Scored& a, const Scored& b) { return a.page == b.page; });
  candidates.erase(end, candidates.end());
}

// The slice of the candidates, of which translations of the same page are one hit.
Result<std::vector<PostgresIndex::Scored>> PostgresIndex::hits_of(
    const std::vector<Scored>& ordered, const Query& query, const Slice& slice) {
  std::unordered_set<int64_t> found;
  for (const Scored& one : ordered) found.insert(one.page);
  std::vector<Scored> hits;
  TranslationFilter filter;
  size_t before = 0;
  for (const Scored& one : ordered) {
    if (hits.size() == slice.limit) break;
    if (!filter.is_hit(one.group, one.language) || before++ < slice.offset) continue;
    Scored hit = one;
    if (one.group) {
      const auto group = members(*one.group);
      if (!group) return Unexpected(group.error());
      auto shown = choose_translation(one.page, *group, preferred_language(query, slice),
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
  const Status read = connection_.query(kGroup, {std::to_string(group)}, [&](const Row& row) {
    members.push_back({.page = row.integer(0),
                       .language = std::string(row.text(1)),
                       .url = std::string(row.text(2))});
  });
  if (!read) return Unexpected(read.error());
  return members;
}

Result<Matches> PostgresIndex::find(const Query& query, const Slice& slice,
                                    words::Segmenter& segmenter) {
  const Condition condition = condition_of(query);
  const auto share = sampled_share(condition);
  if (!share) return Unexpected(share.error());
  const bool counting = !share->has_value();
  const auto expected = counting ? kCandidates : static_cast<size_t>(**share * kPagesTested);
  const size_t limit = std::max(std::min(kCandidates, expected), slice.offset + slice.limit);
  const Request request{query, slice, segmenter};
  auto candidates = select(condition, request, limit, counting ? kAllMatches : kTopRanked);
  if (!candidates) return Unexpected(candidates.error());
  if (candidates->all.size() == limit) {
    const auto titled = select(condition, request, kTitleCandidates, kTitleMatches);
    if (!titled) return Unexpected(titled.error());
    candidates->all.insert(candidates->all.end(), titled->all.begin(), titled->all.end());
  }
  sort_by_score(candidates->all);
  const auto hits = hits_of(candidates->all, query, slice);
  if (!hits) return Unexpected(hits.error());
  auto matches = load(*hits, slice.now);
  if (!matches) return Unexpected(matches.error());
  return Matches{.matches = std::move(*matches),
                 .total = counting ? candidates->total : round_to_two_digits(**share * pages_),
                 .total_is_estimate = !counting};
}

Result<std::vector<std::string>> PostgresIndex::languages() {
  std::vector<std::string> languages;
  const Status read = connection_.query(languages_statement("freshet.pages"), [&](const Row& row) {
    languages.emplace_back(row.text(0));
  });
  if (!read) return Unexpected(read.error());
  return languages;
}

Status PostgresIndex::each_word(std::string_view first, std::string_view end,
                                const WordCallback& callback) {
  if (vocabulary_.empty()) {
    // Only for the titles, descriptions, addresses and headings of the most important pages:
    // statistics of all words would read the whole table.
    Status read = connection_.query(
        "SELECT word, ndoc FROM ts_stat('SELECT ts_filter(words, ''{a,b}'') FROM freshet.pages "
        "WHERE words IS NOT NULL ORDER BY rank DESC LIMIT 5000')",
        [&](const Row& row) {
          vocabulary_.emplace(row.text(0), static_cast<uint64_t>(row.integer(1)));
        });
    if (!read) return read;
  }
  for (auto word = vocabulary_.lower_bound(first); word != vocabulary_.end() && word->first < end;
       ++word) {
    callback(word->first, word->second);
  }
  return Done{};
}

}  // namespace

Result<std::unique_ptr<Index>> open_postgres(const std::string& dsn) {
  auto connection = Connection::open(dsn);
  if (!connection) return Unexpected(connection.error());
  auto index = std::make_unique<PostgresIndex>(std::move(*connection));
  if (const Status prepared = index->prepare(); !prepared) return Unexpected(prepared.error());
  return std::unique_ptr<Index>(std::move(index));
}

}  // namespace freshet::search

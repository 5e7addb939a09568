#include "search/fts_scan.h"

#include <algorithm>
#include <array>

#include "search/fts_expression.h"

namespace freshet::search {
namespace {

using database::FtsRow;
using database::SqliteDatabase;

enum Column { kTitle, kDescription, kHeadings, kBody, kAddress, kBoilerplate, kColumns };

// How many matches are read to estimate how many pages have a clause.
constexpr int64_t kSample = 2'000;

// The mean number of words in a column.
double mean_length(const FtsRow& row, int column) {
  const auto rows = static_cast<double>(std::max<int64_t>(1, row.table_rows()));
  return std::max(1.0, static_cast<double>(row.table_words(column)) / rows);
}

// Collects what the index says about each matching page that is allowed.
class MatchCollector {
 public:
  MatchCollector(const Query& query, const std::optional<std::vector<int64_t>>& allowed)
      : allowed_(allowed) {
    found_.idf.assign(query.required.size(), 1);
    for (size_t i = 0; i < query.required.size(); ++i) {
      for (const Phrase& phrase : query.required[i].phrases) {
        phrases_.push_back({i, static_cast<float>(phrase.weight), phrase.terms.size()});
      }
    }
  }

  void add(const FtsRow& row) {
    if (pages_ == 0) {
      pages_ = row.table_rows();
      found_.means = {.title = mean_length(row, kTitle),
                      .text = mean_length(row, kBody) + mean_length(row, kHeadings)};
    }
    if (!is_allowed(row.id())) return;
    found_.pages.push_back(row.id());
    const size_t first = found_.counts.size();
    found_.counts.resize(first + found_.idf.size());
    TitleMatcher title;
    for (size_t i = 0; i < phrases_.size(); ++i) {
      const size_t clause = phrases_[i].clause;
      std::array<int, kColumns> counts{};
      row.count_occurrences(i, counts);
      ClauseCount& sum = found_.counts[first + clause];
      const float weight = phrases_[i].weight;
      sum.title += weight * static_cast<float>(counts[kTitle]);
      sum.outside += weight * static_cast<float>(kDescriptionWeight * counts[kDescription] +
                                                 kAddressWeight * counts[kAddress]);
      sum.text += weight * static_cast<float>(counts[kBody] + kHeadingWeight * counts[kHeadings] +
                                              kBoilerplateWeight * counts[kBoilerplate]);
      if (counts[kTitle] > 0) title.add_phrase(row.positions(i, kTitle), phrases_[i].words);
      const bool is_last = i + 1 == phrases_.size();
      if (is_last || phrases_[i + 1].clause != clause) title.end_clause();
    }
    found_.titles.push_back(title.result());
  }

  double pages() const { return static_cast<double>(pages_); }  // in the index
  FtsScan finish() && { return std::move(found_); }

 private:
  struct QueryPhrase {
    size_t clause;
    float weight;
    size_t words;
  };

  // Pages must be passed in the order of their ids.
  bool is_allowed(int64_t page) {
    if (!allowed_) return true;
    while (next_allowed_ < allowed_->size() && (*allowed_)[next_allowed_] < page) ++next_allowed_;
    return next_allowed_ < allowed_->size() && (*allowed_)[next_allowed_] == page;
  }

  const std::optional<std::vector<int64_t>>& allowed_;
  size_t next_allowed_ = 0;
  std::vector<QueryPhrase> phrases_;
  FtsScan found_;
  int64_t pages_ = 0;
};

// The greatest page id in the index.
Result<double> last_page(SqliteDatabase& database) {
  auto statement = database.prepare("SELECT max(id) FROM words_docsize");
  if (!statement) return Unexpected(statement.error());
  const auto row = statement->step();
  if (!row) return Unexpected(row.error());
  return std::max(1.0, statement->real(0));
}

// Estimates how many pages have each clause: if the first kSample matches have ids up to n, the
// density of matches is kSample / n. Prefixes are counted as whole words, because FTS5 needs long
// to collect all words that begin with a prefix.
Result<std::vector<double>> pages_with(SqliteDatabase& database, const Query& query) {
  const auto last = last_page(database);
  if (!last) return Unexpected(last.error());
  auto statement = database.prepare("SELECT rowid FROM words WHERE words MATCH ? LIMIT ?");
  if (!statement) return Unexpected(statement.error());
  std::vector<double> estimates;
  for (const Clause& clause : query.required) {
    Query alone{.required = {clause}};
    for (Phrase& phrase : alone.required[0].phrases) phrase.prefix = false;
    const std::string expression = fts_expression(alone);
    statement->add(expression).add(kSample);
    int64_t sampled = 0;
    double sampled_to = *last;
    while (true) {
      const auto row = statement->step();
      if (!row) return Unexpected(row.error());
      if (!*row) break;
      if (++sampled == kSample) sampled_to = std::max(1.0, statement->real(0));
    }
    estimates.push_back(static_cast<double>(sampled) * *last / sampled_to);
  }
  return estimates;
}

}  // namespace

Result<FtsScan> FtsScanner::scan(const Query& query,
                                 const std::optional<std::vector<int64_t>>& allowed) {
  MatchCollector collector(query, allowed);
  const Status read = reader_.each_match("words", fts_expression(query),
                                         [&](const FtsRow& row) { collector.add(row); });
  if (!read) return Unexpected(read.error());
  const double pages = collector.pages();
  FtsScan found = std::move(collector).finish();
  // With a single clause, the factor is the same for all pages and has no effect on their order.
  if (query.required.size() > 1 && !found.pages.empty()) {
    const auto with = pages_with(database_, query);
    if (!with) return Unexpected(with.error());
    for (size_t i = 0; i < with->size(); ++i) {
      found.idf[i] = inverse_document_frequency((*with)[i], pages);
    }
  }
  return found;
}

PartWords part_words(std::string_view sizes) {
  std::array<uint64_t, kColumns> words{};
  size_t at = 0;
  for (uint64_t& number : words) {
    while (at < sizes.size()) {
      const auto byte = static_cast<uint8_t>(sizes[at++]);
      number = number << 7 | (byte & 0x7F);
      if (byte < 0x80) break;
    }
  }
  return {.title = words[kTitle], .text = words[kBody] + words[kHeadings]};
}

}  // namespace freshet::search

#include "search/fts_scan.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>

#include "search/fts_expression.h"

namespace freshet::search {

// What the function that FTS5 calls for each page reads and writes.
struct Counting {
  struct WantedPhrase {
    size_t clause;
    float weight;
  };

  const std::optional<std::vector<int64_t>>& allowed;
  std::vector<WantedPhrase> phrases;
  FtsScan found;
  double pages = 0;  // in the index
  size_t next_allowed = 0;
  bool begun = false;
};

namespace {

enum Column { kTitle, kDescription, kBody, kAddress, kColumns };

constexpr const char* kFunction = "freshet_count";
// So many pages tell well enough how many there are.
constexpr int64_t kSample = 2'000;

double mean_length(const Fts5ExtensionApi* fts, Fts5Context* context, int column,
                   sqlite3_int64 pages) {
  sqlite3_int64 words = 0;
  fts->xColumnTotalSize(context, column, &words);
  return std::max(
      1.0, static_cast<double>(words) / static_cast<double>(std::max<sqlite3_int64>(1, pages)));
}

void begin(const Fts5ExtensionApi* fts, Fts5Context* context, Counting& counting) {
  counting.begun = true;
  sqlite3_int64 pages = 0;
  fts->xRowCount(context, &pages);
  counting.pages = static_cast<double>(pages);
  counting.found.means = {.title = mean_length(fts, context, kTitle, pages),
                          .body = mean_length(fts, context, kBody, pages)};
}

bool is_allowed(Counting& counting, int64_t page) {
  if (!counting.allowed) return true;
  const auto& allowed = *counting.allowed;
  size_t& next = counting.next_allowed;
  while (next < allowed.size() && allowed[next] < page) ++next;
  return next < allowed.size() && allowed[next] == page;
}

void count(const Fts5ExtensionApi* fts, Fts5Context* context, sqlite3_context* result, int,
           sqlite3_value**) {
  sqlite3_result_int(result, 0);
  Counting& counting = **static_cast<Counting**>(fts->xUserData(context));
  if (!counting.begun) begin(fts, context, counting);
  const int64_t page = fts->xRowid(context);
  if (!is_allowed(counting, page)) return;

  FtsScan& found = counting.found;
  found.pages.push_back(page);
  const size_t first = found.counts.size();
  found.counts.resize(first + found.idf.size());
  for (size_t i = 0; i < counting.phrases.size(); ++i) {
    std::array<int, kColumns> times{};
    Fts5PhraseIter place;
    int column = 0;
    int offset = 0;
    fts->xPhraseFirst(context, static_cast<int>(i), &place, &column, &offset);
    for (; column >= 0; fts->xPhraseNext(context, &place, &column, &offset)) {
      if (column < kColumns) ++times[static_cast<size_t>(column)];
    }
    ClauseCount& sum = found.counts[first + counting.phrases[i].clause];
    const float weight = counting.phrases[i].weight;
    sum.title += weight * static_cast<float>(times[kTitle]);
    sum.outside += weight * static_cast<float>(kDescriptionWeight * times[kDescription] +
                                               kAddressWeight * times[kAddress]);
    sum.body += weight * static_cast<float>(times[kBody]);
  }
}

Result<double> last_page(SqliteDatabase& database) {
  auto statement = database.prepare("SELECT max(id) FROM words_docsize");
  if (!statement) return Unexpected(statement.error());
  const auto row = statement->step();
  if (!row) return Unexpected(row.error());
  return std::max(1.0, statement->real(0));
}

// How many pages have each clause, from how soon a sample is full. A word that may go on is counted
// only as it is: FTS5 takes long to gather all that begin with it.
Result<std::vector<double>> pages_with(SqliteDatabase& database, const Query& query) {
  const auto last = last_page(database);
  if (!last) return Unexpected(last.error());
  auto statement = database.prepare("SELECT rowid FROM words WHERE words MATCH ?1 LIMIT ?2");
  if (!statement) return Unexpected(statement.error());
  std::vector<double> with;
  for (const Clause& clause : query.wanted) {
    double pages = 0;
    for (Phrase phrase : clause.phrases) {
      phrase.prefix = false;
      statement->reset();
      statement->bind(1, fts_expression({.wanted = {{.phrases = {std::move(phrase)}}}}));
      statement->bind(2, kSample);
      int64_t sampled = 0;
      double up_to = *last;
      while (true) {
        const auto row = statement->step();
        if (!row) return Unexpected(row.error());
        if (!*row) break;
        if (++sampled == kSample) up_to = std::max(1.0, statement->real(0));
      }
      pages += static_cast<double>(sampled) * *last / up_to;
    }
    with.push_back(pages);
  }
  return with;
}

}  // namespace

Status FtsScanner::define_function() {
  if (is_defined_) return Done{};
  fts5_api* api = nullptr;
  auto statement = database_.prepare("SELECT fts5(?1)");
  if (!statement) return Unexpected(statement.error());
  statement->bind_fts5_api(&api);
  const auto stepped = statement->step();
  if (!stepped) return Unexpected(stepped.error());
  if (api == nullptr) return fail("this SQLite has no FTS5");
  api->xCreateFunction(api, kFunction, &counting_, count, nullptr);
  is_defined_ = true;
  return Done{};
}

Result<FtsScan> FtsScanner::scan(const Query& query,
                                 const std::optional<std::vector<int64_t>>& allowed) {
  Counting counting{.allowed = allowed};
  counting.found.idf.assign(query.wanted.size(), 1);
  for (size_t i = 0; i < query.wanted.size(); ++i) {
    for (const Phrase& phrase : query.wanted[i].phrases) {
      counting.phrases.push_back({i, static_cast<float>(phrase.weight)});
    }
  }
  if (Status defined = define_function(); !defined) return Unexpected(defined.error());
  counting_ = &counting;
  auto statement = database_.prepare(std::string("SELECT ") + kFunction +
                                     "(words) FROM words WHERE words MATCH ?1");
  if (!statement) return Unexpected(statement.error());
  statement->bind(1, fts_expression(query));
  while (true) {
    const auto row = statement->step();
    if (!row) return Unexpected(row.error());
    if (!*row) break;
  }
  // With one clause the factor is the same for all.
  if (query.wanted.size() > 1 && !counting.found.pages.empty()) {
    const auto with = pages_with(database_, query);
    if (!with) return Unexpected(with.error());
    for (size_t i = 0; i < with->size(); ++i) {
      counting.found.idf[i] = inverse_document_frequency((*with)[i], counting.pages);
    }
  }
  return std::move(counting.found);
}

PartLengths lengths_of(std::string_view sizes, const PartLengths& means) {
  std::array<uint64_t, kColumns> words{};
  size_t at = 0;
  for (uint64_t& number : words) {
    while (at < sizes.size()) {
      const auto byte = static_cast<uint8_t>(sizes[at++]);
      number = number << 7 | (byte & 0x7F);
      if (byte < 0x80) break;
    }
  }
  return {.title = static_cast<double>(words[kTitle]) / means.title,
          .body = static_cast<double>(words[kBody]) / means.body};
}

}  // namespace freshet::search

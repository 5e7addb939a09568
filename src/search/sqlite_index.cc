#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "catalog/version.h"
#include "database/sqlite.h"
#include "language/tag.h"
#include "search/filter.h"
#include "search/fts_scan.h"
#include "search/index.h"
#include "search/language_statement.h"
#include "search/ranking.h"
#include "search/sqlite_translations.h"

namespace freshet::search {
namespace {

using database::SqliteDatabase;

// Only so many matches are scored with their length and rank: the best by a first, cheap score.
constexpr size_t kCandidates = kMaxResults;
// The first score includes the rank of so many top-ranked pages, so that no important page is
// missed.
constexpr int64_t kTopRanked = 5'000;
constexpr int64_t kMappedBytes = int64_t{1} << 32;

struct Scored {
  size_t index = 0;  // in the scan
  double score = 0;
};

// Orders by score; among equal scores by page id.
bool is_better(const Scored& a, const Scored& b) {
  return a.score != b.score ? a.score > b.score : a.index < b.index;
}

PartLengths lengths_of(const PartWords& words, const PartLengths& means) {
  return {.title = static_cast<double>(words.title) / means.title,
          .text = static_cast<double>(words.text) / means.text};
}

class SqliteIndex final : public Index {
 public:
  explicit SqliteIndex(SqliteDatabase database)
      : database_(std::move(database)), scanner_(database_) {}

  // Returns an error if another version of the program has written the catalogue.
  Status check_versions();

  Result<Matches> find(const Query& query, const Slice& slice,
                       words::Segmenter& segmenter) override;
  Result<std::vector<std::string>> languages() override;
  Status each_word(std::string_view first, std::string_view end,
                   const WordCallback& callback) override;

 private:
  struct Request {
    const Query& query;
    const Slice& slice;
    words::Segmenter& segmenter;
  };
  Result<Matches> find_in_snapshot(const Request& request);
  Result<std::optional<std::vector<int64_t>>> allowed_pages(const Query& query);
  Result<std::vector<Scored>> candidates_of(const FtsScan& found);
  Result<Matches> load_hits(const FtsScan& found, const std::vector<Scored>& ordered,
                            const Query& query, const Slice& slice);
  Status score_fully(const FtsScan& found, const Request& request, std::vector<Scored>& candidates);
  Result<Match> load(int64_t page, const Slice& slice);

  SqliteDatabase database_;
  FtsScanner scanner_;
  bool has_vocabulary_ = false;
};

Status SqliteIndex::check_versions() {
  auto statement = database_.prepare("SELECT value FROM meta WHERE key = ?");
  if (!statement) return Unexpected(statement.error());
  const std::pair<const char*, int64_t> versions[] = {{"schema", catalog::kSchema},
                                                      {"words", words::kVersion}};
  for (const auto& [key, version] : versions) {
    const auto row = statement->add(std::string_view(key)).step();
    if (!row) return Unexpected(row.error());
    const bool is_current = *row && statement->integer(0) == version;
    statement->reset();
    if (!is_current) {
      return fail("the catalogue was made by another version; run `freshet convert` again");
    }
  }
  return Done{};
}

Result<Matches> SqliteIndex::find(const Query& query, const Slice& slice,
                                  words::Segmenter& segmenter) {
  // A transaction, so that all statements read the same state of a catalogue that may be changing.
  if (Status begun = database_.run("BEGIN"); !begun) return Unexpected(begun.error());
  auto matches = find_in_snapshot({query, slice, segmenter});
  const Status ended = database_.run("COMMIT");
  if (matches && !ended) return Unexpected(ended.error());
  return matches;
}

Result<Matches> SqliteIndex::find_in_snapshot(const Request& request) {
  const Query& query = request.query;
  const auto allowed = allowed_pages(query);
  if (!allowed) return Unexpected(allowed.error());
  const auto found = scanner_.scan(query, *allowed);
  if (!found) return Unexpected(found.error());
  auto candidates = candidates_of(*found);
  if (!candidates) return Unexpected(candidates.error());
  if (Status scored = score_fully(*found, request, *candidates); !scored) {
    return Unexpected(scored.error());
  }
  return load_hits(*found, *candidates, query, request.slice);
}

// Loads the slice of the candidates, of which translations of the same page are one hit.
Result<Matches> SqliteIndex::load_hits(const FtsScan& found, const std::vector<Scored>& ordered,
                                       const Query& query, const Slice& slice) {
  auto translations = SqliteTranslations::prepare(database_);
  if (!translations) return Unexpected(translations.error());
  const auto is_match = [&](int64_t page) {
    return std::binary_search(found.pages.begin(), found.pages.end(), page);
  };
  Matches matches{.total = found.pages.size()};
  TranslationFilter filter;
  size_t hits = 0;
  for (const Scored& scored : ordered) {
    if (matches.matches.size() == slice.limit) break;
    const int64_t page = found.pages[scored.index];
    const auto page_group = translations->group_of(page);
    if (!page_group) return Unexpected(page_group.error());
    if (!filter.is_hit(page_group->group, page_group->language) || hits++ < slice.offset) continue;
    ShownTranslation shown{.page = page};
    if (page_group->group) {
      const auto group = translations->members(*page_group->group);
      if (!group) return Unexpected(group.error());
      shown = choose_translation(page, *group, preferred_language(query, slice), is_match);
    }
    auto match = load(shown.page, slice);
    if (!match) return Unexpected(match.error());
    match->score = scored.score;
    match->translations = std::move(shown.others);
    matches.matches.push_back(std::move(*match));
  }
  return matches;
}

Result<std::optional<std::vector<int64_t>>> SqliteIndex::allowed_pages(const Query& query) {
  const Filter filter = make_filter(query, kSqliteDialect);
  if (filter.condition.empty()) return std::optional<std::vector<int64_t>>();
  auto statement = database_.prepare("SELECT page_id FROM pages WHERE " + filter.condition);
  if (!statement) return Unexpected(statement.error());
  for (const auto& bound : filter.values) {
    std::visit([&](const auto& value) { statement->add(value); }, bound);
  }
  std::vector<int64_t> pages;
  while (true) {
    const auto row = statement->step();
    if (!row) return Unexpected(row.error());
    if (!*row) break;
    pages.push_back(statement->integer(0));
  }
  std::sort(pages.begin(), pages.end());
  return std::optional(std::move(pages));
}

// Selects the matches that may be among the best: by their words and, for top-ranked pages, their
// rank.
Result<std::vector<Scored>> SqliteIndex::candidates_of(const FtsScan& found) {
  std::vector<Scored> all(found.pages.size());
  for (size_t i = 0; i < all.size(); ++i) all[i].index = i;
  if (all.size() <= kCandidates) return all;

  auto statement = database_.prepare(
      "SELECT page_id, rank FROM pages WHERE rank > 1 ORDER BY rank DESC LIMIT ?");
  if (!statement) return Unexpected(statement.error());
  statement->add(kTopRanked);
  std::unordered_map<int64_t, double> ranks;
  double least = 1;
  while (true) {
    const auto row = statement->step();
    if (!row) return Unexpected(row.error());
    if (!*row) break;
    ranks[statement->integer(0)] = least = statement->real(1);
  }
  // Other pages have at most the least rank that was read.
  const double otherwise = importance(ranks.size() < kTopRanked ? 1 : least);
  for (Scored& scored : all) {
    const auto rank = ranks.find(found.pages[scored.index]);
    scored.score = text_score(found.counts_of(scored.index), found.idf, {}) *
                   title_factor(found.titles[scored.index].best_fit()) *
                   (rank != ranks.end() ? importance(rank->second) : otherwise);
  }
  std::nth_element(all.begin(), all.begin() + kCandidates, all.end(), is_better);
  all.resize(kCandidates);
  return all;
}

// Scores the candidates by everything that is known, and sorts them.
Status SqliteIndex::score_fully(const FtsScan& found, const Request& request,
                                std::vector<Scored>& candidates) {
  auto statement = database_.prepare(
      "SELECT rank, last_verified, belief_a, belief_b, sz, link_share, title, language FROM pages "
      "LEFT JOIN words_docsize ON id = page_id WHERE page_id = ?");
  if (!statement) return Unexpected(statement.error());
  for (Scored& scored : candidates) {
    const auto row = statement->add(found.pages[scored.index]).step();
    if (!row) return Unexpected(row.error());
    scored.score = 0;
    if (!*row) continue;
    const PartWords words = part_words(statement->text(4));
    TitleFit fit = found.titles[scored.index].fit(words.title);
    if (fit != TitleFit::kNone) {
      const Passage title{statement->text(6), statement->text(7)};
      fit = std::max(fit, title_fit(title, request.query, request.segmenter));
    }
    scored.score =
        text_score(found.counts_of(scored.index), found.idf, lengths_of(words, found.means)) *
        title_factor(fit) * link_page_factor(statement->real(5)) * importance(statement->real(0));
    const Slice& slice = request.slice;
    if (!slice.language.empty()) {
      scored.score *= language_factor(language::is_same(statement->text(7), slice.language));
    }
    if (slice.prefer_fresh) {
      const double days = days_since(statement->time(1), slice.now);
      scored.score *=
          freshness_factor(probability_current(statement->real(2), statement->real(3), days));
    }
    statement->reset();
  }
  std::sort(candidates.begin(), candidates.end(), is_better);
  return Done{};
}

Result<Match> SqliteIndex::load(int64_t page, const Slice& slice) {
  auto statement = database_.prepare(
      "SELECT url, title, description, text, language, rank, last_verified, last_change, belief_a, "
      "belief_b, modified, modified_from, boilerplate FROM pages WHERE page_id = ?");
  if (!statement) return Unexpected(statement.error());
  const auto row = statement->add(page).step();
  if (!row) return Unexpected(row.error());
  if (!*row)
    return fail(
        "page " + std::to_string(page) +
        " is in the full-text index but not in the table `pages`; run `freshet convert --full`");
  Match match{.page_id = page,
              .url = std::string(statement->text(0)),
              .title = std::string(statement->text(1)),
              .description = std::string(statement->text(2)),
              .text = std::string(statement->text(3)),
              .boilerplate = std::string(statement->text(12)),
              .language = std::string(statement->text(4)),
              .rank = statement->real(5),
              .last_verified = statement->time(6),
              .last_change = statement->time(7),
              .modified = statement->time(10),
              .modified_from = std::string(statement->text(11))};
  match.probability_current = probability_current(statement->real(8), statement->real(9),
                                                  days_since(match.last_verified, slice.now));
  return match;
}

Result<std::vector<std::string>> SqliteIndex::languages() {
  auto statement = database_.prepare(languages_statement("pages"));
  if (!statement) return Unexpected(statement.error());
  std::vector<std::string> languages;
  while (true) {
    const auto row = statement->step();
    if (!row) return Unexpected(row.error());
    if (!*row) return languages;
    languages.emplace_back(statement->text(0));
  }
}

Status SqliteIndex::each_word(std::string_view first, std::string_view end,
                              const WordCallback& callback) {
  if (!has_vocabulary_) {
    Status made =
        database_.run("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, words, row)");
    if (!made) return made;
    has_vocabulary_ = true;
  }
  auto statement =
      database_.prepare("SELECT term, doc FROM temp.vocabulary WHERE term >= ? AND term < ?");
  if (!statement) return Unexpected(statement.error());
  statement->add(first).add(end);
  while (true) {
    const auto row = statement->step();
    if (!row) return Unexpected(row.error());
    if (!*row) return Done{};
    callback(statement->text(0), static_cast<uint64_t>(statement->integer(1)));
  }
}

}  // namespace

Result<std::unique_ptr<Index>> open_sqlite(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    return fail("there is no catalogue " + file + "; run `freshet convert` first");
  }
  auto database = SqliteDatabase::open_to_read(file);
  if (!database) return Unexpected(database.error());
  const Status mapped = database->run("PRAGMA mmap_size = " + std::to_string(kMappedBytes));
  if (!mapped) return Unexpected(mapped.error());
  auto index = std::make_unique<SqliteIndex>(std::move(*database));
  if (const Status checked = index->check_versions(); !checked) {
    return Unexpected(Error(checked.error()).within(file));
  }
  return std::unique_ptr<Index>(std::move(index));
}

}  // namespace freshet::search

#include "crawl/recovery.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include "clock/civil.h"
#include "collection/admission_rules.h"
#include "collection/collection.h"
#include "collection/items.h"
#include "collection/replay.h"
#include "collection/run_control.h"
#include "collection/seeds.h"
#include "collection/spending.h"
#include "collection/state.h"
#include "crawl/archive_state.h"
#include "crawl/archived_visits.h"
#include "crawl/crawl.h"
#include "crawl/engine.h"
#include "crawl/rebuilder.h"
#include "store/state_folder.h"
#include "warc/archive_folder.h"
#include "warc/upload_mark.h"

namespace freshet::crawl {
namespace {

namespace fs = std::filesystem;

// The paths of the old and the new state.
struct Places {
  fs::path data;
  fs::path state = data / "state";
  fs::path mark = data / "state.mark";
  fs::path archive = data / "warc";
  fs::path rebuilt = data / "state.rebuilding";
};

// The settings of the collection, as far as they are known.
struct Known {
  collection::RunControl run_control;
  std::optional<collection::AdmissionRules> rules;
  bool is_known = false;
};

std::optional<std::string> fact_of(const std::vector<std::pair<std::string, std::string>>& facts,
                                   std::string_view name) {
  for (const auto& [key, value] : facts) {
    if (key == name) return value;
  }
  return std::nullopt;
}

// Reads the settings from the mark, which is the newest copy, otherwise from the readable part of
// the state.
Known known_of(const Places& places, const store::Store* before) {
  const auto marked = store::marked_facts(places.mark.string());
  const auto find = [&](const char* name) -> std::optional<std::string> {
    if (auto fact = fact_of(marked, name)) return fact;
    const auto stored = before != nullptr ? before->fact(name) : std::nullopt;
    return stored ? *stored : std::nullopt;
  };
  Known known;
  auto run_control_text = find(collection::kRunControlFact);
  if (!run_control_text) run_control_text = find(collection::kFormerRunControlFact);
  if (const auto& text = run_control_text) {
    if (auto run_control = collection::RunControl::decode(*text))
      known.run_control = std::move(*run_control);
  }
  if (const auto text = find(collection::kAdmissionFact)) {
    if (auto rules = collection::AdmissionRules::decode(*text)) known.rules = std::move(*rules);
  }
  if (known.run_control.seeds.empty() && known.rules) known.run_control.seeds = known.rules->seeds;
  if (!known.run_control.scope && known.rules) known.run_control.scope = known.rules->scope;
  known.is_known = !known.run_control.seeds.empty();
  return known;
}

// Guesses the settings from the archive: seeds are pages of depth 0 that no redirect led to, and a
// page that was visited twice belongs to a run without end.
Result<Known> guess(const Places& places, const warc::OpenUploaded& open_uploaded,
                    const RecoveryProgress& progress) {
  auto visits = ArchivedVisits::open(places.archive, open_uploaded);
  if (!visits) return Unexpected(visits.error());
  Known known;
  std::set<std::string> seen;
  std::set<std::string> targets;
  bool is_run = false;
  while (auto visit = visits->next()) {
    if (progress.stop) return fail("stopped");
    is_run |= visit->not_modified || visit->original_url == visit->url;
    const auto url = url::parse(visit->url);
    const bool may_be_seed = visit->depth == 0 && !visit->sitemap && !visit->rules;
    if (!url || !may_be_seed || !seen.insert(visit->url).second) continue;
    const auto location = visit->reply.headers.get("location");
    const auto target = url::resolve(location.value_or(""), *url);
    if (location && target) targets.emplace(target->without_fragment());
    known.run_control.seeds.push_back(visit->url);
  }
  if (!visits->status()) return Unexpected(visits->status().error());
  std::erase_if(known.run_control.seeds,
                [&](const std::string& url) { return targets.contains(url); });
  if (known.run_control.seeds.empty()) {
    return fail("the archive in " + places.archive.string() +
                " has no page of depth 0, so the seeds are not known");
  }
  if (is_run) known.run_control.requests_per_second = 1;
  return known;
}

// Checks that the archive has all that the state refers to.
Status check_archive(const Places& places, const store::Store& state) {
  const auto end = known_archive_end(state);
  if (!end) return Unexpected(end.error());
  if (end->file == 0) {
    const auto numbers = warc::held_numbers(places.archive);
    if (!numbers || numbers->empty()) return Done{};
    return fail("the state knows nothing of the archive in " + places.archive.string());
  }
  const fs::path file = places.archive / warc::archive_name(end->file);
  const auto size = warc::held_bytes(places.archive, end->file);
  if (!size) return Unexpected(size.error());
  if (!*size) return fail(file.string() + " is not there");
  if (**size >= end->bytes) return Done{};
  return fail(file.string() + " has " + std::to_string(**size) + " of " +
              std::to_string(end->bytes) + " bytes");
}

// Returns an error that says why the state is damaged, if it is.
Status check(const Places& places) {
  std::error_code error;
  if (!fs::exists(places.state / "CURRENT", error)) {
    return fail((places.state / "CURRENT").string() + " is not there");
  }
  auto options = collection::state_options(places.data.string());
  options.older_ids = store::OlderIds::kAcceptMixed;
  if (Status whole = store::check_state(places.state.string(), options); !whole) return whole;
  const auto state = store::open_rocksdb_store_to_read(places.state.string(), options);
  if (!state) return Unexpected(state.error());
  return check_archive(places, **state);
}

// Removes the advice from a message: the recovery is what it advises.
std::string without_advice(std::string why) {
  for (const std::string_view end :
       {store::kHowToRepair, std::string_view("nothing was changed")}) {
    if (!why.ends_with(end)) continue;
    why.resize(why.size() - end.size());
    while (why.ends_with(' ') || why.ends_with(';')) why.pop_back();
  }
  return why;
}

// Formats a time for use in a name: "20260105T070934Z".
std::string short_time(Instant time) {
  std::string text = format_iso8601(time);
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  return text;
}

// Returns the value of the fact with all recipes, as far as they are known; empty if there are
// none.
std::string recipes_of(const store::Store* before, const Known& known) {
  const auto stored = before != nullptr ? before->fact(collection::kRecipesFact) : std::nullopt;
  std::string old = stored && *stored ? **stored : std::string();
  if (!known.run_control.scope) return old;
  const auto used = extract::Recipes::parse(known.run_control.scope->recipes);
  return used && !used->empty() ? collection::with_recipes(old, *used) : old;
}

// Writes the facts of the new state that do not come from visits.
Status write_facts(store::Store& store, const store::Store* before, const Known& known,
                   const warc::ArchiveEnd& end) {
  store::Batch batch;
  note_archive_end(batch, end, true);
  // As after a crash: every host waits one full delay before its first request.
  batch.facts.emplace_back(kEndedFact, "0");
  batch.facts.emplace_back(collection::kRunControlFact, known.run_control.encode());
  if (known.rules) batch.facts.emplace_back(collection::kAdmissionFact, known.rules->encode());
  for (const char* name : {collection::kSpendingFact, collection::kCalibrationFact}) {
    const auto fact = before != nullptr ? before->fact(name) : std::nullopt;
    if (fact && *fact) batch.facts.emplace_back(name, **fact);
  }
  if (const std::string recipes = recipes_of(before, known); !recipes.empty()) {
    batch.facts.emplace_back(collection::kRecipesFact, recipes);
  }
  return store.commit(batch, store::Durability::kPower);
}

Status move(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (!error) return Done{};
  return fail("renaming " + from.string() + " to " + to.string() + ": " + error.message());
}

// Saves the bytes after the last whole record, because the next run overwrites them.
Status keep_tail(const Places& places, const warc::ArchiveEnd& end, const fs::path& aside) {
  const fs::path file = places.archive / warc::archive_name(end.file);
  std::error_code error;
  if (fs::file_size(file, error) <= end.bytes || error) return Done{};
  fs::create_directories(aside, error);
  std::ifstream in(file, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(end.bytes));
  const fs::path tail = aside / (file.filename().string() + ".tail");
  std::ofstream out(tail, std::ios::binary | std::ios::trunc);
  out << in.rdbuf();
  out.flush();
  return out ? Status(Done{}) : fail("writing " + tail.string() + " failed");
}

class Recovery {
 public:
  Recovery(CrawlOptions& options, const RecoveryOptions& recovery, const Clock& clock,
           RecoveryProgress& progress)
      : options_(options),
        recovery_(recovery),
        clock_(clock),
        progress_(progress),
        places_{.data = options.collection.data_folder} {}

  Result<RecoverySummary> run();

 private:
  void open_before();
  Status find_out_rules();
  Status rebuild(store::Store& store);
  Status put_in_place();

  CrawlOptions& options_;
  const RecoveryOptions& recovery_;
  const Clock& clock_;
  RecoveryProgress& progress_;
  const Places places_;
  std::unique_ptr<store::Store> before_;  // nullptr if it cannot be opened
  Known known_;
  warc::ArchiveEnd end_;
  RecoverySummary summary_;
};

Result<RecoverySummary> Recovery::run() {
  const Status whole = check(places_);
  if (whole && !recovery_.force) {
    return fail("the state in " + places_.state.string() +
                " is not damaged; --force rebuilds it from the archive all the same");
  }
  if (!whole) summary_.why = without_advice(whole.error().message);
  std::error_code error;
  std::optional<store::StateLock> lock;
  if (fs::exists(places_.state, error)) {
    auto taken = store::StateLock::take(places_.state.string());
    if (!taken) return Unexpected(taken.error());
    lock.emplace(std::move(*taken));
  }
  open_before();
  if (Status found = find_out_rules(); !found) return Unexpected(found.error());
  fs::remove_all(places_.rebuilt, error);  // of an interrupted attempt
  {
    auto store = store::open_rocksdb_store(places_.rebuilt.string());
    if (!store) return Unexpected(store.error());
    if (Status rebuilt = rebuild(**store); !rebuilt) {
      store->reset();
      fs::remove_all(places_.rebuilt, error);
      return Unexpected(rebuilt.error());
    }
  }
  before_.reset();
  if (recovery_.dry_run) {
    fs::remove_all(places_.rebuilt, error);
    return std::move(summary_);
  }
  if (Status put = put_in_place(); !put) return Unexpected(put.error());
  lock.reset();
  // Opening the state writes its mark.
  if (auto opened = collection::open_state(options_.collection.data_folder); !opened)
    return Unexpected(opened.error());
  return std::move(summary_);
}

void Recovery::open_before() {
  auto opened = store::open_rocksdb_store_to_read(places_.state.string(),
                                                  {.older_ids = store::OlderIds::kAcceptMixed});
  if (!opened) return;
  // A damaged store may open without data.
  size_t sites = 0;
  const Status read = (*opened)->each_site([&](const store::SiteState&) { return ++sites == 0; });
  if (read && sites > 0) before_ = std::move(*opened);
  summary_.old_state_readable = before_ != nullptr;
}

Status Recovery::find_out_rules() {
  known_ = known_of(places_, before_.get());
  summary_.seeds_are_known = known_.is_known;
  if (!known_.is_known) {
    auto guessed = guess(places_, options_.open_uploaded, progress_);
    if (!guessed) return Unexpected(guessed.error());
    known_ = std::move(*guessed);
    known_.run_control.scope = options_.collection.scope;
  }
  summary_.seeds = known_.run_control.seeds;
  if (known_.run_control.scope) options_.collection.scope = *known_.run_control.scope;
  if (known_.rules) {
    options_.collection.traps = known_.rules->traps;
    options_.collection.max_pages_per_site = known_.rules->max_pages_per_site;
  }
  if (!known_.run_control.requests_per_second) options_.run.reset();
  return Done{};
}

Status Recovery::rebuild(store::Store& store) {
  const auto named = known_.rules ? known_.rules->seeds : known_.run_control.seeds;
  const auto seeds = collection::parse_seeds(named);
  if (!seeds) return Unexpected(seeds.error());
  auto scope = collection::Scope::make(options_.collection.scope, *seeds);
  if (!scope) return Unexpected(scope.error());
  auto visits = ArchivedVisits::open(places_.archive, options_.open_uploaded);
  if (!visits) return Unexpected(visits.error());
  progress_.all_bytes = visits->all_bytes();

  Rebuilder rebuilder(options_, std::move(*scope), store);
  bool has_seeds = false;
  while (auto visit = visits->next()) {
    if (progress_.stop) return fail("stopped: nothing was changed");
    if (!std::exchange(has_seeds, true)) rebuilder.add_seeds(*seeds, visit->date);
    if (Status taken = rebuilder.take(*visit); !taken) return taken;
    progress_.bytes = visits->bytes_read();
    progress_.visits = rebuilder.counts().visits;
  }
  if (!visits->status()) return visits->status();
  if (!has_seeds) rebuilder.add_seeds(*seeds, clock_.now());
  if (before_) {
    if (Status taken = rebuilder.merge_old_state(*before_); !taken) return taken;
  }
  if (Status finished = rebuilder.finish(); !finished) return finished;
  end_ = visits->end();
  const Rebuilder::Counts& counts = rebuilder.counts();
  summary_.visits = counts.visits;
  summary_.pages = counts.pages;
  summary_.waiting = counts.waiting;
  summary_.sites = counts.sites;
  summary_.changes = counts.changes;
  summary_.bodiless = counts.bodiless;
  summary_.remarks = visits->remarks();
  return write_facts(store, before_.get(), known_, end_);
}

// The mark is moved last: until then no run starts, and another recovery begins from the start.
Status Recovery::put_in_place() {
  const std::string name = "state.damaged-" + short_time(clock_.now());
  fs::path aside = places_.data / name;
  std::error_code error;
  for (int i = 2; fs::exists(aside, error); ++i) {
    aside = places_.data / (name + "-" + std::to_string(i));
  }
  if (fs::exists(places_.state, error)) {
    if (Status renamed = move(places_.state, aside); !renamed) return renamed;
    summary_.set_aside = aside.string();
  }
  if (Status kept = keep_tail(places_, end_, aside); !kept) return kept;
  if (Status renamed = move(places_.rebuilt, places_.state); !renamed) return renamed;
  if (!fs::exists(places_.mark, error)) return Done{};
  fs::create_directories(aside, error);
  return move(places_.mark, aside / "state.mark");
}

}  // namespace

Result<RecoverySummary> recover_collection(CrawlOptions options, const RecoveryOptions& recovery,
                                           const Clock& clock, RecoveryProgress& progress) {
  return Recovery(options, recovery, clock, progress).run();
}

}  // namespace freshet::crawl

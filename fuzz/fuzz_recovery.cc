// Damages the files of a collection and reads it: opening it to read ends with a result or an
// error and changes no file, and every visit that the archive holds before the damage is recovered.
//
// The input is a list of damages, 6 bytes each: the file (1 byte), the kind of damage (1 byte), the
// place in the file (3 bytes, as a fraction of its length), and a byte for the amount or value.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "collection/seeds.h"
#include "collection/state.h"
#include "crawl/archived_visits.h"
#include "crawl/crawl.h"
#include "crawl/rebuilder.h"
#include "crawl/recovery.h"
#include "digest/fingerprint.h"
#include "store/store.h"
#include "systemclock/system_clock.h"
#include "warc/archive.h"

namespace {

namespace fs = std::filesystem;
using namespace freshet;  // NOLINT(google-build-using-namespace): a program of one file

constexpr char kArchive[] = "warc/freshet-000001.warc.gz";
constexpr int kPages = 12;

void require(bool condition) {
  if (!condition) std::abort();
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

std::string url_of(int page) {
  return "http://a.test/" + (page == 0 ? "" : std::to_string(page));
}

std::string page_text(int page, int version) {
  std::string text = "<title>Page " + std::to_string(page) + "</title><p>version " +
                     std::to_string(version) + " of a page that has some words to be compared.";
  for (const int to : {page + 1, page + 2, page * 2}) {
    text += "<p><a href=\"/" + std::to_string(to) + "\">to " + std::to_string(to) + "</a>";
  }
  return text;
}

// Archives every page twice: first as a new page, then changed, unchanged, or not modified (304).
void write_archive(const fs::path& folder) {
  auto archive = warc::Archive::open(folder, {}, {.software = "fuzz"}).value();
  Instant at = Instant::from_unix_seconds(1'790'000'000);
  for (int round = 0; round < 2; ++round) {
    for (int page = 0; page < kPages; ++page) {
      at = at + Duration::seconds(3);
      const std::string url = url_of(page);
      const std::string body = page_text(page, round == 1 && page % 3 == 0 ? 2 : 1);
      warc::Exchange exchange{.url = url,
                              .date = at,
                              .request_head = "GET / HTTP/1.1\r\n",
                              .reply_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n",
                              .body = body,
                              .metadata = {{"hops-from-seed", page == 0 ? "0" : "1"}}};
      if (round == 1 && page % 3 == 1) {
        exchange.reply_head = "HTTP/1.1 304 Not Modified\r\n";
        exchange.body = "";
        exchange.original = {.url = url, .date = at, .not_modified = true};
      }
      require(archive->write(exchange).has_value());
    }
  }
  require(archive->close().has_value());
}

crawl::CrawlOptions options_for(const fs::path& data) {
  crawl::CrawlOptions options;
  options.collection.data_folder = data.string();
  options.run.emplace();
  return options;
}

Result<crawl::RecoverySummary> recover(const fs::path& data) {
  const SystemClock clock;
  crawl::RecoveryProgress progress;
  return crawl::recover_collection(options_for(data), {.force = true}, clock, progress);
}

struct Visit {
  std::string url;
  Instant date;
  std::string body;
  bool operator==(const Visit&) const = default;
};
struct Base {
  std::map<std::string, std::string> files;  // contents by path in the data folder
  std::vector<Visit> visits;
  std::vector<uint64_t> begins;  // offset of each visit in the archive
};

std::vector<Visit> visits_in(const fs::path& warc, std::vector<uint64_t>* begins) {
  std::vector<Visit> all;
  auto visits = crawl::ArchivedVisits::open(warc);
  if (!visits) return all;
  while (auto visit = visits->next()) {
    all.push_back({visit->url, visit->date, visit->reply.body});
    if (begins != nullptr) begins->push_back(visit->at.offset);
  }
  return all;
}

fs::path scratch() {
  const char* const shared = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  return fs::path(shared) / ("freshet-fuzz-" + std::to_string(getpid()));
}

Base make_base() {
  const fs::path data = scratch();
  fs::remove_all(data);
  std::atexit([] { fs::remove_all(scratch()); });
  write_archive(data / "warc");
  require(recover(data).has_value());
  {
    // This commit leaves a write-ahead log beside the data files.
    const auto store = collection::open_state(data.string()).value();
    require(store->commit({.facts = {{"more", "x"}}}, store::Durability::kPower).has_value());
  }
  Base base;
  for (const auto& entry : fs::recursive_directory_iterator(data)) {
    if (!entry.is_regular_file()) continue;
    base.files[fs::relative(entry.path(), data).string()] = contents(entry.path());
  }
  base.visits = visits_in(data / "warc", &base.begins);
  require(base.visits.size() == 2 * kPages);
  return base;
}

// Applies one damage. Returns the offset of the first byte of the archive that it changes, or
// UINT64_MAX if it does not touch the archive.
uint64_t damage(std::map<std::string, std::string>& files, const uint8_t* op) {
  auto file = files.begin();
  std::advance(file, op[0] % files.size());
  std::string& bytes = file->second;
  const uint64_t share = (uint64_t{op[2]} << 16) | (uint64_t{op[3]} << 8) | op[4];
  const uint64_t at = bytes.size() * share >> 24;
  switch (op[1] % 5) {
    case 0: bytes.resize(at); break;
    case 1:
      if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (op[5] | 1));
      break;
    case 2: bytes.erase(at, op[5] + 1); break;
    case 3: bytes.insert(at, op[5] + 1, static_cast<char>(op[5])); break;
    case 4: std::fill(bytes.begin() + static_cast<ptrdiff_t>(at), bytes.end(), '\0'); break;
  }
  const bool is_archive = file->first == kArchive;
  const bool is_removed = op[1] >= 250;
  if (is_removed) files.erase(file);
  if (!is_archive) return UINT64_MAX;
  return is_removed ? 0 : at;
}

void read_all(const store::Store& store) {
  (void)store.each_page([](const store::PageState&) { return true; });
  (void)store.each_site([](const store::SiteState&) { return true; });
  (void)store.each_links([](const store::PageLinks&) { return true; });
}

void rebuild_in_memory(const fs::path& warc) {
  auto visits = crawl::ArchivedVisits::open(warc);
  if (!visits) return;
  const crawl::CrawlOptions options = options_for("");
  const auto seeds = collection::parse_seeds({url_of(0)}).value();
  const auto store = store::make_memory_store();
  crawl::Rebuilder rebuilder(options, collection::Scope::make({}, seeds).value(), *store);
  rebuilder.add_seeds(seeds, Instant());
  while (auto visit = visits->next()) require(rebuilder.take(*visit).has_value());
  require(rebuilder.finish().has_value());
}

void recover_all(const fs::path& folder, size_t whole) {
  const auto recovered = recover(folder);
  if (!recovered) {
    require(whole == 0);
    return;
  }
  require(recovered->visits >= whole);
  const auto store = collection::open_state(folder.string());
  require(store.has_value());
  read_all(**store);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Base base = make_base();
  std::map<std::string, std::string> files = base.files;
  uint64_t first_damage = UINT64_MAX;
  constexpr size_t kMost = 8;
  for (size_t i = 0; i + 6 <= size && i < 6 * kMost && !files.empty(); i += 6) {
    first_damage = std::min(first_damage, damage(files, data + i));
  }
  const fs::path folder = scratch();
  fs::remove_all(folder);
  for (const auto& [name, bytes] : files) write_file(folder / name, bytes);

  if (const auto store = collection::open_state_to_read(folder.string())) read_all(**store);
  for (const auto& [name, bytes] : files) require(contents(folder / name) == bytes);

  // All visits before the damage are read as they were written.
  const std::vector<Visit> found = visits_in(folder / "warc", nullptr);
  size_t whole = 0;  // the number of visits that end, where the next one begins, before the damage
  while (whole + 1 < base.begins.size() && base.begins[whole + 1] <= first_damage) ++whole;
  if (first_damage == UINT64_MAX) whole = base.visits.size();
  require(found.size() >= whole);
  for (size_t i = 0; i < whole; ++i) require(found[i] == base.visits[i]);

  rebuild_in_memory(folder / "warc");
  // A recovery opens RocksDB nine times and is slow: only one input in eight runs it.
  constexpr uint64_t kRecoverOneIn = 8;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (digest::fingerprint(input).value % kRecoverOneIn == 0) recover_all(folder, whole);
  return 0;
}

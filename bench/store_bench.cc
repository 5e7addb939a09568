// Measures the embedded store under the load of a crawler: admits pages, then reads and updates
// them.
//
//   store_bench [PAGES [FOLDER]]     default: 10 million pages; the folder is deleted first
//
// Goals: 200,000 admissions a second, the keys of 10 million pages read in a few seconds, less than
// 200 MB of memory for cache and unwritten rows.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "digest/fingerprint.h"
#include "store/store.h"

namespace {

using namespace freshet;
using namespace freshet::store;

constexpr uint64_t kPagesPerSite = 1'000;
constexpr uint64_t kBatch = 1'000;
constexpr Instant kStart = Instant::from_unix_seconds(1'794'700'000);

void require(const Status& status) {
  if (status) return;
  std::fprintf(stderr, "%s\n", status.error().message.c_str());
  std::exit(1);
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

double resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0;
  double resident = 0;
  file >> total >> resident;
  return resident * 4096 / 1e6;
}

double megabytes_on_disk(const std::string& folder) {
  double bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::error_code gone;
    const auto size = entry.file_size(gone);
    if (!gone) bytes += static_cast<double>(size);
  }
  return bytes / 1e6;
}

// Prints the time and the rate since it was constructed, for `count` operations.
class Measurement {
 public:
  void print(const char* what, uint64_t count) const {
    const double wall = std::chrono::duration<double>(Clock::now() - begin_).count();
    const double n = static_cast<double>(count);
    std::printf("%-28s %9llu in %7.2f s: %9.0f/s, %6.2f us CPU each, %5.0f MB resident\n", what,
                static_cast<unsigned long long>(count), wall, n / wall,
                (cpu_seconds() - cpu_) * 1e6 / n, resident_megabytes());
    std::fflush(stdout);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
  double cpu_ = cpu_seconds();
};

uint64_t scramble(uint64_t n) {
  n = (n ^ (n >> 33)) * 0xFF51AFD7ED558CCDULL;
  n = (n ^ (n >> 33)) * 0xC4CEB9FE1A85EC53ULL;
  return n ^ (n >> 33);
}

// Most links of a page lead to a few sites, so pages are admitted in runs of 20 of one site.
PageState page_number(uint64_t n, uint64_t pages) {
  const uint64_t sites = std::max<uint64_t>(1, pages / kPagesPerSite);
  const uint64_t site = scramble(n / 20) % sites;
  PageState page;
  page.key = {.site = {scramble(site)}, .page = {scramble(n + (uint64_t{1} << 40))}};
  page.url = "https://www.host" + std::to_string(site) + ".example/section/" +
             std::to_string(n % 97) + "/article-" + std::to_string(n) + ".html";
  page.depth = 4;
  page.first_seen = kStart + Duration::microseconds(static_cast<int64_t>(n));
  page.next_visit = page.first_seen;
  page.importance = 0.5F;
  return page;
}

PageState visited(PageState page, uint64_t n) {
  page.last_visit = page.last_success = page.last_change = kStart + Duration::hours(1);
  page.next_visit = *page.last_visit + Duration::hours(static_cast<int64_t>(24 + n % 100));
  page.result = VisitResult::kNew;
  page.http_status = 200;
  page.size = 40'000;
  page.etag = "\"5f3c-61a2b3c4d5e6f\"";
  page.content = digest::sha256(page.url);
  page.simhash = {scramble(n)};
  page.archived = {.file = 3, .offset = n * 10'000};
  page.title = "Article " + std::to_string(n) + " of a paper with a name";
  return page;
}

PageLinks links_of(const PageState& page, uint64_t n) {
  PageLinks links{.from = page.key, .to = {}};
  for (uint64_t i = 0; i < 40; ++i) {
    const SiteId site = i % 8 == 0 ? SiteId{scramble(n + i)} : page.key.site;
    links.to.push_back({.key = {.site = site, .page = {scramble(n * 40 + i)}}});
  }
  return links;
}

void admit(Store& store, uint64_t pages) {
  const Measurement all;
  Batch batch;
  for (uint64_t n = 0; n < pages;) {
    const Measurement tenth;
    const uint64_t end = n + std::max<uint64_t>(kBatch, pages / 10);
    const uint64_t begin = n;
    while (n < std::min(end, pages)) {
      batch.clear();
      for (uint64_t i = 0; i < kBatch; ++i) batch.admitted.push_back(page_number(n++, pages));
      require(store.commit(batch, Durability::kProcess));
    }
    tenth.print("  admit", n - begin);
  }
  all.print("admit", pages);
}

// Visits random pages, since due pages are spread over the collection.
void visit(Store& store, uint64_t pages, uint64_t visits) {
  const Measurement measurement;
  Batch batch;
  for (uint64_t i = 0; i < visits;) {
    batch.clear();
    for (uint64_t j = 0; j < kBatch / 4; ++j, ++i) {
      const uint64_t n = scramble(i) % pages;
      const PageState page = page_number(n, pages);
      batch.pages.push_back(visited(store.page(page.key).value().value(), n));
      batch.links.push_back(links_of(page, n));
      const auto& content = batch.pages.back().content;
      batch.contents.emplace_back(content, Original{page.key, kStart, content});
    }
    require(store.commit(batch, Durability::kProcess));
  }
  measurement.print("read, visit, commit", visits);
}

void read_due(Store& store, uint64_t pages) {
  const Measurement measurement;
  uint64_t found = 0;
  constexpr uint64_t kCalls = 2'000;
  for (uint64_t i = 0; i < kCalls; ++i) {
    const SiteId site = page_number(scramble(i) % pages, pages).key.site;
    found += store.due(site, Instant::never(), 100, std::nullopt).value().size();
  }
  measurement.print("due(), 100 a slice", kCalls);
  std::printf("  %llu found\n", static_cast<unsigned long long>(found));
}

// Reads random pages, one by one or many at once. `round` makes sure that the two read different
// pages.
void read_pages(const Store& store, uint64_t pages, uint64_t round) {
  constexpr uint64_t kCalls = 200;
  std::vector<PageKey> keys(kBatch / 4);
  uint64_t found = 0;
  const auto draw = [&](uint64_t call) {
    for (size_t i = 0; i < keys.size(); ++i) {
      keys[i] = page_number(scramble((round * kCalls + call) * kBatch + i) % pages, pages).key;
    }
  };
  {
    const Measurement measurement;
    for (uint64_t call = 0; call < kCalls; ++call) {
      draw(2 * call);
      for (const PageKey& key : keys) found += store.page(key).value().has_value() ? 1 : 0;
    }
    measurement.print("page()", kCalls * keys.size());
  }
  const Measurement measurement;
  for (uint64_t call = 0; call < kCalls; ++call) {
    draw(2 * call + 1);
    const auto read = store.pages(keys).value();
    for (const auto& page : read) found += page.has_value() ? 1 : 0;
  }
  measurement.print("pages(), 250 at once", kCalls * keys.size());
  if (found != 2 * kCalls * keys.size()) require(fail("pages are missing"));
}

void scan(const Store& store) {
  uint64_t count = 0;
  const auto counting = [&](const auto&) { return ++count != 0; };
  {
    const Measurement measurement;
    require(store.each_page_key(counting));
    measurement.print("each_page_key", count);
  }
  count = 0;
  const Measurement measurement;
  require(store.each_page(counting));
  measurement.print("each_page", count);
}

std::unique_ptr<Store> open(const std::string& folder) {
  const Measurement measurement;
  auto store = open_rocksdb_store(folder);
  if (!store) require(fail(store.error().message));
  measurement.print("open", 1);
  return *std::move(store);
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t pages = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000'000;
  const std::string folder =
      argc > 2 ? argv[2]
               : (std::filesystem::temp_directory_path() / "freshet-store-bench").string();
  std::filesystem::remove_all(folder);
  {
    const auto store = open(folder);
    admit(*store, pages);
    std::printf("%.0f MB on disk\n", megabytes_on_disk(folder));
    scan(*store);
    visit(*store, pages, pages / 50);
    read_due(*store, pages);
    read_pages(*store, pages, 0);
  }
  const auto store = open(folder);
  scan(*store);
  read_pages(*store, pages, 2);
  std::printf("%.0f MB on disk\n", megabytes_on_disk(folder));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%.0f MB resident at most\n", static_cast<double>(usage.ru_maxrss) / 1e3);
  std::filesystem::remove_all(folder);
  return 0;
}

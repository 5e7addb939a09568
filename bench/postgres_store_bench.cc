// Measures the store on PostgreSQL under the load of a crawler, and what it costs the server.
//
//   postgres_store_bench DSN [PAGES [WRITERS]]     default: 200,000 pages, one writer
//
// Each writer is a thread with a store of its own and an equal part of the shards. The collection
// is the schema freshet_bench, which is deleted first. The CPU time of the server is that of all
// processes with the name postgres, so nothing else may use the server, and it must be on this
// machine.
//
// Goals: 5,000 pages a second in commits of one writer, and at most 150 us of the server's CPU for
// a page that is visited, with its site, a version, 40 links and three links that are admitted.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "postgres/connection.h"
#include "store/postgres_store.h"

namespace {

using namespace freshet;
using namespace freshet::store;

constexpr const char* kSchema = "freshet_bench";
constexpr uint64_t kPagesPerSite = 1'000;
constexpr uint64_t kBatch = 250;
constexpr uint64_t kAdmittedPerVisit = 3;
constexpr size_t kVersionBytes = 600;
constexpr Instant kStart = Instant::from_unix_seconds(1'794'700'000);

void require(const Status& status) {
  if (status) return;
  std::fprintf(stderr, "%s\n", status.error().message.c_str());
  std::exit(1);
}

double own_cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// The time of a process and of its children that have ended, in clock ticks: the fields 14 to 17 of
// its line, of which the second one is its name in brackets.
uint64_t ticks_of(const std::filesystem::path& process) {
  std::ifstream file(process / "stat");
  std::string line;
  std::getline(file, line);
  const size_t begin = line.find('(');
  const size_t end = line.rfind(')');
  if (end == std::string::npos || line.substr(begin + 1, end - begin - 1) != "postgres") return 0;
  std::string rest = line.substr(end + 2);
  char state = 0;
  uint64_t fields[14] = {};
  int read = 0;
  std::sscanf(rest.c_str(), "%c%n", &state, &read);
  const char* at = rest.c_str() + read;
  for (uint64_t& field : fields) field = std::strtoull(at, const_cast<char**>(&at), 10);
  return fields[10] + fields[11] + fields[12] + fields[13];
}

double server_cpu_seconds() {
  uint64_t ticks = 0;
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    const std::string name = process.path().filename().string();
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) ticks += ticks_of(process.path());
  }
  return static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

class Measurement {
 public:
  void print(const char* what, uint64_t count) const {
    const double wall = std::chrono::duration<double>(Clock::now() - begin_).count();
    const double n = static_cast<double>(count);
    std::printf("%-26s %9llu in %7.2f s: %8.0f/s, CPU each: %6.1f us server, %5.1f us writer\n",
                what, static_cast<unsigned long long>(count), wall, n / wall,
                (server_cpu_seconds() - server_) * 1e6 / n, (own_cpu_seconds() - own_) * 1e6 / n);
    std::fflush(stdout);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
  double own_ = own_cpu_seconds();
  double server_ = server_cpu_seconds();
};

uint64_t scramble(uint64_t n) {
  n = (n ^ (n >> 33)) * 0xFF51AFD7ED558CCDULL;
  n = (n ^ (n >> 33)) * 0xC4CEB9FE1A85EC53ULL;
  return n ^ (n >> 33);
}

// A writer and its part of the pages. Its shards are those of its sites.
struct Writer {
  uint64_t number;
  uint64_t writers;
  uint64_t pages;
  Holding holding;

  // Most links of a page lead to a few sites, so pages are admitted in runs of 20 of one site.
  PageState page(uint64_t n) const {
    const uint64_t sites = std::max<uint64_t>(1, pages / kPagesPerSite);
    const uint64_t site = scramble(n / 20) % sites;
    // The first byte is the shard, which must be of this writer.
    const uint64_t fingerprint = scramble(site * writers + number);
    const uint64_t shard = (fingerprint >> 56) / writers * writers % (256 / writers * writers);
    PageState page;
    page.key.site = {(shard + number) << 56 | fingerprint >> 8};
    page.key.page = {scramble(n + (uint64_t{1} << 40))};
    page.url = "https://www.host" + std::to_string(site) + ".example/section/" +
               std::to_string(n % 97) + "/article-" + std::to_string(n) + ".html";
    page.depth = 4;
    page.first_seen = kStart + Duration::microseconds(static_cast<int64_t>(n));
    page.next_visit = page.first_seen;
    page.importance = 0.5F;
    return page;
  }

  PageState visited(uint64_t n) const {
    PageState visited = page(n);
    visited.last_visit = visited.last_success = visited.last_change = kStart + Duration::hours(1);
    visited.next_visit = *visited.last_visit + Duration::hours(static_cast<int64_t>(24 + n % 100));
    visited.result = VisitResult::kNew;
    visited.http_status = 200;
    visited.size = 40'000;
    visited.etag = "\"5f3c-61a2b3c4d5e6f\"";
    visited.content = digest::sha256(visited.url);
    visited.simhash = {scramble(n)};
    visited.archived = {.writer = 1, .file = 3, .offset = n * 10'000};
    visited.title = "Article " + std::to_string(n) + " of a paper with a name";
    visited.history = std::string(60, 'h');
    return visited;
  }

  ShardSet shards() const {
    ShardSet shards;
    for (uint64_t shard = number; shard < 256; shard += writers) {
      shards.add(static_cast<ShardId>(shard));
    }
    return shards;
  }
};

PageLinks links_of(const PageKey& from, uint64_t n) {
  PageLinks links{.from = from, .to = {}};
  for (uint64_t i = 0; i < 40; ++i) {
    const SiteId site = i % 8 == 0 ? SiteId{scramble(n + i)} : from.site;
    links.to.push_back({.key = {.site = site, .page = {scramble(n * 40 + i)}}});
  }
  return links;
}

// Its robots.txt stays the same at all visits; that of every tenth site is large.
SiteState site_of(const PageState& page, uint64_t visit) {
  SiteState site;
  site.id = page.key.site;
  site.text = page.url.substr(0, page.url.find("/section"));
  site.next_allowed = kStart + Duration::seconds(static_cast<int64_t>(visit));
  site.robots_status = 200;
  for (uint64_t i = 0, count = site.id.value % 10 == 0 ? 300 : 30; i < count; ++i) {
    site.robots_body += "Disallow: /" + std::to_string(scramble(i + site.id.value)) + "\n";
  }
  site.pages = visit;
  return site;
}

void admit(Store& store, const Writer& writer) {
  Batch batch{.holding = writer.holding};
  for (uint64_t n = 0; n < writer.pages;) {
    batch.clear();
    for (uint64_t i = 0; i < 4 * kBatch && n < writer.pages; ++i) {
      batch.admitted.push_back(writer.page(n++));
    }
    require(store.commit(batch, Durability::kProcess));
  }
}

// Visits `visits` pages from `first` on in random order, each with three new pages.
void visit(Store& store, const Writer& writer, uint64_t visits, uint64_t round) {
  const std::string version(kVersionBytes, 'v');
  Batch batch{.holding = writer.holding};
  for (uint64_t i = 0; i < visits;) {
    batch.clear();
    for (uint64_t j = 0; j < kBatch && i < visits; ++j, ++i) {
      const uint64_t n = scramble(i) % writer.pages;
      const PageState page = writer.visited(n);
      batch.visited.push_back({page, kStart});
      batch.sites.push_back(site_of(page, i));
      batch.versions.emplace_back(page.key, version + std::to_string(i));
      batch.links.push_back(links_of(page.key, n));
      batch.contents.emplace_back(page.content, Original{page.key, kStart, page.content});
      for (uint64_t k = 0; k < kAdmittedPerVisit; ++k) {
        const uint64_t added = writer.pages + (round * visits + i) * kAdmittedPerVisit + k;
        batch.admitted.push_back(writer.page(added));
      }
    }
    require(store.commit(batch, i / kBatch % 10 == 9 ? Durability::kPower : Durability::kProcess));
  }
}

void read_pages(const Store& store, const Writer& writer, uint64_t calls) {
  std::vector<PageKey> keys(kBatch);
  uint64_t found = 0;
  for (uint64_t call = 0; call < calls; ++call) {
    for (size_t i = 0; i < keys.size(); ++i) {
      keys[i] = writer.page(scramble(call * kBatch + i) % writer.pages).key;
    }
    const auto pages = store.pages(keys).value();
    for (const auto& page : pages) found += page.has_value() ? 1 : 0;
  }
  if (found != calls * keys.size()) require(fail("pages are missing"));
}

void read_due(const Store& store, const Writer& writer, uint64_t calls) {
  for (uint64_t i = 0; i < calls; ++i) {
    const SiteId site = writer.page(scramble(i) % writer.pages).key.site;
    require(store.due(site, Instant::never(), 100, std::nullopt).transform([](const auto&) {
      return Done();
    }));
  }
}

void print_sizes(const std::string& dsn, uint64_t pages) {
  auto connection = postgres::Connection::open(dsn);
  if (!connection) require(fail(connection.error().message));
  require(connection->query(
      "SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class"
      " WHERE relnamespace = 'freshet_bench'::regnamespace AND relkind = 'r'"
      " AND pg_total_relation_size(oid) > 1000000 ORDER BY 2 DESC",
      [&](const postgres::Row& row) {
        std::printf("  %-14s %6.1f MB and %6.1f MB of indexes: %6.1f bytes a page\n",
                    std::string(row.text(0)).c_str(), row.real(1) / 1e6, row.real(2) / 1e6,
                    (row.real(1) + row.real(2)) / static_cast<double>(pages));
      }));
}

class Bench {
 public:
  Bench(std::string dsn, uint64_t pages, uint64_t writers) : dsn_(std::move(dsn)) {
    for (uint64_t i = 0; i < writers; ++i) {
      auto store = open_postgres_store(dsn_, {.schema = kSchema});
      if (!store) require(fail(store.error().message));
      stores_.push_back(*std::move(store));
      Writer writer{.number = i, .writers = writers, .pages = pages / writers, .holding = {}};
      writer.holding = stores_.back()->take(writer.shards()).value();
      writers_.push_back(writer);
    }
  }

  // `each` gets the store and the part of a writer, on a thread of its own.
  template <typename Each>
  void measure(const char* what, uint64_t count, const Each& each) {
    const Measurement measurement;
    std::vector<std::thread> threads;
    for (size_t i = 0; i < stores_.size(); ++i) {
      threads.emplace_back([&, i] { each(*stores_[i], writers_[i]); });
    }
    for (std::thread& thread : threads) thread.join();
    measurement.print(what, count * stores_.size());
  }

  void run() {
    const uint64_t pages = writers_.front().pages;
    const uint64_t visits = pages / 4;
    measure("admit", pages, admit);
    for (uint64_t round = 0; round < 2; ++round) {
      measure(round == 0 ? "visit" : "visit again", visits,
              [&](Store& store, const Writer& writer) { visit(store, writer, visits, round); });
    }
    const uint64_t all = (pages + 2 * visits * kAdmittedPerVisit) * writers_.size();
    print_sizes(dsn_, all);
    measure("pages(), 250 at once", 200 * kBatch,
            [](Store& store, const Writer& writer) { read_pages(store, writer, 200); });
    measure("due(), 100 a slice", 2'000,
            [](Store& store, const Writer& writer) { read_due(store, writer, 2'000); });
    const Measurement scan;
    uint64_t count = 0;
    require(stores_.front()->each_page([&](const PageState&) { return ++count != 0; }));
    scan.print("each_page", count);
  }

 private:
  const std::string dsn_;
  std::vector<std::unique_ptr<Store>> stores_;
  std::vector<Writer> writers_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: postgres_store_bench DSN [PAGES [WRITERS]]\n");
    return 2;
  }
  const std::string dsn = argv[1];
  const uint64_t pages = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 200'000;
  const uint64_t writers = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  auto connection = postgres::Connection::open(dsn);
  if (!connection) require(fail(connection.error().message));
  require(connection->run("DROP SCHEMA IF EXISTS freshet_bench CASCADE"));
  Bench(dsn, pages, writers).run();
  return 0;
}

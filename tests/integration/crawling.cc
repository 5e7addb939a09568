#include "integration/crawling.h"

#include <chrono>
#include <thread>

#include "store/store.h"
#include "warc/reader.h"

namespace freshet::test {

namespace fs = std::filesystem;

bool comes_true(const std::function<bool()>& what) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!what()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

crawl::CrawlOptions Crawling::hasty(const std::string& address) const {
  crawl::CrawlOptions o;
  o.collection.data_folder = folder_.path();
  o.fetch.host_map = {{"*", address}};
  o.fetch.user_agent = "freshet-test";
  o.politeness.delay = Duration();
  o.politeness.first_backoff = Duration::milliseconds(100);
  o.retry = {
      .attempts = 3, .first = Duration::milliseconds(50), .patience = Duration::milliseconds(500)};
  o.commit_interval = Duration::milliseconds(50);
  return o;
}

crawl::CrawlOptions Crawling::in_turn(crawl::CrawlOptions options, Duration time) {
  options.run.emplace();
  options.run->requests_per_second = 200;
  options.collection.refresh.policy = "uniform";
  options.collection.refresh.floor.min_gain = 0;  // visit pages although they hardly change
  options.collection.refresh.audit_share = 0;
  options.limits.max_time = time;
  return options;
}

crawl::Progress Crawling::run(const crawl::CrawlOptions& options, const Clock& clock) {
  auto crawl = crawl::Crawl::open(options, clock, log_);
  EXPECT_TRUE(crawl) << crawl.error().message;
  if (!crawl) return {};
  const Status status = (*crawl)->run();
  EXPECT_TRUE(status) << status.error().message;
  return (*crawl)->progress();
}

void Crawling::run_until(const crawl::CrawlOptions& options, const std::function<bool()>& is_done) {
  ASSERT_TRUE(options.limits.max_time) << "a run without a limit would not end";
  EXPECT_TRUE(comes_true([&] {
    run(options);
    return is_done();
  }));
}

std::map<std::string, store::PageState> Crawling::pages() const {
  std::map<std::string, store::PageState> pages;
  auto store = store::open_rocksdb_store(folder_.path() + "/state");
  EXPECT_TRUE(store) << store.error().message;
  EXPECT_TRUE((*store)->each_page([&](const store::PageState& page) {
    pages.emplace(page.url, page);
    return true;
  }));
  return pages;
}

store::PageState Crawling::page(const std::string& url) const {
  const auto all = pages();
  const auto found = all.find(url);
  EXPECT_NE(found, all.end()) << url;
  return found != all.end() ? found->second : store::PageState();
}

store::SiteState Crawling::site(const std::string& text) const {
  store::SiteState found;
  auto store = store::open_rocksdb_store(folder_.path() + "/state");
  EXPECT_TRUE(store) << store.error().message;
  EXPECT_TRUE((*store)->each_site([&](const store::SiteState& site) {
    if (site.text == text) found = site;
    return true;
  }));
  EXPECT_EQ(found.text, text);
  return found;
}

std::map<std::string, Archived> Crawling::archived() const {
  std::map<std::string, Archived> urls;
  for (const auto& entry : fs::directory_iterator(folder_.path() + "/warc")) {
    if (!entry.path().string().ends_with(".warc.gz")) continue;
    auto reader = warc::Reader::open(entry.path());
    EXPECT_TRUE(reader) << reader.error().message;
    while (true) {
      const auto found = reader->next();
      EXPECT_TRUE(found) << found.error().message;
      if (!found || !*found) break;
      const warc::Record& record = (*found)->record;
      if (record.type != warc::RecordType::kResponse && record.type != warc::RecordType::kRevisit) {
        continue;
      }
      if (record.target_uri().ends_with("/robots.txt")) continue;  // not a page
      Archived& archived = urls[record.target_uri()];
      ++archived.records;
      archived.truncated = record.field("WARC-Truncated").has_value();
      archived.body = record.block.substr(record.block.find("\r\n\r\n") + 4);
    }
  }
  return urls;
}

}  // namespace freshet::test

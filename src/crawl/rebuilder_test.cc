#include "crawl/rebuilder.h"
#include "collection/seeds.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "collection/keys.h"
#include "collection/page_status.h"
#include "crawl/crawl.h"
#include "crawl/packing.h"
#include "support/scratch_folder.h"

namespace freshet::crawl {
namespace {

namespace fs = std::filesystem;
using store::VisitResult;

constexpr char kHtml[] = "Content-Type: text/html\r\n";

Instant at(int64_t second) {
  return Instant::from_unix_seconds(1'790'000'000 + second);
}

// Writes an archive as a crawl does, and rebuilds a state from it.
class RebuilderTest : public testing::Test {
 protected:
  RebuilderTest() { options_.run.emplace(); }

  struct Given {
    std::string url;
    int64_t second = 0;
    int status = 200;
    std::string headers = kHtml;
    std::string body;
    uint16_t depth = 0;
    bool sitemap = false;
    std::string verdict;
    bool truncated = false;
    std::string original;  // the URL of the record that has the body
  };
  void archive(const Given& given) {
    fetch::Reply reply;
    reply.status = given.status;
    reply.reply_head = "HTTP/1.1 " + std::to_string(given.status) + " X\r\n" + given.headers;
    reply.body = given.body;
    reply.body_truncated = given.truncated;
    VisitFacts facts{
        .url = given.url, .at = at(given.second), .depth = given.depth, .sitemap = given.sitemap};
    if (!given.original.empty()) {
      facts.original = {.url = given.original, .date = at(0), .not_modified = given.status == 304};
      facts.payload_digest = digest::sha256(given.body);
    }
    warc::PackedVisit packed = pack(writer_, reply, facts);
    if (!given.verdict.empty()) note_verdict(writer_, packed, given.verdict);
    ASSERT_TRUE(archive_->append(packed));
  }
  void rebuild(const std::string& seed = "http://a.test/") {
    ASSERT_TRUE(archive_->close());
    const auto seeds = collection::parse_seeds({seed}).value();
    Rebuilder rebuilder(options_, collection::Scope::make(options_.collection.scope, seeds).value(),
                        *store_);
    rebuilder.add_seeds(seeds, at(0));
    auto visits = ArchivedVisits::open(folder_.path()).value();
    while (auto visit = visits.next()) ASSERT_TRUE(rebuilder.take(*visit));
    ASSERT_TRUE(rebuilder.finish());
    remarks_ = visits.remarks();
    counts_ = rebuilder.counts();
  }
  store::PageState page(const std::string& url) const {
    const auto found = store_->page(collection::page_key(url)).value();
    EXPECT_TRUE(found) << url;
    return found.value_or(store::PageState());
  }
  static std::string links(std::initializer_list<const char*> targets) {
    std::string body = "<title>Links</title>";
    for (const char* target : targets) body += "<a href=\"" + std::string(target) + "\">x</a>";
    return body;
  }

  const ScratchFolder folder_;
  CrawlOptions options_;
  warc::VisitWriter writer_{1};
  std::unique_ptr<warc::Archive> archive_ =
      warc::Archive::open(folder_.path(), {}, {.software = "test"}).value();
  std::unique_ptr<store::Store> store_ = store::make_memory_store();
  std::vector<std::string> remarks_;
  Rebuilder::Counts counts_;
};

TEST_F(RebuilderTest, LinksWithoutARecordWaitUnlessTheyAreOutsideTheScope) {
  archive({.url = "http://a.test/", .body = links({"/1", "/2", "http://b.test/"})});
  archive({.url = "http://a.test/1", .second = 5, .body = "<p>one", .depth = 1});
  rebuild();
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kNew);
  EXPECT_EQ(page("http://a.test/1").last_visit, at(5));
  EXPECT_EQ(page("http://a.test/2").result, VisitResult::kNever);
  EXPECT_EQ(page("http://a.test/2").depth, 1);
  EXPECT_FALSE(store_->page(collection::page_key("http://b.test/")).value());
  EXPECT_EQ(store_->unadmitted(collection::page_key("http://b.test/")).value()->reason,
            store::UnadmittedReason::kScope);
  const auto site = store_->site(collection::page_key("http://a.test/").site).value();
  EXPECT_EQ(site->pages, 2u);
  EXPECT_EQ(site->waiting, 1u);
  EXPECT_EQ(store_->links(collection::page_key("http://a.test/")).value()->to.size(), 3u);
}

TEST_F(RebuilderTest, AHistoryHasEveryVisit) {
  const std::string url = "http://a.test/";
  archive({.url = url, .body = "<p>a text of some words"});
  archive({.url = url, .second = 1'000, .status = 304, .headers = "", .original = url});
  archive({.url = url, .second = 2'000, .body = "<p>quite another text, longer than before"});
  archive({.url = url, .second = 3'000, .status = 404, .body = "no"});
  rebuild();
  const change::History history = collection::history_of(page(url));
  EXPECT_EQ(history.totals().requests, 4u);
  EXPECT_EQ(history.totals().successes, 3u);
  EXPECT_EQ(history.totals().changes, 1u);
  EXPECT_EQ(page(url).last_change, at(2'000));
  EXPECT_EQ(page(url).gone_since, at(3'000));
  std::vector<store::Change::Kind> kinds;
  ASSERT_TRUE(store_->each_change(Instant(), [&](const store::Change& change) {
    kinds.push_back(change.kind);
    return true;
  }));
  using Kind = store::Change::Kind;
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::kNew, Kind::kChanged, Kind::kGone}));
}

TEST_F(RebuilderTest, ADuplicateHasTheBodyOfItsOriginal) {
  const std::string body = links({"/1", "/2"});
  archive({.url = "http://a.test/", .body = body});
  archive({.url = "http://a.test/1",
           .second = 1,
           .body = body,
           .depth = 1,
           .original = "http://a.test/"});
  rebuild();
  const store::PageState copy = page("http://a.test/1");
  EXPECT_EQ(copy.result, VisitResult::kDuplicate);
  EXPECT_EQ(copy.duplicate_of, collection::page_key("http://a.test/"));
  EXPECT_EQ(copy.content, page("http://a.test/").content);
  EXPECT_EQ(copy.title, "Links");
  EXPECT_GT(copy.archived.offset, page("http://a.test/").archived.offset);
  EXPECT_EQ(counts_.bodiless, 0u);
}

TEST_F(RebuilderTest, ASitemapWithoutALinkToItIsRecognised) {
  archive({.url = "http://a.test/", .body = "<p>text"});
  archive({.url = "http://a.test/s.xml",
           .second = 1,
           .headers = "Content-Type: application/xml\r\n",
           .body = "<?xml version=\"1.0\"?><urlset><url><loc>http://a.test/9</loc></url></urlset>",
           .sitemap = true});
  rebuild();
  EXPECT_TRUE(page("http://a.test/s.xml").sitemap);
  EXPECT_EQ(page("http://a.test/9").result, VisitResult::kNever);
  EXPECT_EQ(page("http://a.test/9").listed_on, collection::page_key("http://a.test/s.xml"));
}

TEST_F(RebuilderTest, ASoft404StaysGone) {
  archive({.url = "http://a.test/", .body = links({"/1"})});
  archive({.url = "http://a.test/1", .second = 1, .body = "<p>some text", .depth = 1});
  archive({.url = "http://a.test/1",
           .second = 900,
           .body = "<p>Sorry",
           .depth = 1,
           .verdict = kSoft404Verdict});
  rebuild();
  EXPECT_EQ(page("http://a.test/1").result, VisitResult::kSoftGone);
  EXPECT_EQ(page("http://a.test/1").gone_since, at(900));
}

TEST_F(RebuilderTest, PartialAndBlockedRepliesDoNotReplaceTheCopy) {
  const std::string url = "http://a.test/";
  archive({.url = url, .body = "<title>Whole</title><p>a text of some words"});
  archive({.url = url, .second = 500, .body = "<p>a te", .truncated = true});
  archive({.url = url, .second = 900, .body = "<p>Are you human?", .verdict = "blocked"});
  rebuild();
  EXPECT_EQ(page(url).title, "Whole");
  EXPECT_EQ(page(url).last_success, at(0));
  EXPECT_EQ(page(url).last_visit, at(900));
  EXPECT_EQ(collection::history_of(page(url)).totals().requests, 3u);
  EXPECT_EQ(collection::history_of(page(url)).totals().successes, 1u);
}

TEST_F(RebuilderTest, RobotsTxtSetsRulesAndIsNoPage) {
  archive({.url = "http://a.test/robots.txt",
           .headers = "Content-Type: text/plain\r\n",
           .body = "User-agent: *\nCrawl-delay: 7\nSitemap: /s.xml\n"});
  archive({.url = "http://a.test/", .second = 1, .body = "<p>text"});
  rebuild();
  EXPECT_FALSE(store_->page(collection::page_key("http://a.test/robots.txt")).value());
  const auto site = store_->site(collection::page_key("http://a.test/").site).value();
  EXPECT_EQ(site->crawl_delay, Duration::seconds(7));
  EXPECT_EQ(site->robots_fetched, at(0));
  EXPECT_TRUE(page("http://a.test/s.xml").sitemap);
}

TEST_F(RebuilderTest, ARedirectLeadsToAPageOfTheSameDepth) {
  archive({.url = "http://a.test/", .status = 301, .headers = "Location: /home\r\n"});
  rebuild();
  EXPECT_EQ(page("http://a.test/").result, VisitResult::kRedirected);
  EXPECT_EQ(page("http://a.test/home").depth, 0);
  EXPECT_EQ(page("http://a.test/home").redirects, 1);
}

TEST_F(RebuilderTest, DamageCostsOneVisitAndIsReported) {
  for (int i = 0; i < 9; ++i) {
    archive({.url = "http://a.test/" + std::to_string(i), .second = i, .body = "<p>text"});
  }
  ASSERT_TRUE(archive_->flush(false));
  const fs::path file = folder_.path() + "/freshet-000001.warc.gz";
  std::ifstream in(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  bytes[bytes.size() / 2] ^= '\x55';
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  rebuild();
  EXPECT_GE(counts_.visits, 8u);
  EXPECT_EQ(remarks_.size(), 1u);
}

}  // namespace
}  // namespace freshet::crawl

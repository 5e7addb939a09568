// Tests over sockets that a run finds what a reader of the pages can see: edits of tables, lists
// and titles, new links and changed links; and that it is not misled by parts that differ at every
// visit.
#include <atomic>
#include <thread>

#include "change/history.h"
#include "http/date.h"
#include "integration/crawling.h"
#include "store/store.h"

namespace freshet::test {
namespace {

using store::Change;

class RunVisible : public ScriptedCrawling {
 protected:
  crawl::CrawlOptions options() const { return run_for(Duration::seconds(30), {"http://a.test/"}); }

  // Runs while `steps` are executed, and stops after them.
  void run_during(const crawl::CrawlOptions& options, const std::function<void()>& steps) {
    auto crawl = crawl::Crawl::open(options, system_clock_, log_);
    ASSERT_TRUE(crawl) << crawl.error().message;
    std::thread player([&] {
      steps();
      (*crawl)->stop();
    });
    EXPECT_TRUE((*crawl)->run());
    player.join();
  }

  void wait_for_visits(const std::string& place, size_t more) {
    const size_t before = web_.times(place);
    EXPECT_TRUE(comes_true([&] { return web_.times(place) >= before + more; })) << place;
  }

  // Returns all changes of kind kChanged of a page.
  std::vector<Change> changes_of(const std::string& url) const {
    const auto store = *store::open_rocksdb_store(folder_.path() + "/state");
    const store::PageKey key = key_of(*store, url);
    std::vector<Change> changes;
    EXPECT_TRUE(store->each_change(Instant(), [&](const Change& change) {
      if (change.page == key && change.kind == Change::Kind::kChanged) changes.push_back(change);
      return true;
    }));
    return changes;
  }

 private:
  static store::PageKey key_of(const store::Store& store, const std::string& url) {
    store::PageKey key;
    EXPECT_TRUE(store.each_page([&](const store::PageState& one) {
      if (one.url == url) key = one.key;
      return true;
    }));
    return key;
  }
};

std::string prose(const char* word) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += std::string(word) + " ";
  return "<p>" + text + "</p>";
}

TEST_F(RunVisible, EachEditIsFoundOnceWithItsPart) {
  const std::string menu = "<nav><a href=/x>Menu</a></nav>";
  const auto body = [&](const char* title, const char* cell, const char* href, const char* meta) {
    return html("<title>" + std::string(title) + "</title><meta name=description content=" + meta +
                ">" + menu + prose("word") + "<table><tr><td>Code<td>" + cell +
                "</table><ul><li><a href=" + href + ">Next</a></ul>");
  };
  web_.set("a.test/", body("One", "40001", "/b", "old"));
  run_during(options(), [&] {
    wait_for_visits("a.test/", 3);
    web_.set("a.test/", body("One", "40P01", "/b", "old"));
    wait_for_visits("a.test/", 3);
    web_.set("a.test/", body("Two", "40P01", "/b", "old"));
    wait_for_visits("a.test/", 3);
    web_.set("a.test/", body("Two", "40P01", "/c", "old"));
    wait_for_visits("a.test/", 3);
    web_.set("a.test/", body("Two", "40P01", "/c", "new"));
    wait_for_visits("a.test/", 3);
  });
  const std::vector<Change> changes = changes_of("http://a.test/");
  ASSERT_EQ(changes.size(), 4u);
  EXPECT_EQ(changes[0].part, Change::Part::kText);
  EXPECT_GT(changes[0].share, 0);
  EXPECT_LT(changes[0].share, 0.5);
  EXPECT_EQ(changes[1].part, Change::Part::kText);
  EXPECT_EQ(changes[2].part, Change::Part::kLinks);
  EXPECT_EQ(changes[3].part, Change::Part::kMetadata);
  EXPECT_EQ(web_.times("a.test/b") > 0, true) << "the first link was not followed";
  EXPECT_EQ(web_.times("a.test/c") > 0, true) << "the new link was not followed";
}

std::string whole_page(const std::string& last) {
  return "<title>Report</title>" + prose("first") + prose("second") +
         "<p><a href=/next>Next</a><p>" + last;
}

// Returns a complete page with a Content-Length that its bytes do not reach.
Answer cut_short(Answer answer, size_t kept) {
  answer.bytes.resize(answer.bytes.find("\r\n\r\n") + 4 + kept);
  return answer;
}

TEST_F(RunVisible, TruncatedReplyDoesNotReplaceACompleteCopy) {
  const std::string end = "the end";
  web_.set("a.test/", html(whole_page(end)));
  run_during(options(), [&] {
    wait_for_visits("a.test/", 2);
    web_.set("a.test/", cut_short(html(whole_page(end)), 60));
    wait_for_visits("a.test/", 3);
  });
  const store::PageState broken = page("http://a.test/");
  EXPECT_EQ(broken.result, store::VisitResult::kBrokenOff);
  EXPECT_EQ(broken.size, whole_page(end).size());
  EXPECT_FALSE(broken.truncated);
  EXPECT_EQ(broken.title, "Report");
  EXPECT_TRUE(changes_of("http://a.test/").empty());

  // When the complete page came again, it was compared with the complete copy.
  web_.set("a.test/", html(whole_page(end)));
  run_during(options(), [&] { wait_for_visits("a.test/", 2); });
  EXPECT_TRUE(changes_of("http://a.test/").empty());
  EXPECT_EQ(page("http://a.test/").result, store::VisitResult::kUnchanged);
}

TEST_F(RunVisible, TruncatedGzipBodyDoesNotReplaceACompleteCopy) {
  const std::string packed = gzipped(whole_page("the end"));
  const std::string fields = "Content-Encoding: gzip\r\n";
  web_.set("a.test/", html(packed, fields));
  run_during(options(), [&] {
    wait_for_visits("a.test/", 2);
    web_.set("a.test/", html(packed.substr(0, packed.size() / 2), fields));
    wait_for_visits("a.test/", 3);
  });
  EXPECT_EQ(page("http://a.test/").result, store::VisitResult::kBrokenOff);
  EXPECT_EQ(page("http://a.test/").title, "Report");
  EXPECT_TRUE(changes_of("http://a.test/").empty());
}

TEST_F(RunVisible, NewEntriesOfAHubAreFollowedAtTheNextVisit) {
  const auto hub = [](int entries) {
    std::string list = prose("introduction");
    for (int i = 0; i < entries; ++i) {
      list += "<li><a href=/e" + std::to_string(i) + ">Entry " + std::to_string(i) + "</a>";
    }
    return html(list);
  };
  web_.set("a.test/", hub(4));
  web_.otherwise(html(prose("entry")));
  run_during(options(), [&] {
    wait_for_visits("a.test/", 2);
    for (int entries = 5; entries < 12; ++entries) {
      web_.set("a.test/", hub(entries));
      wait_for_visits("a.test/e" + std::to_string(entries - 1), 1);
    }
  });
}

// The link's target changes, but neither its text nor the text of the page.
TEST_F(RunVisible, NewTargetBehindTheSameTextIsFollowed) {
  web_.set("a.test/", html(prose("word") + "<a href=/1><img src=i.png></a>"));
  web_.otherwise(html(prose("other")));
  run_during(options(), [&] {
    wait_for_visits("a.test/", 2);
    web_.set("a.test/", html(prose("word") + "<a href=/2><img src=i.png></a>"));
    wait_for_visits("a.test/2", 1);
  });
  ASSERT_EQ(changes_of("http://a.test/").size(), 1u);
  EXPECT_EQ(changes_of("http://a.test/").front().part, Change::Part::kLinks);
}

TEST_F(RunVisible, NoiseIsNotAChangeAndAnEditBesideItIs) {
  const auto noisy = [](const char* word, int from, int to) {
    std::vector<Answer> answers;
    for (int i = from; i < to; ++i) {
      const std::string n = std::to_string(i);
      answers.push_back(html(prose(word) + "<p>Some more text<p>And a third line<p>It is 12:" + n +
                             "<p>Visitor " + n + "<p><a href=/ad" + n + " rel=nofollow>Buy " +
                             std::string(1, static_cast<char>('a' + i % 26)) +
                             "</a><p>Imprint<input type=hidden value=" + n + ">"));
    }
    return answers;
  };
  web_.set("a.test/", noisy("word", 0, 5000));
  run_during(options(), [&] {
    wait_for_visits("a.test/", 40);
    web_.set("a.test/", noisy("edited", 5000, 9000));
    wait_for_visits("a.test/", 20);
  });
  // The first two differences count, because they are not yet known to be noise.
  EXPECT_EQ(changes_of("http://a.test/").size(), 3u);
}

TEST_F(RunVisible, DifferencesThatDoNotCountCauseNoVisits) {
  crawl::CrawlOptions o = options();
  o.compare.links_count = false;
  std::vector<Answer> answers;
  for (int i = 0; i < 40; ++i) {
    answers.push_back(html(prose("word") + "<a href=/" + std::to_string(i / 2) + ">Next</a>"));
  }
  web_.set("a.test/", answers);
  web_.otherwise(html(prose("other")));
  run_during(o, [&] { wait_for_visits("a.test/", 12); });
  EXPECT_GE(changes_of("http://a.test/").size(), 4u);
  EXPECT_EQ(change::History::decode(page("http://a.test/").history)->totals().changes, 0u);
}

// A file that is edited twice within a second has the same date both times.
TEST_F(RunVisible, EditInTheSecondOfTheLastVisitIsFound) {
  const std::string date =
      "Last-Modified: " + http::format_http_date(system_clock_.now() + Duration::hours(1)) + "\r\n";
  web_.set("a.test/", html(prose("first"), date));
  run_during(options(), [&] {
    wait_for_visits("a.test/", 2);
    web_.set("a.test/", html(prose("second"), date));
    wait_for_visits("a.test/", 2);
  });
  for (const ScriptedWeb::ReceivedRequest& request : web_.requests("a.test/")) {
    EXPECT_EQ(request.head.find("If-Modified-Since"), std::string::npos);
  }
  EXPECT_EQ(changes_of("http://a.test/").size(), 1u);
}

TEST_F(RunVisible, EditBeyondTheTextLimitOfAPageIsFound) {
  const auto body = [](const char* last) { return html(prose("word") + "<p>" + last + "</p>"); };
  crawl::CrawlOptions o = options();
  o.page.max_text_bytes = 100;
  web_.set("a.test/", body("before"));
  run_during(o, [&] {
    wait_for_visits("a.test/", 3);
    web_.set("a.test/", body("after"));
    wait_for_visits("a.test/", 3);
  });
  const std::vector<Change> changes = changes_of("http://a.test/");
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].part, Change::Part::kText);
}

TEST_F(RunVisible, PlainTextIsComparedLineByLine) {
  web_.set("a.test/", plain_text("one\ntwo\nthree\nfour\n"));
  run_during(options(), [&] {
    wait_for_visits("a.test/", 2);
    web_.set("a.test/", plain_text("one\ntwo\n3\nfour\n"));
    wait_for_visits("a.test/", 2);
  });
  ASSERT_EQ(changes_of("http://a.test/").size(), 1u);
  EXPECT_NEAR(changes_of("http://a.test/").front().share, 0.25, 1e-6);
}

}  // namespace
}  // namespace freshet::test

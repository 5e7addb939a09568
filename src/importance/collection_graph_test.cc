#include "importance/collection_graph.h"

#include <algorithm>
#include <set>

#include "gtest/gtest.h"
#include "importance/grouping.h"
#include "importance/sample_pages.h"

namespace freshet::importance {
namespace {

class Graph : public testing::Test {
 protected:
  // Returns the links as "a>b a>c", sorted; a page without links is listed by itself.
  std::string read() {
    auto graph = read_collection_graph(*store_);
    EXPECT_TRUE(graph);
    graph_ = std::move(*graph);
    const auto name = [&](uint32_t number) {
      const std::string url = (*store_->page(graph_.page[number]))->url;
      return url.substr(url.find("//") + 2);
    };
    std::set<std::string> parts;
    for (uint32_t page = 0; page < graph_.graph.pages(); ++page) {
      if (graph_.graph.sources_of(page).empty() && graph_.graph.out_degree(page) == 0) {
        parts.insert(name(page));
      }
      for (const uint32_t source : graph_.graph.sources_of(page)) {
        parts.insert(name(source) + ">" + name(page));
      }
    }
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : " ") + part;
    return text;
  }

  std::unique_ptr<store::Store> store_ = store::make_memory_store();
  CollectionGraph graph_;
};

constexpr char kA[] = "http://a/";
constexpr char kB[] = "http://b/";
constexpr char kC[] = "http://c/";
constexpr char kD[] = "http://d/";

TEST_F(Graph, OfAnEmptyCollectionIsEmpty) {
  EXPECT_EQ(read(), "");
}

TEST_F(Graph, HasPagesThatWereNotVisited) {
  store::PageState waiting = page_of(kB);
  waiting.result = store::VisitResult::kNever;
  store_pages(*store_, {page_of(kA), waiting, page_of(kC)}, {links_of(kA, {kB})});
  EXPECT_EQ(read(), "a/>b/ c/");
}

TEST_F(Graph, LinkToAnUnknownPageDoesNotCount) {
  store_pages(*store_, {page_of(kA), page_of(kB)}, {links_of(kA, {kB, "http://elsewhere/"})});
  EXPECT_EQ(read(), "a/>b/");
  EXPECT_EQ(graph_.graph.out_degree(*graph_.number_of(collection::page_key(kA))), 1u);
  EXPECT_FALSE(graph_.number_of(collection::page_key("http://elsewhere/")));
}

TEST_F(Graph, SelfLinksAreLeftOut) {
  store_pages(*store_, {page_of(kA), page_of(kB)}, {links_of(kA, {kA, kB})});
  EXPECT_EQ(read(), "a/>b/");
}

TEST_F(Graph, NofollowLinkDoesNotCount) {
  store::PageLinks links = links_of(kA, {kB, kC});
  links.to[0].nofollow = true;
  store_pages(*store_, {page_of(kA), page_of(kB), page_of(kC)}, {links});
  EXPECT_EQ(read(), "a/>c/ b/");
}

TEST_F(Graph, DuplicateCountsAsItsOriginal) {
  store::PageState copy = page_of(kB);
  copy.result = store::VisitResult::kDuplicate;
  copy.duplicate_of = collection::page_key(kA);
  store_pages(*store_, {page_of(kA), copy, page_of(kC), page_of(kD)},
              {links_of(kB, {kC, kA}), links_of(kA, {kC}), links_of(kD, {kB})});
  EXPECT_EQ(read(), "a/>c/ d/>a/");
}

TEST_F(Graph, RedirectCountsAsItsTarget) {
  store::PageState moved = page_of(kB);
  moved.result = store::VisitResult::kRedirected;
  moved.redirect_to = kC;
  store::PageState further = page_of(kC);
  further.result = store::VisitResult::kRedirected;
  further.redirect_to = kD;
  store_pages(*store_, {page_of(kA), moved, further, page_of(kD)}, {links_of(kA, {kB})});
  EXPECT_EQ(read(), "a/>d/");
  EXPECT_EQ(graph_.graph.pages(), 2u);
}

TEST_F(Graph, RedirectToADuplicateCountsAsTheOriginal) {
  store::PageState moved = page_of(kB);
  moved.result = store::VisitResult::kRedirected;
  moved.redirect_to = kC;
  store::PageState copy = page_of(kC);
  copy.duplicate_of = collection::page_key(kD);
  store_pages(*store_, {page_of(kA), moved, copy, page_of(kD)}, {links_of(kA, {kB})});
  EXPECT_EQ(read(), "a/>d/");
}

TEST_F(Graph, RedirectsInACycleOrToUnknownPagesAreLeftOut) {
  store::PageState round = page_of(kB);
  round.result = store::VisitResult::kRedirected;
  round.redirect_to = kC;
  store::PageState back = page_of(kC);
  back.result = store::VisitResult::kRedirected;
  back.redirect_to = kB;
  store::PageState out = page_of(kD);
  out.result = store::VisitResult::kRedirected;
  out.redirect_to = "http://elsewhere/";
  store_pages(*store_, {page_of(kA), round, back, out}, {links_of(kA, {kB, kC, kD})});
  EXPECT_EQ(read(), "a/");
}

TEST_F(Graph, PagesThatAreGoneAndSitemapsAreLeftOut) {
  store::PageState gone = page_of(kB);
  gone.result = store::VisitResult::kGone;
  store::PageState sitemap = page_of(kC);
  sitemap.sitemap = true;
  store_pages(*store_, {page_of(kA), gone, sitemap, page_of(kD)},
              {links_of(kA, {kB, kC}), links_of(kB, {kD})});
  EXPECT_EQ(read(), "a/ d/");
}

TEST_F(Graph, BlocksAreSitesDomainsOrCommunities) {
  const std::vector<std::string> urls = {"http://x.example.com/", "http://y.example.com/1",
                                         "http://x.example.com/2", "http://example.org:81/"};
  std::vector<store::PageState> pages;
  for (const std::string& url : urls) pages.push_back(page_of(url));
  store_pages(*store_, pages, {});
  read();
  const auto together = [&](const Grouping& grouping, int a, int b) {
    const auto blocks = blocks_of(*store_, graph_, grouping);
    const auto of = [&](int page) { return (*blocks)[*graph_.number_of(pages[page].key)]; };
    EXPECT_LT(*std::max_element(blocks->begin(), blocks->end()), pages.size());
    return of(a) == of(b);
  };
  EXPECT_TRUE(together(by_site, 0, 2));
  EXPECT_FALSE(together(by_site, 0, 1));
  EXPECT_TRUE(together(by_domain, 0, 1));
  EXPECT_FALSE(together(by_domain, 0, 3));
  const auto communities = url::Communities::parse({"mine=x.example.com example.org"});
  ASSERT_TRUE(communities) << communities.error().message;
  EXPECT_TRUE(together(by_community(*communities), 0, 3));
  EXPECT_FALSE(together(by_community(*communities), 0, 1));
}

}  // namespace
}  // namespace freshet::importance

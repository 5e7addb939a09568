// Tests of redirects: each is a response of its own, its target a page of its own.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using store::VisitResult;

class Redirects : public EngineWorld {
 protected:
  // Adds a chain of redirects: http://a.test/hop0 -> hop1 -> ...
  void set_chain() {
    for (int i = 0; i < 50; ++i) {
      web_.set("http://a.test/hop" + std::to_string(i), redirect("/hop" + std::to_string(i + 1)));
    }
    options_.seeds = {"http://a.test/hop0"};
  }
};

class RedirectsOfKind : public Redirects, public testing::WithParamInterface<int> {};

TEST_P(RedirectsOfKind, AreRecordedAndTheirTargetIsASeparatePage) {
  web_.set("http://a.test/", redirect("/there", GetParam()));
  web_.set("http://a.test/there", links({}));
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 1u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kRedirect), 1u);
  EXPECT_EQ(progress.errors, 0u);
  const store::PageState from = page("http://a.test/");
  EXPECT_EQ(from.result, VisitResult::kRedirected);
  EXPECT_EQ(from.http_status, GetParam());
  EXPECT_EQ(from.redirect_to, "http://a.test/there");
  const store::PageState to = page("http://a.test/there");
  EXPECT_EQ(to.result, VisitResult::kNew);
  EXPECT_EQ(to.depth, 0u);
  EXPECT_EQ(archived().size(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Kinds, RedirectsOfKind, testing::Values(301, 302, 303, 307, 308));

TEST_F(Redirects, LoopEnds) {
  web_.set("http://a.test/", redirect("/b"));
  web_.set("http://a.test/b", redirect("/c"));
  web_.set("http://a.test/c", redirect("/"));
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.outcomes.at(collection::Event::kRedirect), 3u);
  EXPECT_EQ(progress.waiting, 0u);
  EXPECT_EQ(web_.count(), 4u);
}

TEST_F(Redirects, PageThatRedirectsToItselfEnds) {
  web_.set("http://a.test/", redirect("/#again"));
  EXPECT_EQ(run().outcomes.at(collection::Event::kRedirect), 1u);
  EXPECT_EQ(web_.times("http://a.test/"), 1u);
}

TEST_F(Redirects, LongChainEndsWithAnOutcome) {
  set_chain();
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.outcomes.at(collection::Event::kRedirect), 11u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kTooManyRedirects), 1u);
  EXPECT_EQ(web_.times("http://a.test/hop10"), 1u);
  EXPECT_EQ(web_.times("http://a.test/hop11"), 0u);
  EXPECT_EQ(page("http://a.test/hop10").redirect_to, "http://a.test/hop11");
}

TEST_F(Redirects, ChainIsCountedThroughARestart) {
  set_chain();
  web_.set("http://a.test/hop5", {status(429, "Retry-After: 3600\r\n"), redirect("/hop6")});
  run();
  EXPECT_EQ(web_.times("http://a.test/hop6"), 0u);
  pass(Duration::hours(2));
  EXPECT_EQ(run().outcomes.at(collection::Event::kTooManyRedirects), 1u);
  EXPECT_EQ(web_.times("http://a.test/hop11"), 0u);
}

TEST_F(Redirects, TargetOutsideTheScopeIsRecordedAndNotRequested) {
  web_.set("http://a.test/", redirect("http://b.test/"));
  run();
  EXPECT_EQ(web_.count("http://b.test"), 0u);
  EXPECT_EQ(page("http://a.test/").redirect_to, "http://b.test/");
  EXPECT_FALSE(site("http://b.test").in_scope);
}

TEST_F(Redirects, IntoThePrivateNetworkIsNotFollowed) {
  web_.set("http://a.test/", redirect("http://inside.test/secret"));
  web_.set_lookup_failure("inside.test", fetch::AddressRefused{*fetch::Address::parse("10.0.0.1")});
  options_.collection.scope.kind = collection::ScopeKind::kAny;
  EXPECT_EQ(run().outcomes.at(collection::Event::kAddressRefused), 1u);
  EXPECT_EQ(web_.count("http://inside.test"), 0u);
  EXPECT_EQ(page("http://inside.test/secret").result, VisitResult::kExcluded);
}

TEST_F(Redirects, RedirectWithoutAUsableTargetIsRecorded) {
  web_.set("http://a.test/", links({"/empty", "/bad", "/mail"}));
  web_.set("http://a.test/empty", status(302));
  web_.set("http://a.test/bad", redirect("http://["));
  web_.set("http://a.test/mail", redirect("mailto:a@b.test"));
  EXPECT_EQ(run().outcomes.at(collection::Event::kRedirect), 3u);
  EXPECT_EQ(page("http://a.test/bad").redirect_to, "");
}

TEST_F(Redirects, KnownPageThatMovesIsGoneAndItsTargetIsNew) {
  web_.set("http://a.test/", links({"/old"}));
  web_.set("http://a.test/old", links({}));
  web_.set("http://a.test/new", links({}));
  run_without_end(0.01);
  at(Duration::days(1), [&] { web_.set("http://a.test/old", redirect("/new")); });
  run_for(Duration::days(3));
  EXPECT_EQ(page("http://a.test/old").result, VisitResult::kRedirected);
  EXPECT_EQ(page("http://a.test/old").redirect_to, "http://a.test/new");
  EXPECT_EQ(changes("http://a.test/old"), (std::vector{Kind::kNew, Kind::kGone}));
  EXPECT_EQ(changes("http://a.test/new"), (std::vector{Kind::kNew}));
}

}  // namespace
}  // namespace freshet::test

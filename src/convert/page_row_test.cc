#include "convert/page_row.h"

#include <gtest/gtest.h>

#include "change/history.h"

namespace freshet::convert {
namespace {

constexpr store::PageKey kPage{.site = {1}, .page = {2}};
constexpr store::PageKey kOther{.site = {1}, .page = {3}};
constexpr Instant kNow = Instant::from_unix_seconds(1'794'700'000);

class PageRows : public testing::Test {
 protected:
  void SetUp() override {
    ids_.assign_page(kPage);
    ids_.assign_page(kOther);
  }
  PageRow row(const store::PageState& page) const {
    return page_row(page, ids_, *store_, kNow).value();
  }

  std::unique_ptr<store::Store> store_ = store::make_memory_store();
  Ids ids_ = Ids::load(*store_).value();
};

// A title may contain any bytes, and a database refuses a whole transaction that has invalid UTF-8.
TEST_F(PageRows, HaveNoBytesThatADatabaseRefuses) {
  const store::PageState page{
      .key = kPage, .url = "http://a.test/", .title = std::string("a\xFF\0b\xE4\xB8", 6)};
  EXPECT_EQ(row(page).row.title,
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
}

TEST_F(PageRows, StampsShowWhatChanged) {
  const store::PageState page{.key = kPage, .url = "http://a.test/"};
  const catalog::Stamp before = row(page).stamp;
  EXPECT_EQ(row(page).stamp, before);
  store::PageState visited = page;
  visited.last_visit = Instant::from_unix_seconds(5);
  EXPECT_NE(row(visited).stamp.state, before.state);
  EXPECT_EQ(row(visited).stamp.content, before.content) << "a visit alone changes no text";
  store::PageState ranked = page;
  ranked.importance = 2;
  EXPECT_NE(row(ranked).stamp.state, before.state);
  store::PageState changed = page;
  changed.content = digest::sha256("other");
  EXPECT_NE(row(changed).stamp.content, before.content);
  store::PageState hidden = page;
  hidden.noindex = true;
  EXPECT_NE(row(hidden).stamp.content, before.content);
}

TEST_F(PageRows, HistorySaysHowEachVisitEnded) {
  using change::Outcome;
  change::History history;
  int64_t at = 1'000;
  for (const Outcome outcome : {Outcome::kSuccess, Outcome::kFailed, Outcome::kGone,
                                Outcome::kSoftGone, Outcome::kRedirected, Outcome::kSuccess}) {
    history.record({.at = Instant::from_unix_seconds(at += 1'000), .outcome = outcome});
  }
  std::string outcomes;
  for (const auto& visit : row({.key = kPage, .history = history.encode()}).row.history) {
    outcomes += visit.outcome + " ";
  }
  EXPECT_EQ(outcomes, "same failed gone soft_gone redirect same ");
}

TEST_F(PageRows, APageIsADuplicateAsLongAsItsOriginalHasTheContent) {
  store::PageState original{.key = kOther, .content = digest::sha256("x")};
  ASSERT_TRUE(store_->commit({.pages = {original}}, store::Durability::kProcess));
  const store::PageState page{.key = kPage, .content = original.content, .duplicate_of = kOther};
  EXPECT_EQ(row(page).row.duplicate_of, 2);
  original.content = digest::sha256("y");
  ASSERT_TRUE(store_->commit({.pages = {original}}, store::Durability::kProcess));
  EXPECT_EQ(row(page).row.duplicate_of, std::nullopt);
}

TEST_F(PageRows, HaveOneLinkForEachKnownTarget) {
  const store::PageLinks links{.from = kPage,
                               .to = {{.key = kOther, .nofollow = true},
                                      {.key = {.site = {9}, .page = {9}}},
                                      {.key = kOther},
                                      {.key = kPage, .nofollow = true}}};
  const auto rows = link_rows(links, ids_);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].target, 1);
  EXPECT_TRUE(rows[0].nofollow);
  EXPECT_EQ(rows[1].target, 2);
  EXPECT_FALSE(rows[1].nofollow);
}

TEST_F(PageRows, HaveTheDateOfChangeAndItsSource) {
  store::PageState page{.key = kPage, .url = "http://a.test/"};
  EXPECT_EQ(row(page).row.modified, std::nullopt);
  EXPECT_EQ(row(page).row.modified_from, "");
  page.last_success = page.last_change = kNow - Duration::days(1);
  const PageRow observed = row(page);
  EXPECT_EQ(observed.row.modified, page.last_change);
  EXPECT_EQ(observed.row.modified_from, "observed");
  // A date in a sitemap is not part of the page's state, but the row must be written again.
  const Instant listed = kNow - Duration::days(9);
  ASSERT_TRUE(store_->commit({.listed_dates = {{kPage, listed}}}, store::Durability::kProcess));
  EXPECT_EQ(row(page).row.modified, listed);
  EXPECT_EQ(row(page).row.modified_from, "sitemap");
  EXPECT_NE(row(page).stamp.state, observed.stamp.state);
  EXPECT_EQ(row(page).stamp.content, observed.stamp.content);
}

}  // namespace
}  // namespace freshet::convert

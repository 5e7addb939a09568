#include "convert/site_boilerplate.h"

#include <gtest/gtest.h>

namespace freshet::convert {
namespace {

using Requests = std::map<size_t, std::vector<SiteBoilerplate::Request>>;

constexpr store::SiteId kSite{1};
constexpr uint16_t kHere = 1;
constexpr uint16_t kThere = 2;
constexpr uint16_t kNowhere = 3;

class DivideBoilerplate : public testing::Test {
 protected:
  DivideBoilerplate() { here_.add(kHere, {"folder", "agent"}); }

  void add_pages(int count, uint16_t writer) {
    for (int i = 0; i < count; ++i) {
      store::PageState page;
      page.key = {kSite, {next_++}};
      page.archived = {.writer = writer, .file = 1, .offset = page.key.page.value};
      boilerplate_.add_page(page);
    }
  }
  // Whether the site is sampled here, after the requests to others were made.
  bool is_sampled() {
    EXPECT_TRUE(boilerplate_.load(*store_, false));
    requests_ = boilerplate_.divide(here_, {{kThere, 7}});
    return !boilerplate_.next_sample().empty();
  }

  const std::unique_ptr<store::Store> store_ = store::make_memory_store();
  Archives here_;
  SiteBoilerplate boilerplate_;
  Requests requests_;
  uint64_t next_ = 1;
};

TEST_F(DivideBoilerplate, SiteIsSampledHereIfMostOfItsPagesAreHere) {
  add_pages(10, kHere);
  add_pages(9, kThere);
  EXPECT_TRUE(is_sampled());
  EXPECT_EQ(requests_, Requests());
}

TEST_F(DivideBoilerplate, SiteIsSampledWhereMostOfItsPagesAre) {
  add_pages(9, kHere);
  add_pages(10, kThere);
  EXPECT_FALSE(is_sampled());
  ASSERT_EQ(requests_.size(), 1U);
  ASSERT_EQ(requests_.begin()->first, 7U);
  ASSERT_EQ(requests_[7].size(), 1U);
  EXPECT_EQ(requests_[7][0].site, kSite);
  EXPECT_EQ(requests_[7][0].pages, 19U);
  EXPECT_EQ(requests_[7][0].sample.size(), 10U);

  SiteBoilerplate other;
  other.add_request(requests_[7][0]);
  EXPECT_EQ(other.next_sample().size(), 10U);
  for (int i = 0; i < 10; ++i) other.add_lines(kSite, {1, 2});
  ASSERT_TRUE(other.finish(*store_));
  EXPECT_EQ(boilerplate_.repeated_on(kSite), nullptr);
  ASSERT_TRUE(boilerplate_.load_sites(*store_, {}));
  EXPECT_NE(boilerplate_.repeated_on(kSite), nullptr);
  EXPECT_EQ(boilerplate_.fingerprint_of(kSite), other.fingerprint_of(kSite));

  // It is not sampled again before it has four times as many pages.
  add_pages(40, kHere);
  EXPECT_FALSE(is_sampled());
  EXPECT_EQ(requests_, Requests());
}

TEST_F(DivideBoilerplate, SiteOfWhichNobodyCanReadEnoughIsNotSampled) {
  add_pages(7, kHere);
  add_pages(7, kThere);
  add_pages(20, kNowhere);
  EXPECT_FALSE(is_sampled());
  EXPECT_EQ(requests_, Requests());
  add_pages(1, kHere);
  EXPECT_TRUE(is_sampled());
}

}  // namespace
}  // namespace freshet::convert

#pragma once

#include <gtest/gtest.h>

#include "catalog/writer.h"
#include "support/catalog_rows.h"

namespace freshet::catalog {

// The tests that every Writer must pass. Run them on a new implementation with
//
//   struct MyTarget {
//     // Why the target cannot be tested on this machine; empty if it can.
//     static std::string unavailable_reason();
//     std::unique_ptr<Writer> writer();  // a writer to this target
//     test::CatalogRows rows();
//     // The pages that the index finds for a word; nullopt if the target has no index.
//     std::optional<std::vector<int64_t>> find_pages(std::string word);
//     bool keeps_rows;  // false if every conversion rebuilds the target
//   };
template <typename Target>
class CatalogWriterContract : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = Target::unavailable_reason(); !reason.empty()) {
      GTEST_SKIP() << reason;
    }
    target_.emplace();
  }

  static Entry entry(int64_t id, const std::string& text) {
    Entry entry;
    Page& page = entry.page;
    page.id = id;
    page.site = 1;
    page.url = "http://a.test/" + std::to_string(id);
    page.result = "new";
    page.http_status = 200;
    page.depth = 2;
    page.title = "Title " + std::to_string(id);
    page.description = "it's \"quoted\" \\ and\ttabbed";
    page.language = "en";
    page.language_from = "declared";
    page.translation_group = (int64_t{1} << 53) - id;
    page.media_type = "text/html";
    page.link_share = 0.5;
    page.text = text;
    page.boilerplate = "Shops";
    page.size = uint64_t{1} << 40;
    page.first_seen = Instant::from_unix_microseconds(1'700'000'000'123'000);
    page.last_visit = Instant::from_unix_seconds(1'700'000'100);
    page.modified = Instant::from_unix_seconds(1'600'000'000 + id);
    page.modified_from = "sitemap";
    page.digest = std::string(64, 'a');
    page.rank = 0.25;
    page.belief_a = 0.5;
    page.belief_b = 1e-3;
    page.warc_file = "freshet-000001.warc.gz";
    page.warc_offset = uint64_t{1} << 33;
    page.history = {{Instant::from_unix_seconds(1'700'000'000), "same", 7},
                    {Instant::from_unix_seconds(1'700'000'100), "failed", 0}};
    words::Segmenter segmenter;
    entry.words = words_of(page, segmenter);
    entry.stamp = {.state = ~static_cast<uint64_t>(id), .content = static_cast<uint64_t>(id)};
    return entry;
  }

  // The beginning of every conversion here.
  std::unique_ptr<Writer> begin(bool expect_rebuild,
                                const WriteOptions& options = {.collection = "c"}) {
    auto writer = target_->writer();
    const auto held = writer->begin(options);
    EXPECT_TRUE(held) << held.error().message;
    if (held) {
      EXPECT_EQ(held->rebuild, expect_rebuild || !target_->keeps_rows);
    }
    return writer;
  }
  static void put_site(Writer& writer) {
    EXPECT_TRUE(writer.put(Community{1, "all of a.test"}));
    EXPECT_TRUE(writer.put(Domain{1, 1, "a.test"}));
    EXPECT_TRUE(writer.put(Site{1, 1, 1, "http://a.test"}));
  }
  static void put(RowWriter& writer, Entry entry) {
    const Status put = writer.put(std::move(entry));
    EXPECT_TRUE(put) << put.error().message;
  }
  static void finish(Writer& writer, uint64_t pages = 2, int64_t links_up_to = 0) {
    const Status finished = writer.finish({.converted_at = Instant::from_unix_seconds(5),
                                           .pages = pages,
                                           .links_up_to = links_up_to});
    EXPECT_TRUE(finished) << finished.error().message;
  }
  void convert_two() {
    const auto writer = begin(true);
    put_site(*writer);
    Entry first = entry(1, "Tea and cups");
    first.page.links = {{.target = 2, .nofollow = true}, {.target = 1}};
    put(*writer, std::move(first));
    put(*writer, entry(2, "cups only"));
    finish(*writer, 2, 2);
  }
  void expect_found(const std::string& word, const std::vector<int64_t>& pages) {
    const auto found = target_->find_pages(word);
    if (found) {
      EXPECT_EQ(*found, pages) << word;
    }
  }
  std::map<int64_t, Stamp> stamps(Writer& writer) {
    std::map<int64_t, Stamp> stamps;
    EXPECT_TRUE(writer.each_stamp([&](int64_t id, const Stamp& stamp) { stamps[id] = stamp; }));
    return stamps;
  }
  size_t count(const std::string& table) { return target_->rows().at(table).size(); }

  std::optional<Target> target_;
};
TYPED_TEST_SUITE_P(CatalogWriterContract);

// Further tests, for targets that keep rows from one conversion to the next.
template <typename Target>
class CatalogUpdateContract : public CatalogWriterContract<Target> {};
TYPED_TEST_SUITE_P(CatalogUpdateContract);

TYPED_TEST_P(CatalogWriterContract, RowsAreReadAsWritten) {
  const auto writer = this->begin(true);
  this->put_site(*writer);
  Entry whole = this->entry(1, "Tea and cups");
  whole.page.links = {{.target = 2, .nofollow = true}, {.target = 1}};
  whole.page.redirect_to = 2;
  this->put(*writer, whole);
  Entry bare;
  bare.page.id = 2;
  bare.page.site = 1;
  bare.page.url = "http://a.test/2";
  bare.page.result = "never";
  bare.page.noindex = true;
  bare.page.duplicate_of = 1;
  this->put(*writer, bare);
  this->finish(*writer);

  const std::string size = std::to_string(uint64_t{1} << 40);
  const std::string offset = std::to_string(uint64_t{1} << 33);
  const test::CatalogRows expected = {
      {"communities", {"1|all of a.test|"}},
      {"domains", {"1|1|a.test|"}},
      {"sites", {"1|1|1|http://a.test|"}},
      {"pages",
       {"1|1|http://a.test/1|new|200|2|Title 1|it's \"quoted\" \\ and\ttabbed|en|declared|"
        "9007199254740991|text/html|0.5|Tea and cups|Shops|" +
            size + "|1700000000.123000|1700000100.000000|||1600000001.000000|sitemap|" +
            std::string(64, 'a') + "||2|false|0.25|0.5|0.001|freshet-000001.warc.gz|" + offset +
            "|",
        "2|1|http://a.test/2|never||0|||||||0|||0||||||||1||true|0|0|0||0|"}},
      {"links", {"1|1|false|", "1|2|true|"}},
      {"history", {"1|1700000000.000000|same|7|", "1|1700000100.000000|failed|0|"}},
  };
  EXPECT_EQ(this->target_->rows(), expected);
}

TYPED_TEST_P(CatalogWriterContract, WordsAreFound) {
  this->convert_two();
  this->expect_found("tea", {1});
  this->expect_found("cups", {1, 2});
  this->expect_found("title", {1, 2});
  this->expect_found("shops", {1, 2});
  this->expect_found("\xEE\x80\x81shop", {1, 2});
  this->expect_found("\xEE\x80\x81tea", {});
  this->expect_found("soap", {});
}

TYPED_TEST_P(CatalogWriterContract, WithoutFinishNothingChanges) {
  this->convert_two();
  const test::CatalogRows before = this->target_->rows();
  for (const bool full : {false, true}) {
    {
      const auto writer = this->begin(full, {.collection = "c", .full = full});
      this->put_site(*writer);
      this->put(*writer, this->entry(2, "soap"));
      this->put(*writer, this->entry(3, "soap"));
      EXPECT_EQ(this->target_->rows(), before) << "during the conversion";
    }
    EXPECT_EQ(this->target_->rows(), before);
    this->expect_found("soap", {});
    this->expect_found("cups", {1, 2});
  }
}

TYPED_TEST_P(CatalogWriterContract, AFullConversionReplacesTheOneBefore) {
  this->convert_two();
  const auto writer = this->begin(true, {.collection = "c", .full = true});
  this->put_site(*writer);
  this->put(*writer, this->entry(3, "soap"));
  this->finish(*writer, 1);
  EXPECT_EQ(this->count("pages"), 1U);
  EXPECT_EQ(this->count("links"), 0U);
  EXPECT_EQ(this->count("history"), 2U);
  this->expect_found("soap", {3});
  this->expect_found("cups", {});
}

TYPED_TEST_P(CatalogUpdateContract, ALaterConversionUpdatesThePagesThatItPuts) {
  this->convert_two();
  {
    auto writer = this->target_->writer();
    const auto held = writer->begin({.collection = "c"});
    ASSERT_TRUE(held) << held.error().message;
    EXPECT_FALSE(held->rebuild);
    EXPECT_EQ(held->links_up_to, 2);
    const std::map<int64_t, Stamp> expected = {{1, {~uint64_t{1}, 1}}, {2, {~uint64_t{2}, 2}}};
    EXPECT_EQ(this->stamps(*writer), expected);
    this->put_site(*writer);
    this->put(*writer, this->entry(3, "soap and cups"));
    this->put(*writer, this->entry(1, "soap"));
    this->finish(*writer, 3);
  }
  this->expect_found("tea", {});
  this->expect_found("soap", {1, 3});
  this->expect_found("cups", {2, 3});
  EXPECT_EQ(this->count("pages"), 3U);
  EXPECT_EQ(this->count("links"), 0U);
  EXPECT_EQ(this->count("history"), 6U);
  EXPECT_EQ(this->count("sites"), 1U);
  // A third conversion replaces all words of page 1.
  const auto writer = this->begin(false);
  this->put(*writer, this->entry(1, "tea"));
  this->finish(*writer, 3);
  this->expect_found("tea", {1});
  this->expect_found("soap", {3});
}

TYPED_TEST_P(CatalogUpdateContract, RefreshingKeepsTextWordsAndLinks) {
  this->convert_two();
  {
    const auto writer = this->begin(false);
    Entry visited = this->entry(1, "");
    visited.words = {};
    visited.page.title = visited.page.media_type = "";
    visited.page.language = visited.page.language_from = "";
    visited.page.translation_group.reset();
    visited.page.result = "unchanged";
    visited.page.modified = Instant::from_unix_seconds(1'650'000'000);
    visited.page.modified_from = "http";
    visited.page.rank = 3;
    visited.page.history.resize(1);
    visited.stamp.state = 77;
    EXPECT_TRUE(writer->refresh(visited));
    this->finish(*writer);
  }
  const test::CatalogRows rows = this->target_->rows();
  EXPECT_NE(rows.at("pages")[0].find("|unchanged|200|2|Title 1|"), std::string::npos);
  EXPECT_NE(
      rows.at("pages")[0].find("|en|declared|9007199254740991|text/html|0.5|Tea and cups|Shops|"),
      std::string::npos);
  EXPECT_NE(rows.at("pages")[0].find("|1650000000.000000|http|"), std::string::npos);
  EXPECT_NE(rows.at("pages")[0].find("|false|3|"), std::string::npos);
  EXPECT_EQ(rows.at("links").size(), 2U);
  EXPECT_EQ(rows.at("history").size(), 3U);
  this->expect_found("tea", {1});
  const auto writer = this->begin(false);
  EXPECT_EQ(this->stamps(*writer).at(1), (Stamp{77, 1}));
}

TYPED_TEST_P(CatalogUpdateContract, LinksAreReplacedAndPagesRemoved) {
  this->convert_two();
  {
    const auto writer = this->begin(false);
    EXPECT_TRUE(writer->put_links(2, {{.target = 1}}));
    this->finish(*writer);
  }
  EXPECT_EQ(this->count("links"), 3U);
  const auto writer = this->begin(false);
  EXPECT_TRUE(writer->remove(1));
  this->finish(*writer, 1);
  EXPECT_EQ(this->count("pages"), 1U);
  EXPECT_EQ(this->count("links"), 0U);
  EXPECT_EQ(this->count("history"), 2U);
  this->expect_found("tea", {});
  this->expect_found("cups", {2});
}

TYPED_TEST_P(CatalogUpdateContract, AnotherCollectionIsNotOverwrittenByDefault) {
  this->convert_two();
  const auto held = this->target_->writer()->begin({.collection = "other"});
  ASSERT_FALSE(held);
  EXPECT_NE(held.error().message.find("--full"), std::string::npos) << held.error().message;
  this->begin(true, {.collection = "other", .full = true});
  this->begin(true, {.collection = "other", .replace_other = true});
  EXPECT_EQ(this->count("pages"), 2U);
}

// A conversion puts pages in the order of the archive, not in the order of their ids.
TYPED_TEST_P(CatalogWriterContract, ManyRowsAreWrittenInAnyOrder) {
  constexpr int64_t kPages = 3'000;
  const auto writer = this->begin(true);
  this->put_site(*writer);
  for (int64_t i = 0; i < kPages; ++i) {
    const int64_t id = 1 + i * 1'009 % kPages;
    Entry one = this->entry(id, "word" + std::to_string(id % 10));
    one.page.links = {{.target = 1 + id % kPages}};
    this->put(*writer, std::move(one));
  }
  this->finish(*writer, kPages);
  EXPECT_EQ(this->count("pages"), size_t{kPages});
  EXPECT_EQ(this->count("links"), size_t{kPages});
  const auto found = this->target_->find_pages("word7");
  if (found) {
    EXPECT_EQ(found->size(), size_t{kPages} / 10);
  }
}

REGISTER_TYPED_TEST_SUITE_P(CatalogWriterContract, RowsAreReadAsWritten, WordsAreFound,
                            WithoutFinishNothingChanges, AFullConversionReplacesTheOneBefore,
                            ManyRowsAreWrittenInAnyOrder);
REGISTER_TYPED_TEST_SUITE_P(CatalogUpdateContract, ALaterConversionUpdatesThePagesThatItPuts,
                            RefreshingKeepsTextWordsAndLinks, LinksAreReplacedAndPagesRemoved,
                            AnotherCollectionIsNotOverwrittenByDefault);

}  // namespace freshet::catalog

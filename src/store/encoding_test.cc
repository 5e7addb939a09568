#include "store/encoding.h"

#include <gtest/gtest.h>

#include <random>

#include "contract/store_samples.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace freshet::store {
namespace {

const PageKey kKey = key_of(0x0102030405060708, 0x1112131415161718);

std::string bytes_of(const PageState& page) {
  std::string bytes;
  encode_page(page, bytes);
  return bytes;
}
std::string bytes_of(const SiteState& site) {
  std::string bytes;
  encode_site(site, bytes);
  return bytes;
}
std::string bytes_of(const PageLinks& links) {
  std::string bytes;
  encode_links(links, bytes);
  return bytes;
}

TEST(Encoding, PageThatWasNotVisitedTakesLittleMoreThanItsUrl) {
  const PageState page = waiting_page(kKey, at(1'794'700'000));
  EXPECT_LE(bytes_of(page).size(), page.url.size() + 20);
}

TEST(Encoding, PageIsAsDocumented) {
  PageState page;
  page.key = kKey;
  page.next_visit = Instant::from_unix_microseconds(-1);
  page.url = "u";
  page.depth = 300;
  page.result = VisitResult::kGone;
  page.importance = 1.0F;
  const std::string expected(
      "\x01"          // layout
      "\x01"          // next_visit: -1
      "\xA1\x80\x10"  // depth, result, importance
      "\x01u"
      "\xAC\x02"  // depth
      "\x06"      // result
      "\x3F\x80\x00\x00",
      14);
  EXPECT_EQ(bytes_of(page), expected);
}

TEST(Encoding, TimesOfAPageMayBeMissing) {
  const PageState all = visited_page(kKey, at(5));
  for (const auto time : kOptionalTimes) {
    ASSERT_TRUE(all.*time);
    PageState without = all;
    (without.*time).reset();
    const auto read = decode_page(kKey, bytes_of(without));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, without);
    PageState alone = waiting_page(kKey, at(5));
    const std::string none = bytes_of(alone);
    alone.*time = Instant::from_unix_microseconds(-1);
    EXPECT_EQ(decode_page(kKey, bytes_of(alone)).value(), alone);
    alone.*time = Instant();
    EXPECT_EQ(bytes_of(alone), none) << "the format has no other value for a missing time";
  }
}

TEST(Encoding, SiteIsAsDocumented) {
  SiteState site{.id = {1}, .text = "s", .crawl_delay = Duration::microseconds(3)};
  // Layout, in_scope, text, four numbers, crawl_delay, robots_fetched, five empty fields.
  EXPECT_EQ(bytes_of(site), std::string("\x01\x01\x01s\0\0\0\0\x06\0\0\0\0\0\0", 15));
  EXPECT_EQ(decode_site(site.id, bytes_of(site)).value(), site);
  site.robots_fetched = Instant::from_unix_microseconds(-1);
  EXPECT_EQ(bytes_of(site), std::string("\x01\x01\x01s\0\0\0\0\x06\x01\0\0\0\0\0", 15));
  EXPECT_EQ(decode_site(site.id, bytes_of(site)).value(), site);
}

TEST(Encoding, LinksAreAsDocumented) {
  const PageLinks links{
      .from = key_of(1, 2),
      .to = {{.key = key_of(1, 3), .nofollow = true}, {.key = key_of(4, 5), .nofollow = false}}};
  EXPECT_EQ(bytes_of(links), std::string("\x01\x02\x09"
                                         "\0\0\0\0\0\0\0\x03"
                                         "\0\0\0\0\0\0\0\x04"
                                         "\0\0\0\0\0\0\0\x05",
                                         27));
}

TEST(Encoding, OriginalIsAsDocumented) {
  const auto content = digest::sha256("content");
  const auto bytes_of_original = [&](const digest::Digest256& payload) {
    std::string bytes;
    encode_original(content, {.page = key_of(1, 2), .at = at(0), .payload = payload}, bytes);
    return bytes;
  };
  const std::string head("\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02\0", 18);
  EXPECT_EQ(bytes_of_original({}), head + '\0');
  EXPECT_EQ(bytes_of_original(content), head + '\1');
  const auto other = digest::sha256("other");
  const std::string long_form = head + '\2' + std::string(content_key(other));
  EXPECT_EQ(bytes_of_original(other), long_form);
  for (const auto& payload : {digest::Digest256(), content, other}) {
    const auto read = decode_original(content, bytes_of_original(payload));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, (Original{.page = key_of(1, 2), .at = at(0), .payload = payload}));
  }
  for (size_t size = 0; size < long_form.size(); ++size) {
    EXPECT_FALSE(decode_original(content, long_form.substr(0, size)).has_value() &&
                 size != head.size() + 1)
        << size;
  }
  EXPECT_FALSE(decode_original(content, head + '\3'));
  EXPECT_FALSE(decode_original(content, long_form + 'x'));
  // Every state has only one encoding.
  EXPECT_FALSE(decode_original(other, long_form));
}

TEST(Encoding, OriginalWithAPositionIsAsDocumented) {
  const auto content = digest::sha256("content");
  const Original original{.page = key_of(1, 2),
                          .at = at(0),
                          .payload = content,
                          .archived = {.file = 3, .offset = 300}};
  std::string bytes;
  encode_original(content, original, bytes);
  EXPECT_EQ(bytes, std::string("\x02\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02\0\1\3\xAC\2", 22));
  EXPECT_EQ(decode_original(content, bytes).value(), original);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_original(content, bytes.substr(0, size))) << size;
  }
  // An original without a position has the other layout.
  EXPECT_FALSE(decode_original(content, bytes.substr(0, 19) + std::string(2, '\0')));
}

TEST(Encoding, OriginalOfAnotherWriterIsAsDocumented) {
  const auto content = digest::sha256("content");
  const Original original{.page = key_of(1, 2),
                          .at = at(0),
                          .payload = content,
                          .archived = {.writer = 200, .file = 3, .offset = 300}};
  std::string bytes;
  encode_original(content, original, bytes);
  EXPECT_EQ(bytes, std::string("\x03\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02\0\1\xC8\1\3\xAC\2", 24));
  EXPECT_EQ(decode_original(content, bytes).value(), original);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_original(content, bytes.substr(0, size))) << size;
  }
  // A position of writer 0 has the other layout.
  EXPECT_FALSE(decode_original(content, bytes.substr(0, 19) + std::string("\0\3\1", 3)));
}

TEST(Encoding, WriterZeroOfAPositionTakesNoBytes) {
  PageState page = visited_page(kKey, at(5));
  const size_t alone = bytes_of(page).size();
  page.archived.writer = 1;
  const std::string bytes = bytes_of(page);
  EXPECT_GT(bytes.size(), alone);
  EXPECT_EQ(bytes.back(), 1) << "the last field";
  EXPECT_EQ(decode_page(kKey, bytes).value(), page);
  EXPECT_FALSE(decode_page(kKey, bytes.substr(0, bytes.size() - 1) + '\0'));
}

TEST(Encoding, DiscoveryIsAsDocumented) {
  const Discovery bare{.key = kKey, .url = "u", .depth = 300, .redirects = 1, .found_at = at(7)};
  std::string bytes;
  encode_discovery(bare, bytes);
  EXPECT_EQ(bytes, std::string("\x01\x04\xAC\x02\x01\x01u", 7));
  EXPECT_EQ(decode_discovery(bare.id(), bytes).value(), bare);
  Discovery dated = bare;
  dated.listed_date = Instant();
  std::string same;
  encode_discovery(dated, same);
  EXPECT_EQ(same, bytes) << "the format has no other value for a missing date";

  Discovery full = sample_discovery(kKey, at(7));
  full.url = "u";
  full.listed_date = Instant::from_unix_microseconds(-1);
  bytes.clear();
  encode_discovery(full, bytes);
  EXPECT_EQ(bytes, std::string("\x01\x7B\x03\x02\x06"
                               "\0\0\0\0\0\0\0\x07\0\0\0\0\0\0\0\x08"
                               "\0\0\0\0\0\0\0\x09\0\0\0\0\0\0\0\x0A"
                               "\x01\x01u",
                               40));
  EXPECT_EQ(decode_discovery(full.id(), bytes).value(), full);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_discovery(full.id(), bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_discovery(full.id(), bytes + 'x'));
  const auto damaged = [&](size_t at, char byte) {
    std::string wrong = bytes;
    wrong[at] = byte;
    return wrong;
  };
  EXPECT_FALSE(decode_discovery(full.id(), damaged(0, 2))) << "another layout";
  EXPECT_FALSE(decode_discovery(full.id(), damaged(1, '\xFB'))) << "an unknown flag";
  EXPECT_FALSE(decode_discovery(full.id(), damaged(4, 0))) << "no reason";
  EXPECT_FALSE(decode_discovery(full.id(), damaged(37, 0))) << "a date with its default value";
}

TEST(Encoding, EpochsAreAsDocumented) {
  Epochs epochs{};
  epochs[0] = 300;
  epochs[255] = 1;
  std::string bytes;
  encode_epochs(epochs, bytes);
  EXPECT_EQ(bytes, "\x01\xAC\x02" + std::string(254, '\0') + "\x01");
  EXPECT_EQ(decode_epochs(bytes).value(), epochs);
  EXPECT_FALSE(decode_epochs(bytes.substr(0, bytes.size() - 1)));
  EXPECT_FALSE(decode_epochs(bytes + '\0'));
}

TEST(Encoding, IdIsAsDocumented) {
  std::string bytes;
  encode_id(300, bytes);
  EXPECT_EQ(bytes, "\x01\xAC\x02");
  EXPECT_EQ(decode_id(bytes).value(), 300U);
  EXPECT_FALSE(decode_id("\x01"));
  EXPECT_FALSE(decode_id(bytes + 'x'));
}

TEST(Encoding, UnadmittedUrlIsAsDocumented) {
  UnadmittedUrl url{.key = kKey,
                    .url = "u",
                    .reason = UnadmittedReason::kNofollow,
                    .depth = 300,
                    .redirects = 1,
                    .sitemap = true,
                    .found_on = key_of(1, 2),
                    .found_at = Instant::from_unix_microseconds(-1)};
  std::string bytes;
  encode_unadmitted(url, bytes);
  EXPECT_EQ(bytes, std::string("\x01\x06\xAC\x02\x03\x01\x01"
                               "\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02"
                               "\x01u",
                               25));
  EXPECT_EQ(decode_unadmitted(kKey, bytes).value(), url);
  EXPECT_EQ(decode_preference(bytes).value(), preference(url));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_unadmitted(kKey, bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_unadmitted(kKey, bytes + 'x'));
  const auto damaged = [&](size_t at, char byte) {
    std::string wrong = bytes;
    wrong[at] = byte;
    return wrong;
  };
  EXPECT_FALSE(decode_unadmitted(kKey, damaged(0, 2))) << "another layout";
  EXPECT_FALSE(decode_preference(damaged(0, 2)));
  EXPECT_FALSE(decode_preference(damaged(1, 0))) << "no reason";
  EXPECT_FALSE(decode_preference(damaged(1, 12))) << "an unknown reason";
  EXPECT_FALSE(decode_unadmitted(kKey, damaged(4, 4))) << "an unknown flag";
}

TEST(Encoding, ItemIsAsDocumented) {
  const Item bare{.page = kKey, .recipe = "r", .rules = 1, .key = "k", .fields = "{}"};
  std::string bytes;
  encode_item(bare, bytes);
  EXPECT_EQ(bytes, std::string("\x01\x01r\0\0\0\0\0\0\0\x01\x01k\x02{}\0\0\0\0", 20));
  Item full = sample_item(kKey);
  full.unmatched_since = at(5);
  bytes.clear();
  encode_item(full, bytes);
  EXPECT_EQ(decode_item(kKey, bytes).value(), full);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_item(kKey, bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_item(kKey, bytes + '\0'));
  EXPECT_FALSE(decode_item(kKey, "\x02" + bytes.substr(1))) << "another layout";
}

TEST(Encoding, FieldsOfAChangeFollowTheByteOfItsPart) {
  Change change{.at = at(1), .page = kKey, .kind = Change::Kind::kChanged, .fields = "{}"};
  std::string bytes;
  encode_change(change, bytes);
  EXPECT_EQ(bytes, std::string("\x01\x02\0\0\0\0\0\0{}", 10));
  EXPECT_EQ(decode_change({at(1), kKey}, bytes).value(), change);
  EXPECT_FALSE(decode_change({at(1), kKey}, bytes.substr(0, 8))) << "a part without a meaning";
}

TEST(Encoding, EveryTruncationIsAnError) {
  const std::string page = bytes_of(visited_page(kKey, at(5)));
  for (size_t size = 0; size < page.size(); ++size) {
    EXPECT_FALSE(decode_page(kKey, page.substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_page(kKey, page + '\0'));
  const std::string site = bytes_of(sample_site(1));
  for (size_t size = 0; size < site.size(); ++size) {
    EXPECT_FALSE(decode_site({1}, site.substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_site({1}, site + '\0'));
  const std::string links = bytes_of(sample_links(kKey, 9));
  for (size_t size = 0; size < links.size(); ++size) {
    EXPECT_FALSE(decode_links(kKey, links.substr(0, size))) << size;
  }
  EXPECT_FALSE(decode_links(kKey, links + '\0'));
}

TEST(Encoding, OtherLayoutsAreErrors) {
  for (const char layout : {'\0', '\x02', '\xFF'}) {
    std::string bytes = bytes_of(visited_page(kKey, at(5)));
    bytes[0] = layout;
    EXPECT_FALSE(decode_page(kKey, bytes));
    EXPECT_FALSE(decode_next_visit(bytes));
    bytes = bytes_of(sample_site(1));
    bytes[0] = layout;
    EXPECT_FALSE(decode_site({1}, bytes));
    bytes = bytes_of(sample_links(kKey, 3));
    bytes[0] = layout;
    EXPECT_FALSE(decode_links(kKey, bytes));
  }
}

TEST(Encoding, BytesThatNoEncoderWritesAreAnError) {
  const std::string none("\x01\0\0\0", 4);
  ASSERT_TRUE(decode_page(kKey, none));
  const std::string strange[] = {
      std::string("\x01\0\x80\x80\x20\0", 6),      // an unknown field
      std::string("\x01\0\x20\0\x0F", 5),          // an unknown result
      std::string("\x01\0\x20\0\0", 5),            // a field with its default value
      std::string("\x01\0\x01\0\x80\x80\x04", 7),  // depth 65,536
      std::string("\x01\x80\0\0\0", 5),            // a number in a longer form
      std::string("\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x02\0\0", 13),      // 65 bits
      std::string("\x01\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 13),      // a text of 2^64-1
      std::string("\x01\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 14),  // without end
  };
  for (const std::string& bytes : strange) {
    EXPECT_FALSE(decode_page(kKey, bytes)) << testing::PrintToString(bytes);
  }
  std::string site = bytes_of(SiteState());
  site[1] = 2;
  EXPECT_FALSE(decode_site({1}, site));
  // Counts that the bytes cannot hold.
  EXPECT_FALSE(decode_links(kKey, std::string("\x01\x02\0\0\0\0\0\0\0\0\0", 11)));
  EXPECT_FALSE(decode_links(kKey, "\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"));
  // Flags of targets that do not exist, and a target marked as on another site that is on the same.
  EXPECT_TRUE(decode_links(kKey, "\x01\x01\x01pagepage"));
  EXPECT_FALSE(decode_links(kKey, "\x01\x01\x05pagepage"));
  EXPECT_TRUE(decode_links(kKey, "\x01\x01\x02sitesitepagepage"));
  EXPECT_FALSE(decode_links(kKey, "\x01\x01\x02\x01\x02\x03\x04\x05\x06\x07\x08pagepage"));
}

TEST(Encoding, DamagedBytesAreAnErrorOrDecodeToWhatEncodesToTheSameBytes) {
  constexpr unsigned kSeed = 20'261'115;
  std::mt19937 random(kSeed);
  const std::string good = bytes_of(visited_page(kKey, at(5)));
  int decoded = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = good;
    for (unsigned i = 0; i <= random() % 3; ++i) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    if (const auto page = decode_page(kKey, bytes)) {
      EXPECT_EQ(bytes_of(*page), bytes) << "seed " << kSeed << " round " << round;
      ++decoded;
    }
  }
  EXPECT_GT(decoded, 0);
}

TEST(Encoding, NextVisitCanBeReadAlone) {
  for (const Instant next_visit : {at(7), Instant::never(), kFirstInstant, Instant()}) {
    EXPECT_EQ(decode_next_visit(bytes_of(visited_page(kKey, next_visit))).value(), next_visit);
  }
  EXPECT_FALSE(decode_next_visit(""));
  EXPECT_FALSE(decode_next_visit("\x01\x80"));
}

TEST(Keys, BytesAreOrderedLikeValues) {
  const int64_t times[] = {
      std::numeric_limits<int64_t>::min(), -1, 0, 1, 255, 256, int64_t{1} << 40,
      std::numeric_limits<int64_t>::max()};
  std::string before;
  for (const int64_t time : times) {
    const Store::Due due{.next_visit = Instant::from_unix_microseconds(time), .key = kKey};
    const std::string bytes(due_key(due).view());
    EXPECT_LT(before, bytes);
    EXPECT_EQ(read_due_key(bytes), due);
    before = bytes;
  }
  EXPECT_LT(page_key(key_of(1, ~uint64_t{0})).view(), page_key(key_of(2, 0)).view());
  EXPECT_EQ(page_key(kKey).view(),
            "\x01\x02\x03\x04\x05\x06\x07\x08\x11\x12\x13\x14\x15\x16\x17\x18");
  EXPECT_EQ(shard_of(kKey.site), static_cast<uint8_t>(page_key(kKey).view()[0]));
}

TEST(Keys, DiscoveriesAreOrderedByShardThenByTime) {
  const DiscoveryId ids[] = {{.found_at = at(9), .key = key_of(1, 2)},
                             {.found_at = kFirstInstant, .key = kKey},
                             {.found_at = at(-1), .key = kKey},
                             {.found_at = at(1), .key = key_in(1, 9, 9)},
                             {.found_at = Instant::never(), .key = key_in(1, 0, 0)},
                             {.found_at = at(-5), .key = key_of(~uint64_t{0}, 0)}};
  std::string before;
  for (const DiscoveryId& id : ids) {
    const std::string bytes(discovery_key(id).view());
    EXPECT_LT(before, bytes);
    EXPECT_LT(shard_key(shard_of(id.key.site)).view(), bytes);
    EXPECT_EQ(read_discovery_key(bytes), id);
    before = bytes;
  }
  before[0] = '\x01';
  EXPECT_EQ(read_discovery_key(before), std::nullopt) << "a shard that is not the site's";
}

TEST(Keys, BytesOfAnotherLengthAreNotAKey) {
  for (size_t size = 0; size < 40; ++size) {
    const std::string bytes(size, 'k');
    EXPECT_EQ(read_site_key(bytes).has_value(), size == 8);
    EXPECT_EQ(read_page_key(bytes).has_value(), size == 16);
    EXPECT_EQ(read_due_key(bytes).has_value(), size == 24);
    EXPECT_EQ(read_discovery_key(bytes).has_value(), size == 25);
  }
}

TEST(Bytes, NumbersAreReadAsTheyWereWritten) {
  std::vector<uint64_t> numbers = {0, ~uint64_t{0}};
  for (int bit = 0; bit < 64; ++bit) {
    numbers.push_back(uint64_t{1} << bit);
    numbers.push_back((uint64_t{1} << bit) - 1);
  }
  for (const uint64_t number : numbers) {
    std::string bytes;
    ByteWriter out(bytes);
    out.varint(number);
    out.signed_varint(static_cast<int64_t>(number));
    out.big_endian(number);
    out.big_endian_32(static_cast<uint32_t>(number));
    ByteReader in(bytes);
    EXPECT_EQ(in.varint(), number);
    EXPECT_EQ(in.signed_varint(), static_cast<int64_t>(number));
    EXPECT_EQ(in.big_endian(), number);
    EXPECT_EQ(in.big_endian_32(), static_cast<uint32_t>(number));
    EXPECT_EQ(in.left(), 0U);
    EXPECT_FALSE(in.failed());
  }
}

TEST(Bytes, AfterAFailureNothingIsRead) {
  ByteReader in(
      "\x05"
      "abc");
  EXPECT_EQ(in.text(), "");
  EXPECT_TRUE(in.failed());
  EXPECT_EQ(in.varint(), 0U);
  EXPECT_EQ(in.left(), 0U);
}

}  // namespace
}  // namespace freshet::store

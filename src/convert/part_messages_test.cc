#include "convert/part_messages.h"

#include <gtest/gtest.h>

namespace freshet::convert {
namespace {

store::PageKey key(uint64_t site, uint64_t page) {
  return {{site}, {page}};
}

template <typename Message>
void expect_read_as_written(const Message& message) {
  const std::string bytes = encode(message);
  const auto read = decode<Message>(bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, message);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode<Message>(bytes.substr(0, size))) << size << " of " << bytes.size();
  }
  EXPECT_FALSE(decode<Message>(bytes + '\0'));
}

const SiteBoilerplate::Request kRequest{
    .site = {~uint64_t{0}},
    .pages = 1'000'000,
    .sample = {{.page = 1, .at = {.writer = 3, .file = 7, .offset = uint64_t{1} << 40}},
               {.page = ~uint64_t{0}, .at = {}}}};

TEST(PartMessages, AreReadAsWritten) {
  expect_read_as_written(
      SurveyOrder{.conversion = "abc",
                  .target = {.rebuild = false, .rebuild_items = false, .links_up_to = 12},
                  .full = true,
                  .now = Instant::from_unix_microseconds(-5),
                  .communities = {"a=b.example", ""}});
  expect_read_as_written(SurveyReport{.pages = 5,
                                      .new_pages = 4,
                                      .last_page = ~uint64_t{0},
                                      .writers = {0, 65'535},
                                      .sites = {{{1}, "http://a.test"}, {{2}, ""}}});
  expect_read_as_written(
      AssignOrder{.range = {.first = 6, .count = 4}, .holders = {{0, 2}, {65'535, 0}}});
  expect_read_as_written(AssignReport{.requests = {{2, {kRequest, kRequest}}, {3, {}}}});
  expect_read_as_written(LearnOrder{.requests = {kRequest}});
  expect_read_as_written(ConvertOrder{.has_new_ids = true});
  ConvertReport report{.seen = std::vector<bool>(17), .given_away = {{1, {key(1, 2), key(3, 4)}}}};
  report.seen[0] = report.seen[9] = report.seen[16] = true;
  report.summary = {.rebuilt = true, .pages = 1, .put = 2, .refreshed = 3, .relinked = 4};
  report.summary.unreadable = 6;
  report.summary.reading = 0.5;
  expect_read_as_written(report);
  expect_read_as_written(FollowOrder{.pages = {key(1, 2)}, .is_last = true});
}

TEST(PartMessages, OfAnotherTypeOrVersionAreRefused) {
  EXPECT_FALSE(decode<LearnOrder>(encode(ConvertOrder())));
  EXPECT_FALSE(decode<ConvertReport>(encode(ConvertOrder())));
  std::string newer = encode(ConvertOrder());
  ++newer[0];
  const auto read = decode<ConvertOrder>(newer);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("one version"), std::string::npos) << read.error().message;
}

TEST(PartMessages, SizesAreNotTrusted) {
  std::string huge = encode(FollowOrder());
  huge.resize(2);
  huge += std::string(9, '\xFF') + '\x01';
  EXPECT_FALSE(decode<FollowOrder>(huge));
  std::string bits = encode(ConvertReport());
  bits.resize(bits.size() - 2);
  bits += std::string(9, '\xFF') + '\x01';
  EXPECT_FALSE(decode<ConvertReport>(bits));
}

TEST(PartMessages, OrdersHaveTheirTypes) {
  EXPECT_EQ(order_type(encode(SurveyOrder())).value(), OrderType::kSurvey);
  EXPECT_EQ(order_type(encode(AssignOrder())).value(), OrderType::kAssign);
  EXPECT_EQ(order_type(encode(LearnOrder())).value(), OrderType::kLearn);
  EXPECT_EQ(order_type(encode(ConvertOrder())).value(), OrderType::kConvert);
  EXPECT_EQ(order_type(encode(FollowOrder())).value(), OrderType::kFollow);
  EXPECT_FALSE(order_type(encode(ConvertReport())));
  EXPECT_FALSE(order_type(""));
}

}  // namespace
}  // namespace freshet::convert

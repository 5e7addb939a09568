#include "warc/record_head.h"

#include "gtest/gtest.h"

namespace freshet::warc {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

TEST(RecordHead, ReadsVersionAndFieldsInOrder) {
  const auto head = parse_record_head(
      "WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 12\r\nX-Two:a:b\r\n\r\n");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->version, "1.1");
  EXPECT_EQ(head->fields,
            (Fields{{"WARC-Type", "response"}, {"Content-Length", "12"}, {"X-Two", "a:b"}}));
  EXPECT_EQ(head->content_length, 12u);
  EXPECT_TRUE(head->remarks.empty());
}

TEST(RecordHead, AcceptsExtraWhiteSpaceAndBareLineFeeds) {
  const auto head = parse_record_head(
      "WARC/0.18  \nWARC-Type :\t response \nContent-Length:7\nX: one\r\n  two\r\n\tthree\n\n");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->version, "0.18");
  EXPECT_EQ(head->fields,
            (Fields{{"WARC-Type", "response"}, {"Content-Length", "7"}, {"X", "one two three"}}));
  EXPECT_TRUE(head->remarks.empty());
}

TEST(RecordHead, LinesThatAreNotFieldsAreRemarked) {
  const auto head =
      parse_record_head("WARC/3.7\r\n folded\r\nnonsense\r\n: nameless\r\nA: b\r\n\r\n");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->fields, (Fields{{"A", "b"}}));
  EXPECT_EQ(head->remarks,
            (std::vector<std::string>{"unknown version: 3.7",
                                      "continuation line without a field before it:  folded",
                                      "not a field: nonsense", "not a field: : nameless"}));
  EXPECT_EQ(head->content_length, std::nullopt);
}

TEST(RecordHead, RemarksAreLimited) {
  std::string text = "WARC/1.0\n";
  for (int i = 0; i < 1'000; ++i) text += std::string(100, 'x') + "\n";
  const auto head = parse_record_head(text);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->remarks.size(), 10u);
  EXPECT_LT(head->remarks[0].size(), 100u);
}

TEST(RecordHead, InvalidHeadersAreErrors) {
  for (const char* bad :
       {"", "HTTP/1.1 200 OK\r\n\r\n", "warc/1.0\r\n", "WARC/x\r\n", " WARC/1.0\r\n",
        "WARC/1.0\r\nContent-Length: \r\n", "WARC/1.0\r\nContent-Length: -1\r\n",
        "WARC/1.0\r\nContent-Length: 1x\r\n",
        "WARC/1.0\r\nContent-Length: 99999999999999999999\r\n",
        "WARC/1.0\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
        "WARC/1.0\r\nWARC-Type: a\r\nWARC/1.0\r\n"}) {
    EXPECT_FALSE(parse_record_head(bad)) << bad;
  }
  EXPECT_TRUE(parse_record_head("WARC/1.0\r\nContent-Length: 1\r\nContent-Length: 1\r\n"));
}

TEST(RecordHead, EndsAfterItsEmptyLine) {
  EXPECT_EQ(head_length("A\r\nB\r\n\r\nC"), 8u);
  EXPECT_EQ(head_length("A\nB\n\nC"), 5u);
  EXPECT_EQ(head_length("A\nB\n\r\nC"), 6u);
  EXPECT_EQ(head_length("A\r\nB\r\n\r"), std::string_view::npos);
  EXPECT_EQ(head_length("A\r\nB"), std::string_view::npos);
  EXPECT_EQ(head_length(""), std::string_view::npos);
}

TEST(RecordHead, EndIsFoundIfTheTextComesInTwoParts) {
  for (const std::string text : {"A\r\nB\r\n\r\nC", "A\nB\n\nC", "A\nB\n\r\nC"}) {
    for (size_t first = 0; first <= text.size(); ++first) {
      const auto beginning = std::string_view(text).substr(0, first);
      const size_t found = head_length(beginning);
      if (found != std::string_view::npos) continue;
      EXPECT_EQ(head_length(text, first), head_length(text)) << text << " cut at " << first;
    }
  }
}

}  // namespace
}  // namespace freshet::warc

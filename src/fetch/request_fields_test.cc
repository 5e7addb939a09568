#include "fetch/request_fields.h"

#include <curl/curl.h>

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

const std::string kUsual =
    "User-Agent: test/1\r\n"
    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
    "Accept-Encoding: gzip, br, zstd, deflate\r\n";

std::string sent(RequestFields& fields,
                 const std::vector<std::pair<std::string, std::string>>& more) {
  fields.set(more);
  std::string head;
  fields.append_to(head);
  return head;
}

TEST(RequestFields, HasTheUsualAndTheAdditionalFields) {
  RequestFields fields("test/1");
  EXPECT_EQ(sent(fields, {}), kUsual);
  EXPECT_EQ(sent(fields, {{"If-None-Match", "\"x\""}}), kUsual + "If-None-Match: \"x\"\r\n");
  EXPECT_EQ(sent(fields, {}), kUsual);
}

TEST(RequestFields, AdditionalFieldsReplaceUsualOnesOfTheSameName) {
  RequestFields fields("test/1");
  EXPECT_EQ(sent(fields, {{"accept", "text/plain"}, {"ACCEPT-ENCODING", "identity"}}),
            "User-Agent: test/1\r\naccept: text/plain\r\nACCEPT-ENCODING: identity\r\n");
}

TEST(RequestFields, InvalidFieldsAreLeftOut) {
  RequestFields fields("test/1");
  EXPECT_EQ(sent(fields, {{"If-None-Match", "\"a\r\nX: y\""},
                          {"", "x"},
                          {"A b", "x"},
                          {"X:", "x"},
                          {"Host", "elsewhere.example"},
                          {"X-Nul", std::string("a\0b", 3)}}),
            kUsual);
}

TEST(RequestFields, TheListHasALineForEach) {
  RequestFields fields("");
  fields.set({{"X-Empty", ""}, {"X-Blank", " "}, {"X-Full", " a "}});
  std::vector<std::string> lines;
  for (const curl_slist* line = fields.list(); line != nullptr; line = line->next) {
    lines.emplace_back(line->data);
  }
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[2], "X-Empty;");
  EXPECT_EQ(lines[3], "X-Blank;");
  EXPECT_EQ(lines[4], "X-Full: a");
  std::string head;
  fields.append_to(head);
  EXPECT_TRUE(head.ends_with("X-Empty:\r\nX-Blank:\r\nX-Full: a\r\n")) << head;
}

}  // namespace
}  // namespace freshet::fetch

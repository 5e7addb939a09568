// Tests url and charset together: the query of a link is encoded in the encoding of its page.
#include "charset/decode.h"
#include "gtest/gtest.h"
#include "support/suite.h"
#include "url/url.h"

namespace freshet {
namespace {

TEST(QueryEncodingConformance, QueriesAreEncodedInTheEncodingOfTheirPage) {
  int compared = 0;
  test::run_suite("url/query_percent_encoding.jsonl",
                  [&](const json::Value& c) -> test::Mismatch {
                    for (const auto& [label, expected] : c["output"].members()) {
                      const auto encoding = charset::encoding_for_label(label);
                      if (!encoding) return "no encoding " + std::string(label);
                      const url::QueryEncoder encoder = charset::query_encoder(*encoding);
                      const std::string input = "http://h/?" + test::bytes_of(c, "input");
                      const auto parsed = url::parse(input, {.query_encoder = &encoder});
                      if (!parsed || parsed->query() != *expected.string()) {
                        return std::string(label) + ": " +
                               (parsed ? std::string(parsed->query()) : "error");
                      }
                      ++compared;
                    }
                    return std::nullopt;
                  },
                  {.name = "url.query_percent_encoding_legacy", .at_least = 2});
  if (!testing::Test::IsSkipped()) {
    EXPECT_GE(compared, 5);
  }
}

}  // namespace
}  // namespace freshet

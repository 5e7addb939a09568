#include "url/surt.h"

#include <gtest/gtest.h>

namespace freshet::url {
namespace {

std::string key(std::string_view text) {
  return surt(parse(text).value());
}

TEST(Surt, ReversesTheHost) {
  EXPECT_EQ(key("https://news.example.co.uk/a?b"), "uk,co,example,news)/a?b");
  EXPECT_EQ(key("http://u:p@example.com:8080/"), "com,example:8080)/");
  EXPECT_EQ(key("http://[::1]/"), "[::1])/");
}

TEST(Surt, DropsWww) {
  EXPECT_EQ(key("http://www.example.com/"), "com,example)/");
  EXPECT_EQ(key("http://www12.example.com/"), "com,example)/");
  EXPECT_EQ(key("http://wwwexample.com/"), "com,wwwexample)/");
  EXPECT_EQ(key("http://www./"), ",www)/");
}

TEST(Surt, ConvertsToLowerCaseSortsParametersAndDropsTheFragment) {
  EXPECT_EQ(key("http://h/A/B/?z=1&A=2&a=1#f"), "h)/a/b?a=1&a=2&z=1");
  EXPECT_EQ(key("http://h/?"), "h)/");
}

TEST(Surt, DecodesRepeatedlyUntilNoEscapeIsLeft) {
  EXPECT_EQ(key("http://h/%2541%7e%E9%20x"), "h)/a~%e9%20x");
  EXPECT_EQ(key("http://h/%2525"), "h)/%25");
}

TEST(Surt, KeyOfAnotherSchemeIsTheUrlExceptForDns) {
  EXPECT_EQ(key("dns:www.example.com"), "com,example,www)");
  EXPECT_EQ(key("warcinfo:A.warc.gz"), "warcinfo:A.warc.gz");
}

}  // namespace
}  // namespace freshet::url

#include "url/communities.h"

#include <gtest/gtest.h>

namespace freshet::url {
namespace {

TEST(Communities, AHostBelongsToTheFirstGroupThatMatches) {
  const auto groups = Communities::parse(
      {"news=*.example.com, example.org", " shops = shop.example.com *.shop.test"});
  ASSERT_TRUE(groups) << groups.error().message;
  EXPECT_EQ(groups->of_host("a.example.com"), "news");
  EXPECT_EQ(groups->of_host("a.b.example.com"), "news");
  EXPECT_EQ(groups->of_host("shop.example.com"), "news");
  EXPECT_EQ(groups->of_host("example.org"), "news");
  EXPECT_EQ(groups->of_host("x.shop.test"), "shops");
  EXPECT_EQ(groups->of_host("example.com"), "example.com") << "a host is not below itself";
  EXPECT_EQ(groups->of_host("notexample.com"), "notexample.com");
  EXPECT_EQ(groups->of_host("127.0.0.1"), "127.0.0.1");
}

TEST(Communities, AHostInNoGroupBelongsToTheCommunityOfItsDomain) {
  const auto groups = Communities::parse({"news=example.org"});
  ASSERT_TRUE(groups) << groups.error().message;
  EXPECT_EQ(groups->of_host("www.example.org"), "news");
  EXPECT_EQ(groups->of_host("a.example.co.uk"), "example.co.uk");
  EXPECT_EQ(groups->of_host("b.example.co.uk"), "example.co.uk");
}

TEST(Communities, ErrorsNameTheGroupAndTheProblem) {
  const auto error = [](const std::vector<std::string>& groups) {
    const auto parsed = Communities::parse(groups);
    return parsed ? std::string() : parsed.error().message;
  };
  EXPECT_EQ(error({}), "");
  EXPECT_NE(error({"example.com"}).find("'example.com' has no '='"), std::string::npos);
  EXPECT_NE(error({"=a.test"}).find("has no name"), std::string::npos);
  EXPECT_NE(error({"news="}).find("has no patterns"), std::string::npos);
  EXPECT_NE(error({"a=x.test", "a=y.test"}).find("same name as another"), std::string::npos);
  EXPECT_NE(error({"a=http://x.test/"}).find("'http://x.test/'"), std::string::npos);
  EXPECT_NE(error({"a=*."}).find("'*.'"), std::string::npos);
  EXPECT_NE(error({"a=x.*.test"}).find("'x.*.test'"), std::string::npos);
}

}  // namespace
}  // namespace freshet::url

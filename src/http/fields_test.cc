// Content-Type and X-Robots-Tag.
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "http/content_type.h"
#include "http/robots_tag.h"

namespace freshet::http {
namespace {

TEST(ContentType, IsParsedAsTheStandardSays) {
  EXPECT_EQ(parse_content_type(" Text/HTML ; Charset=UTF-8 "), (ContentType{"text/html", "UTF-8"}));
  EXPECT_EQ(parse_content_type("text/html;charset=\"gb\\k\""), (ContentType{"text/html", "gbk"}));
  EXPECT_EQ(parse_content_type("text/html;x=\";charset=a\";charset=b;charset=c"),
            (ContentType{"text/html", "b"}));
  EXPECT_EQ(parse_content_type("html"), ContentType());
  EXPECT_EQ(parse_content_type("te xt/html"), ContentType());
  EXPECT_EQ(parse_content_type(""), ContentType());
}

TEST(ContentType, TheLastTypeCountsAndInheritsTheCharset) {
  EXPECT_EQ(parse_content_type("text/html;charset=a, text/html"), (ContentType{"text/html", "a"}));
  EXPECT_EQ(parse_content_type("text/html;charset=a, text/plain"), (ContentType{"text/plain", ""}));
  EXPECT_EQ(parse_content_type("text/html, */*, nonsense"), (ContentType{"text/html", ""}));
}

TEST(ContentType, ACharsetIsFoundWithoutAValidType) {
  EXPECT_EQ(parse_content_type("charset=utf-8"), (ContentType{"", "utf-8"}));
  EXPECT_EQ(parse_content_type("text/html; charset=; charset=x"), (ContentType{"text/html", "x"}));
}

TEST(ContentType, IsClassifiedByItsEssence) {
  EXPECT_TRUE(parse_content_type("application/xhtml+xml").is_html());
  EXPECT_TRUE(parse_content_type("application/rss+xml").is_xml());
  EXPECT_TRUE(parse_content_type("application/ld+json").is_json());
  EXPECT_TRUE(parse_content_type("text/csv").is_text());
  EXPECT_FALSE(parse_content_type("image/png").is_text());
}

RobotsDirectives tags(const std::vector<std::string>& values) {
  HeaderMap headers;
  for (const std::string& value : values) headers.add("x-robots-tag", value);
  return robots_directives_of(headers, "freshet");
}

TEST(RobotsTag, DirectivesOfAllFieldsAreCombined) {
  EXPECT_EQ(tags({"noindex", "NoFollow , noarchive"}),
            (RobotsDirectives{.noindex = true, .nofollow = true, .noarchive = true}));
  EXPECT_EQ(tags({"none"}), (RobotsDirectives{.noindex = true, .nofollow = true}));
  EXPECT_EQ(tags({"all", "index,follow"}), RobotsDirectives());
}

TEST(RobotsTag, DirectivesForOtherAgentsAreIgnored) {
  EXPECT_EQ(tags({"googlebot: noindex, nofollow"}), RobotsDirectives());
  EXPECT_EQ(tags({"Freshet: noindex"}), (RobotsDirectives{.noindex = true}));
  EXPECT_EQ(tags({"googlebot: noindex, freshet: nofollow"}), (RobotsDirectives{.nofollow = true}));
  EXPECT_EQ(tags({"googlebot: noindex", "noarchive"}), (RobotsDirectives{.noarchive = true}));
}

TEST(RobotsTag, DirectivesWithValuesAreNotAgents) {
  EXPECT_EQ(tags({"max-snippet:-1, noarchive"}), (RobotsDirectives{.noarchive = true}));
  EXPECT_EQ(tags({"max-image-preview: large, noindex"}), (RobotsDirectives{.noindex = true}));
}

TEST(RobotsTag, DateOfUnavailableAfterIsSkipped) {
  for (const std::string date :
       {"25 Jun 2010 15:00:00 GMT", "Friday, 25-Jun-10 15:00:00 GMT", "2010-06-25T17:00:00+02:00",
        "2010-06-25 15:00:00", "2010-06-25", "whenever", ""}) {
    EXPECT_EQ(tags({"unavailable_after: " + date}), RobotsDirectives()) << date;
    EXPECT_EQ(tags({"unavailable_after: " + date + ", noindex"}),
              (RobotsDirectives{.noindex = true}))
        << date;
  }
}

TEST(RobotsContent, IsParsedLikeTheHeaderButWithoutAgents) {
  EXPECT_EQ(parse_robots_content("NOINDEX,nofollow"),
            (RobotsDirectives{.noindex = true, .nofollow = true}));
  EXPECT_EQ(parse_robots_content("noindex nofollow"),
            (RobotsDirectives{.noindex = true, .nofollow = true}));
  EXPECT_EQ(parse_robots_content(" , :,,"), RobotsDirectives());
}

}  // namespace
}  // namespace freshet::http

// Content-Type, X-Robots-Tag and Link.
#include <string>

#include "gtest/gtest.h"
#include "http/content_type.h"
#include "http/link_header.h"
#include "http/robots_tag.h"

namespace freshet::http {
namespace {

TEST(ContentType, IsReadAsTheStandardSays) {
  EXPECT_EQ(parse_content_type(" Text/HTML ; Charset=UTF-8 "), (ContentType{"text/html", "UTF-8"}));
  EXPECT_EQ(parse_content_type("text/html;charset=\"gb\\k\""), (ContentType{"text/html", "gbk"}));
  EXPECT_EQ(parse_content_type("text/html;x=\";charset=a\";charset=b;charset=c"),
            (ContentType{"text/html", "b"}));
  EXPECT_EQ(parse_content_type("html"), ContentType());
  EXPECT_EQ(parse_content_type("te xt/html"), ContentType());
  EXPECT_EQ(parse_content_type(""), ContentType());
}

TEST(ContentType, TheLastOfSeveralCountsAndInheritsTheCharset) {
  EXPECT_EQ(parse_content_type("text/html;charset=a, text/html"), (ContentType{"text/html", "a"}));
  EXPECT_EQ(parse_content_type("text/html;charset=a, text/plain"), (ContentType{"text/plain", ""}));
  EXPECT_EQ(parse_content_type("text/html, */*, nonsense"), (ContentType{"text/html", ""}));
}

TEST(ContentType, ACharsetIsFoundWithoutAType) {
  EXPECT_EQ(parse_content_type("charset=utf-8"), (ContentType{"", "utf-8"}));
  EXPECT_EQ(parse_content_type("text/html; charset=; charset=x"), (ContentType{"text/html", "x"}));
}

TEST(ContentType, KnowsItsKind) {
  EXPECT_TRUE(parse_content_type("application/xhtml+xml").is_html());
  EXPECT_TRUE(parse_content_type("application/rss+xml").is_xml());
  EXPECT_TRUE(parse_content_type("application/ld+json").is_json());
  EXPECT_TRUE(parse_content_type("text/csv").is_text());
  EXPECT_FALSE(parse_content_type("image/png").is_text());
}

RobotsDirectives tags(std::initializer_list<std::string_view> values) {
  HeaderMap headers;
  for (const auto value : values) headers.add("x-robots-tag", value);
  return robots_directives_of(headers, "freshet");
}

TEST(RobotsTag, JoinsAllThatSpeakToUs) {
  EXPECT_EQ(tags({"noindex", "NoFollow , noarchive"}),
            (RobotsDirectives{.noindex = true, .nofollow = true, .noarchive = true}));
  EXPECT_EQ(tags({"none"}), (RobotsDirectives{.noindex = true, .nofollow = true, .none = true}));
  EXPECT_EQ(tags({"all", "index,follow"}), RobotsDirectives());
}

TEST(RobotsTag, OtherAgentsAreNotUs) {
  EXPECT_EQ(tags({"googlebot: noindex, nofollow"}), RobotsDirectives());
  EXPECT_EQ(tags({"Freshet: noindex"}), (RobotsDirectives{.noindex = true}));
  EXPECT_EQ(tags({"googlebot: noindex, freshet: nofollow"}), (RobotsDirectives{.nofollow = true}));
  EXPECT_EQ(tags({"googlebot: noindex", "nosnippet"}), (RobotsDirectives{.nosnippet = true}));
}

TEST(RobotsTag, DirectivesWithValuesAreNotAgents) {
  EXPECT_EQ(tags({"max-snippet:-1, noimageindex"}), (RobotsDirectives{.noimageindex = true}));
  EXPECT_EQ(tags({"max-image-preview: large, noindex"}), (RobotsDirectives{.noindex = true}));
}

TEST(RobotsTag, UnavailableAfterTakesManyDates) {
  const auto june = Instant::from_unix_seconds(1'277'478'000);  // 2010-06-25 15:00:00 UTC
  EXPECT_EQ(tags({"unavailable_after: 25 Jun 2010 15:00:00 GMT"}).unavailable_after, june);
  EXPECT_EQ(tags({"unavailable_after: 2010-06-25T17:00:00+02:00"}).unavailable_after, june);
  EXPECT_EQ(tags({"unavailable_after: 2010-06-25"}).unavailable_after, june - Duration::hours(15));
  const auto both = tags({"unavailable_after: Friday, 25-Jun-10 15:00:00 GMT, noindex"});
  EXPECT_EQ(both.unavailable_after, june);
  EXPECT_TRUE(both.noindex);
  EXPECT_TRUE(tags({"unavailable_after: whenever, noindex"}).noindex);
  EXPECT_EQ(
      tags({"unavailable_after: 2010-06-26", "unavailable_after: 2010-06-25"}).unavailable_after,
      june - Duration::hours(15));
}

TEST(RobotsContent, IsReadLikeTheHeaderButForEveryone) {
  EXPECT_EQ(parse_robots_content("NOINDEX,nofollow"),
            (RobotsDirectives{.noindex = true, .nofollow = true}));
  EXPECT_EQ(parse_robots_content("noindex nofollow"),
            (RobotsDirectives{.noindex = true, .nofollow = true}));
  EXPECT_EQ(parse_robots_content(" , :,,"), RobotsDirectives());
}

TEST(LinkHeader, ReadsTargetsAndParameters) {
  const auto links = parse_link_header(
      "<https://h/a,b;c>; rel=\"Canonical  next\"; title=\"a, \\\"b\\\"\", </fr>;hreflang=fr ; "
      "rel=alternate;type=text/html; rel=ignored");
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0].target, "https://h/a,b;c");
  EXPECT_EQ(links[0].rels, (std::vector<std::string>{"canonical", "next"}));
  EXPECT_EQ(links[0].title, "a, \"b\"");
  EXPECT_TRUE(links[1].has_rel("alternate"));
  EXPECT_FALSE(links[1].has_rel("ignored"));
  EXPECT_EQ(links[1].hreflang, "fr");
  EXPECT_EQ(links[1].type, "text/html");
}

TEST(LinkHeader, SkipsWhatIsNoLink) {
  EXPECT_TRUE(parse_link_header("").empty());
  EXPECT_TRUE(parse_link_header("rel=next").empty());
  EXPECT_TRUE(parse_link_header("<unclosed").empty());
  EXPECT_EQ(parse_link_header("junk, <a>; rel").size(), 1U);
  EXPECT_EQ(parse_link_header("<a>,<b>,<c>", {.max_links = 2}).size(), 2U);
}

}  // namespace
}  // namespace freshet::http

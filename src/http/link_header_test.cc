#include "http/link_header.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace freshet::http {
namespace {

using Links = std::vector<LinkValue>;

Links parse(std::string_view value, const LinkLimits& limits = {}) {
  HeaderMap headers({.max_bytes = 5'000'000});
  EXPECT_TRUE(headers.add("Link", value));
  return links_of(headers, limits);
}

TEST(LinkHeader, IsParsedAsTheStandardSays) {
  const struct {
    const char* value;
    Links links;
  } cases[] = {
      {"<https://h/a>; rel=canonical", {{.target = "https://h/a", .rel = "canonical"}}},
      {"</a>;rel=\"canonical\"", {{.target = "/a", .rel = "canonical"}}},
      // Relation types and names of parameters may be in any letter case.
      {"</a>; REL=Canonical; HrefLang=de-AT",
       {{.target = "/a", .rel = "Canonical", .hreflang = "de-AT"}}},
      {"<>; rel=self", {{.target = "", .rel = "self"}}},
      {" \t< /a > ; rel = \"next\" ; type = text/html",
       {{.target = "/a", .rel = "next", .type = "text/html"}}},
      {"</a>; rel= \"next\"", {{.target = "/a", .rel = "next"}}},
      {"</a>; rel=\"next  up\thttps://h/rel\"",
       {{.target = "/a", .rel = "next  up\thttps://h/rel"}}},
      // Commas and semicolons in targets and quoted strings are not separators.
      {"</a,b;c>; title=\"x, <y>; rel=z\"; rel=next", {{.target = "/a,b;c", .rel = "next"}}},
      {"</a>; title=\"\\\", <b>; rel=z\"; rel=next", {{.target = "/a", .rel = "next"}}},
      {"</a>; rel=\"ne\\xt\"", {{.target = "/a", .rel = "next"}}},
      // Several links in a field.
      {"</a>; rel=next, </b>; rel=prev,</c>",
       {{.target = "/a", .rel = "next"}, {.target = "/b", .rel = "prev"}, {.target = "/c"}}},
      {",, , </a>; rel=next,, ,</b>,", {{.target = "/a", .rel = "next"}, {.target = "/b"}}},
      // If a parameter is repeated, the first one counts, even if it is empty.
      {"</a>; rel=next; rel=canonical; hreflang=de; hreflang=fr",
       {{.target = "/a", .rel = "next", .hreflang = "de"}}},
      {"</a>; rel=\"\"; rel=canonical", {{.target = "/a"}}},
      // Parameters with other names, such as rel*, are ignored.
      {"</a>; title*=UTF-8''%e2%82%ac; rel*=canonical; rev=canonical; x; =y; rel=next; media=print",
       {{.target = "/a", .rel = "next"}}},
      {"</a>; rel", {{.target = "/a"}}},
      {"</a>; anchor=\"#part\"; rel=next", {{.target = "/a", .rel = "next", .anchor = "#part"}}},
      {"</a> junk; rel=next", {{.target = "/a", .rel = "next"}}},
  };
  for (const auto& c : cases) EXPECT_EQ(parse(c.value), c.links) << c.value;
}

TEST(LinkHeader, SkipsTextThatIsNotALink) {
  for (const char* none :
       {"", " ", ",", "rel=next", "https://h/a; rel=canonical", "<unclosed",
        "<unclosed; rel=canonical, <b", "\"<quoted>; rel=canonical\"", ">a<", "x\"<a>, <b>"}) {
    EXPECT_EQ(parse(none), Links()) << none;
  }
  EXPECT_EQ(parse("junk; rel=next, \"</a>, \" , </b>; rel=next"),
            (Links{{.target = "/b", .rel = "next"}}));
  // A missing quote makes the rest of the field part of the value.
  EXPECT_EQ(parse("</a>; rel=\"next, </b>; rel=canonical"),
            (Links{{.target = "/a", .rel = "next, </b>; rel=canonical"}}));
  // A missing bracket makes the text up to the next bracket part of the target.
  EXPECT_EQ(parse("</a; rel=next, </b>; rel=prev"),
            (Links{{.target = "/a; rel=next, </b", .rel = "prev"}}));
}

TEST(LinkHeader, StopsAtTheLimit) {
  EXPECT_EQ(parse("<a>,<b>,<c>", {.max_links = 2}), (Links{{.target = "a"}, {.target = "b"}}));
  std::string many;
  for (int i = 0; i < 1'000; ++i) many += "</a>; rel=next, ";
  EXPECT_EQ(parse(many).size(), LinkLimits().max_links);
}

// A parser that searches repeatedly for a bracket or quote would take minutes for each of these.
TEST(LinkHeader, ParsingTakesLinearTime) {
  const auto repeated = [](std::string_view piece) {
    std::string value;
    while (value.size() < 4'000'000) value += piece;
    return value;
  };
  EXPECT_TRUE(parse(repeated("<,")).empty());
  EXPECT_TRUE(parse(repeated("\"")).empty());
  EXPECT_TRUE(parse(repeated("a,")).empty());
  EXPECT_EQ(parse("<a>" + repeated(";rel")).size(), 1u);
  EXPECT_EQ(parse("<a>; rel=\"" + repeated("\\\"")).size(), 1u);
}

TEST(LinkHeader, FieldsAreParsedIndependently) {
  HeaderMap headers;
  headers.add("Link", "</a>; rel=\"unclosed");
  headers.add("X-Link", "</x>; rel=next");
  headers.add("LINK", "</b>; rel=canonical, </c>");
  EXPECT_EQ(links_of(headers), (Links{{.target = "/a", .rel = "unclosed"},
                                      {.target = "/b", .rel = "canonical"},
                                      {.target = "/c"}}));
  EXPECT_EQ(links_of(headers, {.max_links = 2}).size(), 2u);
  EXPECT_EQ(links_of(HeaderMap()), Links());
}

}  // namespace
}  // namespace freshet::http

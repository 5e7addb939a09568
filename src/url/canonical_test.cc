#include "url/canonical.h"

#include <gtest/gtest.h>

namespace freshet::url {
namespace {

std::string canonical(std::string_view text,
                      const CanonicalRules& rules = CanonicalRules::defaults()) {
  const auto url = parse(text);
  if (!url) return "no URL";
  const auto result = Canonicalizer(rules).canonical(*url);
  return result ? result->text() : "none";
}

TEST(Canonical, OnlyHttpAndHttpsUrlsHaveACanonicalForm) {
  EXPECT_EQ(canonical("mailto:a@b"), "none");
  EXPECT_EQ(canonical("ftp://h/"), "none");
  EXPECT_EQ(canonical("file:///a"), "none");
  EXPECT_EQ(canonical("http://h"), "http://h/");
}

TEST(Canonical, FragmentUserPasswordAndDefaultPortAreRemoved) {
  EXPECT_EQ(canonical("HTTPS://u:p@H:443/a#top"), "https://h/a");
  EXPECT_EQ(canonical("http://u@h:8080/a#"), "http://h:8080/a");
}

TEST(Canonical, HostIsInPunycode) {
  EXPECT_EQ(canonical("http://B\xC3\xBC"
                      "cher.example/"),
            "http://xn--bcher-kva.example/");
}

TEST(Canonical, UnreservedCharactersAreDecodedAndEscapesUpperCased) {
  EXPECT_EQ(canonical("http://h/%7euser/%41%2d%2e%5f?%7E=%e2%82%ac"),
            "http://h/~user/A-._?~=%E2%82%AC");
  EXPECT_EQ(canonical("http://h/a%2fb%3Fc%20d"), "http://h/a%2Fb%3Fc%20d");
  EXPECT_EQ(canonical("http://h/?a=%26%3d+"), "http://h/?a=%26%3D+");
}

TEST(Canonical, DecodingNeverMakesANewEscape) {
  EXPECT_EQ(canonical("http://h/%4%31"), "http://h/%4%31");
  EXPECT_EQ(canonical("http://h/%%341"), "http://h/%%341");
  EXPECT_EQ(canonical("http://h/%%7e%41"), "http://h/%~%41");
  EXPECT_EQ(canonical("http://h/%x%41%"), "http://h/%x%41%");
  EXPECT_EQ(canonical("http://h/%xy%41%"), "http://h/%xyA%");
}

TEST(Canonical, DotSegmentsAreResolvedAndNeverCreated) {
  EXPECT_EQ(canonical("http://h/a/%2e%2E/b/%2e"), "http://h/b/");
  EXPECT_EQ(canonical("http://h/a/%2e%2e%2e"), "http://h/a/...");
  EXPECT_EQ(canonical("http://h/a/..;sid=1/b"), "http://h/a/..;sid=1/b");
  EXPECT_EQ(canonical("http://h/a/%2e;sid=1"), "http://h/a/.;sid=1");
}

TEST(Canonical, SessionIdsAreRemovedFromThePath) {
  EXPECT_EQ(canonical("http://h/a;jsessionid=0A1B!22/b?x=1"), "http://h/a/b?x=1");
  EXPECT_EQ(canonical("http://h/a;JSESSIONID=0A1B"), "http://h/a");
  EXPECT_EQ(canonical("http://h/a;v=1;jsessionid=5;w=2"), "http://h/a;v=1;w=2");
  EXPECT_EQ(canonical("http://h/;jsessionid=5"), "http://h/");
  EXPECT_EQ(canonical("http://h/a;b/c;utm_source=x"), "http://h/a;b/c;utm_source=x");
  EXPECT_EQ(canonical("http://h/jsessionid=5"), "http://h/jsessionid=5");
}

TEST(Canonical, SessionSegmentsOfAspNetAreRemovedFromThePath) {
  EXPECT_EQ(canonical("http://h/x/(S(4hqa0555fwsecu455xqckv45))/a.aspx"), "http://h/x/a.aspx");
  EXPECT_EQ(canonical("http://h/(4hqa0555fwsecu455xqckv45)/a.aspx"), "http://h/a.aspx");
  EXPECT_EQ(canonical("http://h/(X(1)S(4hqa0555fwsecu455xqckv45))/a"), "http://h/a");
  EXPECT_EQ(canonical("http://h/(X(1))/a"), "http://h/(X(1))/a");
  EXPECT_EQ(canonical("http://h/f(S(4hqa0555fwsecu455xqckv45))/a"),
            "http://h/f(S(4hqa0555fwsecu455xqckv45))/a");
  EXPECT_EQ(canonical("http://h/wiki/(disambiguation)/a"), "http://h/wiki/(disambiguation)/a");
  EXPECT_EQ(canonical("http://h/(S(4hqa0555fwsecu455xqckv45))"),
            "http://h/(S(4hqa0555fwsecu455xqckv45))");
  CanonicalRules rules;
  rules.remove_session_segments = false;
  EXPECT_EQ(canonical("http://h/(S(4hqa0555fwsecu455xqckv45))/a", rules),
            "http://h/(S(4hqa0555fwsecu455xqckv45))/a");
}

TEST(Canonical, SessionIdsAreRemovedFromTheQuery) {
  EXPECT_EQ(canonical("http://h/?PHPSESSID=abc&id=5"), "http://h/?id=5");
  EXPECT_EQ(canonical("http://h/?id=5&sid=abc"), "http://h/?id=5");
  EXPECT_EQ(canonical("http://h/?a=1&ASPSESSIONIDQQQQQQ=X&b=2"), "http://h/?a=1&b=2");
  EXPECT_EQ(canonical("http://h/?cfid=1&cftoken=2"), "http://h/");
  EXPECT_EQ(canonical("http://h/?id=5;jsessionid=0A1B"), "http://h/?id=5");
  EXPECT_EQ(canonical("http://h/?addressid=5&side=2&s=3"), "http://h/?addressid=5&side=2&s=3");
}

TEST(Canonical, TrackingParametersAreRemovedFromTheQuery) {
  EXPECT_EQ(canonical("http://h/?utm_source=a&UTM_Medium=b&x=1&gclid=c&fbclid=d"), "http://h/?x=1");
  EXPECT_EQ(canonical("http://h/?%75tm_source=a"), "http://h/");
  EXPECT_EQ(canonical("http://h/?a=1&amp;utm_source=b&amp;c=2"), "http://h/?a=1&amp;c=2");
  EXPECT_EQ(canonical("http://h/?utm=1&q=utm_source=2"), "http://h/?utm=1&q=utm_source=2");
}

TEST(Canonical, OtherParametersOfTheQueryAreUnchanged) {
  EXPECT_EQ(canonical("http://h/?"), "http://h/");
  EXPECT_EQ(canonical("http://h/?&&"), "http://h/?&&");
  EXPECT_EQ(canonical("http://h/?b&a=&sid=1&=x"), "http://h/?b&a=&=x");
  EXPECT_EQ(canonical("http://h/?&sid=1"), "http://h/");
  EXPECT_EQ(canonical("http://h/?b=1&a=2&b=0"), "http://h/?b=1&a=2&b=0");
  EXPECT_EQ(canonical("http://h/?q=tl;dr"), "http://h/?q=tl;dr");
}

TEST(Canonical, SortingKeepsTheOrderOfParametersWithTheSameName) {
  CanonicalRules rules = CanonicalRules::defaults();
  rules.sort_query = true;
  EXPECT_EQ(canonical("http://h/?b=1&a=2&sid=3&b=0&a", rules), "http://h/?a=2&a&b=1&b=0");
  EXPECT_EQ(canonical("http://h/?b&&a", rules), "http://h/?&a&b");
  EXPECT_EQ(canonical("http://h/?&", rules), "http://h/?&");
}

TEST(Canonical, RulesCanBeReplaced) {
  CanonicalRules rules;
  rules.tracking_parameters = {"From", "x_*", "*", ""};
  EXPECT_EQ(canonical("http://h/?from=1&X_y=2&utm_source=3&sid=4", rules),
            "http://h/?utm_source=3&sid=4");
}

}  // namespace
}  // namespace freshet::url

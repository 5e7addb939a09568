#include "url/url.h"

#include <gtest/gtest.h>

#include "url/percent_encode.h"

namespace freshet::url {
namespace {

Url good(std::string_view text) {
  auto url = parse(text);
  EXPECT_TRUE(url) << text;
  return url ? *url : parse("about:failed").value();
}

std::string resolved(std::string_view reference, std::string_view base,
                     const ParseOptions& options = {}) {
  const auto url = resolve(reference, good(base), options);
  return url ? std::string(url->href()) : "error: " + std::string(describe(url.error()));
}

UrlError error_of(std::string_view text) {
  const auto url = parse(text);
  EXPECT_FALSE(url) << text;
  return url ? UrlError::kTooLong : url.error();
}

TEST(Url, ReturnsEveryPart) {
  const Url url = good("HTTPS://User:Pa%20ss@Example.COM:8443/a/b?q=1#top");
  EXPECT_EQ(url.href(), "https://User:Pa%20ss@example.com:8443/a/b?q=1#top");
  EXPECT_EQ(url.scheme(), Scheme::kHttps);
  EXPECT_EQ(url.scheme_text(), "https");
  EXPECT_EQ(url.username(), "User");
  EXPECT_EQ(url.password(), "Pa%20ss");
  EXPECT_EQ(url.host(), "example.com");
  EXPECT_EQ(url.host_and_port(), "example.com:8443");
  EXPECT_EQ(url.port(), 8443);
  EXPECT_EQ(url.effective_port(), 8443);
  EXPECT_EQ(url.path(), "/a/b");
  EXPECT_EQ(url.query(), "q=1");
  EXPECT_EQ(url.fragment(), "top");
  EXPECT_EQ(url.request_target(), "/a/b?q=1");
  EXPECT_EQ(url.without_fragment(), "https://User:Pa%20ss@example.com:8443/a/b?q=1");
  EXPECT_TRUE(url.is_web());
}

TEST(Url, AbsentPartsAreEmpty) {
  const Url url = good("http://h");
  EXPECT_EQ(url.href(), "http://h/");
  EXPECT_EQ(url.username(), "");
  EXPECT_EQ(url.password(), "");
  EXPECT_EQ(url.port(), std::nullopt);
  EXPECT_EQ(url.effective_port(), 80);
  EXPECT_EQ(url.path(), "/");
  EXPECT_FALSE(url.has_query());
  EXPECT_FALSE(url.has_fragment());
  EXPECT_EQ(url.query(), "");
  EXPECT_EQ(url.fragment(), "");
  EXPECT_EQ(url.request_target(), "/");
}

TEST(Url, EmptyQueryAndFragmentArePresent) {
  const Url url = good("http://h/?#");
  EXPECT_EQ(url.href(), "http://h/?#");
  EXPECT_TRUE(url.has_query());
  EXPECT_TRUE(url.has_fragment());
  EXPECT_EQ(url.request_target(), "/?");
}

TEST(Url, MayHaveAPasswordWithoutUsername) {
  const Url url = good("http://:secret@h/");
  EXPECT_EQ(url.username(), "");
  EXPECT_EQ(url.password(), "secret");
  EXPECT_EQ(url.host(), "h");
}

TEST(Url, OpaquePathHasNoHost) {
  const Url url = good("mailto:a@b.example?subject=x");
  EXPECT_EQ(url.scheme(), Scheme::kOther);
  EXPECT_EQ(url.host(), "");
  EXPECT_EQ(url.host_and_port(), "");
  EXPECT_EQ(url.path(), "a@b.example");
  EXPECT_EQ(url.query(), "subject=x");
  EXPECT_EQ(url.effective_port(), 0);
}

TEST(Url, PathThatBeginsWithTwoSlashesIsNotTakenForAHost) {
  const Url url = good("foo:/a/..//b");
  EXPECT_EQ(url.href(), "foo:/.//b");
  EXPECT_EQ(url.path(), "//b");
  EXPECT_EQ(resolved("c", "foo:/.//b"), "foo:/.//c");
  EXPECT_EQ(resolved("?q", "foo:/.//b"), "foo:/.//b?q");
  EXPECT_EQ(resolved("/c", "foo:/.//b"), "foo:/c");
}

TEST(Url, FragmentCanBeRemoved) {
  Url url = good("http://h/a?b#c");
  url.remove_fragment();
  EXPECT_EQ(url, good("http://h/a?b"));
  EXPECT_FALSE(url.has_fragment());
  EXPECT_EQ(url.query(), "b");
  url.remove_fragment();
  EXPECT_EQ(url.href(), "http://h/a?b");
}

TEST(Url, ComparesByText) {
  EXPECT_EQ(good("http://h:80/a/../b"), good("HTTP://H/b"));
  EXPECT_LT(good("http://a/"), good("http://b/"));
}

TEST(Url, PortZeroIsKept) {
  EXPECT_EQ(good("foo://h:0/").href(), "foo://h:0/");
  EXPECT_EQ(good("http://h:0/").href(), "http://h:0/");
  EXPECT_EQ(good("http://h:00080/").href(), "http://h/");
}

TEST(Parse, ReturnsTheReasonOfFailure) {
  EXPECT_EQ(error_of(""), UrlError::kEmptyWithoutBase);
  EXPECT_EQ(error_of(" \n"), UrlError::kEmptyWithoutBase);
  EXPECT_EQ(error_of("/a"), UrlError::kRelativeWithoutBase);
  EXPECT_EQ(error_of("http://"), UrlError::kHostMissing);
  EXPECT_EQ(error_of("http://user@/"), UrlError::kHostMissing);
  EXPECT_EQ(error_of("foo://:1/"), UrlError::kHostMissing);
  EXPECT_EQ(error_of("http://a b/"), UrlError::kHostInvalidCodePoint);
  EXPECT_EQ(error_of("http://%00/"), UrlError::kHostInvalidCodePoint);
  EXPECT_EQ(error_of("foo://a^b/"), UrlError::kHostInvalidCodePoint);
  EXPECT_EQ(error_of("http://\xC2\xAD/"), UrlError::kDomainInvalid);
  EXPECT_EQ(error_of("http://\xFF/"), UrlError::kDomainInvalid);
  EXPECT_EQ(error_of("http://1.2.3.256/"), UrlError::kIpv4Invalid);
  EXPECT_EQ(error_of("http://[::1/"), UrlError::kIpv6Invalid);
  EXPECT_EQ(error_of("http://h:x/"), UrlError::kPortInvalid);
  EXPECT_EQ(error_of("http://h:65536/"), UrlError::kPortOutOfRange);
  EXPECT_EQ(error_of("http://h:99999999999999999999/"), UrlError::kPortOutOfRange);
}

TEST(Parse, EveryErrorIsDescribed) {
  for (int i = 0; i <= static_cast<int>(UrlError::kTooLong); ++i) {
    EXPECT_NE(describe(static_cast<UrlError>(i)), "unknown error");
  }
}

TEST(Parse, RefusesInputLongerThanTheLimit) {
  const std::string text = "http://h/" + std::string(100, 'a');
  EXPECT_TRUE(parse(text, {.max_length = text.size()}));
  const auto url = parse(text, {.max_length = text.size() - 1});
  ASSERT_FALSE(url);
  EXPECT_EQ(url.error(), UrlError::kTooLong);
  const auto relative = resolve(text, good("http://h/"), {.max_length = 10});
  ASSERT_FALSE(relative);
  EXPECT_EQ(relative.error(), UrlError::kTooLong);
}

TEST(Parse, ParsesLongInputInLinearTime) {
  const std::string dots = "http://h" + [] {
    std::string path;
    for (int i = 0; i < 100000; ++i) path += "/a/..";
    return path;
  }();
  EXPECT_EQ(good(dots).href(), "http://h/");
  const std::string at_signs = "http://" + std::string(300000, '@') + "h/";
  EXPECT_EQ(good(at_signs).host(), "h");
  std::string labels = "http://";
  for (int i = 0; i < 100000; ++i) labels += "\xC3\xA9.";
  EXPECT_EQ(error_of(labels), UrlError::kDomainInvalid);
}

TEST(Parse, RemovesTabsNewlinesAndOuterSpace) {
  EXPECT_EQ(good(" \x01h\tt\ntp://e\rx/a b \x1F").href(), "http://ex/a%20b");
}

TEST(Parse, IllFormedUtf8IsReplacedBeforeTabsAreRemoved) {
  // Otherwise the removal of the tab would make a valid character.
  EXPECT_EQ(good("http://h/\xE2\t\x82\xAC").path(), "/%EF%BF%BD%EF%BF%BD%EF%BF%BD");
  EXPECT_EQ(good("http://h/\xE2\x82\xAC").path(), "/%E2%82%AC");
  EXPECT_EQ(good("http://h/\xF0\x9F").path(), "/%EF%BF%BD");
}

TEST(Parse, EscapesInEachPartTheCharactersOfItsSet) {
  const Url url = good("http://u'^:p|@h/a'`^{}|%zz?'`^{}|\"#'`^{}|\"");
  EXPECT_EQ(url.username(), "u'%5E");
  EXPECT_EQ(url.password(), "p%7C");
  EXPECT_EQ(url.path(), "/a'%60%5E%7B%7D|%zz");
  EXPECT_EQ(url.query(), "%27`^{}|%22");
  EXPECT_EQ(url.fragment(), "'%60^{}|%22");
  EXPECT_EQ(good("foo://h/?'").query(), "'");
}

TEST(Resolve, ResolvesEveryKindOfReference) {
  constexpr std::string_view kBase = "http://u:p@a.example:81/b/c/d;p?q#f";
  EXPECT_EQ(resolved("", kBase), "http://u:p@a.example:81/b/c/d;p?q");
  EXPECT_EQ(resolved("#s", kBase), "http://u:p@a.example:81/b/c/d;p?q#s");
  EXPECT_EQ(resolved("?y", kBase), "http://u:p@a.example:81/b/c/d;p?y");
  EXPECT_EQ(resolved("g", kBase), "http://u:p@a.example:81/b/c/g");
  EXPECT_EQ(resolved("./g/", kBase), "http://u:p@a.example:81/b/c/g/");
  EXPECT_EQ(resolved("../../../g?x#y", kBase), "http://u:p@a.example:81/g?x#y");
  EXPECT_EQ(resolved("..", kBase), "http://u:p@a.example:81/b/");
  EXPECT_EQ(resolved("%2e%2E/g", kBase), "http://u:p@a.example:81/b/g");
  EXPECT_EQ(resolved("/g", kBase), "http://u:p@a.example:81/g");
  EXPECT_EQ(resolved("\\g\\h", kBase), "http://u:p@a.example:81/g/h");
  EXPECT_EQ(resolved("//b.example", kBase), "http://b.example/");
  EXPECT_EQ(resolved("https:g", kBase), "https://g/");
  EXPECT_EQ(resolved("http:g", kBase), "http://u:p@a.example:81/b/c/g");
  EXPECT_EQ(resolved("javascript:void(0)", kBase), "javascript:void(0)");
  EXPECT_EQ(resolved("1:2", kBase), "http://u:p@a.example:81/b/c/1:2");
}

TEST(Resolve, OpaqueBaseAllowsOnlyFragments) {
  EXPECT_EQ(resolved("#x", "mailto:a@b"), "mailto:a@b#x");
  EXPECT_EQ(resolved("x", "mailto:a@b"),
            "error: the URL is relative, and there is no base URL to resolve it");
  EXPECT_EQ(resolved("", "mailto:a@b"),
            "error: the URL is relative, and there is no base URL to resolve it");
}

TEST(Resolve, KeepsTheDriveLetterOfAFileUrl) {
  EXPECT_EQ(resolved("../../x", "file:///C:/a/b"), "file:///C:/x");
  EXPECT_EQ(resolved("/x", "file:///C:/a/b"), "file:///C:/x");
  EXPECT_EQ(resolved("D|/x", "file:///C:/a/b"), "file:///D:/x");
  EXPECT_EQ(resolved("//host/x", "file:///C:/a/b"), "file://host/x");
}

// Encodes "é" and similar characters as Latin-1, and "€" as a character reference, which is the
// fallback of the Encoding Standard.
std::string encode_latin1(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    if (byte < 0x80) {
      out += text[i];
    } else if (byte == 0xC3) {
      out += static_cast<char>(static_cast<uint8_t>(text[++i]) + 0x40);
    } else {
      out += "&#8364;";
      i += 2;
    }
  }
  return out;
}

TEST(QueryEncoding, AppliesToTheQueryOfSpecialUrlsOnly) {
  const QueryEncoder latin1 = encode_latin1;
  const ParseOptions options{.query_encoder = &latin1};
  EXPECT_EQ(parse("http://h/\xC3\xA9?\xC3\xA9#\xC3\xA9", options)->href(),
            "http://h/%C3%A9?%E9#%C3%A9");
  EXPECT_EQ(parse("ws://h/?\xC3\xA9", options)->query(), "%C3%A9");
  EXPECT_EQ(parse("foo://h/?\xC3\xA9", options)->query(), "%C3%A9");
  EXPECT_EQ(resolved("?\xC3\xA9", "https://h/a", options), "https://h/a?%E9");
}

TEST(QueryEncoding, UnmappableCharacterIsEscapedButLiteralAmpersandIsNot) {
  const QueryEncoder latin1 = encode_latin1;
  const ParseOptions options{.query_encoder = &latin1};
  EXPECT_EQ(parse("http://h/?a&b;c=\xE2\x82\xAC&\xC3\xA9'", options)->query(),
            "a&b;c=%26%238364%3B&%E9%27");
}

TEST(QueryEncoding, EncoderGetsTheWholeQueryUnlessItIsPrintableAscii) {
  std::vector<std::string> seen;
  const QueryEncoder spy = [&seen](std::string_view text) {
    seen.emplace_back(text);
    return std::string(text);
  };
  const ParseOptions options{.query_encoder = &spy};
  EXPECT_EQ(parse("http://h/?plain='1'", options)->query(), "plain=%271%27");
  EXPECT_TRUE(seen.empty());
  EXPECT_EQ(parse("http://h/?a=\xC3\xA9&b#c", options)->query(), "a=%C3%A9&b");
  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen[0], "a=\xC3\xA9&b");
  // ISO-2022-JP encodes some control characters differently.
  EXPECT_EQ(parse("http://h/?\x0E"
                  "A#",
                  options)
                ->query(),
            "%0EA");
  EXPECT_EQ(seen.size(), 2U);
}

TEST(QueryEncoding, TwoByteCharactersAreNotTakenForACharacterReference) {
  // Output of ISO-2022-JP: two-byte characters that look like "&#12;", then a real fallback.
  const QueryEncoder encoder = [](std::string_view) {
    return std::string("\x1B$B&#12;;\x1B(B&#8364;");
  };
  EXPECT_EQ(parse("http://h/?\xE3\x81\x82", {.query_encoder = &encoder})->query(),
            "%1B$B&%2312;;%1B(B%26%238364%3B");
}

TEST(QueryEncoding, EmptyEncoderMeansUtf8) {
  const QueryEncoder none;
  EXPECT_EQ(parse("http://h/?\xC3\xA9", {.query_encoder = &none})->query(), "%C3%A9");
}

TEST(PercentDecode, KeepsAPercentSignThatBeginsNoEscape) {
  EXPECT_EQ(percent_decode("%41%zz%4%"), "A%zz%4%");
}

}  // namespace
}  // namespace freshet::url

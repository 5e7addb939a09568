#include "url/host.h"

#include <gtest/gtest.h>

#include "url/idna.h"
#include "url/ip_address.h"

namespace freshet::url {
namespace {

std::string host(std::string_view text, HostKind kind = HostKind::kDomain) {
  std::string out;
  if (const auto error = append_host(out, text, kind)) return std::string(describe(*error));
  return out;
}

TEST(Host, DomainsAreLowerCased) {
  EXPECT_EQ(host("WWW.Example.COM"), "www.example.com");
  EXPECT_EQ(host("ex%41mple.com"), "example.com");
}

TEST(Host, UnicodeBecomesPunycode) {
  EXPECT_EQ(host("B\xC3\xBC"
                 "cher.example"),
            "xn--bcher-kva.example");
  EXPECT_EQ(host("b%C3%BCcher.example"), "xn--bcher-kva.example");
  EXPECT_EQ(host("fa\xC3\x9F.de"), "xn--fa-hia.de");
}

TEST(Host, AsciiIsNotCheckedForValidPunycode) {
  EXPECT_EQ(host("XN--A.example"), "xn--a.example");
  EXPECT_EQ(host("xn--a.b\xC3\xBC"
                 "cher"),
            describe(UrlError::kDomainInvalid));
}

TEST(Host, CharactersMappedSinceUnicode16AreAccepted) {
  EXPECT_EQ(host("\xE1\xBA\x9E.example"), "xn--zca.example");  // U+1E9E
  EXPECT_EQ(host("\xE1\x82\xA0.example"), "xn--rkj.example");  // U+10A0
  EXPECT_EQ(host("look\xE1\xA0\x8Eout.net"), "lookout.net");   // U+180E
}

TEST(Host, ADomainThatEndsInANumberIsAnIpv4Address) {
  EXPECT_EQ(host("0x7F.1"), "127.0.0.1");
  EXPECT_EQ(host("%31.2.3.4"), "1.2.3.4");
  EXPECT_EQ(host("\xEF\xBC\x91.2.3.4"), "1.2.3.4");
  EXPECT_EQ(host("a.1"), describe(UrlError::kIpv4Invalid));
  EXPECT_EQ(host("1.2.3.4.5"), describe(UrlError::kIpv4Invalid));
  EXPECT_EQ(host("1.2.3.4e"), "1.2.3.4e");
  EXPECT_EQ(host("0xg"), "0xg");
  EXPECT_EQ(host("09.0"), describe(UrlError::kIpv4Invalid));
}

TEST(Host, OpaqueHostsAreOnlyPercentEncoded) {
  EXPECT_EQ(host("ExAmple%41", HostKind::kOpaque), "ExAmple%41");
  EXPECT_EQ(host("\xC3\xBC", HostKind::kOpaque), "%C3%BC");
  EXPECT_EQ(host("127.1", HostKind::kOpaque), "127.1");
  EXPECT_EQ(host("[::1]", HostKind::kOpaque), "[::1]");
  EXPECT_EQ(host("a|b", HostKind::kOpaque), describe(UrlError::kHostInvalidCodePoint));
}

TEST(Ipv4, LastNumberFillsTheRemainingBytes) {
  EXPECT_EQ(parse_ipv4("1"), 1U);
  EXPECT_EQ(parse_ipv4("1.2"), 0x01000002U);
  EXPECT_EQ(parse_ipv4("1.2.3"), 0x01020003U);
  EXPECT_EQ(parse_ipv4("4294967295."), 0xFFFFFFFFU);
  EXPECT_EQ(parse_ipv4("4294967296"), std::nullopt);
  EXPECT_EQ(parse_ipv4("99999999999999999999999999"), std::nullopt);
  EXPECT_EQ(parse_ipv4("1..2"), std::nullopt);
  EXPECT_EQ(parse_ipv4("1.2.3.4.."), std::nullopt);
}

TEST(Ipv6, IsWrittenInItsShortestForm) {
  EXPECT_EQ(host("[0:0:0:0:0:0:0:0]"), "[::]");
  EXPECT_EQ(host("[2001:DB8:0:0:1:0:0:1]"), "[2001:db8::1:0:0:1]");
  EXPECT_EQ(host("[1:0:2:3:4:5:6:7]"), "[1:0:2:3:4:5:6:7]");
  EXPECT_EQ(host("[1:2:3:4:5:6:0:0]"), "[1:2:3:4:5:6::]");
  EXPECT_EQ(host("[::ffff:1.2.3.4]"), "[::ffff:102:304]");
  EXPECT_EQ(host("[1:2:3:4:5:6:7::]"), "[1:2:3:4:5:6:7:0]");
}

TEST(Ipv6, RefusesMalformedAddresses) {
  for (const std::string_view text : {"",
                                      ":",
                                      ":1",
                                      "1:",
                                      "1:2",
                                      ":::",
                                      "1::2::3",
                                      "1:2:3:4:5:6:7:8:9",
                                      "12345::",
                                      "::1.2.3",
                                      "::1.2.3.4.5",
                                      "::1.2.3.256",
                                      "::01.2.3.4",
                                      "::1.2.3.4:5",
                                      "1:2:3:4:5:6:7:1.2.3.4",
                                      "::1:2:3:4:5:6:7:8",
                                      "1:2:3:4:5:6:7:8::",
                                      "::%",
                                      "::g",
                                      "::1.",
                                      "::.1"}) {
    EXPECT_EQ(parse_ipv6(text), std::nullopt) << text;
  }
}

TEST(Idna, LongUnicodeDomainsAreRefused) {
  std::string domain;
  while (domain.size() <= kMaxUnicodeDomain) domain += "\xC3\xBC.";
  EXPECT_EQ(domain_to_ascii(domain), std::nullopt);
  EXPECT_TRUE(domain_to_ascii(std::string(kMaxUnicodeDomain + 1, 'a')));
}

}  // namespace
}  // namespace freshet::url

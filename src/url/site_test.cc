#include "url/site.h"

#include <gtest/gtest.h>
#include <fstream>

#include "support/scratch_folder.h"
#include "url/bad_port.h"

namespace freshet::url {
namespace {

std::string site(std::string_view text) {
  const auto result = Site::of(parse(text).value());
  return result ? result->text() : "none";
}

TEST(Site, IsSchemeHostAndPort) {
  EXPECT_EQ(site("https://u:p@Example.com:8443/a?b#c"), "https://example.com:8443");
  EXPECT_EQ(site("http://example.com:80/"), "http://example.com");
  EXPECT_EQ(site("http://[::1]:81/"), "http://[::1]:81");
  EXPECT_EQ(site("ftp://example.com/"), "none");
}

// Uses a list of its own, so that the results do not depend on the list of the machine.
class PublicSuffixesTest : public testing::Test {
 protected:
  static PublicSuffixes load() {
    const ScratchFolder folder;
    const auto path = folder / "suffixes.dat";
    std::ofstream(path) << "// ===BEGIN ICANN DOMAINS===\n"
                           "com\nuk\nco.uk\njp\n*.kobe.jp\n!city.kobe.jp\n\xD1\x80\xD1\x84\n"
                           "// ===END ICANN DOMAINS===\n"
                           "// ===BEGIN PRIVATE DOMAINS===\n"
                           "blogspot.com\n"
                           "// ===END PRIVATE DOMAINS===\n";
    auto list = PublicSuffixes::from_file(path.string());
    EXPECT_TRUE(list);
    return std::move(list).value();
  }
  const PublicSuffixes list_ = load();
};

TEST_F(PublicSuffixesTest, RegistrableDomainHasOneLabelMoreThanTheSuffix) {
  EXPECT_EQ(list_.registrable_domain("www.example.co.uk"), "example.co.uk");
  EXPECT_EQ(list_.registrable_domain("example.com"), "example.com");
  EXPECT_EQ(list_.registrable_domain("a.b.c.kobe.jp"), "b.c.kobe.jp");
  EXPECT_EQ(list_.registrable_domain("www.city.kobe.jp"), "city.kobe.jp");
  EXPECT_EQ(list_.registrable_domain("co.uk"), std::nullopt);
}

TEST_F(PublicSuffixesTest, PrivateRulesApply) {
  EXPECT_EQ(list_.registrable_domain("me.blogspot.com"), "me.blogspot.com");
}

TEST_F(PublicSuffixesTest, UnlistedTopLevelDomainIsASuffix) {
  EXPECT_EQ(list_.registrable_domain("www.example.zz"), "example.zz");
}

TEST_F(PublicSuffixesTest, ResultIsUnicodeOrPunycodeLikeTheHost) {
  EXPECT_EQ(list_.registrable_domain("WWW.Example.COM"), "example.com");
  EXPECT_EQ(list_.registrable_domain("www.xn--e1afmkfd.xn--p1ai"), "xn--e1afmkfd.xn--p1ai");
  EXPECT_EQ(list_.registrable_domain("www.\xD0\xB9.\xD1\x80\xD1\x84"), "\xD0\xB9.\xD1\x80\xD1\x84");
  EXPECT_EQ(list_.registrable_domain("www.example.com."), "example.com");
}

TEST_F(PublicSuffixesTest, HostThatIsNotADomainNameHasNoRegistrableDomain) {
  for (const std::string_view host :
       {"", ".", "1.2.3.4", "[::1]", "a..com", ".example.com", "\xFF.com"}) {
    EXPECT_EQ(list_.registrable_domain(host), std::nullopt) << host;
  }
  std::string long_label(64, 'a');
  long_label += ".com";
  EXPECT_EQ(list_.registrable_domain(long_label), std::nullopt);
  std::string deep;
  while (deep.size() < 250000) deep += "a.";
  EXPECT_EQ(list_.registrable_domain(deep + "com"), std::nullopt);
}

TEST_F(PublicSuffixesTest, DomainOfIsTheHostIfThereIsNoRegistrableDomain) {
  EXPECT_EQ(list_.domain_of("www.example.com"), "example.com");
  EXPECT_EQ(list_.domain_of("co.uk"), "co.uk");
  EXPECT_EQ(list_.domain_of("localhost"), "localhost");
  EXPECT_EQ(list_.domain_of("127.0.0.1"), "127.0.0.1");
}

TEST(PublicSuffixes, SystemListContainsCommonSuffixes) {
  EXPECT_EQ(PublicSuffixes::system().registrable_domain("www.bbc.co.uk"), "bbc.co.uk");
}

TEST(PublicSuffixes, MissingFileIsAnError) {
  const auto list = PublicSuffixes::from_file("/nonexistent/list.dat");
  ASSERT_FALSE(list);
  EXPECT_NE(list.error().message.find("/nonexistent/list.dat"), std::string::npos);
}

TEST(BadPort, IsAPortThatTheFetchStandardBlocks) {
  for (const uint16_t port : {0, 1, 21, 22, 25, 110, 465, 587, 2049, 6000, 6667, 10080}) {
    EXPECT_TRUE(is_bad_port(port)) << port;
  }
  for (const uint16_t port : {80, 81, 443, 591, 3000, 8000, 8080, 8443, 32768, 65535}) {
    EXPECT_FALSE(is_bad_port(port)) << port;
  }
  int bad = 0;
  for (int port = 0; port < 65'536; ++port) bad += is_bad_port(static_cast<uint16_t>(port)) ? 1 : 0;
  EXPECT_EQ(bad, 83);
}

}  // namespace
}  // namespace freshet::url

#include "fetch/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

bool is_private(std::string_view text) {
  const auto address = Address::parse(text);
  EXPECT_TRUE(address) << text;
  return address && address->is_private();
}

TEST(Address, ParsesAndFormatsBothKinds) {
  for (const char* text : {"127.0.0.1", "0.0.0.0", "255.255.255.255", "2001:db8::1", "::1", "::"}) {
    const auto address = Address::parse(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(address->text(), text);
  }
  EXPECT_EQ(Address::parse("[2001:DB8:0:0::1]")->text(), "2001:db8::1");
}

TEST(Address, RejectsTextThatIsNotAnAddress) {
  for (const char* text : {"", "[]", "1.2.3", "1.2.3.4.5", "256.1.1.1", "0x7f.0.0.1", "example.com",
                           "fe80::1%eth0", "1.2.3.4 ", "[1.2.3.4", ":::", "12345::"}) {
    EXPECT_FALSE(Address::parse(text)) << text;
  }
  EXPECT_FALSE(Address::parse(std::string(1000, '1')));
}

TEST(Address, Ipv4AndItsMappedFormAreEqual) {
  EXPECT_EQ(Address::parse("192.0.2.1"), Address::parse("::ffff:192.0.2.1"));
  EXPECT_TRUE(Address::parse("::ffff:192.0.2.1")->is_ipv4());
  EXPECT_FALSE(Address::parse("::192.0.2.1")->is_ipv4());
}

TEST(Address, CanBeMadeFromSocketAddresses) {
  sockaddr_in v4 = {};
  v4.sin_family = AF_INET;
  v4.sin_addr.s_addr = htonl(0x01020304);
  EXPECT_EQ(Address::from(reinterpret_cast<sockaddr*>(&v4))->text(), "1.2.3.4");
  sockaddr_in6 v6 = {};
  v6.sin6_family = AF_INET6;
  v6.sin6_addr = in6addr_loopback;
  EXPECT_EQ(Address::from(reinterpret_cast<sockaddr*>(&v6))->text(), "::1");
  v6.sin6_family = AF_UNIX;
  EXPECT_FALSE(Address::from(reinterpret_cast<sockaddr*>(&v6)));
}

TEST(Address, SpecialIpv4RangesArePrivateFromEndToEnd) {
  const char* const ranges[][2] = {
      {"0.0.0.0", "0.255.255.255"},       {"10.0.0.0", "10.255.255.255"},
      {"100.64.0.0", "100.127.255.255"},  {"127.0.0.0", "127.255.255.255"},
      {"169.254.0.0", "169.254.255.255"}, {"172.16.0.0", "172.31.255.255"},
      {"192.0.0.0", "192.0.0.255"},       {"192.0.2.0", "192.0.2.255"},
      {"192.88.99.0", "192.88.99.255"},   {"192.168.0.0", "192.168.255.255"},
      {"198.18.0.0", "198.19.255.255"},   {"198.51.100.0", "198.51.100.255"},
      {"203.0.113.0", "203.0.113.255"},   {"224.0.0.0", "239.255.255.255"},
      {"240.0.0.0", "255.255.255.255"},
  };
  for (const auto& [first, last] : ranges) {
    EXPECT_TRUE(is_private(first)) << first;
    EXPECT_TRUE(is_private(last)) << last;
  }
}

TEST(Address, NeighboursOfTheSpecialIpv4RangesArePublic) {
  for (const char* text :
       {"1.0.0.0",         "9.255.255.255",   "11.0.0.0",       "100.63.255.255",
        "100.128.0.0",     "126.255.255.255", "128.0.0.0",      "169.253.255.255",
        "169.255.0.0",     "172.15.255.255",  "172.32.0.0",     "191.255.255.255",
        "192.0.1.0",       "192.0.3.0",       "192.88.98.255",  "192.88.100.0",
        "192.167.255.255", "192.169.0.0",     "198.17.255.255", "198.20.0.0",
        "198.51.99.255",   "198.51.101.0",    "203.0.112.255",  "203.0.114.0",
        "223.255.255.255", "8.8.8.8"}) {
    EXPECT_FALSE(is_private(text)) << text;
  }
}

TEST(Address, SpecialIpv6RangesArePrivate) {
  for (const char* text :
       {"::",        "::1",         "::2",        "100::1",      "64:ff9b:1::1", "fc00::1",
        "fdff::1",   "fe80::1",     "febf::1",    "fec0::1",     "ff02::1",      "2001::1",
        "2001:2::1", "2001:10::1",  "2001:20::1", "2001:1ff::1", "2001:db8::1",  "2001:db8:ffff::1",
        "3fff::1",   "3fff:fff::1", "5f00::1",    "4000::1",     "1fff::1"}) {
    EXPECT_TRUE(is_private(text)) << text;
  }
}

TEST(Address, OtherGlobalUnicastAddressesArePublic) {
  for (const char* text : {"2000::1", "2001:200::1", "2001:db7::1", "2001:db9::1", "2003::1",
                           "2606:4700::1111", "2a00:1450::1", "3ffe::1", "3fff:1000::1"}) {
    EXPECT_FALSE(is_private(text)) << text;
  }
}

TEST(Address, Ipv4AddressInsideAnIpv6AddressIsChecked) {
  for (const char* text :
       {"::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::10.0.0.1", "64:ff9b::169.254.169.254",
        "2002:7f00:1::1", "2002:c0a8:101::1", "2002:0a00:0001::"}) {
    EXPECT_TRUE(is_private(text)) << text;
  }
  for (const char* text : {"::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"}) {
    EXPECT_FALSE(is_private(text)) << text;
  }
}

}  // namespace
}  // namespace freshet::fetch

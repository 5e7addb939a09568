#include "store/site_id.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "store/shards.h"

namespace freshet::store {
namespace {

TEST(SiteId, HostOfASiteIsWithoutSchemePortAndFinalDot) {
  EXPECT_EQ(host_of("http://h"), "h");
  EXPECT_EQ(host_of("https://h:81"), "h");
  EXPECT_EQ(host_of("https://h.:81"), "h");
  EXPECT_EQ(host_of("https://h."), "h");
  EXPECT_EQ(host_of("http://127.0.0.1:8080"), "127.0.0.1");
  EXPECT_EQ(host_of("http://[::1]"), "[::1]");
  EXPECT_EQ(host_of("http://[::1]:81"), "[::1]");
  EXPECT_EQ(host_of("http://[::1"), "[::1");
  EXPECT_EQ(host_of("h"), "");
  EXPECT_EQ(host_of(""), "");
}

// The ids are stored: a change needs a new format.
TEST(SiteId, StaysAsItIsStored) {
  EXPECT_EQ(site_id("https://example.com").value, 0x8b98cc7c078760e6);
  EXPECT_EQ(site_id("https://example.com:8443").value, 0x8b002ae55a7f3ef4);
}

TEST(SiteId, SitesOfAHostAreInOneShardAndHaveDifferentIds) {
  std::set<uint64_t> ids;
  for (int host = 0; host < 2'000; ++host) {
    const std::string name = "host" + std::to_string(host) + ".example";
    const ShardId shard = shard_of(site_id("http://" + name));
    for (const char* scheme : {"http://", "https://"}) {
      for (const char* end : {"", ":81", ":8443", ".", ".:81"}) {
        const SiteId id = site_id(scheme + name + end);
        EXPECT_EQ(shard_of(id), shard) << scheme << name << end;
        EXPECT_TRUE(ids.insert(id.value).second) << scheme << name << end;
      }
    }
  }
}

TEST(SiteId, ManyHostsAreSpreadEvenlyOverTheShards) {
  constexpr int kHosts = 256 * 400;
  std::array<int, kShards> hosts{};
  for (int host = 0; host < kHosts; ++host) {
    ++hosts[shard_of(site_id("https://host" + std::to_string(host) + ".example"))];
  }
  for (int shard = 0; shard < kShards; ++shard) {
    // 400 on average, with a standard deviation of 20.
    EXPECT_GT(hosts[static_cast<size_t>(shard)], 300) << shard;
    EXPECT_LT(hosts[static_cast<size_t>(shard)], 500) << shard;
  }
}

}  // namespace
}  // namespace freshet::store

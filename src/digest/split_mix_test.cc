#include "digest/split_mix.h"

#include "gtest/gtest.h"

namespace freshet::digest {
namespace {

// The first numbers of the generator from the state 0, as published with it.
TEST(SplitMix, DrawsThePublishedNumbers) {
  EXPECT_EQ(split_mix(0), 0xE220A8397B1DCDAFu);
  EXPECT_EQ(split_mix(kSplitMixStep), 0x6E789E6AA1B965F4u);
  EXPECT_EQ(split_mix(2 * kSplitMixStep), 0x06C45D188009454Fu);
}

}  // namespace
}  // namespace freshet::digest

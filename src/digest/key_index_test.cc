#include "digest/key_index.h"

#include <map>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace freshet::digest {
namespace {

TEST(KeyIndex, FindsInsertedKeysAndNoOthers) {
  std::mt19937 random(7);
  std::vector<uint64_t> keys;
  const auto key_of = [&](uint32_t number) { return keys[number]; };
  KeyIndex numbers;
  std::map<uint64_t, uint32_t> expected;
  for (int step = 0; step < 100'000; ++step) {
    const uint64_t key = random() % 3'000;  // badly mixed on purpose
    const auto known = expected.find(key);
    ASSERT_EQ(numbers.find(key, key_of), known == expected.end() ? KeyIndex::kNone : known->second);
    if (known == expected.end()) {
      keys.push_back(key);
      const auto number = static_cast<uint32_t>(keys.size() - 1);
      numbers.insert(key, number, key_of);
      expected[key] = number;
    } else {
      numbers.erase(key, key_of);
      expected.erase(known);
    }
  }
}

}  // namespace
}  // namespace freshet::digest

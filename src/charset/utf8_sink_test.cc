#include "charset/utf8_sink.h"

#include "gtest/gtest.h"

namespace freshet::charset {
namespace {

TEST(Utf8Sink, KeepsTheOrderOfCharactersAndRunsOfAnyLength) {
  std::string expected;
  std::string got = "before";
  {
    Utf8Sink sink(got);
    for (size_t length = 0; length < 3000; length += 37) {
      const std::string run(length, static_cast<char>('a' + length % 26));
      sink.put_run(run);
      sink.put(0x1F600);
      sink.put_malformed();
      expected += run + "😀" + std::string(text::kReplacementCharacter);
    }
    EXPECT_EQ(sink.malformed(), 82u);
  }
  EXPECT_EQ(got, "before" + expected);
}

}  // namespace
}  // namespace freshet::charset

#include "coding/inflater.h"

#include <zlib.h>

#include <algorithm>

#include "gtest/gtest.h"

namespace freshet::coding {
namespace {

constexpr size_t kPlenty = 1 << 20;

std::string deflated(std::string_view text, int window_bits) {
  z_stream z = {};
  deflateInit2(&z, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, text.size()) + 64, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

std::string gzipped(std::string_view text) {
  return deflated(text, 15 + 16);
}

struct Inflated {
  std::string bytes;
  bool damaged = false;
  bool truncated = false;
  bool complete = false;
  bool operator==(const Inflated&) const = default;
};

Inflated inflated(std::string_view packed, size_t piece, Wrapper wrapper = Wrapper::kGzip,
                  size_t max_bytes = kPlenty) {
  Inflater inflater(wrapper, max_bytes);
  Inflated result;
  for (; !packed.empty(); packed.remove_prefix(std::min(piece, packed.size()))) {
    inflater.feed(packed.substr(0, piece), result.bytes);
  }
  result.damaged = inflater.damaged();
  result.truncated = inflater.truncated();
  result.complete = inflater.complete();
  return result;
}

std::string much_text() {
  std::string text;
  for (int i = 0; i < 30'000; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

TEST(Inflater, OutputDoesNotDependOnTheSizesOfPieces) {
  const std::string text = much_text();
  for (const auto& [wrapper, bits] :
       {std::pair{Wrapper::kGzip, 31}, {Wrapper::kZlib, 15}, {Wrapper::kNone, -15}}) {
    for (const size_t piece : {size_t{1}, size_t{7}, size_t{4096}, kPlenty}) {
      EXPECT_EQ(inflated(deflated(text, bits), piece, wrapper),
                (Inflated{.bytes = text, .complete = true}))
          << bits << ' ' << piece;
    }
  }
}

TEST(Inflater, GzipMembersAreConcatenatedAndOtherBytesIgnored) {
  const std::string members = gzipped("one,") + gzipped("") + gzipped("two");
  // The last of these contains a byte that could begin a member, but not directly after a member.
  for (const std::string& rest :
       {std::string(), std::string(512, '\0'), std::string("x\x1F\x8B")}) {
    for (const size_t piece : {size_t{1}, size_t{2}, size_t{7}, kPlenty}) {
      EXPECT_EQ(inflated(members + rest, piece), (Inflated{.bytes = "one,two", .complete = true}))
          << rest.size() << ' ' << piece;
    }
  }
}

TEST(Inflater, BytesAfterAZlibStreamAreIgnored) {
  const std::string twice = deflated("one", 15) + deflated("two", 15);
  EXPECT_EQ(inflated(twice, kPlenty, Wrapper::kZlib), (Inflated{.bytes = "one", .complete = true}));
}

TEST(Inflater, OutputEndsAtTheDamage) {
  const std::string text = much_text();
  std::string packed = gzipped(text);
  packed[packed.size() / 2] = static_cast<char>(~packed[packed.size() / 2]);
  const Inflated whole = inflated(packed, kPlenty);
  EXPECT_TRUE(whole.damaged);
  EXPECT_FALSE(whole.complete);
  EXPECT_EQ(inflated(gzipped(text).substr(0, 1'000), 7).damaged, false) << "more input may follow";
  const Inflated garbage = inflated("this is not gzip", 1);
  EXPECT_EQ(garbage, (Inflated{.damaged = true}));
}

TEST(Inflater, StopsAtTheLimit) {
  const std::string bomb = gzipped(std::string(20'000'000, ' '));
  for (const size_t piece : {size_t{100}, kPlenty}) {
    const Inflated result = inflated(bomb, piece, Wrapper::kGzip, 100'000);
    EXPECT_EQ(result.bytes.size(), 100'000u);
    EXPECT_TRUE(result.truncated);
  }
  EXPECT_FALSE(inflated(gzipped("four"), kPlenty, Wrapper::kGzip, 4).truncated);
}

TEST(Inflater, GzipIsRecognisedByItsFirstBytes) {
  EXPECT_TRUE(looks_gzipped(gzipped("")));
  EXPECT_FALSE(looks_gzipped("\x1F"));
  EXPECT_FALSE(looks_gzipped("<urlset>"));
}

}  // namespace
}  // namespace freshet::coding

#include "charset/index_tables.h"

#include <string_view>

#include "gtest/gtest.h"

// The digests are those of the Encoding Standard's index files (whatwg/encoding, commit a985b62):
// FNV-1a over the entries in the order of their pointers, each as two little-endian 32-bit numbers,
// pointer and code point. If a test fails after an update of ICU, a converter has changed: see
// index_corrections.h.

namespace freshet::charset {
namespace {

class Digest {
 public:
  void add(uint32_t pointer, uint32_t code_point) {
    ++entries_;
    for (const uint32_t number : {pointer, code_point}) {
      for (int shift = 0; shift < 32; shift += 8) {
        hash_ = (hash_ ^ (number >> shift & 0xFF)) * 0x100000001B3;
      }
    }
  }
  uint64_t value() const { return hash_; }
  int entries() const { return entries_; }

 private:
  uint64_t hash_ = 0xCBF29CE484222325;
  int entries_ = 0;
};

template <typename Index>
Digest digest_of(const Index& index) {
  Digest digest;
  for (uint32_t pointer = 0; pointer < index.size(); ++pointer) {
    if (index[pointer] != 0) digest.add(pointer, index[pointer]);
  }
  return digest;
}

template <typename Index>
void expect_digest(const Index& index, int entries, uint64_t digest) {
  EXPECT_EQ(digest_of(index).entries(), entries);
  EXPECT_EQ(digest_of(index).value(), digest);
}

TEST(IndexTables, EucKrIsThatOfTheStandard) {
  expect_digest(euc_kr_index(), 17048, 0x5DAB56CC6213A925);
}

TEST(IndexTables, Gb18030IsThatOfTheStandard) {
  expect_digest(gb18030_index(), 23940, 0x55257293285488DE);
}

TEST(IndexTables, Gb18030RangesAreThoseOfTheStandard) {
  Digest digest;
  for (const Gb18030Range& range : gb18030_ranges()) digest.add(range.pointer, range.code_point);
  EXPECT_EQ(digest.entries(), 207);
  EXPECT_EQ(digest.value(), 0x23F67ACBEB94C118);
}

TEST(IndexTables, Jis0208IsThatOfTheStandard) {
  expect_digest(jis0208_index(), 7724, 0xF7DEEC2D06477726);
}

TEST(IndexTables, Jis0212IsThatOfTheStandard) {
  expect_digest(jis0212_index(), 6067, 0xAEE2B89FB7807F1C);
}

TEST(IndexTables, Big5IsThatOfTheStandard) {
  expect_digest(big5_index(), 18590, 0xE5AB484D6CB701EA);
}

TEST(IndexTables, SingleByteIndexesAreThoseOfTheStandard) {
  struct Expected {
    Encoding encoding;
    int entries;
    uint64_t digest;
  };
  constexpr Expected kExpected[] = {
      {Encoding::kIbm866, 128, 0x50B414B300BD6951},
      {Encoding::kIso8859_2, 128, 0xA9E81DAE88CC7A2E},
      {Encoding::kIso8859_3, 121, 0x38BE200863B2AB7E},
      {Encoding::kIso8859_4, 128, 0x1F0A6BD72E9E1E44},
      {Encoding::kIso8859_5, 128, 0x848DC608F90BAF82},
      {Encoding::kIso8859_6, 83, 0x4E423817147442F5},
      {Encoding::kIso8859_7, 125, 0x35B499F3580D2F63},
      {Encoding::kIso8859_8, 92, 0xADACCB35FE54AB84},
      {Encoding::kIso8859_8I, 92, 0xADACCB35FE54AB84},
      {Encoding::kIso8859_10, 128, 0xFD01AF376BEBD2CB},
      {Encoding::kIso8859_13, 128, 0xF39DE77692FF7E4A},
      {Encoding::kIso8859_14, 128, 0xD2E62AF728F68F7B},
      {Encoding::kIso8859_15, 128, 0xA9D30C9D24434664},
      {Encoding::kIso8859_16, 128, 0xBF0AE3A6352B86B8},
      {Encoding::kKoi8R, 128, 0x8EC9F810ECE3B1FE},
      {Encoding::kKoi8U, 128, 0x7F0F01644C60F79E},
      {Encoding::kMacintosh, 128, 0x0D73D8F0A08B5565},
      {Encoding::kWindows874, 120, 0x2DC16234EE63C9F1},
      {Encoding::kWindows1250, 128, 0x2E37CE51B59EAA84},
      {Encoding::kWindows1251, 128, 0x6CAC35C385B34E4F},
      {Encoding::kWindows1252, 128, 0xCD8C75A5A7A08ECC},
      {Encoding::kWindows1253, 125, 0x2E396C2AB6346D82},
      {Encoding::kWindows1254, 128, 0x46BF1816BC09453A},
      {Encoding::kWindows1255, 118, 0xDD1129474435006B},
      {Encoding::kWindows1256, 128, 0xC6E38A18498702B8},
      {Encoding::kWindows1257, 126, 0xD317089C32176A01},
      {Encoding::kWindows1258, 128, 0x38458D23FDCEC852},
      {Encoding::kXMacCyrillic, 128, 0x368E3E95A99B21CB},
  };
  int checked = 0;
  for (const auto& [encoding, entries, digest] : kExpected) {
    SCOPED_TRACE(name(encoding));
    expect_digest(single_byte_index(encoding), entries, digest);
    ++checked;
  }
  EXPECT_EQ(checked, 28);
}

TEST(IndexTables, TwentyEightEncodingsAreSingleByte) {
  int count = 0;
  for (int i = 0; i < kEncodingCount; ++i) count += is_single_byte(static_cast<Encoding>(i));
  EXPECT_EQ(count, 28);
  EXPECT_FALSE(is_single_byte(Encoding::kXUserDefined));
  EXPECT_FALSE(is_single_byte(Encoding::kUtf8));
}

}  // namespace
}  // namespace freshet::charset

#include "charset/index_tables.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "charset/index_corrections.h"
#include "result/check.h"

namespace freshet::charset {
namespace {

// A converter of ICU, used for one character at a time.
class IcuTable {
 public:
  explicit IcuTable(const char* name) {
    UErrorCode error = U_ZERO_ERROR;
    converter_ = ucnv_open(name, &error);
    FRESHET_CHECK(U_SUCCESS(error), std::string("ICU has no data for the converter ") + name);
    ucnv_setToUCallBack(converter_, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    FRESHET_CHECK(U_SUCCESS(error), name);
  }
  ~IcuTable() { ucnv_close(converter_); }
  IcuTable(const IcuTable&) = delete;
  IcuTable& operator=(const IcuTable&) = delete;

  // Returns the code point that these bytes stand for; 0 if they stand for none or for two.
  char32_t code_point(std::string_view bytes) const {
    UErrorCode error = U_ZERO_ERROR;
    ucnv_resetToUnicode(converter_);
    const char* from = bytes.data();
    const UChar32 c = ucnv_getNextUChar(converter_, &from, bytes.data() + bytes.size(), &error);
    if (U_FAILURE(error) || from != bytes.data() + bytes.size()) return 0;
    return c == 0xFFFD ? 0 : static_cast<char32_t>(c);
  }

 private:
  UConverter* converter_;
};

struct TwoBytes {
  char bytes[3];
  uint8_t length = 2;
  std::string_view view() const { return {bytes, length}; }
};

TwoBytes two_bytes(int first, int second) {
  return {{static_cast<char>(first), static_cast<char>(second), 0}};
}

// These return the bytes of a pointer, as computed by the standard's encoders.
TwoBytes euc_kr_bytes(int pointer) {
  return two_bytes(pointer / 190 + 0x81, pointer % 190 + 0x41);
}
TwoBytes gb18030_bytes(int pointer) {
  const int trail = pointer % 190;
  return two_bytes(pointer / 190 + 0x81, trail + (trail < 0x3F ? 0x40 : 0x41));
}
TwoBytes big5_bytes(int pointer) {
  const int trail = pointer % 157;
  return two_bytes(pointer / 157 + 0x81, trail + (trail < 0x3F ? 0x40 : 0x62));
}
TwoBytes shift_jis_bytes(int pointer) {
  const int lead = pointer / 188;
  const int trail = pointer % 188;
  return two_bytes(lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41));
}
TwoBytes jis0212_bytes(int pointer) {
  return {{static_cast<char>(0x8F), static_cast<char>(pointer / 94 + 0xA1),
           static_cast<char>(pointer % 94 + 0xA1)},
          3};
}

bool is_private_use(char32_t c) {
  return c >= 0xE000 && c <= 0xF8FF;
}

template <typename Table>
void correct(std::span<const Correction> corrections, Table& table) {
  for (const Correction& each : corrections) {
    for (unsigned i = 0; i < each.count; ++i) {
      table[each.pointer + i] =
          static_cast<uint16_t>(each.code_point == 0 ? 0 : each.code_point + i);
    }
  }
}

enum class PrivateUse { kDrop, kKeep };

template <typename CodePoint>
std::vector<CodePoint> read_index(const char* icu_name, int size, TwoBytes (*bytes_of)(int),
                                  PrivateUse private_use = PrivateUse::kDrop) {
  const IcuTable icu(icu_name);
  std::vector<CodePoint> table(static_cast<size_t>(size));
  for (int pointer = 0; pointer < size; ++pointer) {
    const char32_t c = icu.code_point(bytes_of(pointer).view());
    if (private_use == PrivateUse::kDrop && is_private_use(c)) continue;
    table[static_cast<size_t>(pointer)] = static_cast<CodePoint>(c);
  }
  return table;
}

struct Gb18030 {
  std::vector<uint16_t> index;
  std::vector<Gb18030Range> ranges;
};

// The four-byte sequences are numbered in the order of the code points that have no two-byte
// sequence in the edition of 2000. ICU's table is of the edition of 2005. In contrast to that, the
// edition of 2000 contains U+E7C7 and does not contain U+1E3F.
std::vector<Gb18030Range> count_ranges(const std::vector<uint16_t>& index) {
  std::vector<bool> has_two_bytes(0x10000);
  for (const uint16_t c : index) has_two_bytes[c] = true;
  has_two_bytes[0x1E3F] = false;
  has_two_bytes[0xE7C7] = true;

  std::vector<Gb18030Range> ranges;
  uint32_t pointer = 0;
  bool inside = false;
  for (char32_t c = 0x80; c < 0x10000; ++c) {
    if (has_two_bytes[c] || (c >= 0xD800 && c <= 0xDFFF)) {
      inside = false;
      continue;
    }
    if (!inside) ranges.push_back({pointer, c});
    inside = true;
    ++pointer;
  }
  ranges.push_back({189000, 0x10000});
  return ranges;
}

const Gb18030& gb18030() {
  static const Gb18030 kTables = [] {
    Gb18030 made;
    made.index = read_index<uint16_t>("gb18030", 23940, gb18030_bytes, PrivateUse::kKeep);
    made.ranges = count_ranges(made.index);
    correct(kGb18030Corrections, made.index);
    return made;
  }();
  return kTables;
}

struct SingleByteSource {
  Encoding encoding;
  const char* icu_name;
  std::span<const Correction> corrections = {};
};
constexpr SingleByteSource kSingleByteSources[] = {
    {Encoding::kIbm866, "ibm-866_P100-1995"},
    {Encoding::kIso8859_2, "ibm-912_P100-1995"},
    {Encoding::kIso8859_3, "ibm-913_P100-2000"},
    {Encoding::kIso8859_4, "ibm-914_P100-1995"},
    {Encoding::kIso8859_5, "ibm-915_P100-1995"},
    {Encoding::kIso8859_6, "ibm-1089_P100-1995"},
    {Encoding::kIso8859_7, "ibm-9005_X110-2007"},
    {Encoding::kIso8859_8, "ibm-5012_P100-1999"},
    {Encoding::kIso8859_8I, "ibm-5012_P100-1999"},
    {Encoding::kIso8859_10, "iso-8859_10-1998"},
    {Encoding::kIso8859_13, "ibm-921_P100-1995"},
    {Encoding::kIso8859_14, "iso-8859_14-1998"},
    {Encoding::kIso8859_15, "ibm-923_P100-1998"},
    {Encoding::kIso8859_16, "ibm-923_P100-1998", kLatin10Corrections},
    {Encoding::kKoi8R, "ibm-878_P100-1996"},
    {Encoding::kKoi8U, "ibm-1168_P100-2002", kKoi8UCorrections},
    {Encoding::kMacintosh, "macos-0_2-10.2"},
    {Encoding::kWindows874, "ibm-1162_P100-1999"},
    {Encoding::kWindows1250, "ibm-5346_P100-1998"},
    {Encoding::kWindows1251, "ibm-5347_P100-1998"},
    {Encoding::kWindows1252, "ibm-5348_P100-1997"},
    {Encoding::kWindows1253, "ibm-5349_P100-1998", kWindows1253Corrections},
    {Encoding::kWindows1254, "ibm-5350_P100-1998"},
    {Encoding::kWindows1255, "ibm-9447_P100-2002", kWindows1255Corrections},
    {Encoding::kWindows1256, "ibm-9448_X100-2005"},
    {Encoding::kWindows1257, "ibm-9449_P100-2002"},
    {Encoding::kWindows1258, "ibm-5354_P100-1998"},
    {Encoding::kXMacCyrillic, "macos-7_3-10.2"},
};
constexpr int kFirstSingleByte = static_cast<int>(Encoding::kIbm866);
static_assert(static_cast<int>(Encoding::kXMacCyrillic) - kFirstSingleByte + 1 ==
              std::size(kSingleByteSources));

UpperHalf read_upper_half(const SingleByteSource& source) {
  const IcuTable icu(source.icu_name);
  UpperHalf half = {};
  for (size_t i = 0; i < half.size(); ++i) {
    const char byte = static_cast<char>(0x80 + i);
    half[i] = static_cast<uint16_t>(icu.code_point({&byte, 1}));
  }
  correct(source.corrections, half);
  return half;
}

}  // namespace

std::span<const uint16_t> euc_kr_index() {
  static const auto kIndex = read_index<uint16_t>("windows-949-2000", 23940, euc_kr_bytes);
  return kIndex;
}

std::span<const uint16_t> gb18030_index() {
  return gb18030().index;
}

std::span<const Gb18030Range> gb18030_ranges() {
  return gb18030().ranges;
}

std::span<const uint16_t> jis0208_index() {
  static const auto kIndex = read_index<uint16_t>("ibm-943_P15A-2003", 11280, shift_jis_bytes);
  return kIndex;
}

std::span<const uint16_t> jis0212_index() {
  static const auto kIndex = [] {
    auto made = read_index<uint16_t>("euc-jp-2007", 94 * 94, jis0212_bytes);
    correct(kJis0212Corrections, made);
    return made;
  }();
  return kIndex;
}

std::span<const char32_t> big5_index() {
  static const auto kIndex = [] {
    auto made = read_index<char32_t>("ibm-1375_P100-2008", 126 * 157, big5_bytes);
    correct(kBig5Corrections, made);
    return made;
  }();
  return kIndex;
}

bool is_single_byte(Encoding encoding) {
  return encoding >= Encoding::kIbm866 && encoding <= Encoding::kXMacCyrillic;
}

const UpperHalf& single_byte_index(Encoding encoding) {
  static const auto kHalves = [] {
    std::array<UpperHalf, std::size(kSingleByteSources)> made;
    for (const SingleByteSource& source : kSingleByteSources) {
      made[static_cast<size_t>(source.encoding) - kFirstSingleByte] = read_upper_half(source);
    }
    return made;
  }();
  FRESHET_CHECK(is_single_byte(encoding), name(encoding));
  return kHalves[static_cast<size_t>(encoding) - kFirstSingleByte];
}

}  // namespace freshet::charset

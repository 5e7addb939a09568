#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace freshet::charset {

// The encodings of the Encoding Standard (encoding.spec.whatwg.org), section 4.2.
// NOLINTBEGIN(readability-identifier-naming): the part number follows an underscore
enum class Encoding : uint8_t {
  kUtf8,
  kIbm866,
  kIso8859_2,
  kIso8859_3,
  kIso8859_4,
  kIso8859_5,
  kIso8859_6,
  kIso8859_7,
  kIso8859_8,
  kIso8859_8I,
  kIso8859_10,
  kIso8859_13,
  kIso8859_14,
  kIso8859_15,
  kIso8859_16,
  kKoi8R,
  kKoi8U,
  kMacintosh,
  kWindows874,
  kWindows1250,
  kWindows1251,
  kWindows1252,
  kWindows1253,
  kWindows1254,
  kWindows1255,
  kWindows1256,
  kWindows1257,
  kWindows1258,
  kXMacCyrillic,
  kGbk,
  kGb18030,
  kBig5,
  kEucJp,
  kIso2022Jp,
  kShiftJis,
  kEucKr,
  kReplacement,
  kUtf16Be,
  kUtf16Le,
  kXUserDefined,
};
// NOLINTEND(readability-identifier-naming)
inline constexpr int kEncodingCount = 40;

// Returns the name in the standard: "EUC-KR", "windows-1252", "UTF-8".
std::string_view name(Encoding encoding);

// "Get an encoding" (section 4.2). Ignores case and white space around the label. Returns nullopt
// for a label that the standard does not define.
std::optional<Encoding> encoding_for_label(std::string_view label);

}  // namespace freshet::charset

#include "url/idna.h"

#include <unicode/uidna.h>

#include <algorithm>
#include <iterator>

#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::url {
namespace {

// Errors of UTS 46 that the URL Standard does not check for.
constexpr uint32_t kAllowed = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                              UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                              UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

// Returns ICU's UTS 46 object, which is created once. It is immutable and thread-safe.
const UIDNA* uts46() {
  static const UIDNA* const kInstance = [] {
    UErrorCode status = U_ZERO_ERROR;
    return uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ |
                               UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE,
                           &status);
  }();
  return kInstance;
}

// Code points that UTS 46 maps since Unicode 15.1 or 16.0. ICU 72 (Unicode 15.0) refuses them or,
// in the case of capital sharp s, maps it to something else. Mapping them before ICU does gives the
// same result as newer tables. (map_since_icu_72() itself handles Georgian capitals. Code points
// assigned after Unicode 15.0 are still refused.)
struct Mapping {
  char32_t from;
  char32_t to;  // 0: the code point is removed
};
constexpr Mapping kNewerMappings[] = {
    {0x04C0, 0x04CF},   {0x115F, 0},       {0x1160, 0},       {0x17B4, 0},       {0x17B5, 0},
    {0x180E, 0},        {0x1E9E, 0x00DF},  {0x2061, 0},       {0x2062, 0},       {0x2063, 0},
    {0x206A, 0},        {0x206B, 0},       {0x206C, 0},       {0x206D, 0},       {0x206E, 0},
    {0x206F, 0},        {0x2132, 0x214E},  {0x2183, 0x2184},  {0x3164, 0},       {0xFFA0, 0},
    {0x1D173, 0},       {0x1D174, 0},      {0x1D175, 0},      {0x1D176, 0},      {0x1D177, 0},
    {0x1D178, 0},       {0x1D179, 0},      {0x1D17A, 0},      {0x2F868, 0x36FC}, {0x2F874, 0x5F53},
    {0x2F91F, 0x243AB}, {0x2F95F, 0x7AEE}, {0x2F9BF, 0x45D7},
};

std::string map_since_icu_72(std::string_view domain) {
  std::string out;
  out.reserve(domain.size());
  while (!domain.empty()) {
    const auto [kind, length] = text::utf8_sequence(domain);
    const char32_t c =
        kind == text::Utf8Sequence::kWhole ? text::utf8_scalar(domain) : char32_t{0xFFFD};
    const auto* mapping = std::find_if(std::begin(kNewerMappings), std::end(kNewerMappings),
                                       [c](const Mapping& m) { return m.from == c; });
    if (c >= 0x10A0 && c <= 0x10C5) {
      text::append_utf8(out, c - 0x10A0 + 0x2D00);
    } else if (mapping == std::end(kNewerMappings)) {
      out.append(domain, 0, length);
    } else if (mapping->to != 0) {
      text::append_utf8(out, mapping->to);
    }
    domain.remove_prefix(length);
  }
  return out;
}

using Conversion = decltype(&uidna_nameToASCII_UTF8);

std::optional<std::string> convert(Conversion conversion, std::string_view text) {
  if (text.size() > kMaxUnicodeDomain || uts46() == nullptr) return std::nullopt;
  const std::string domain = map_since_icu_72(text);
  std::string out(256, '\0');
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode status = U_ZERO_ERROR;
  const auto run = [&] {
    status = U_ZERO_ERROR;
    return conversion(uts46(), domain.data(), static_cast<int32_t>(domain.size()), out.data(),
                      static_cast<int32_t>(out.size()), &info, &status);
  };
  int32_t length = run();
  if (status == U_BUFFER_OVERFLOW_ERROR) {
    out.resize(static_cast<size_t>(length));
    length = run();
  }
  if (U_FAILURE(status) || (info.errors & ~kAllowed) != 0 || length == 0) return std::nullopt;
  out.resize(static_cast<size_t>(length));
  return out;
}

}  // namespace

std::optional<std::string> domain_to_ascii(std::string_view domain) {
  if (!text::is_ascii(domain)) return convert(&uidna_nameToASCII_UTF8, domain);
  if (domain.empty()) return std::nullopt;
  return text::lower_case(domain);
}

std::optional<std::string> domain_to_unicode(std::string_view domain) {
  return convert(&uidna_nameToUnicodeUTF8, domain);
}

}  // namespace freshet::url

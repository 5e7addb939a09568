#include "words/folding.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

#include "result/check.h"
#include "text/ascii.h"

namespace freshet::words {
namespace {

const icu::Normalizer2& normalizer() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* instance = icu::Normalizer2::getNFKCCasefoldInstance(status);
  FRESHET_CHECK(U_SUCCESS(status), "ICU has no NFKC_Casefold");
  return *instance;
}

bool is_foreign_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80 && !text::is_alnum(c);
}

}  // namespace

bool is_folded(char32_t c) {
  const auto code_point = static_cast<UChar32>(c);
  UErrorCode status = U_ZERO_ERROR;
  return normalizer().hasBoundaryBefore(code_point) &&
         normalizer().isNormalized(icu::UnicodeString(code_point), status) != 0;
}

void fold(std::string_view word, std::string& out) {
  out.clear();
  UErrorCode status = U_ZERO_ERROR;
  icu::StringByteSink<std::string> sink(&out);
  const icu::StringPiece piece(word.data(), static_cast<int32_t>(word.size()));
  normalizer().normalizeUTF8(0, piece, sink, nullptr, status);
  if (U_FAILURE(status)) out.assign(word);
  std::erase_if(out, is_foreign_ascii);
}

}  // namespace freshet::words

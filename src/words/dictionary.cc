#include "words/dictionary.h"

#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include "result/check.h"

namespace freshet::words {

struct Dictionary::Impl {
  UBreakIterator* iterator = nullptr;
  UText text = UTEXT_INITIALIZER;
  std::vector<size_t> ends;
};

Dictionary::Dictionary() : impl_(std::make_unique<Impl>()) {
  UErrorCode status = U_ZERO_ERROR;
  impl_->iterator = ubrk_open(UBRK_WORD, "", nullptr, 0, &status);
  FRESHET_CHECK(U_SUCCESS(status), "ICU has no data to split words");
}

Dictionary::~Dictionary() {
  ubrk_close(impl_->iterator);
  utext_close(&impl_->text);
}

const std::vector<size_t>& Dictionary::ends(std::string_view run) {
  impl_->ends.clear();
  UErrorCode status = U_ZERO_ERROR;
  utext_openUTF8(&impl_->text, run.data(), static_cast<int64_t>(run.size()), &status);
  ubrk_setUText(impl_->iterator, &impl_->text, &status);
  if (U_SUCCESS(status)) {
    ubrk_first(impl_->iterator);
    for (int32_t end = ubrk_next(impl_->iterator); end != UBRK_DONE;
         end = ubrk_next(impl_->iterator)) {
      impl_->ends.push_back(static_cast<size_t>(end));
    }
  }
  if (impl_->ends.empty() || impl_->ends.back() != run.size()) impl_->ends.push_back(run.size());
  return impl_->ends;
}

}  // namespace freshet::words

#include "convert/page_language.h"

#include "language/identify.h"
#include "language/tag.h"

namespace freshet::convert {
namespace {

constexpr std::string_view kDeclared = "declared";
constexpr std::string_view kIdentified = "identified";

// Less text than this contradicts nobody.
constexpr size_t kTellingBytes = 300;
constexpr double kTellingShare = 0.9;

// English proves nothing: code, names and what is not translated yet are English everywhere.
bool contradicts(const language::Identified& found, std::string_view declared) {
  return found.confidence >= kTellingShare && language::base_of(found.tag) != "en" &&
         !language::are_close(found.tag, declared);
}

}  // namespace

PageLanguage page_language(std::string_view declared, std::string_view text) {
  if (declared.empty()) {
    auto found = language::identify(text);
    if (!found) return {};
    return {std::move(found->tag), kIdentified};
  }
  // Most pages tell the truth, which a rough look confirms.
  if (text.size() >= kTellingBytes) {
    const auto at_first = language::identify_roughly(text);
    if (at_first && contradicts(*at_first, declared)) {
      auto found = language::identify(text);
      if (found && contradicts(*found, declared)) return {std::move(found->tag), kIdentified};
    }
  }
  return {std::string(declared), kDeclared};
}

}  // namespace freshet::convert

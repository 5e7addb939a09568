#include "convert/page_language.h"

#include "language/identify.h"
#include "language/tag.h"

namespace freshet::convert {
namespace {

constexpr std::string_view kDeclared = "declared";
constexpr std::string_view kIdentified = "identified";

// A text contradicts a declared language only if it is at least this long, and identified with at
// least this confidence.
constexpr size_t kMinBytes = 300;
constexpr double kMinConfidence = 0.9;

// English text contradicts no declaration: pages in all languages contain code, names and parts
// that are not translated yet in English.
bool contradicts(const language::Identified& found, std::string_view declared) {
  return found.confidence >= kMinConfidence && language::base_of(found.tag) != "en" &&
         !language::are_close(found.tag, declared);
}

}  // namespace

PageLanguage page_language(std::string_view declared, std::string_view text) {
  if (declared.empty()) {
    auto found = language::identify(text);
    if (!found) return {};
    return {std::move(found->tag), kIdentified};
  }
  // Most declarations are right, and a rough identification, which is much faster, confirms them.
  if (text.size() >= kMinBytes) {
    const auto rough = language::identify_quickly(text);
    if (rough && contradicts(*rough, declared)) {
      auto found = language::identify(text);
      if (found && contradicts(*found, declared)) return {std::move(found->tag), kIdentified};
    }
  }
  return {std::string(declared), kDeclared};
}

}  // namespace freshet::convert

// Identifies the language of any bytes, and normalises them as a language tag: normalising the
// result again does not change it.
#include <cstdint>
#include <cstdlib>

#include "language/identify.h"
#include "language/tag.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto found = freshet::language::identify(text);
  if (found && freshet::language::normalise(found->tag) != found->tag) std::abort();
  const std::string tag = freshet::language::normalise(text);
  if (freshet::language::normalise(tag) != tag) std::abort();
  if (!tag.empty() && !freshet::language::is_same(tag, tag)) std::abort();
  return 0;
}

#include "digest/fingerprint.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace freshet::digest {

Fingerprint fingerprint(std::string_view canonical_url) {
  return {XXH3_64bits(canonical_url.data(), canonical_url.size())};
}

}  // namespace freshet::digest

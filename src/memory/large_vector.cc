#include "memory/large_vector.h"

#include <sys/mman.h>

namespace freshet::memory {

void wish_for_huge_pages(void* memory, size_t bytes) {
  (void)madvise(memory, bytes, MADV_HUGEPAGE);
}

}  // namespace freshet::memory

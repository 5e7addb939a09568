#include "memory/large_vector.h"

#include <sys/mman.h>

namespace freshet {

void advise_huge_pages(void* memory, size_t bytes) {
  (void)madvise(memory, bytes, MADV_HUGEPAGE);
}

}  // namespace freshet

#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace freshet {

// Advises the kernel to use huge pages for this memory. The kernel may ignore it.
void advise_huge_pages(void* memory, size_t bytes);

// An allocator for large vectors that are read at random, such as a graph. With the small pages of
// the kernel, address translation takes a tenth of the time, so it requests huge pages. Elements
// without a value stay uninitialised, because they are written before they are read.
template <typename T>
struct LargeAllocator {
  using value_type = T;
  static constexpr size_t kHugePage = 2 << 20;
  static constexpr size_t kMuch = kHugePage / sizeof(T);

  LargeAllocator() = default;
  template <typename U>
  LargeAllocator(const LargeAllocator<U>& /*other*/) {}  // NOLINT: the standard requires it

  T* allocate(size_t count) {
    if (count < kMuch) return std::allocator<T>().allocate(count);
    const size_t bytes = (count * sizeof(T) + kHugePage - 1) / kHugePage * kHugePage;
    void* const memory = ::operator new(bytes, std::align_val_t(kHugePage));
    advise_huge_pages(memory, bytes);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t count) {
    if (count < kMuch)
      std::allocator<T>().deallocate(memory, count);
    else
      ::operator delete(memory, std::align_val_t(kHugePage));
  }

  template <typename U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <typename U, typename... Args>
  void construct(U* at, Args&&... args) {
    ::new (static_cast<void*>(at)) U(std::forward<Args>(args)...);
  }
  bool operator==(const LargeAllocator& /*other*/) const { return true; }
};

template <typename T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace freshet

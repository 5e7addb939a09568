#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "result/result.h"
#include "store/store.h"

namespace freshet::importance {

// A page of the store that is no page of the graph (collection_graph.h).
struct PageException {
  store::PageKey page;
  store::PageKey counts_as;  // a page that it stands for; the page itself: it is left out
  bool operator==(const PageException&) const = default;
};
// nullopt: it is a page of the graph.
std::optional<PageException> exception_of(const store::PageState& page);

// An error if so many pages cannot be numbered.
Status check_count(size_t pages);

// The pages of the graph, numbered from 0 in the order of their keys.
class PageNumbers {
 public:
  static constexpr uint32_t kNone = ~0u;

  PageNumbers() = default;
  // `keys` has all pages of the store, ascending. Exceptions for other pages are ignored.
  PageNumbers(std::vector<store::PageKey> keys, std::span<const PageException> exceptions);

  size_t count() const { return count_; }
  // The page that this page counts as; kNone if there is none.
  uint32_t of(const store::PageKey& key) const;
  // Calls `each` with the pages of the graph, by number.
  template <typename Each>
  void each_page(const Each& each) const {
    for (size_t at = 0; at < keys_.size(); ++at) {
      if (!is_exception_[at]) each(keys_[at]);
    }
  }

 private:
  uint32_t position(const store::PageKey& key) const;
  uint32_t end_of(uint32_t at) const;

  std::vector<store::PageKey> keys_;
  std::unordered_map<uint32_t, store::PageKey> counts_as_;  // by position in keys_
  std::vector<bool> is_exception_;
  std::vector<uint32_t> number_;
  size_t count_ = 0;
};

}  // namespace freshet::importance

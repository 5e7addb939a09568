#include "importance/page_numbers.h"

#include <algorithm>

#include "collection/keys.h"
#include "rank/graph.h"

namespace freshet::importance {
namespace {

using store::PageKey;
using store::VisitResult;

// The limit of redirects and duplicates in a row. A crawl follows fewer redirects.
constexpr int kMostSteps = 16;

bool is_gone(VisitResult result) {
  return result == VisitResult::kGone || result == VisitResult::kSoftGone;
}

}  // namespace

std::optional<PageException> exception_of(const store::PageState& page) {
  if (page.result == VisitResult::kRedirected) {
    return PageException{page.key, collection::page_key(page.redirect_to)};
  }
  if (page.duplicate_of) return PageException{page.key, *page.duplicate_of};
  if (page.sitemap || is_gone(page.result)) return PageException{page.key, page.key};
  return std::nullopt;
}

Status check_count(size_t pages) {
  if (pages < rank::kMostPages) return Done{};
  return fail("the collection has too many pages to be ranked: more than " +
              std::to_string(rank::kMostPages));
}

PageNumbers::PageNumbers(std::vector<PageKey> keys, std::span<const PageException> exceptions)
    : keys_(std::move(keys)), is_exception_(keys_.size()), number_(keys_.size(), kNone) {
  for (const PageException& exception : exceptions) {
    const uint32_t at = position(exception.page);
    if (at == kNone) continue;
    is_exception_[at] = true;
    if (exception.counts_as != exception.page) counts_as_.emplace(at, exception.counts_as);
  }
  for (size_t at = 0; at < keys_.size(); ++at) {
    if (!is_exception_[at]) number_[at] = static_cast<uint32_t>(count_++);
  }
  for (const auto& [at, other] : counts_as_) number_[at] = number_[end_of(at)];
}

uint32_t PageNumbers::position(const PageKey& key) const {
  const auto at = std::lower_bound(keys_.begin(), keys_.end(), key);
  return at != keys_.end() && *at == key ? static_cast<uint32_t>(at - keys_.begin()) : kNone;
}

uint32_t PageNumbers::of(const PageKey& key) const {
  const uint32_t at = position(key);
  return at == kNone ? kNone : number_[at];
}

// Follows redirects and duplicates and returns the last page. If they form a cycle or lead to an
// unknown page, it returns the page itself, which has no number.
uint32_t PageNumbers::end_of(uint32_t first) const {
  uint32_t at = first;
  for (int step = 0; step < kMostSteps; ++step) {
    const auto other = counts_as_.find(at);
    if (other == counts_as_.end()) return at;
    at = position(other->second);
    if (at == kNone) return first;
  }
  return first;
}

}  // namespace freshet::importance

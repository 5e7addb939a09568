#pragma once

#include <limits>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

constexpr Page kNoPage = std::numeric_limits<Page>::max();

// The ends of a list whose links are in a PageLinks.
struct PageList {
  Page front = kNoPage;
  Page back = kNoPage;

  bool empty() const { return front == kNoPage; }
};

// Lists of pages, every page in one of them at most: 8 bytes a page, all steps O(1).
class PageLinks {
 public:
  void push_back(PageList& list, Page page) {
    if (page >= links_.size()) links_.resize(page + size_t{1});
    links_[page] = {.before = list.back, .after = kNoPage};
    (list.empty() ? list.front : links_[list.back].after) = page;
    list.back = page;
  }

  // The page must be in this list.
  void unlink(PageList& list, Page page) {
    const Link link = links_[page];
    (link.before == kNoPage ? list.front : links_[link.before].after) = link.after;
    (link.after == kNoPage ? list.back : links_[link.after].before) = link.before;
  }

  Page pop_front(PageList& list) {
    const Page page = list.front;
    unlink(list, page);
    return page;
  }

  // The page behind this one in its list, or kNoPage.
  Page after(Page page) const { return links_[page].after; }

  // All of `from` to the end of `to`.
  void append(PageList& to, PageList& from) {
    if (from.empty()) return;
    if (to.empty()) {
      to = from;
    } else {
      links_[to.back].after = from.front;
      links_[from.front].before = to.back;
      to.back = from.back;
    }
    from = {};
  }

 private:
  struct Link {
    Page before = kNoPage;
    Page after = kNoPage;
  };
  std::vector<Link> links_;
};

}  // namespace freshet::schedule

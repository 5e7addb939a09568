#pragma once

#include <cstdint>

#include "clock/instant.h"

namespace freshet::frontier {

inline constexpr uint32_t kNone = UINT32_MAX;

// The links of an element in a PairingHeap. Lists use `next` and `prev` too.
struct Links {
  Instant when;
  uint32_t child = kNone;
  uint32_t next = kNone;  // the next sibling
  uint32_t prev = kNone;  // the sibling before, the parent of a first child, kNone for the root
};

// A heap of elements that are stored elsewhere and identified by number, with the least `when` on
// top (Fredman and others, "The pairing heap", 1986). It needs three numbers for an element and one
// for an empty heap, so that there can be a million heaps. Insertion takes constant time, removal
// amortised O(log n). `Elements` has operator[](uint32_t), which returns an object with a member
// `links`.
template <typename Elements>
class PairingHeap {
 public:
  bool empty() const { return root_ == kNone; }
  uint32_t top() const { return root_; }

  void insert(Elements& elements, uint32_t i) {
    Links& links = elements[i].links;
    links.child = links.next = links.prev = kNone;
    root_ = empty() ? i : meld(elements, root_, i);
  }

  // `i` must be in this heap, and its `when` must not have changed since it was inserted.
  void remove(Elements& elements, uint32_t i) {
    Links& links = elements[i].links;
    const uint32_t children = merge_siblings(elements, links.child);
    if (i == root_) {
      root_ = children;
    } else {
      Links& before = elements[links.prev].links;
      (before.child == i ? before.child : before.next) = links.next;
      if (links.next != kNone) elements[links.next].links.prev = links.prev;
      if (children != kNone) root_ = meld(elements, root_, children);
    }
    links.child = links.next = links.prev = kNone;
  }

 private:
  // Merges two heaps. Both arguments and the result are roots without siblings.
  static uint32_t meld(Elements& elements, uint32_t a, uint32_t b) {
    if (elements[b].links.when < elements[a].links.when) {
      const uint32_t swapped = a;
      a = b;
      b = swapped;
    }
    Links& parent = elements[a].links;
    Links& child = elements[b].links;
    child.next = parent.child;
    child.prev = a;
    if (parent.child != kNone) elements[parent.child].links.prev = b;
    parent.child = b;
    return a;
  }

  // Merges siblings in pairs from left to right, and then the pairs from right to left.
  static uint32_t merge_siblings(Elements& elements, uint32_t first) {
    uint32_t pairs = kNone;
    while (first != kNone) {
      const uint32_t second = elements[first].links.next;
      const uint32_t rest = second == kNone ? kNone : elements[second].links.next;
      const uint32_t pair = second == kNone
                                ? detach(elements, first)
                                : meld(elements, detach(elements, first), detach(elements, second));
      elements[pair].links.next = pairs;
      pairs = pair;
      first = rest;
    }
    uint32_t merged = kNone;
    while (pairs != kNone) {
      const uint32_t rest = elements[pairs].links.next;
      detach(elements, pairs);
      merged = merged == kNone ? pairs : meld(elements, merged, pairs);
      pairs = rest;
    }
    return merged;
  }

  static uint32_t detach(Elements& elements, uint32_t i) {
    elements[i].links.next = elements[i].links.prev = kNone;
    return i;
  }

  uint32_t root_ = kNone;
};

}  // namespace freshet::frontier

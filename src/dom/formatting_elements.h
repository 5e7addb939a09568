#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dom/document.h"

namespace freshet::dom {

// The list of active formatting elements (HTML Standard 13.2.4.3): <b>, <a> and others that are
// opened again after an element in which they were not closed. Only the entries after the last
// marker count, and there are at most kMaxEntries of them, so all functions take bounded time.
class FormattingElements {
 public:
  static constexpr size_t kMaxEntries = 100;
  static constexpr size_t kNone = SIZE_MAX;

  // Adds the element to the end, with the Noah's Ark clause: of elements with the same tag and
  // attributes at most three stay.
  void push(NodeId id, const Node& element);
  void push_marker();
  void clear_to_last_marker();

  // Positions are valid until the list is changed.
  size_t begin() const { return begin_; }  // of the entries after the last marker
  size_t end() const { return entries_.size(); }
  NodeId operator[](size_t i) const { return entries_[i].element; }
  size_t find(NodeId element) const;
  size_t find_last(parse::Tag tag) const;

  // A clone of the entry's element takes its place.
  void replace(size_t i, NodeId clone) { entries_[i].element = clone; }
  void remove(size_t i) { entries_.erase(entries_.begin() + static_cast<ptrdiff_t>(i)); }
  // Moves an entry before the one at `to`, and puts a clone into it.
  void move(size_t from, size_t to, NodeId clone);

 private:
  struct Entry {
    NodeId element = kNoNode;  // kNoNode: a marker
    parse::Tag tag = parse::Tag::kOther;
    uint64_t attributes = 0;  // a hash; of a marker: where the entries before it begin
  };

  std::vector<Entry> entries_;
  size_t begin_ = 0;
};

}  // namespace freshet::dom

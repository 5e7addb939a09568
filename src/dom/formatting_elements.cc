#include "dom/formatting_elements.h"

#include <functional>

namespace freshet::dom {
namespace {

// Does not depend on the order. Two sets with the same hash count as the same.
uint64_t hash_of(std::span<const Attribute> attributes) {
  uint64_t sum = attributes.size();
  const std::hash<std::string_view> hash;
  for (const Attribute& a : attributes) {
    sum += (hash(a.name) + 1) * (hash(a.value) * 0x9E3779B97F4A7C15u + 1);
  }
  return sum;
}

}  // namespace

void FormattingElements::push(NodeId id, const Node& element) {
  const Entry entry = {
      .element = id, .tag = element.tag, .attributes = hash_of(element.attributes)};
  size_t same = 0;
  size_t first_same = kNone;
  for (size_t i = entries_.size(); i-- > begin_;) {
    if (entries_[i].tag != entry.tag || entries_[i].attributes != entry.attributes) continue;
    first_same = i;
    ++same;
  }
  if (same >= 3) {
    remove(first_same);
  } else if (entries_.size() - begin_ >= kMaxEntries) {
    remove(begin_);
  }
  entries_.push_back(entry);
}

void FormattingElements::push_marker() {
  entries_.push_back({.attributes = begin_});
  begin_ = entries_.size();
}

void FormattingElements::clear_to_last_marker() {
  if (begin_ == 0) {
    entries_.clear();
    return;
  }
  const size_t marker = begin_ - 1;
  begin_ = entries_[marker].attributes;
  entries_.resize(marker);
}

size_t FormattingElements::find(NodeId element) const {
  for (size_t i = entries_.size(); i-- > begin_;) {
    if (entries_[i].element == element) return i;
  }
  return kNone;
}

size_t FormattingElements::find_last(parse::Tag tag) const {
  for (size_t i = entries_.size(); i-- > begin_;) {
    if (entries_[i].tag == tag) return i;
  }
  return kNone;
}

void FormattingElements::move(size_t from, size_t to, NodeId clone) {
  Entry entry = entries_[from];
  entry.element = clone;
  remove(from);
  if (to > from) --to;
  entries_.insert(entries_.begin() + static_cast<ptrdiff_t>(to), entry);
}

}  // namespace freshet::dom

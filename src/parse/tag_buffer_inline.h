#pragma once

#include "parse/scan.h"
#include "parse/tag_buffer.h"
#include "text/ascii.h"

// The functions of TagBuffer. They are inline in the states of the tokenizer, because calls would
// make it slower by an eighth.
namespace freshet::parse {

inline void TagBuffer::begin(bool is_end_tag) {
  name_.clear();
  is_end_tag_ = is_end_tag;
  self_closing_ = false;
}

inline void TagBuffer::append_name(std::string_view bytes) {
  // No known name is this long. The limit bounds the memory.
  constexpr size_t kMaxName = 128;
  if (name_.size() >= kMaxName) return;
  for (const char c : bytes) name_ += text::to_lower(c);
}

inline void TagBuffer::open_attribute() {
  close_attribute();
  const auto start = static_cast<uint32_t>(bytes_.size());
  extents_.push_back({start, UINT32_MAX, start});
  attribute_open_ = true;
  attribute_too_large_ = false;
  after_carriage_return_ = false;
  in_value_ = false;
}

inline void TagBuffer::close_attribute() {
  if (!attribute_open_) return;
  attribute_open_ = false;
  Extent& last = extents_.back();
  if (attribute_too_large_ || extents_.size() > limits_.max_attributes) {
    bytes_.resize(last.name_start);
    extents_.pop_back();
    return;
  }
  last.end = static_cast<uint32_t>(bytes_.size());
  if (last.value_start == UINT32_MAX) last.value_start = last.end;
}

inline void TagBuffer::append(std::string_view bytes) {
  if (attribute_too_large_) return;
  if (bytes_.size() + bytes.size() > limits_.max_attribute_bytes) {
    attribute_too_large_ = true;
    return;
  }
  bytes_ += bytes;
}

// Appends bytes to an attribute, preprocessed like the input stream (13.2.3.5): CR LF and CR become
// a line feed. NUL in a tag becomes U+FFFD.
inline void TagBuffer::append_normalised(std::string_view bytes) {
  const char* p = bytes.data();
  const char* const end = p + bytes.size();
  if (after_carriage_return_ && *p == '\n') ++p;
  while (p != end) {
    const char* const odd = find_either(p, end, '\0', '\r');
    append({p, odd});
    after_carriage_return_ = false;
    if (odd == end) return;
    append(*odd == '\0' ? std::string_view("\xEF\xBF\xBD") : "\n");
    p = odd + 1;
    if (*odd == '\r' && p != end && *p == '\n')
      ++p;
    else
      after_carriage_return_ = *odd == '\r';
  }
}

inline void TagBuffer::finish_name(const TokenSink& sink) {
  tag_ = tag_for_name(name_);
  keeps_attributes_ = !is_end_tag_ && sink.wants_attributes(tag_);
  attribute_open_ = false;
  bytes_.clear();
  extents_.clear();
}

inline void TagBuffer::begin_value() {
  if (!keeps_attributes_ || in_value_) return;
  in_value_ = true;
  if (!extents_.empty()) extents_.back().value_start = static_cast<uint32_t>(bytes_.size());
}

inline void TagBuffer::append_lower(std::string_view bytes) {
  const size_t start = bytes_.size();
  append_value(bytes);
  for (size_t i = start; i < bytes_.size(); ++i) bytes_[i] = text::to_lower(bytes_[i]);
}

inline void TagBuffer::append_decoded(std::string_view characters) {
  if (!keeps_attributes_) return;
  after_carriage_return_ = false;
  append(characters);
}

inline StartTag TagBuffer::start_tag() {
  attributes_.clear();
  const std::string_view bytes = bytes_;
  for (const Extent& e : extents_) {
    attributes_.push_back({bytes.substr(e.name_start, e.value_start - e.name_start),
                           bytes.substr(e.value_start, e.end - e.value_start)});
  }
  return {.tag = tag_, .name = name_, .self_closing = self_closing_, .attributes = attributes_};
}

}  // namespace freshet::parse

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/token_sink.h"

namespace freshet::parse {

struct TokenizerLimits {
  // Attributes beyond these limits are dropped.
  size_t max_attributes = 256;
  size_t max_attribute_bytes = 1 << 20;  // names and values of one tag together
};

// The tag that a tokenizer is reading: its name, and its attributes if the sink wants them. They
// come in pieces of any size. A file that calls its functions must include tag_buffer_inline.h.
class TagBuffer {
 public:
  explicit TagBuffer(const TokenizerLimits& limits) : limits_(limits) {}

  void begin(bool is_end_tag);
  // Makes the name lower case. The end of a very long name is dropped.
  void append_name(std::string_view bytes);
  void set_name(std::string_view name) { name_ = name; }
  // The name is complete. Must be called before all functions below.
  void finish_name(const TokenSink& sink);

  // The functions for attributes do nothing if the attributes are not kept.
  bool keeps_attributes() const { return keeps_attributes_; }
  void begin_attribute() {
    if (keeps_attributes_) open_attribute();
  }
  void append_attribute_name(std::string_view bytes) {
    if (keeps_attributes_) append_lower(bytes);
  }
  void begin_value();
  // Bytes of the input: line ends and NUL are normalised.
  void append_value(std::string_view bytes) {
    if (keeps_attributes_ && !bytes.empty()) append_normalised(bytes);
  }
  // The characters of a character reference in a value.
  void append_decoded(std::string_view characters);
  void set_self_closing() { self_closing_ = true; }

  // The tag is complete. The views are valid until the next begin().
  void finish() { close_attribute(); }
  bool is_end_tag() const { return is_end_tag_; }
  Tag tag() const { return tag_; }
  const std::string& name() const { return name_; }
  StartTag start_tag();

 private:
  // The position of an attribute in bytes_.
  struct Extent {
    uint32_t name_start, value_start, end;
  };

  void open_attribute();
  void close_attribute();
  void append(std::string_view bytes);
  void append_lower(std::string_view bytes);
  void append_normalised(std::string_view bytes);

  const TokenizerLimits limits_;
  std::string name_;
  Tag tag_ = Tag::kOther;
  bool is_end_tag_ = false;
  bool self_closing_ = false;
  bool keeps_attributes_ = false;
  bool attribute_open_ = false;
  bool attribute_too_large_ = false;
  bool in_value_ = false;
  bool after_carriage_return_ = false;
  std::string bytes_;  // names and values one after another
  std::vector<Extent> extents_;
  std::vector<Attribute> attributes_;
};

}  // namespace freshet::parse

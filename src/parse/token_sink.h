#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "parse/tag.h"

namespace freshet::parse {

struct Attribute {
  std::string_view name;   // in lower case
  std::string_view value;  // with character references decoded
};

// A start tag. Its views are valid during the call of TokenSink::start_tag().
struct StartTag {
  Tag tag = Tag::kOther;
  std::string_view name;  // in lower case
  bool self_closing = false;
  std::span<const Attribute> attributes;
  size_t offset = 0;  // of its '<' in the input, in bytes

  // Returns the value of the first attribute with this name.
  std::optional<std::string_view> attribute(std::string_view name) const;
};

// How the text after a start tag is tokenized (HTML Standard 13.2.5, "switch the tokenizer to").
enum class ContentModel : uint8_t { kData, kRcdata, kRawText, kScript, kPlaintext };

// Returns the content model after a start tag outside foreign content, with scripting disabled.
ContentModel content_model(Tag tag);

// Receives the tokens of a page.
class TokenSink {
 public:
  virtual ~TokenSink() = default;

  // A piece of text; text between two tags may come in any number of pieces. Character references
  // are decoded; line ends and NUL are as in the input.
  virtual void text(std::string_view piece) = 0;
  // Returns how the text after the tag is tokenized.
  virtual ContentModel start_tag(const StartTag& tag) = 0;
  virtual void end_tag(Tag tag, std::string_view name) = 0;
  // What is between "<!DOCTYPE" and ">" in HTML, without what exceeds a kilobyte. Not called for
  // XML.
  virtual void doctype(std::string_view) {}
  // A comment or a processing instruction.
  virtual void comment() {}

  // Whether start_tag() needs the attributes. To skip them saves time.
  virtual bool wants_attributes(Tag) const { return true; }
  // Whether <![CDATA[ begins text at this point, as in foreign content and in XML.
  virtual bool allows_cdata() const { return false; }
};

}  // namespace freshet::parse

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parse/tag.h"

namespace freshet::parse {

struct Attribute {
  std::string_view name;   // lower case
  std::string_view value;  // character references decoded
};

// A start tag as the sink sees it; its views are good during the call.
struct StartTag {
  Tag tag = Tag::kOther;
  std::string_view name;  // lower case
  bool self_closing = false;
  std::span<const Attribute> attributes;

  // Of several with one name the first counts.
  std::optional<std::string_view> attribute(std::string_view name) const;
};

// How the text after a start tag is to be read (HTML Standard 13.2.5, "switch the tokenizer to").
enum class ContentModel : uint8_t { kData, kRcdata, kRawText, kScript, kPlaintext };

// What an HTML parser with scripting off reads after the tag, outside foreign content.
ContentModel content_model(Tag tag);

// Takes the tokens. Comments, doctypes and processing instructions are not handed on.
class TokenSink {
 public:
  virtual ~TokenSink() = default;

  // A piece of text; a run of text may come in any number of pieces. Character references are
  // decoded, line ends and NUL are as in the input.
  virtual void text(std::string_view piece) = 0;
  virtual ContentModel start_tag(const StartTag& tag) = 0;
  virtual void end_tag(Tag tag, std::string_view name) = 0;

  // Tags whose attributes nobody reads cost less.
  virtual bool wants_attributes(Tag) const { return true; }
  // Whether <![CDATA[ is text here (it is in foreign content and in XML).
  virtual bool allows_cdata() const { return false; }
};

struct TokenizerLimits {
  // Attributes beyond these are dropped, and counted.
  size_t max_attributes = 256;
  size_t max_attribute_bytes = 1 << 20;  // names and values of one tag together
};

// The tokenizer of the HTML Standard (13.2.5) without its error reports. Input is UTF-8 and may
// come in pieces; how it is cut changes nothing but the cuts in text. Linear time; memory is that
// of one tag's attributes.
class Tokenizer {
 public:
  enum class Flavor : uint8_t {
    kHtml,
    kXml,  // a doctype may have an internal subset; otherwise as tolerant as HTML
  };

  explicit Tokenizer(TokenSink& sink, Flavor flavor = Flavor::kHtml, TokenizerLimits limits = {});

  void feed(std::string_view chunk);
  // The end of the input. The tokenizer is then as new.
  void finish();

  // How many attributes were dropped because of the limits.
  uint64_t dropped_attributes() const { return dropped_attributes_; }

 private:
  enum class State : uint8_t {
    kData,
    kTagOpen,
    kEndTagOpen,
    kTagName,
    kBeforeAttributeName,
    kAttributeName,
    kAfterAttributeName,
    kBeforeAttributeValue,
    kValueDoubleQuoted,
    kValueSingleQuoted,
    kValueUnquoted,
    kAfterQuotedValue,
    kSelfClosing,
    kMarkupDeclaration,
    kBogusComment,
    kCommentStart,
    kCommentStartDash,
    kComment,
    kCommentEndDash,
    kCommentEnd,
    kCommentEndBang,
    kXmlDoctype,
    kCdata,
    kCdataBracket,
    kCdataEnd,
    kRaw,  // RCDATA and RAWTEXT: see model_
    kRawLessThan,
    kRawEndTagOpen,
    kRawEndTagName,
    kScript,
    kScriptLessThan,
    kScriptEscapeStart,
    kScriptEscapeStartDash,
    kScriptDoubleEscapeStart,
    kScriptDoubleEscapedLessThan,
    kScriptDoubleEscapeEnd,
    kPlaintext,
    kReference,
  };
  enum class ReferenceKind : uint8_t { kStart, kNamed, kNumber, kHexStart, kHex, kDecimal };

  // Each takes what it can from [p, end), at least one character unless it changes state, and
  // returns where it stopped.
  const char* step(const char* p, const char* end);
  const char* data(const char* p, const char* end);
  const char* tag_open(const char* p);
  const char* end_tag_open(const char* p);
  const char* tag_name(const char* p, const char* end);
  const char* before_attribute_name(const char* p, const char* end);
  const char* attribute_name(const char* p, const char* end);
  const char* after_attribute_name(const char* p);
  const char* before_attribute_value(const char* p);
  const char* quoted_value(const char* p, const char* end, char quote);
  const char* unquoted_value(const char* p, const char* end);
  const char* after_quoted_value(const char* p);
  const char* self_closing(const char* p);
  const char* markup_declaration(const char* p);
  const char* comment(const char* p, const char* end);
  const char* xml_doctype(const char* p, const char* end);
  const char* cdata(const char* p, const char* end);
  const char* raw(const char* p, const char* end);
  const char* raw_less_than(const char* p);
  const char* raw_end_tag_name(const char* p, const char* end);
  const char* script(const char* p, const char* end);
  const char* script_less_than(const char* p);
  const char* script_escape(const char* p);
  const char* script_double_escape(const char* p, const char* end);
  const char* reference(const char* p, const char* end);

  void begin_tag(bool is_end_tag);
  void finish_tag_name();
  void begin_attribute();
  void end_attribute();
  void emit_tag();
  void append_attribute(std::string_view bytes);
  void append_attribute_normalised(std::string_view bytes);
  State text_state() const;

  void begin_reference(State return_to);
  void finish_named_reference(int next);  // the character after the name, -1 at the end
  void finish_numeric_reference();
  void abandon_reference();
  void emit_from_reference(std::string_view characters);
  bool reference_in_attribute() const;

  TokenSink& sink_;
  const Flavor flavor_;
  const TokenizerLimits limits_;

  State state_ = State::kData;
  ContentModel model_ = ContentModel::kData;  // of the element whose raw text is being read

  // The tag being read.
  std::string name_;
  Tag tag_ = Tag::kOther;
  bool is_end_tag_ = false;
  bool self_closing_ = false;
  bool keep_attributes_ = false;
  bool attribute_open_ = false;
  bool attribute_too_large_ = false;
  bool in_value_ = false;
  bool after_carriage_return_ = false;
  // Names and values one after another, and where each lies.
  std::string attribute_bytes_;
  struct Extent {
    uint32_t name_start, value_start, end;
  };
  std::vector<Extent> extents_;
  std::vector<Attribute> attributes_;
  uint64_t dropped_attributes_ = 0;

  // Raw text: the start tag that opened it, and letters that may turn out to be its end tag.
  std::string raw_name_;
  std::string pending_;
  uint8_t script_level_ = 0;  // 0 plain, 1 escaped (<!--), 2 double escaped (<!-- <script)
  uint8_t dashes_ = 0;        // '-' just before, at most 2
  int subset_depth_ = 0;      // '[' open in an XML doctype

  // The character reference being read, and what to go on with.
  State return_state_ = State::kData;
  ReferenceKind reference_kind_ = ReferenceKind::kStart;
  char reference_text_[40] = {};
  size_t reference_length_ = 0;
  uint32_t reference_number_ = 0;
  std::string decoded_;
};

}  // namespace freshet::parse

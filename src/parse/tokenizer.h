#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parse/reference_reader.h"
#include "parse/tag_buffer.h"
#include "parse/token_sink.h"

namespace freshet::parse {

// The tokenizer of the HTML Standard (13.2.5) without its parse errors. The input is UTF-8, in
// pieces of any size; only the division of text into pieces depends on them. Takes linear time, and
// memory for the attributes of one tag.
class Tokenizer {
 public:
  enum class Flavor : uint8_t {
    kHtml,
    kXml,  // like HTML, except that names may begin with other letters and doctypes have subsets
  };

  explicit Tokenizer(TokenSink& sink, Flavor flavor = Flavor::kHtml, TokenizerLimits limits = {});

  void feed(std::string_view chunk);
  // Must be called at the end of the input.
  void finish();

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
    kDoctype,
    kXmlDoctype,
    kCdata,
    kCdataBracket,
    kCdataEnd,
    kRaw,  // RCDATA or RAWTEXT: see model_
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

  // Each of these processes characters from [p, end), at least one unless it changes the state, and
  // returns the position after them.
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
  void end_comment();
  const char* doctype(const char* p, const char* end);
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

  void begin_tag(const char* name, bool is_end_tag);
  void emit_tag();
  State text_state() const;

  void begin_reference(State return_to);
  void emit_reference();

  TokenSink& sink_;
  const Flavor flavor_;

  State state_ = State::kData;
  ContentModel model_ = ContentModel::kData;  // of the element whose text is being tokenized

  TagBuffer tag_;
  // Where the tag began: its first letter is at this offset of the input.
  size_t name_offset_ = 0;
  const char* chunk_ = nullptr;  // being processed
  size_t before_chunk_ = 0;      // bytes of the input

  // Raw text: the name of its start tag, and letters that may become its end tag.
  std::string raw_name_;
  std::string pending_;
  uint8_t script_level_ = 0;  // 0 plain, 1 escaped (<!--), 2 double escaped (<!-- <script)
  uint8_t dashes_ = 0;        // how many '-' are directly before, at most 2
  int subset_depth_ = 0;      // how many '[' are open in an XML doctype

  ReferenceReader reference_;
  State return_state_ = State::kData;  // after the reference
};

}  // namespace freshet::parse

// The states of the tokenizer for tags and their attributes. Those for raw text (script, title,
// ...) and comments are in tokenizer_raw.cc and tokenizer_markup.cc.
#include "parse/tokenizer.h"

#include "parse/scan.h"
#include "parse/tag_buffer_inline.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

constexpr CharSet kTagNameEnd(" \t\n\f\r/>");
constexpr CharSet kAttributeNameEnd(" \t\n\f\r/>=");
constexpr CharSet kUnquotedEnd(" \t\n\f\r>&");

}  // namespace

std::optional<std::string_view> StartTag::attribute(std::string_view wanted) const {
  for (const Attribute& a : attributes) {
    if (a.name == wanted) return a.value;
  }
  return std::nullopt;
}

ContentModel content_model(Tag tag) {
  switch (tag) {
    case Tag::kTitle:
    case Tag::kTextarea: return ContentModel::kRcdata;
    case Tag::kStyle:
    case Tag::kXmp:
    case Tag::kIframe:
    case Tag::kNoembed:
    case Tag::kNoframes: return ContentModel::kRawText;
    case Tag::kScript: return ContentModel::kScript;
    case Tag::kPlaintext: return ContentModel::kPlaintext;
    default: return ContentModel::kData;
  }
}

Tokenizer::Tokenizer(TokenSink& sink, Flavor flavor, TokenizerLimits limits)
    : sink_(sink), flavor_(flavor), tag_(limits) {}

void Tokenizer::feed(std::string_view chunk) {
  chunk_ = chunk.data();
  const char* p = chunk_;
  const char* const end = p + chunk.size();
  while (p != end) p = step(p, end);
  before_chunk_ += chunk.size();
}

const char* Tokenizer::step(const char* p, const char* end) {
  switch (state_) {
    case State::kData: return data(p, end);
    case State::kTagOpen: return tag_open(p);
    case State::kEndTagOpen: return end_tag_open(p);
    case State::kTagName: return tag_name(p, end);
    case State::kBeforeAttributeName: return before_attribute_name(p, end);
    case State::kAttributeName: return attribute_name(p, end);
    case State::kAfterAttributeName: return after_attribute_name(p);
    case State::kBeforeAttributeValue: return before_attribute_value(p);
    case State::kValueDoubleQuoted: return quoted_value(p, end, '"');
    case State::kValueSingleQuoted: return quoted_value(p, end, '\'');
    case State::kValueUnquoted: return unquoted_value(p, end);
    case State::kAfterQuotedValue: return after_quoted_value(p);
    case State::kSelfClosing: return self_closing(p);
    case State::kMarkupDeclaration: return markup_declaration(p);
    case State::kBogusComment:
    case State::kCommentStart:
    case State::kCommentStartDash:
    case State::kComment:
    case State::kCommentEndDash:
    case State::kCommentEnd:
    case State::kCommentEndBang: return comment(p, end);
    case State::kDoctype: return doctype(p, end);
    case State::kXmlDoctype: return xml_doctype(p, end);
    case State::kCdata:
    case State::kCdataBracket:
    case State::kCdataEnd: return cdata(p, end);
    case State::kRaw: return raw(p, end);
    case State::kRawLessThan:
    case State::kRawEndTagOpen: return raw_less_than(p);
    case State::kRawEndTagName: return raw_end_tag_name(p, end);
    case State::kScript: return script(p, end);
    case State::kScriptLessThan:
    case State::kScriptDoubleEscapedLessThan: return script_less_than(p);
    case State::kScriptEscapeStart:
    case State::kScriptEscapeStartDash: return script_escape(p);
    case State::kScriptDoubleEscapeStart:
    case State::kScriptDoubleEscapeEnd: return script_double_escape(p, end);
    case State::kPlaintext: sink_.text({p, end}); return end;
    case State::kReference: return reference(p, end);
  }
  return end;
}

void Tokenizer::finish() {
  if (state_ == State::kReference) {
    reference_.finish();
    emit_reference();
  }
  switch (state_) {
    case State::kTagOpen:
    case State::kRawLessThan:
    case State::kScriptLessThan:
    case State::kScriptDoubleEscapedLessThan: sink_.text("<"); break;
    case State::kEndTagOpen:
    case State::kRawEndTagOpen: sink_.text("</"); break;
    case State::kRawEndTagName:
      sink_.text("</");
      sink_.text(pending_);
      break;
    case State::kCdataBracket: sink_.text("]"); break;
    case State::kCdataEnd: sink_.text("]]"); break;
    case State::kDoctype: sink_.doctype(pending_); break;
    default: break;  // an unfinished tag or comment is dropped; script text was already passed on
  }
  state_ = State::kData;
}

const char* Tokenizer::data(const char* p, const char* end) {
  const char* const stop = find_either(p, end, '<', '&');
  if (stop != p) sink_.text({p, stop});
  if (stop == end) return end;
  if (*stop == '<')
    state_ = State::kTagOpen;
  else
    begin_reference(State::kData);
  return stop + 1;
}

const char* Tokenizer::tag_open(const char* p) {
  if (text::is_alpha(*p)) {
    begin_tag(p, false);
    return p;
  }
  switch (*p) {
    case '/': state_ = State::kEndTagOpen; return p + 1;
    case '!':
      pending_.clear();
      state_ = State::kMarkupDeclaration;
      return p + 1;
    case '?': state_ = State::kBogusComment; return p;
    default:
      // XML names may begin with a letter of any script. In HTML, "<" is then text.
      if (flavor_ == Flavor::kXml && (*p == '_' || *p == ':' || static_cast<signed char>(*p) < 0)) {
        begin_tag(p, false);
        return p;
      }
      sink_.text("<");
      state_ = State::kData;
      return p;
  }
}

const char* Tokenizer::end_tag_open(const char* p) {
  if (text::is_alpha(*p)) {
    begin_tag(p, true);
    return p;
  }
  if (*p == '>') {
    state_ = State::kData;
    return p + 1;
  }
  state_ = State::kBogusComment;
  return p;
}

void Tokenizer::begin_tag(const char* name, bool is_end_tag) {
  name_offset_ = before_chunk_ + static_cast<size_t>(name - chunk_);
  tag_.begin(is_end_tag);
  state_ = State::kTagName;
}

const char* Tokenizer::tag_name(const char* p, const char* end) {
  const char* const stop = kTagNameEnd.find(p, end);
  tag_.append_name({p, stop});
  if (stop == end) return end;
  tag_.finish_name(sink_);
  if (*stop == '>') {
    emit_tag();
  } else {
    state_ = *stop == '/' ? State::kSelfClosing : State::kBeforeAttributeName;
  }
  return stop + 1;
}

const char* Tokenizer::before_attribute_name(const char* p, const char* end) {
  while (p != end && text::is_space(*p)) ++p;
  if (p == end) return end;
  if (*p == '/' || *p == '>') {
    state_ = State::kAfterAttributeName;
    return p;
  }
  tag_.begin_attribute();
  state_ = State::kAttributeName;
  if (*p != '=') return p;
  tag_.append_attribute_name("=");  // the name may begin with '='
  return p + 1;
}

const char* Tokenizer::attribute_name(const char* p, const char* end) {
  const char* const stop = kAttributeNameEnd.find(p, end);
  tag_.append_attribute_name({p, stop});
  if (stop == end) return end;
  if (*stop != '=') {
    state_ = State::kAfterAttributeName;
    return stop;
  }
  state_ = State::kBeforeAttributeValue;
  return stop + 1;
}

const char* Tokenizer::after_attribute_name(const char* p) {
  if (text::is_space(*p)) return p + 1;
  switch (*p) {
    case '/': state_ = State::kSelfClosing; return p + 1;
    case '=':
      // There is a name before it: "a =b".
      state_ = State::kBeforeAttributeValue;
      return p + 1;
    case '>': emit_tag(); return p + 1;
    default:
      tag_.begin_attribute();
      state_ = State::kAttributeName;
      return p;
  }
}

const char* Tokenizer::before_attribute_value(const char* p) {
  if (text::is_space(*p)) return p + 1;
  tag_.begin_value();
  switch (*p) {
    case '"': state_ = State::kValueDoubleQuoted; return p + 1;
    case '\'': state_ = State::kValueSingleQuoted; return p + 1;
    case '>': emit_tag(); return p + 1;
    default: state_ = State::kValueUnquoted; return p;
  }
}

const char* Tokenizer::quoted_value(const char* p, const char* end, char quote) {
  // If the value is not kept, references in it need not be decoded.
  const char* const stop =
      tag_.keeps_attributes() ? find_either(p, end, quote, '&') : find_char(p, end, quote);
  tag_.append_value({p, stop});
  if (stop == end) return end;
  if (*stop == quote)
    state_ = State::kAfterQuotedValue;
  else
    begin_reference(state_);
  return stop + 1;
}

const char* Tokenizer::unquoted_value(const char* p, const char* end) {
  const char* const stop = kUnquotedEnd.find(p, end);
  tag_.append_value({p, stop});
  if (stop == end) return end;
  if (*stop == '&')
    begin_reference(state_);
  else if (*stop == '>')
    emit_tag();
  else
    state_ = State::kBeforeAttributeName;
  return stop + 1;
}

const char* Tokenizer::after_quoted_value(const char* p) {
  if (text::is_space(*p)) {
    state_ = State::kBeforeAttributeName;
    return p + 1;
  }
  switch (*p) {
    case '/': state_ = State::kSelfClosing; return p + 1;
    case '>': emit_tag(); return p + 1;
    default: state_ = State::kBeforeAttributeName; return p;
  }
}

const char* Tokenizer::self_closing(const char* p) {
  if (*p == '>') {
    tag_.set_self_closing();
    emit_tag();
    return p + 1;
  }
  state_ = State::kBeforeAttributeName;
  return p;
}

void Tokenizer::begin_reference(State return_to) {
  return_state_ = return_to;
  reference_.begin(return_to == State::kValueDoubleQuoted ||
                   return_to == State::kValueSingleQuoted || return_to == State::kValueUnquoted);
  state_ = State::kReference;
}

const char* Tokenizer::reference(const char* p, const char* end) {
  p = reference_.read(p, end);
  if (reference_.is_done()) emit_reference();
  return p;
}

void Tokenizer::emit_reference() {
  state_ = return_state_;
  if (reference_.is_in_attribute()) {
    tag_.append_decoded(reference_.characters());
    tag_.append_decoded(reference_.rest());
    return;
  }
  sink_.text(reference_.characters());
  if (!reference_.rest().empty()) sink_.text(reference_.rest());
}

void Tokenizer::emit_tag() {
  tag_.finish();
  state_ = State::kData;
  if (tag_.is_end_tag()) {
    sink_.end_tag(tag_.tag(), tag_.name());
    return;
  }
  StartTag tag = tag_.start_tag();
  tag.offset = name_offset_ - 1;
  model_ = sink_.start_tag(tag);
  if (model_ != ContentModel::kData) raw_name_ = tag_.name();
  script_level_ = 0;
  state_ = text_state();
}

Tokenizer::State Tokenizer::text_state() const {
  switch (model_) {
    case ContentModel::kData: return State::kData;
    case ContentModel::kRcdata:
    case ContentModel::kRawText: return State::kRaw;
    case ContentModel::kScript: return State::kScript;
    case ContentModel::kPlaintext: return State::kPlaintext;
  }
  return State::kData;
}

}  // namespace freshet::parse

// The states that make tags and their attributes. Raw text (script, title, ...), comments and
// character references are in tokenizer_raw.cc, tokenizer_markup.cc and tokenizer_reference.cc.
#include "parse/tokenizer.h"

#include "parse/scan.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr CharSet kTagNameEnd(" \t\n\f\r/>");
constexpr CharSet kAttributeNameEnd(" \t\n\f\r/>=");
constexpr CharSet kUnquotedEnd(" \t\n\f\r>&");

void append_lower(std::string& out, const char* p, const char* end) {
  for (; p != end; ++p) out += text::to_lower(*p);
}

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
    : sink_(sink), flavor_(flavor), limits_(limits) {}

void Tokenizer::feed(std::string_view chunk) {
  const char* p = chunk.data();
  const char* const end = p + chunk.size();
  while (p != end) p = step(p, end);
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
    switch (reference_kind_) {
      case ReferenceKind::kNamed: finish_named_reference(-1); break;
      case ReferenceKind::kHex:
      case ReferenceKind::kDecimal: finish_numeric_reference(); break;
      default: abandon_reference();
    }
  }
  switch (state_) {
    case State::kTagOpen:
    case State::kRawLessThan: sink_.text("<"); break;
    case State::kEndTagOpen:
    case State::kRawEndTagOpen: sink_.text("</"); break;
    case State::kRawEndTagName:
      sink_.text("</");
      sink_.text(pending_);
      break;
    case State::kCdataBracket: sink_.text("]"); break;
    case State::kCdataEnd: sink_.text("]]"); break;
    default: break;  // an unfinished tag or comment is dropped; script text went out as it came
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
    begin_tag(false);
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
      // XML names may begin with a letter of any script; HTML takes "<" as text then.
      if (flavor_ == Flavor::kXml && (*p == '_' || *p == ':' || static_cast<signed char>(*p) < 0)) {
        begin_tag(false);
        return p;
      }
      sink_.text("<");
      state_ = State::kData;
      return p;
  }
}

const char* Tokenizer::end_tag_open(const char* p) {
  if (text::is_alpha(*p)) {
    begin_tag(true);
    return p;
  }
  if (*p == '>') {
    state_ = State::kData;
    return p + 1;
  }
  state_ = State::kBogusComment;
  return p;
}

void Tokenizer::begin_tag(bool is_end_tag) {
  name_.clear();
  is_end_tag_ = is_end_tag;
  self_closing_ = false;
  state_ = State::kTagName;
}

const char* Tokenizer::tag_name(const char* p, const char* end) {
  const char* const stop = kTagNameEnd.find(p, end);
  // Nobody knows names this long; what matters is that they do not fill the memory.
  constexpr size_t kMaxName = 128;
  if (name_.size() < kMaxName) append_lower(name_, p, stop);
  if (stop == end) return end;
  finish_tag_name();
  if (*stop == '>') {
    emit_tag();
  } else {
    state_ = *stop == '/' ? State::kSelfClosing : State::kBeforeAttributeName;
  }
  return stop + 1;
}

void Tokenizer::finish_tag_name() {
  tag_ = tag_for_name(name_);
  keep_attributes_ = !is_end_tag_ && sink_.wants_attributes(tag_);
  attribute_open_ = false;
  attribute_bytes_.clear();
  extents_.clear();
}

const char* Tokenizer::before_attribute_name(const char* p, const char* end) {
  while (p != end && text::is_space(*p)) ++p;
  if (p == end) return end;
  if (*p == '/' || *p == '>') {
    state_ = State::kAfterAttributeName;
    return p;
  }
  begin_attribute();
  state_ = State::kAttributeName;
  if (*p != '=') return p;
  append_attribute("=");  // a name may begin with one
  return p + 1;
}

const char* Tokenizer::attribute_name(const char* p, const char* end) {
  const char* const stop = kAttributeNameEnd.find(p, end);
  if (keep_attributes_) {
    const size_t start = attribute_bytes_.size();
    append_attribute_normalised({p, stop});
    for (size_t i = start; i < attribute_bytes_.size(); ++i) {
      attribute_bytes_[i] = text::to_lower(attribute_bytes_[i]);
    }
  }
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
      // Only reached with a name before it: "a =b".
      state_ = State::kBeforeAttributeValue;
      return p + 1;
    case '>': emit_tag(); return p + 1;
    default:
      begin_attribute();
      state_ = State::kAttributeName;
      return p;
  }
}

const char* Tokenizer::before_attribute_value(const char* p) {
  if (text::is_space(*p)) return p + 1;
  if (keep_attributes_ && !in_value_) {
    in_value_ = true;
    if (!extents_.empty())
      extents_.back().value_start = static_cast<uint32_t>(attribute_bytes_.size());
  }
  switch (*p) {
    case '"': state_ = State::kValueDoubleQuoted; return p + 1;
    case '\'': state_ = State::kValueSingleQuoted; return p + 1;
    case '>': emit_tag(); return p + 1;
    default: state_ = State::kValueUnquoted; return p;
  }
}

const char* Tokenizer::quoted_value(const char* p, const char* end, char quote) {
  // Without anyone to read the value, a reference in it need not be decoded.
  const char* const stop =
      keep_attributes_ ? find_either(p, end, quote, '&') : find_char(p, end, quote);
  append_attribute_normalised({p, stop});
  if (stop == end) return end;
  if (*stop == quote)
    state_ = State::kAfterQuotedValue;
  else
    begin_reference(state_);
  return stop + 1;
}

const char* Tokenizer::unquoted_value(const char* p, const char* end) {
  const char* const stop = kUnquotedEnd.find(p, end);
  append_attribute_normalised({p, stop});
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
    self_closing_ = true;
    emit_tag();
    return p + 1;
  }
  state_ = State::kBeforeAttributeName;
  return p;
}

void Tokenizer::begin_attribute() {
  if (!keep_attributes_) return;
  end_attribute();
  const auto start = static_cast<uint32_t>(attribute_bytes_.size());
  extents_.push_back({start, UINT32_MAX, start});
  attribute_open_ = true;
  attribute_too_large_ = false;
  after_carriage_return_ = false;
  in_value_ = false;
}

void Tokenizer::end_attribute() {
  if (!attribute_open_) return;
  attribute_open_ = false;
  Extent& last = extents_.back();
  if (attribute_too_large_ || extents_.size() > limits_.max_attributes) {
    attribute_bytes_.resize(last.name_start);
    extents_.pop_back();
    ++dropped_attributes_;
    return;
  }
  last.end = static_cast<uint32_t>(attribute_bytes_.size());
  if (last.value_start == UINT32_MAX) last.value_start = last.end;
}

void Tokenizer::append_attribute(std::string_view bytes) {
  if (!keep_attributes_ || attribute_too_large_) return;
  if (attribute_bytes_.size() + bytes.size() > limits_.max_attribute_bytes) {
    attribute_too_large_ = true;
    return;
  }
  attribute_bytes_ += bytes;
}

// As the input stream is preprocessed (13.2.3.5): CR LF and CR are one line feed; NUL in a tag is
// U+FFFD.
void Tokenizer::append_attribute_normalised(std::string_view bytes) {
  if (!keep_attributes_ || bytes.empty()) return;
  const char* p = bytes.data();
  const char* const end = p + bytes.size();
  if (after_carriage_return_ && *p == '\n') ++p;
  while (p != end) {
    const char* const odd = find_either(p, end, '\0', '\r');
    append_attribute({p, odd});
    after_carriage_return_ = false;
    if (odd == end) return;
    append_attribute(*odd == '\0' ? kReplacement : "\n");
    p = odd + 1;
    if (*odd == '\r' && p != end && *p == '\n')
      ++p;
    else
      after_carriage_return_ = *odd == '\r';
  }
}

void Tokenizer::emit_tag() {
  end_attribute();
  state_ = State::kData;
  if (is_end_tag_) {
    sink_.end_tag(tag_, name_);
    return;
  }
  attributes_.clear();
  const std::string_view bytes = attribute_bytes_;
  for (const Extent& e : extents_) {
    attributes_.push_back({bytes.substr(e.name_start, e.value_start - e.name_start),
                           bytes.substr(e.value_start, e.end - e.value_start)});
  }
  model_ = sink_.start_tag(
      {.tag = tag_, .name = name_, .self_closing = self_closing_, .attributes = attributes_});
  if (model_ != ContentModel::kData) raw_name_ = name_;
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

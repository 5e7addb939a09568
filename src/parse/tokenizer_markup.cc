// The states of the tokenizer for comments, doctypes, processing instructions and CDATA sections.
#include <algorithm>

#include "parse/scan.h"
#include "parse/tokenizer.h"
#include "text/ascii.h"

namespace freshet::parse {

// After "<!". pending_ contains a beginning of "--", "DOCTYPE" or "[CDATA[".
const char* Tokenizer::markup_declaration(const char* p) {
  pending_ += *p;
  if (pending_ == "--") {
    state_ = State::kCommentStart;
  } else if (pending_ == "[CDATA[") {
    state_ = sink_.allows_cdata() ? State::kCdata : State::kBogusComment;
  } else if (pending_.size() == 7 && text::starts_with_ignoring_case("doctype", pending_)) {
    subset_depth_ = 0;
    pending_.clear();
    state_ = flavor_ == Flavor::kXml ? State::kXmlDoctype : State::kDoctype;
  } else if (!std::string_view("--").starts_with(pending_) &&
             !std::string_view("[CDATA[").starts_with(pending_) &&
             !text::starts_with_ignoring_case("doctype", pending_)) {
    state_ = State::kBogusComment;
    return p;
  }
  return p + 1;
}

const char* Tokenizer::comment(const char* p, const char* end) {
  switch (state_) {
    case State::kBogusComment:
      p = find_char(p, end, '>');
      if (p == end) return end;
      end_comment();
      return p + 1;
    case State::kCommentStart:  // "<!-->" is a complete comment
    case State::kCommentStartDash:
      if (*p == '>') {
        end_comment();
        return p + 1;
      }
      if (*p == '-') {
        state_ = state_ == State::kCommentStart ? State::kCommentStartDash : State::kCommentEnd;
        return p + 1;
      }
      state_ = State::kComment;
      return p;
    case State::kComment:
      p = find_char(p, end, '-');
      if (p == end) return end;
      state_ = State::kCommentEndDash;
      return p + 1;
    case State::kCommentEndDash:
      state_ = *p == '-' ? State::kCommentEnd : State::kComment;
      return p + 1;
    case State::kCommentEnd:
      if (*p == '>')
        end_comment();
      else if (*p == '!')
        state_ = State::kCommentEndBang;
      else if (*p != '-')
        state_ = State::kComment;
      return p + 1;
    default:  // kCommentEndBang
      if (*p == '>')
        end_comment();
      else
        state_ = *p == '-' ? State::kCommentEndDash : State::kComment;
      return p + 1;
  }
}

void Tokenizer::end_comment() {
  state_ = State::kData;
  sink_.comment();
}

// In HTML every doctype ends at the first '>', even inside a quoted identifier.
const char* Tokenizer::doctype(const char* p, const char* end) {
  constexpr size_t kMaxDoctype = 1024;
  const char* const stop = find_char(p, end, '>');
  pending_.append(p, std::min(static_cast<size_t>(stop - p), kMaxDoctype - pending_.size()));
  if (stop == end) return end;
  state_ = State::kData;
  sink_.doctype(pending_);
  return stop + 1;
}

// An XML doctype with an internal subset ends at the '>' after its ']'. Its content is ignored, so
// entities are never declared.
const char* Tokenizer::xml_doctype(const char* p, const char* end) {
  static constexpr CharSet kStops("[]>");
  p = kStops.find(p, end);
  if (p == end) return end;
  if (*p == '[')
    subset_depth_ = 1;
  else if (*p == ']')
    subset_depth_ = 0;
  else if (subset_depth_ == 0)
    state_ = State::kData;
  return p + 1;
}

const char* Tokenizer::cdata(const char* p, const char* end) {
  if (state_ == State::kCdata) {
    const char* const stop = find_char(p, end, ']');
    if (stop != p) sink_.text({p, stop});
    if (stop == end) return end;
    state_ = State::kCdataBracket;
    return stop + 1;
  }
  if (state_ == State::kCdataBracket) {
    if (*p == ']') {
      state_ = State::kCdataEnd;
      return p + 1;
    }
    sink_.text("]");
    state_ = State::kCdata;
    return p;
  }
  if (*p == '>') {
    state_ = State::kData;
    return p + 1;
  }
  if (*p == ']') {
    sink_.text("]");
    return p + 1;
  }
  sink_.text("]]");
  state_ = State::kCdata;
  return p;
}

}  // namespace freshet::parse

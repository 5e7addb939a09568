// The states of the tokenizer for text that only one end tag can end: title and textarea (RCDATA),
// style, iframe and similar elements (RAWTEXT), and script with its three levels of escaping (HTML
// Standard 13.2.5.2 to 13.2.5.31).
#include <algorithm>

#include "parse/scan.h"
#include "parse/tag_buffer_inline.h"
#include "parse/tokenizer.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

bool ends_tag_name(char c) {
  return text::is_space(c) || c == '/' || c == '>';
}

// How many letters after "</" or "<" are stored to compare them with a name. A longer name cannot
// be the one that is searched.
constexpr size_t kMaxPending = 64;

}  // namespace

const char* Tokenizer::raw(const char* p, const char* end) {
  const bool has_references = model_ == ContentModel::kRcdata;
  const char* const stop = has_references ? find_either(p, end, '<', '&') : find_char(p, end, '<');
  if (stop != p) sink_.text({p, stop});
  if (stop == end) return end;
  if (*stop == '<')
    state_ = State::kRawLessThan;
  else
    begin_reference(State::kRaw);
  return stop + 1;
}

// After "<" or "</" in raw text, and after "</" in a script.
const char* Tokenizer::raw_less_than(const char* p) {
  if (state_ == State::kRawLessThan) {
    if (*p == '/') {
      state_ = State::kRawEndTagOpen;
      return p + 1;
    }
    sink_.text("<");
    state_ = text_state();
    return p;
  }
  if (text::is_alpha(*p)) {
    pending_.clear();
    state_ = State::kRawEndTagName;
    return p;
  }
  sink_.text("</");
  dashes_ = 0;
  state_ = text_state();
  return p;
}

const char* Tokenizer::raw_end_tag_name(const char* p, const char* end) {
  while (p != end && text::is_alpha(*p) && pending_.size() < kMaxPending) pending_ += *p++;
  if (p == end) return end;
  if (ends_tag_name(*p) && text::equals_ignoring_case(pending_, raw_name_)) {
    begin_tag(p, true);
    tag_.set_name(raw_name_);
    tag_.finish_name(sink_);
    if (*p == '>') {
      emit_tag();
      return p + 1;
    }
    state_ = *p == '/' ? State::kSelfClosing : State::kBeforeAttributeName;
    return p + 1;
  }
  sink_.text("</");
  sink_.text(pending_);
  dashes_ = 0;
  state_ = text_state();
  return p;
}

const char* Tokenizer::script(const char* p, const char* end) {
  if (script_level_ == 0) {
    const char* const stop = find_char(p, end, '<');
    if (stop != p) sink_.text({p, stop});
    if (stop == end) return end;
    state_ = State::kScriptLessThan;
    return stop + 1;
  }
  // Inside "<!--": "-->" ends the escaping, and "<" may begin a tag that changes its level.
  const char* const start = p;
  for (; p != end; ++p) {
    if (*p == '-') {
      dashes_ = static_cast<uint8_t>(std::min(dashes_ + 1, 2));
      continue;
    }
    if (*p == '<') {
      if (p != start) sink_.text({start, p});
      dashes_ = 0;
      state_ = script_level_ == 1 ? State::kScriptLessThan : State::kScriptDoubleEscapedLessThan;
      return p + 1;
    }
    const bool leaves = *p == '>' && dashes_ == 2;
    dashes_ = 0;
    if (leaves) {
      script_level_ = 0;
      sink_.text({start, p + 1});
      return p + 1;
    }
  }
  sink_.text({start, end});
  return end;
}

// After "<" in a script.
const char* Tokenizer::script_less_than(const char* p) {
  if (state_ == State::kScriptDoubleEscapedLessThan) {
    sink_.text("<");
    if (*p == '/') {
      sink_.text("/");
      pending_.clear();
      state_ = State::kScriptDoubleEscapeEnd;
      return p + 1;
    }
    state_ = State::kScript;
    return p;
  }
  if (*p == '/') {
    state_ = State::kRawEndTagOpen;
    return p + 1;
  }
  sink_.text("<");
  if (*p == '!' && script_level_ == 0) {
    sink_.text("!");
    state_ = State::kScriptEscapeStart;
    return p + 1;
  }
  if (text::is_alpha(*p) && script_level_ == 1) {
    pending_.clear();
    state_ = State::kScriptDoubleEscapeStart;
    return p;
  }
  state_ = State::kScript;
  return p;
}

// After "<!" and "<!-" in a script.
const char* Tokenizer::script_escape(const char* p) {
  if (*p != '-') {
    state_ = State::kScript;
    return p;
  }
  sink_.text("-");
  if (state_ == State::kScriptEscapeStart) {
    state_ = State::kScriptEscapeStartDash;
  } else {
    script_level_ = 1;
    dashes_ = 2;
    state_ = State::kScript;
  }
  return p + 1;
}

// At the letters after "<" in an escaped script, which may be "<script", or after "</" in a double
// escaped one, which may be "</script".
const char* Tokenizer::script_double_escape(const char* p, const char* end) {
  const bool opening = state_ == State::kScriptDoubleEscapeStart;
  const char* const start = p;
  while (p != end && text::is_alpha(*p)) {
    if (pending_.size() < kMaxPending) pending_ += *p;
    ++p;
  }
  if (p != start) sink_.text({start, p});
  if (p == end) return end;
  state_ = State::kScript;
  if (!ends_tag_name(*p)) return p;
  if (text::equals_ignoring_case(pending_, "script")) script_level_ = opening ? 2 : 1;
  sink_.text({p, 1});
  return p + 1;
}

}  // namespace freshet::parse

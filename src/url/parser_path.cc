// The path, query and fragment states of the parser.
#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/percent.h"
#include "url/parser.h"
#include "url/percent_encode.h"

namespace freshet::url {
namespace {

// The characters that end a segment, and those that must be escaped.
constexpr std::array<bool, 256> make_stops() {
  std::array<bool, 256> stops = {};
  for (size_t c = 0; c < 256; ++c) {
    stops[c] = c == '/' || c == '\\' || must_encode(static_cast<char>(c), EncodeSet::kPath);
  }
  return stops;
}
constexpr std::array<bool, 256> kStops = make_stops();

// Returns 1 for ".", 2 for "..", and 0 for any other segment. "%2e" counts as a dot.
int dots(std::string_view segment) {
  int count = 0;
  while (!segment.empty()) {
    if (segment[0] == '.') {
      segment.remove_prefix(1);
    } else if (text::escaped_byte(segment, 0) == '.') {
      segment.remove_prefix(3);
    } else {
      return 0;
    }
    if (++count > 2) return 0;
  }
  return count;
}

}  // namespace

bool is_drive_letter(std::string_view text) {
  return text.size() == 2 && text::is_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
}

// Parses the path; the input is at the first character of a segment. Appends each segment with a
// slash before it.
bool Parser::path() {
  for (bool last = false; !last;) {
    last = copy_clean_segments();
    if (last) break;
    size_t end = at_;
    const auto ends_segment = [this](char c) { return is_slash(c) || c == '?' || c == '#'; };
    while (end < input_.size() && !ends_segment(input_[end])) ++end;
    last = end == input_.size() || !is_slash(input_[end]);
    append_segment(input_.substr(at_, end - at_), last);
    at_ = last ? end : end + 1;
  }
  // Without "/.", a parser would take "//" at the start of this path for an authority.
  if (!url_.has_authority() &&
      std::string_view(url_.href_).substr(url_.path_start_).starts_with("//")) {
    url_.href_.insert(url_.path_start_, "/.");
    url_.path_start_ += 2;
  }
  return query_and_fragment();
}

// Copies segments unchanged. Stops before a segment that may be a dot segment, or that contains a
// character that must be escaped. Does nothing for file URLs, whose segments may be drive letters.
// Returns true if it reached the end of the path.
bool Parser::copy_clean_segments() {
  if (url_.scheme_ == Scheme::kFile) return false;
  size_t segment = at_;
  while (segment == input_.size() || (input_[segment] != '.' && input_[segment] != '%')) {
    size_t end = segment;
    while (end < input_.size() && !kStops[static_cast<uint8_t>(input_[end])]) ++end;
    if (end == input_.size() || input_[end] == '?' || input_[end] == '#') {
      url_.href_ += '/';
      url_.href_.append(input_, at_, end - at_);
      at_ = end;
      return true;
    }
    if (input_[end] != '/') break;
    segment = end + 1;
  }
  if (segment > at_) {
    url_.href_ += '/';
    url_.href_.append(input_, at_, segment - 1 - at_);
    at_ = segment;
  }
  return false;
}

void Parser::append_segment(std::string_view segment, bool last) {
  std::string& out = url_.href_;
  const int count = dots(segment);
  if (count == 2) shorten_path();
  if (count > 0) {
    if (last) out += '/';
    return;
  }
  const bool first = position() == url_.path_start_;
  out += '/';
  append_percent_encoded(out, segment, EncodeSet::kPath);
  if (first && url_.scheme_ == Scheme::kFile && is_drive_letter(segment)) out.back() = ':';
}

// Removes the last segment, but never the drive letter of a file URL.
void Parser::shorten_path() {
  const std::string_view path = std::string_view(url_.href_).substr(url_.path_start_);
  if (path.empty()) return;
  const size_t slash = path.rfind('/');
  if (url_.scheme_ == Scheme::kFile && slash == 0 && is_drive_letter(path.substr(1)) &&
      path.ends_with(':')) {
    return;
  }
  url_.href_.resize(url_.path_start_ + slash);
}

bool Parser::opaque_path() {
  std::string& out = url_.href_;
  url_.has_opaque_path_ = true;
  url_.username_end_ = url_.host_start_ = url_.host_end_ = url_.path_start_ = position();
  const size_t end = std::min(input_.find_first_of("?#", at_), input_.size());
  std::string_view text = input_.substr(at_, end - at_);
  // A space at the end is escaped: it would be lost if somebody removed the query or fragment.
  const bool trailing_space = text.ends_with(' ');
  if (trailing_space) text.remove_suffix(1);
  append_percent_encoded(out, text, EncodeSet::kC0Control);
  if (trailing_space) out += "%20";
  at_ = end;
  return query_and_fragment();
}

bool Parser::query_and_fragment() {
  std::string& out = url_.href_;
  if (at('?')) {
    url_.query_start_ = position();
    out += '?';
    const size_t end = std::min(input_.find('#', at_), input_.size());
    const std::string_view text = input_.substr(at_ + 1, end - at_ - 1);
    const QueryEncoder* encoder = options_.query_encoder;
    if (encoder != nullptr && *encoder && special() && url_.scheme_ != Scheme::kWs &&
        url_.scheme_ != Scheme::kWss) {
      append_encoded_query(out, text, *encoder);
    } else {
      append_percent_encoded(out, text, special() ? EncodeSet::kSpecialQuery : EncodeSet::kQuery);
    }
    at_ = end;
  }
  if (at('#')) {
    url_.fragment_start_ = position();
    out += '#';
    append_percent_encoded(out, rest().substr(1), EncodeSet::kFragment);
  }
  return true;
}

}  // namespace freshet::url

#include "url/parser.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "text/ascii.h"
#include "text/utf8.h"
#include "url/host.h"
#include "url/percent_encode.h"

namespace freshet::url {
namespace {

// A byte of input becomes at most this many bytes of output: an ill-formed byte becomes
// "%EF%BF%BD".
constexpr size_t kMaxGrowth = 9;
// Extra room in the first allocation for the "//" and "/" that serialising adds to ordinary input.
constexpr size_t kAdded = 4;

bool is_tab_or_newline(char c) {
  return c == '\t' || c == '\n' || c == '\r';
}

// Returns false if the text contains a control character, such as tab or newline, or a byte above
// 0x7F.
bool is_plain(std::string_view text) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kHighBits = 0x80 * kOnes;
  const char* p = text.data();
  size_t left = text.size();
  uint64_t odd = 0;
  for (; left >= 8; left -= 8, p += 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    // The subtraction sets the high bit of a byte below 0x20. Its borrow may also set the high bit
    // of the next byte, but then the word contains a control character anyway.
    odd |= (word - 0x20 * kOnes) | word;
  }
  bool plain = (odd & kHighBits) == 0;
  for (; left > 0; --left, ++p) plain = plain && *p >= 0x20 && static_cast<uint8_t>(*p) < 0x80;
  return plain;
}

bool is_c0_control_or_space(char c) {
  return static_cast<uint8_t>(c) <= 0x20;
}

// Returns the length of the scheme if the text begins with "scheme:", otherwise 0.
size_t scheme_length(std::string_view text) {
  if (text.empty() || !text::is_alpha(text[0])) return 0;
  for (size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ':') return i;
    if (!text::is_alnum(c) && c != '+' && c != '-' && c != '.') return 0;
  }
  return 0;
}

// `text` must be in lower case.
Scheme scheme_of(std::string_view text) {
  if (text == "https") return Scheme::kHttps;
  if (text == "http") return Scheme::kHttp;
  if (text == "file") return Scheme::kFile;
  if (text == "ftp") return Scheme::kFtp;
  if (text == "ws") return Scheme::kWs;
  if (text == "wss") return Scheme::kWss;
  return Scheme::kOther;
}

bool starts_with_drive_letter(std::string_view text) {
  return is_drive_letter(text.substr(0, 2)) &&
         (text.size() == 2 || std::string_view("/\\?#").find(text[2]) != std::string_view::npos);
}

// Returns the position of the first of the characters `of`, or the end of the text.
size_t find_end(std::string_view text, std::string_view of, size_t from) {
  const size_t found = text.find_first_of(of, from);
  return found == std::string_view::npos ? text.size() : found;
}

}  // namespace

Parser::Parser(std::string_view input, const Url* base, const ParseOptions& options)
    : input_(text::trim<is_c0_control_or_space>(input)), base_(base), options_(options) {}

bool Parser::fail(UrlError error) {
  error_ = error;
  return false;
}

Result<Url, UrlError> Parser::run() {
  const size_t base_length = base_ == nullptr ? 0 : base_->href_.size();
  if (input_.size() > options_.max_length ||
      base_length + kMaxGrowth * (input_.size() + kAdded) >= Url::kAbsent) {
    return Unexpected(UrlError::kTooLong);
  }
  if (!is_plain(input_)) {
    text::append_well_formed(cleaned_, input_);
    std::erase_if(cleaned_, is_tab_or_newline);
    input_ = cleaned_;
  }
  const size_t scheme = scheme_length(input_);
  if (!(scheme > 0 ? with_scheme(scheme) : without_scheme())) return Unexpected(error_);
  if (url_.href_.size() >= Url::kAbsent) return Unexpected(UrlError::kTooLong);
  return std::move(url_);
}

// Allocates memory for `kept` bytes of the base and the input. An ordinary URL needs no other
// allocation.
void Parser::reserve_after(size_t kept) {
  url_.href_.reserve(kept + input_.size() + kAdded);
}

bool Parser::with_scheme(size_t length) {
  std::string& out = url_.href_;
  reserve_after(0);
  out.append(input_, 0, length);
  std::transform(out.begin(), out.end(), out.begin(), text::to_lower);
  url_.scheme_ = scheme_of(out);
  url_.scheme_end_ = position();
  out += ':';
  at_ = length + 1;

  if (url_.scheme_ == Scheme::kFile) return file();
  if (special()) {
    if (base_ != nullptr && base_->scheme_ == url_.scheme_ && !rest().starts_with("//")) {
      return relative();
    }
    skip_slashes();
    return authority();
  }
  if (rest().starts_with("//")) {
    at_ += 2;
    return authority();
  }
  if (!at('/')) return opaque_path();
  ++at_;
  url_.username_end_ = url_.host_start_ = url_.host_end_ = url_.path_start_ = position();
  return path();
}

bool Parser::without_scheme() {
  if (base_ == nullptr) {
    return fail(input_.empty() ? UrlError::kEmptyWithoutBase : UrlError::kRelativeWithoutBase);
  }
  if (base_->has_opaque_path_) {
    return at('#') ? finish_from_base() : fail(UrlError::kRelativeWithoutBase);
  }
  return base_->scheme_ == Scheme::kFile ? file() : relative();
}

void Parser::skip_slashes() {
  while (at_slash()) ++at_;
}

// Copies the base URL up to its path.
void Parser::copy_base_authority() {
  const Url& base = *base_;
  // If the base has no authority and its path begins with "//", there is a "/." before the path; it
  // is not copied.
  const size_t end = base.has_authority() ? base.path_start_ : base.scheme_end_ + 1;
  reserve_after(end);
  url_.href_.assign(base.href_, 0, end);
  url_.scheme_ = base.scheme_;
  url_.scheme_end_ = base.scheme_end_;
  url_.username_end_ = base.username_end_;
  url_.host_start_ = base.host_start_;
  url_.host_end_ = base.host_end_;
  url_.port_ = base.port_;
  url_.path_start_ = position();
}

void Parser::write_empty_file_host() {
  url_.href_ = "file://";
  reserve_after(url_.href_.size());
  url_.scheme_end_ = 4;
  url_.username_end_ = url_.host_start_ = url_.host_end_ = url_.path_start_ = position();
}

// The rest of the input is empty or begins with '?' or '#'. The parts before that are those of the
// base URL.
bool Parser::finish_from_base() {
  const Url& base = *base_;
  const std::string_view kept =
      at('?') ? base.without_fragment().substr(0, base.query_start_) : base.without_fragment();
  reserve_after(kept.size());
  copy_base_authority();
  url_.href_.assign(kept);
  url_.path_start_ = base.path_start_;
  url_.has_opaque_path_ = base.has_opaque_path_;
  if (!at('?')) url_.query_start_ = base.query_start_;
  return query_and_fragment();
}

// Parses a reference that has the scheme of the base.
bool Parser::relative() {
  url_.scheme_ = base_->scheme_;
  if (at_slash()) {
    ++at_;
    if (at_slash()) {
      reserve_after(base_->scheme_end_);
      url_.href_.assign(base_->href_, 0, base_->scheme_end_ + 1);
      url_.scheme_end_ = base_->scheme_end_;
      if (special()) {
        skip_slashes();
      } else {
        ++at_;
      }
      return authority();
    }
    copy_base_authority();
    return path();
  }
  if (at_end() || at('?') || at('#')) return finish_from_base();
  reserve_after(base_->path_end());
  copy_base_authority();
  url_.href_ += base_->path();
  shorten_path();
  return path();
}

bool Parser::file() {
  url_.scheme_ = Scheme::kFile;
  const bool from_root = at_slash();
  if (from_root) {
    ++at_;
    if (at_slash()) {
      ++at_;
      return file_host();
    }
  }
  if (base_ == nullptr || base_->scheme_ != Scheme::kFile) {
    write_empty_file_host();
    return path();
  }
  if (!from_root && (at_end() || at('?') || at('#'))) return finish_from_base();
  copy_base_authority();
  if (!starts_with_drive_letter(rest())) {
    const std::string_view base_path = base_->path();
    if (!from_root) {
      url_.href_ += base_path;
      shorten_path();
    } else if (starts_with_drive_letter(base_path.substr(1)) && base_path[2] == ':') {
      url_.href_ += base_path.substr(0, 3);
    }
  }
  return path();
}

bool Parser::file_host() {
  write_empty_file_host();
  const size_t end = find_end(input_, "/\\?#", at_);
  const std::string_view host = input_.substr(at_, end - at_);
  if (is_drive_letter(host)) return path();
  at_ = end;
  if (!host.empty()) {
    if (const auto error = append_host(url_.href_, host, HostKind::kDomain)) return fail(*error);
    if (std::string_view(url_.href_).substr(url_.host_start_) == "localhost") {
      url_.href_.resize(url_.host_start_);
    }
    url_.host_end_ = url_.path_start_ = position();
  }
  return path_start();
}

// Parses user, password, host and port. The input is at the position after the slashes, and the
// serialisation so far is "scheme:".
bool Parser::authority() {
  url_.href_ += "//";
  url_.username_end_ = url_.host_start_ = position();
  size_t end = at_;
  size_t host = at_;
  for (; end < input_.size(); ++end) {
    const char c = input_[end];
    if (is_slash(c) || c == '?' || c == '#') break;
    if (c == '@') host = end + 1;
  }
  if (host > at_) {
    if (host == end) return fail(UrlError::kHostMissing);
    credentials(input_.substr(at_, host - 1 - at_));
  }
  if (!host_and_port(input_.substr(host, end - host))) return false;
  at_ = end;
  return path_start();
}

void Parser::credentials(std::string_view text) {
  std::string& out = url_.href_;
  const size_t colon = text.find(':');
  append_percent_encoded(out, text.substr(0, colon), EncodeSet::kUserinfo);
  url_.username_end_ = position();
  if (colon != std::string_view::npos && colon + 1 < text.size()) {
    out += ':';
    append_percent_encoded(out, text.substr(colon + 1), EncodeSet::kUserinfo);
  }
  if (position() > url_.host_start_) {
    out += '@';
    url_.host_start_ = position();
  }
}

bool Parser::host_and_port(std::string_view text) {
  size_t colon = std::string_view::npos;
  if (text.find('[') == std::string_view::npos) {
    colon = text.find(':');
  } else {
    bool in_brackets = false;
    for (size_t i = 0; i < text.size() && colon == std::string_view::npos; ++i) {
      if (text[i] == '[') in_brackets = true;
      if (text[i] == ']') in_brackets = false;
      if (text[i] == ':' && !in_brackets) colon = i;
    }
  }
  const std::string_view host = text.substr(0, colon);
  if (host.empty() && (special() || colon != std::string_view::npos)) {
    return fail(UrlError::kHostMissing);
  }
  const HostKind kind = special() ? HostKind::kDomain : HostKind::kOpaque;
  if (const auto error = append_host(url_.href_, host, kind)) return fail(*error);
  url_.host_end_ = url_.path_start_ = position();
  return colon == std::string_view::npos || port(text.substr(colon + 1));
}

bool Parser::port(std::string_view digits) {
  if (digits.empty()) return true;
  uint32_t number = 0;
  for (const char c : digits) {
    if (!text::is_digit(c)) return fail(UrlError::kPortInvalid);
    number = std::min<uint32_t>(UINT16_MAX + 1, number * 10 + static_cast<uint32_t>(c - '0'));
  }
  if (number > UINT16_MAX) return fail(UrlError::kPortOutOfRange);
  if (default_port(url_.scheme_) == number) return true;
  url_.port_ = static_cast<uint16_t>(number);
  char text[8];
  text[0] = ':';
  const auto end = std::to_chars(text + 1, text + sizeof text, number).ptr;
  url_.href_.append(text, static_cast<size_t>(end - text));
  url_.path_start_ = position();
  return true;
}

bool Parser::path_start() {
  if (at_slash()) {
    ++at_;
  } else if (!special()) {
    return query_and_fragment();
  }
  return path();
}

}  // namespace freshet::url

#pragma once

#include <string>
#include <string_view>

#include "url/url.h"

namespace freshet::url {

// The basic URL parser of the URL Standard, section 4.4, for one input. The Standard's states are
// functions here: each reads its part of the input whole, writes it to the serialisation, and goes
// on to the next. What is ordinary is found by a scan over a table and copied in one piece.
class Parser {
 public:
  Parser(std::string_view input, const Url* base, const ParseOptions& options);

  // Once.
  Result<Url, UrlError> run();

 private:
  // Each returns false after setting error_.
  bool with_scheme(size_t length);
  bool without_scheme();
  bool relative();
  bool file();
  bool file_host();
  bool authority();
  bool host_and_port(std::string_view text);
  bool port(std::string_view digits);
  bool path_start();
  bool path();
  bool opaque_path();
  bool query_and_fragment();
  bool fail(UrlError error);

  void credentials(std::string_view text);
  bool copy_clean_segments();
  void append_segment(std::string_view segment, bool last);
  void shorten_path();

  void reserve_after(size_t kept);
  void take_authority_of_base();
  void take_empty_file_host();
  bool finish_like_base();

  bool special() const { return url_.scheme_ != Scheme::kOther; }
  bool at_slash() const { return !at_end() && is_slash(input_[at_]); }
  bool is_slash(char c) const { return c == '/' || (c == '\\' && special()); }
  bool at_end() const { return at_ == input_.size(); }
  bool at(char c) const { return !at_end() && input_[at_] == c; }
  std::string_view rest() const { return input_.substr(at_); }
  void skip_slashes();
  uint32_t position() const { return static_cast<uint32_t>(url_.href_.size()); }

  std::string cleaned_;     // backs input_ where the input had to be changed
  std::string_view input_;  // well-formed, trimmed, without tabs and newlines
  size_t at_ = 0;
  const Url* base_;
  const ParseOptions& options_;
  Url url_;
  UrlError error_ = UrlError::kTooLong;
};

// "C:" or "C|".
bool is_drive_letter(std::string_view text);

}  // namespace freshet::url

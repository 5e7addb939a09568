#pragma once

#include <string>
#include <string_view>

#include "url/url.h"

namespace freshet::url {

// The basic URL parser of the URL Standard, section 4.4, for one input. The states of the Standard
// are functions here: each parses its whole part of the input, appends it to the serialisation, and
// calls the function for the next part. Ordinary path segments are found with a table look-up per
// byte and copied together.
class Parser {
 public:
  Parser(std::string_view input, const Url* base, const ParseOptions& options);

  // May be called only once.
  Result<Url, UrlError> run();

 private:
  // These set error_ and return false on error.
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
  void copy_base_authority();
  void write_empty_file_host();
  bool finish_from_base();

  bool special() const { return url_.scheme_ != Scheme::kOther; }
  bool at_slash() const { return !at_end() && is_slash(input_[at_]); }
  bool is_slash(char c) const { return c == '/' || (c == '\\' && special()); }
  bool at_end() const { return at_ == input_.size(); }
  bool at(char c) const { return !at_end() && input_[at_] == c; }
  std::string_view rest() const { return input_.substr(at_); }
  void skip_slashes();
  uint32_t position() const { return static_cast<uint32_t>(url_.href_.size()); }

  std::string cleaned_;     // owns the text of input_ if the input had to be changed
  std::string_view input_;  // well-formed UTF-8, trimmed, without tabs and newlines
  size_t at_ = 0;
  const Url* base_;
  const ParseOptions& options_;
  Url url_;
  UrlError error_ = UrlError::kTooLong;
};

// Whether the text is a drive letter of Windows: "C:" or "C|".
bool is_drive_letter(std::string_view text);

}  // namespace freshet::url

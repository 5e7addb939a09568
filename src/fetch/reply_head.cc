#include "fetch/reply_head.h"

namespace freshet::fetch {

// libcurl reads a status line in lower case as status 200, and accepts a NUL byte or not depending
// on the pieces in which the head arrives. So both are checked here.
bool ReplyHead::add_field(std::string_view line) {
  if (text_.empty() && !line.starts_with("HTTP/")) invalid_ = "no status line";
  if (line.find('\0') != std::string_view::npos) invalid_ = "a NUL byte in the head";
  if (invalid_ != nullptr) return false;
  text_ += line;
  return true;
}

std::optional<std::string> ReplyHead::fault() const {
  if (is_too_long_ && !is_complete_) {
    return "the head of the reply has more than " + std::to_string(max_bytes_) + " bytes";
  }
  return invalid_ != nullptr ? std::optional<std::string>(invalid_) : std::nullopt;
}

void ReplyHead::clear() {
  bytes_ = 0;
  text_.clear();
  is_complete_ = is_too_long_ = false;
  invalid_ = nullptr;
}

}  // namespace freshet::fetch

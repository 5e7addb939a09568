#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace freshet::fetch {

// Collects the head of a reply from the lines that libcurl passes, and refuses what is not a valid
// head or too long.
class ReplyHead {
 public:
  explicit ReplyHead(size_t max_bytes) : max_bytes_(max_bytes) {}

  // Adds a line with its line end. `status()` returns the status of the reply that it belongs to.
  // Returns false if the transfer must end.
  template <typename Status>
  bool add(std::string_view line, const Status& status) {
    bytes_ += line.size();
    if (bytes_ > max_bytes_) {
      is_too_long_ = true;
      return false;
    }
    if (is_complete_) return true;  // a trailer
    if (line == "\r\n" || line == "\n") {
      // Interim replies (1xx) come before the final reply.
      is_complete_ = status() >= 200;
      if (!is_complete_) text_.clear();
      return true;
    }
    return add_field(line);
  }

  bool is_complete() const { return is_complete_; }
  // Returns why there is no valid head, if lines were refused before it was complete.
  std::optional<std::string> fault() const;
  // The final head without the empty line at its end.
  const std::string& text() const { return text_; }
  std::string take_text() { return std::move(text_); }
  void clear();

 private:
  bool add_field(std::string_view line);

  const size_t max_bytes_;  // of all heads and trailers
  size_t bytes_ = 0;
  std::string text_;
  bool is_complete_ = false;
  bool is_too_long_ = false;
  const char* invalid_ = nullptr;  // why the head is not valid HTTP
};

}  // namespace freshet::fetch

#pragma once

#include <cstddef>
#include <string_view>

namespace freshet::robots {

enum class Key { kUserAgent, kAllow, kDisallow, kSitemap, kCrawlDelay, kOther };

// A line "key: value", trimmed and without its comment.
struct Line {
  int number = 0;  // 1-based
  Key key = Key::kOther;
  std::string_view name;       // the key as written
  std::string_view value;      // may be empty
  bool misspelt = false;       // the key is a known misspelling
  bool missing_colon = false;  // "Disallow /x"
  bool cut = false;            // the line is longer than the limit; the rest of it is ignored
  bool no_key = false;         // the line has no key: `name`, `value` and `key` are not set
};

// Iterates over the lines of a robots.txt that are not empty. Lines end with CR, LF or CRLF. A byte
// order mark at the start is skipped, and text after a NUL in a line is ignored. Takes linear time.
class Lines {
 public:
  // Only the first `max_line` bytes of a line count.
  Lines(std::string_view body, size_t max_line);

  // Returns false at the end of the body.
  bool next(Line& line);

 private:
  std::string_view take_line();
  size_t find_from_here(char c) const;

  std::string_view body_;
  size_t max_line_;
  size_t position_ = 0;
  // The positions of the next LF and CR at or after position_. They are kept, so that a body with
  // only one kind of line end is not searched for the other one in every line.
  size_t next_lf_ = 0;
  size_t next_cr_ = 0;
  int number_ = 0;
};

}  // namespace freshet::robots

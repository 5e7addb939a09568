#pragma once

#include <cstddef>
#include <string_view>

namespace freshet::robots {

enum class Key { kUserAgent, kAllow, kDisallow, kSitemap, kCrawlDelay, kOther };

// "key: value", trimmed and without its comment.
struct Line {
  int number = 0;  // 1-based
  Key key = Key::kOther;
  std::string_view name;       // the key as written
  std::string_view value;      // may be empty
  bool misspelt = false;       // a spelling that only tolerance lets pass
  bool missing_colon = false;  // "Disallow /x"
  bool cut = false;            // longer than the limit; `value` is what fitted
  bool no_key = false;         // text, but no key: nothing else is set
};

// Yields the lines of a robots.txt that say something, in order. Lines end with CR, LF or CRLF; a
// byte order mark at the start is skipped; a NUL ends what a line says. Linear time.
class Lines {
 public:
  Lines(std::string_view body, size_t max_line);

  // False at the end of the body.
  bool next(Line& line);

 private:
  std::string_view take_line();
  size_t find_from_here(char c) const;

  std::string_view body_;
  size_t max_line_;
  size_t position_ = 0;
  // Where the next LF and CR at or after position_ are, found when needed and kept, so that a body
  // with only one kind of line end is not searched again and again for the other.
  size_t next_lf_ = 0;
  size_t next_cr_ = 0;
  int number_ = 0;
};

}  // namespace freshet::robots

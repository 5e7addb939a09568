#include "robots/lines.h"

#include <algorithm>
#include <cstring>

#include "robots/white_space.h"
#include "text/ascii.h"

namespace freshet::robots {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Spelling {
  Key key;
  std::string_view text;  // in lower case; also matches a longer key that starts with it
  bool correct;
};

// The misspellings are those that Google's parser accepts.
constexpr Spelling kSpellings[] = {
    {Key::kAllow, "allow", true},
    {Key::kDisallow, "disallow", true},
    {Key::kUserAgent, "user-agent", true},
    {Key::kSitemap, "sitemap", true},
    {Key::kCrawlDelay, "crawl-delay", true},
    {Key::kDisallow, "dissallow", false},
    {Key::kDisallow, "dissalow", false},
    {Key::kDisallow, "disalow", false},
    {Key::kDisallow, "diasllow", false},
    {Key::kDisallow, "disallaw", false},
    {Key::kUserAgent, "useragent", false},
    {Key::kUserAgent, "user agent", false},
    {Key::kSitemap, "site-map", false},
    {Key::kCrawlDelay, "crawldelay", false},
    {Key::kCrawlDelay, "crawl delay", false},
};

void name_key(Line& line) {
  line.key = Key::kOther;
  for (const Spelling& spelling : kSpellings) {
    if (!text::starts_with_ignoring_case(line.name, spelling.text)) continue;
    line.key = spelling.key;
    line.misspelt = !spelling.correct;
    return;
  }
}

const char* find(std::string_view text, char c) {
  return text.empty() ? nullptr
                      : static_cast<const char*>(std::memchr(text.data(), c, text.size()));
}

std::string_view up_to(std::string_view text, char c) {
  const char* at = find(text, c);
  return at == nullptr ? text : text.substr(0, static_cast<size_t>(at - text.data()));
}

// Splits "key: value". Without a colon, splits "key value" if there are exactly two words.
void split(std::string_view text, Line& line) {
  if (const char* colon = find(text, ':')) {
    const auto at = static_cast<size_t>(colon - text.data());
    line.name = text::trim<is_c_space>(text.substr(0, at));
    line.value = text::trim<is_c_space>(text.substr(at + 1));
    line.no_key = line.name.empty();
    return;
  }
  line.no_key = true;
  const size_t end_of_key = text.find_first_of(" \t");
  if (end_of_key == std::string_view::npos) return;
  const std::string_view value = text::trim<is_c_space>(text.substr(end_of_key));
  if (value.find_first_of(" \t") != std::string_view::npos) return;
  line.name = text.substr(0, end_of_key);
  line.value = value;
  line.no_key = false;
  line.missing_colon = true;
}

}  // namespace

Lines::Lines(std::string_view body, size_t max_line) : body_(body), max_line_(max_line) {
  // Google's parser also skips an incomplete byte order mark.
  size_t skipped = 0;
  while (skipped < kByteOrderMark.size() && skipped < body_.size() &&
         body_[skipped] == kByteOrderMark[skipped]) {
    ++skipped;
  }
  body_.remove_prefix(skipped);
  next_lf_ = find_from_here('\n');
  next_cr_ = find_from_here('\r');
}

size_t Lines::find_from_here(char c) const {
  const char* at = find(body_.substr(position_), c);
  return at == nullptr ? std::string_view::npos : static_cast<size_t>(at - body_.data());
}

std::string_view Lines::take_line() {
  ++number_;
  if (next_lf_ < position_) next_lf_ = find_from_here('\n');
  if (next_cr_ < position_) next_cr_ = find_from_here('\r');
  const size_t end = std::min({next_lf_, next_cr_, body_.size()});
  const std::string_view line = body_.substr(position_, end - position_);
  const bool crlf = end == next_cr_ && end + 1 == next_lf_;
  position_ = end + (crlf ? 2 : 1);
  return line;
}

bool Lines::next(Line& line) {
  while (position_ < body_.size()) {
    std::string_view text = take_line();
    const bool cut = text.size() > max_line_;
    text = text::trim<is_c_space>(up_to(up_to(text.substr(0, max_line_), '\0'), '#'));
    if (text.empty()) continue;
    line = Line();
    line.number = number_;
    line.cut = cut;
    split(text, line);
    if (!line.no_key) name_key(line);
    return true;
  }
  return false;
}

}  // namespace freshet::robots

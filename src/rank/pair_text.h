#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "result/result.h"

namespace freshet::rank {

// Reads lines with two integers from 0 to 2^64 - 1, separated by spaces or tabs. The text comes in
// pieces that may be cut anywhere. Lines that are empty or begin with # are skipped.
class PairText {
 public:
  // Calls each(first, second) for each line. An error names the line and says what is wrong with
  // it.
  template <typename Each>
  Status add(std::string_view piece, Each&& each) {
    if (!rest_.empty()) {
      const size_t end = piece.find('\n');
      rest_.append(piece.substr(0, end));
      if (end == std::string_view::npos) return check_rest();
      const std::string line = std::exchange(rest_, "");
      if (Status read = read_line(line, each); !read) return read;
      piece.remove_prefix(end + 1);
    }
    while (!piece.empty()) {
      const auto* end = static_cast<const char*>(std::memchr(piece.data(), '\n', piece.size()));
      if (end == nullptr) {
        rest_ = piece;
        return check_rest();
      }
      const auto length = static_cast<size_t>(end - piece.data());
      if (Status read = read_line(piece.substr(0, length), each); !read) return read;
      piece.remove_prefix(length + 1);
    }
    return Done{};
  }

  // Reads the last line, if it has no line end.
  template <typename Each>
  Status finish(Each&& each) {
    return rest_.empty() ? Status(Done{}) : read_line(std::exchange(rest_, ""), each);
  }

 private:
  static constexpr size_t kMaxLine = 1 << 16;

  template <typename Each>
  Status read_line(std::string_view line, Each&& each) {
    ++line_;
    const char* at = line.data();
    const char* const end = at + line.size();
    skip_blanks(at, end);
    if (at == end || *at == '#') return Done{};
    uint64_t first = 0;
    uint64_t second = 0;
    if (!read_number(at, end, first)) return complain(at, end, "the first");
    skip_blanks(at, end);
    if (!read_number(at, end, second)) return complain(at, end, "the second");
    skip_blanks(at, end);
    if (at != end) return fail("line " + std::to_string(line_) + ": more than two numbers");
    each(first, second);
    return Done{};
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  static void skip_blanks(const char*& at, const char* end) {
    while (at != end && is_blank(*at)) ++at;
  }

  // On failure, `at` stays where it was.
  static bool read_number(const char*& at, const char* end, uint64_t& number) {
    const char* c = at;
    while (c != end && *c >= '0' && *c <= '9') {
      const auto digit = static_cast<uint64_t>(*c - '0');
      constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
      if (number > kMost / 10 || (number == kMost / 10 && digit > kMost % 10)) return false;
      number = number * 10 + digit;
      ++c;
    }
    if (c == at || (c != end && !is_blank(*c))) return false;
    at = c;
    return true;
  }

  Unexpected<Error> complain(const char* at, const char* end, std::string_view which) const;
  Status check_rest() const;

  std::string rest_;  // the incomplete line at the end of the last piece
  uint64_t line_ = 0;
};

}  // namespace freshet::rank

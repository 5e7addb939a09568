#include "change/pieces.h"

#include <algorithm>
#include <optional>

#include "change/tokens.h"
#include "digest/fingerprint.h"

namespace freshet::change {

void add_link(Line& line, uint64_t target) {
  line.links = std::max<uint64_t>(1, internal::mix(line.links, target));
}

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back({.text = text.substr(0, end)});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

namespace internal {
namespace {

// A line longer than kLongLine is cut after a word whose hash has certain bits 0. So an insertion
// moves only the next cut. If no such word comes, the line is cut at kLongestPiece.
constexpr size_t kLongLine = 256;
constexpr size_t kLongestPiece = 2048;
constexpr uint64_t kCutMask = 7;

constexpr uint64_t kNumberStandsHere = 1;

// Collects the tokens of a piece.
class PieceMaker {
 public:
  bool empty() const { return empty_; }

  void add(TokenKind kind, uint64_t hash) {
    empty_ = false;
    // A short number is part of a date if the token before or after it is a date.
    if (kind == TokenKind::kShortNumber && !after_date_) {
      flush_short_number();
      mark_number();
      short_number_ = hash;
      return;
    }
    const bool is_date = kind == TokenKind::kDate || kind == TokenKind::kShortNumber;
    if (short_number_ && is_date) {
      add_to(piece_.dates, *short_number_);
      short_number_.reset();
    }
    flush_short_number();
    after_date_ = is_date;
    if (kind == TokenKind::kWord) {
      piece_.words = mix(piece_.words, hash);
      after_number_ = false;
      return;
    }
    mark_number();
    add_to(is_date ? piece_.dates : piece_.numbers, hash);
  }

  Piece finish() {
    flush_short_number();
    const Piece made = piece_;
    *this = {};
    return made;
  }

 private:
  static void add_to(uint64_t& hash, uint64_t value) {
    hash = std::max<uint64_t>(1, mix(hash, value));
  }

  // Adds the position of a number or date to the words. Several in a row count as one: "9 999" may
  // become "10 000", and "5 pm" may become "17:00".
  void mark_number() {
    if (!after_number_) piece_.words = mix(piece_.words, kNumberStandsHere);
    after_number_ = true;
  }

  void flush_short_number() {
    if (!short_number_) return;
    add_to(piece_.numbers, *short_number_);
    short_number_.reset();
  }

  Piece piece_;
  bool empty_ = true;
  bool after_number_ = false;  // or after a date
  bool after_date_ = false;
  std::optional<uint64_t> short_number_;
};

void add_pieces(const Line& line, std::vector<Piece>& pieces) {
  const size_t first = pieces.size();
  std::string_view rest = line.text;
  size_t began = rest.size();
  PieceMaker maker;
  for (Token token = take_token(rest); !token.text.empty(); token = take_token(rest)) {
    const uint64_t hash = digest::fingerprint(token.text).value;
    maker.add(token.kind, hash);
    const size_t length = began - rest.size();
    const bool chosen = token.kind == TokenKind::kWord && (hash & kCutMask) == 0;
    if (length >= kLongestPiece || (length >= kLongLine && chosen)) {
      pieces.push_back(maker.finish());
      began = rest.size();
    }
  }
  if (!maker.empty()) pieces.push_back(maker.finish());
  if (line.links == 0) return;
  if (pieces.size() == first) pieces.emplace_back();
  pieces[first].links = line.links;
}

}  // namespace

std::vector<Piece> pieces_of(std::span<const Line> lines) {
  std::vector<Piece> pieces;
  pieces.reserve(lines.size());
  for (const Line& line : lines) add_pieces(line, pieces);
  return pieces;
}

}  // namespace internal
}  // namespace freshet::change

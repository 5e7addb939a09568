#include "search/spelling.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/korean.h"
#include "text/utf8.h"

namespace freshet::search {
namespace {

constexpr int kMaxDistance = 2;         // in keystrokes, between a word and its correction
constexpr size_t kMinKeystrokes = 3;    // shorter words are not corrected
constexpr size_t kShortKeystrokes = 5;  // up to this length, the distance may be only 1
// A word at a distance smaller by one is preferred to a word that up to 50 times as many pages
// have.
constexpr double kPageRatio = 50;

// A range of words with a common beginning: those >= `first` and < `end`.
struct Range {
  std::string first;
  std::string end;
};

std::string utf8(char32_t c) {
  std::string out;
  text::append_utf8(out, c);
  return out;
}

// The ranges to search for corrections, the narrow one first. The words in it share the first two
// letters with the term, those in the wide one the first letter. Of Hangul, they share the first
// syllable up to its final consonant, and the initial consonant.
std::vector<Range> ranges_of(std::string_view term) {
  const char32_t c = text::utf8_scalar(term);
  constexpr char32_t kFirst = 0xAC00;
  if (c >= kFirst && c <= 0xD7A3) {
    std::vector<Range> ranges;
    for (const char32_t size : {28U, 28U * 21U}) {
      const char32_t start = kFirst + (c - kFirst) / size * size;
      ranges.push_back({utf8(start), utf8(start + size)});
    }
    return ranges;
  }
  const size_t length = text::utf8_sequence(term).length;
  std::vector<Range> ranges;
  if (length < term.size()) {
    const std::string first(term.substr(0, length));
    const char32_t second = text::utf8_scalar(term.substr(length));
    ranges.push_back({first + utf8(second), first + utf8(second + 1)});
  }
  ranges.push_back({utf8(c), utf8(c + 1)});
  return ranges;
}

// The term without its Korean particle: the typing error is expected in the noun.
std::string_view noun(std::string_view term) {
  const auto stem = without_particle(term);
  return stem && !stem->empty() ? *stem : term;
}

// Finds the best correction of a term among the words that are passed to consider().
class Corrector {
 public:
  explicit Corrector(std::string_view term)
      : term_(term),
        typed_(keystrokes(term)),
        typed_noun_(keystrokes(noun(term))),
        max_distance_(typed_.size() <= kShortKeystrokes ? 1 : kMaxDistance) {}

  bool is_long_enough() const { return typed_.size() >= kMinKeystrokes; }
  bool is_known() const { return is_known_; }
  std::optional<std::string> best() && { return std::move(best_); }

  void consider(std::string_view word, uint64_t pages) {
    if (word == term_ || (ends_in_hangul(term_) && word.starts_with(term_))) is_known_ = true;
    compare(word, typed_, pages);
    if (const std::string_view other = noun(word); other != word)
      compare(other, typed_noun_, pages);
  }

 private:
  void compare(std::string_view word, const std::u32string& typed, uint64_t pages) {
    const int distance = keystroke_distance(typed, keystrokes(word), max_distance_);
    if (distance == 0 || distance > max_distance_) return;
    const double score = static_cast<double>(pages) * std::pow(kPageRatio, -distance);
    if (score <= best_score_) return;
    best_score_ = score;
    best_ = std::string(word);
  }

  const std::string_view term_;
  const std::u32string typed_;
  const std::u32string typed_noun_;
  const int max_distance_;
  bool is_known_ = false;
  std::optional<std::string> best_;
  double best_score_ = 0;
};

// Returns the word that the user probably meant; nullopt if the index has the term itself, or
// nothing similar.
Result<std::optional<std::string>> correct(std::string_view term, Index& index) {
  for (const Range& range : ranges_of(term)) {
    Corrector corrector(term);
    if (!corrector.is_long_enough()) break;
    const Status read = index.each_word(
        range.first, range.end,
        [&](std::string_view word, uint64_t pages) { corrector.consider(word, pages); });
    if (!read) return Unexpected(read.error());
    if (corrector.is_known()) break;
    if (auto best = std::move(corrector).best()) return best;
  }
  return std::optional<std::string>();
}

Result<bool> has_word(std::string_view word, Index& index) {
  bool found = false;
  const std::string first(word);
  const Status read = index.each_word(first, first + '\1', [&](std::string_view known, uint64_t) {
    found = found || known == word;
  });
  if (!read) return Unexpected(read.error());
  return found;
}

// True if `term` is the clause's last word and the index has another form of it.
Result<bool> has_stem(const Clause& clause, std::string_view term, Index& index) {
  if (term != clause.phrases[0].terms.back()) return false;
  for (size_t i = 1; i < clause.phrases.size(); ++i) {
    const std::string& form = clause.phrases[i].terms.back();
    if (clause.phrases[i].prefix || form == term) continue;
    auto found = has_word(form, index);
    if (!found || *found) return found;
  }
  return false;
}

}  // namespace

int keystroke_distance(const std::u32string& a, const std::u32string& b, int max) {
  const size_t width = b.size() + 1;
  const size_t longer = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
  if (longer > static_cast<size_t>(max)) return max + 1;
  // Optimal string alignment distance; only the last three lines of the table are kept.
  std::vector<int> before_last(width);
  std::vector<int> last(width);
  std::vector<int> line(width);
  for (size_t j = 0; j < width; ++j) last[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    line[0] = static_cast<int>(i);
    int least = line[0];
    for (size_t j = 1; j < width; ++j) {
      line[j] =
          std::min({last[j] + 1, line[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        line[j] = std::min(line[j], before_last[j - 2] + 1);
      }
      least = std::min(least, line[j]);
    }
    if (least > max) return max + 1;
    before_last.swap(last);
    last.swap(line);
  }
  return std::min(last[b.size()], max + 1);
}

Result<std::optional<std::string>> suggest(std::string_view query_text, const Query& query,
                                           Index& index, words::Segmenter& segmenter) {
  std::unordered_map<std::string, std::string> corrections;
  for (const Clause& clause : query.required) {
    for (const std::string& term : clause.phrases[0].terms) {
      // A word of which the index has another form is not corrected.
      const auto is_known = has_stem(clause, term, index);
      if (!is_known) return Unexpected(is_known.error());
      if (*is_known) continue;
      auto corrected = correct(term, index);
      if (!corrected) return Unexpected(corrected.error());
      if (*corrected) corrections[term] = std::move(**corrected);
    }
  }
  if (corrections.empty()) return std::optional<std::string>();
  std::string out;
  size_t copied = 0;
  segmenter.each_word(query_text, [&](const words::Word& word) {
    const auto correction = corrections.find(std::string(word.term));
    if (correction == corrections.end()) return;
    out.append(query_text, copied, word.begin - copied);
    out += correction->second;
    copied = word.end;
  });
  out.append(query_text, copied);
  return std::optional(std::move(out));
}

}  // namespace freshet::search

#include "search/snippet.h"

#include <algorithm>
#include <array>
#include <utility>

#include "search/phrase_match.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::search {
namespace {

constexpr size_t kMaxTextBytes = 64 * 1024;
constexpr size_t kMaxClauses = 32;
// Bytes of context that are shown before the first match.
constexpr size_t kLeadIn = 40;

// A match of a clause in the text; begin and end are bytes.
struct Occurrence {
  size_t begin = 0;
  size_t end = 0;
  size_t clause = 0;
};

// Finds the matches of the query, from the beginning of the text on. They do not overlap; at each
// word the longest match is taken.
std::vector<Occurrence> find_occurrences(const Passage& passage, const Query& query,
                                         words::Segmenter& segmenter) {
  const std::vector<PageWord> words = page_words(passage, query, segmenter);
  std::vector<Occurrence> found;
  for (size_t at = 0; at < words.size(); ++at) {
    size_t longest = 0;
    size_t longest_clause = 0;
    for (size_t clause = 0; clause < query.required.size(); ++clause) {
      for (const Phrase& phrase : query.required[clause].phrases) {
        const size_t length = phrase_length_at(words, at, phrase);
        if (length > longest) {
          longest = length;
          longest_clause = clause;
        }
      }
    }
    if (longest == 0) continue;
    found.push_back({words[at].begin, words[at + longest - 1].end, longest_clause});
    at += longest - 1;
  }
  return found;
}

// Returns the range of occurrences that spans at most `longest` bytes and has the most different
// clauses; of several, the one with the most occurrences, then the first.
std::pair<size_t, size_t> best_window(const std::vector<Occurrence>& all, size_t longest) {
  std::pair<size_t, size_t> best{0, 0};
  std::pair<size_t, size_t> best_score{0, 0};
  std::array<size_t, kMaxClauses> counts{};  // of each clause in the window
  size_t clauses = 0;
  size_t begin = 0;
  for (size_t end = 0; end < all.size(); ++end) {
    if (counts[all[end].clause % kMaxClauses]++ == 0) ++clauses;
    while (begin < end && all[end].end - all[begin].begin > longest) {
      if (--counts[all[begin].clause % kMaxClauses] == 0) --clauses;
      ++begin;
    }
    const std::pair<size_t, size_t> score{clauses, end - begin + 1};
    if (score > best_score) {
      best_score = score;
      best = {begin, end + 1};
    }
  }
  return best;
}

// Moves the beginning of a piece of text from `at` to the beginning of the next word, but not
// beyond `latest`. It never splits a character.
size_t word_start(std::string_view text, size_t at, size_t latest) {
  if (at == 0) return 0;
  for (size_t i = at; i < latest; ++i) {
    if (text::is_space(text[i])) return i + 1;
  }
  while (at < latest && text::is_continuation(text[at])) ++at;
  return at;
}

// Moves the end of a piece of text back to the end of a word, but not before `earliest`.
size_t word_end(std::string_view text, size_t at, size_t earliest) {
  if (at >= text.size()) return text.size();
  for (size_t i = at; i > earliest; --i) {
    if (text::is_space(text[i])) return i;
  }
  while (at > earliest && text::is_continuation(text[at])) --at;
  return at;
}

// Copies a piece of text with white space collapsed, and translates the marks to the copy.
void copy_collapsed(std::string_view text, size_t begin, size_t end, std::vector<Mark> marks,
                    Snippet& out) {
  size_t next_begin = 0;
  size_t next_end = 0;
  for (size_t i = begin; i < end; ++i) {
    while (next_end < marks.size() && marks[next_end].end <= i) {
      marks[next_end++].end = out.text.size();
    }
    if (text::is_space(text[i])) {
      if (!out.text.empty() && out.text.back() != ' ') out.text += ' ';
      continue;
    }
    if (next_begin < marks.size() && marks[next_begin].begin <= i) {
      marks[next_begin++].begin = out.text.size();
    }
    out.text += text[i];
  }
  while (next_end < marks.size()) marks[next_end++].end = out.text.size();
  if (out.text.ends_with(' ')) out.text.pop_back();  // no mark includes it
  out.marks = std::move(marks);
}

}  // namespace

Snippet make_snippet(const Passage& passage, const Query& query, words::Segmenter& segmenter,
                     size_t longest) {
  std::string_view text = passage.text;
  const bool is_whole = text.size() <= kMaxTextBytes;
  if (!is_whole) text = text.substr(0, text::whole_characters(text.substr(0, kMaxTextBytes)));
  const std::vector<Occurrence> found =
      find_occurrences({text, passage.language}, query, segmenter);
  const auto [first, last] = best_window(found, longest);

  size_t begin = 0;
  size_t required_end = 0;  // the snippet must reach at least to here
  if (last > first) {
    const size_t needed = found[last - 1].end - found[first].begin;
    const size_t spare = longest > needed ? (longest - needed) / 2 : 0;
    const size_t lead_in = std::min({found[first].begin, spare, kLeadIn});
    begin = word_start(text, found[first].begin - lead_in, found[first].begin);
    required_end = found[last - 1].end;
  }
  const size_t end = word_end(text, std::max(required_end, begin + longest), required_end);

  std::vector<Mark> marks;
  for (const Occurrence& one : found) {
    if (one.begin >= begin && one.end <= end) marks.push_back({one.begin, one.end});
  }
  Snippet snippet;
  snippet.cut_before = begin > 0;
  snippet.cut_after = end < text.size() || !is_whole;
  copy_collapsed(text, begin, end, std::move(marks), snippet);
  return snippet;
}

}  // namespace freshet::search

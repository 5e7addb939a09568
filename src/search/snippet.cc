#include "search/snippet.h"

#include <algorithm>
#include <array>
#include <utility>

#include "search/phrase_match.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::search {
namespace {

constexpr size_t kLookedAt = 64 * 1024;
constexpr size_t kMostClauses = 32;
// Before the first word that was searched for, so that it can be understood.
constexpr size_t kLeadIn = 40;

struct Place {
  size_t begin = 0;
  size_t end = 0;
  size_t clause = 0;
};

std::vector<Place> find_places(const Passage& passage, const Query& query,
                               words::Segmenter& segmenter) {
  const std::vector<PageWord> words = page_words(passage, query, segmenter);
  std::vector<Place> places;
  for (size_t at = 0; at < words.size(); ++at) {
    size_t longest = 0;
    size_t of_clause = 0;
    for (size_t clause = 0; clause < query.wanted.size(); ++clause) {
      for (const Phrase& phrase : query.wanted[clause].phrases) {
        const size_t length = phrase_at(words, at, phrase);
        if (length > longest) {
          longest = length;
          of_clause = clause;
        }
      }
    }
    if (longest == 0) continue;
    places.push_back({words[at].begin, words[at + longest - 1].end, of_clause});
    at += longest - 1;
  }
  return places;
}

// The window of places that has most clauses, then most places, then comes first.
std::pair<size_t, size_t> best_window(const std::vector<Place>& places, size_t longest) {
  std::pair<size_t, size_t> best{0, 0};
  std::pair<size_t, size_t> best_worth{0, 0};
  std::array<size_t, kMostClauses> times{};
  size_t clauses = 0;
  size_t begin = 0;
  for (size_t end = 0; end < places.size(); ++end) {
    if (times[places[end].clause % kMostClauses]++ == 0) ++clauses;
    while (begin < end && places[end].end - places[begin].begin > longest) {
      if (--times[places[begin].clause % kMostClauses] == 0) --clauses;
      ++begin;
    }
    const std::pair<size_t, size_t> worth{clauses, end - begin + 1};
    if (worth > best_worth) {
      best_worth = worth;
      best = {begin, end + 1};
    }
  }
  return best;
}

// Where a piece that is to begin at `at` begins: not inside a word, if one ends soon.
size_t word_start(std::string_view text, size_t at, size_t latest) {
  if (at == 0) return 0;
  for (size_t i = at; i < latest; ++i) {
    if (text::is_space(text[i])) return i + 1;
  }
  while (at < latest && text::is_continuation(text[at])) ++at;
  return at;
}

size_t word_end(std::string_view text, size_t at, size_t earliest) {
  if (at >= text.size()) return text.size();
  for (size_t i = at; i > earliest; --i) {
    if (text::is_space(text[i])) return i;
  }
  while (at > earliest && text::is_continuation(text[at])) --at;
  return at;
}

// Copies a piece of text, white space collapsed, and moves the marks with it.
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
  if (out.text.ends_with(' ')) out.text.pop_back();  // no mark ends behind it
  out.marks = std::move(marks);
}

}  // namespace

Snippet make_snippet(const Passage& passage, const Query& query, words::Segmenter& segmenter,
                     size_t longest) {
  std::string_view text = passage.text;
  const bool all = text.size() <= kLookedAt;
  if (!all) text = text.substr(0, text::whole_characters(text.substr(0, kLookedAt)));
  const std::vector<Place> places = find_places({text, passage.language}, query, segmenter);
  const auto [first, last] = best_window(places, longest);

  size_t begin = 0;
  size_t shown = 0;  // what must be seen: up to here
  if (last > first) {
    const size_t needed = places[last - 1].end - places[first].begin;
    const size_t spare = longest > needed ? (longest - needed) / 2 : 0;
    const size_t lead_in = std::min({places[first].begin, spare, kLeadIn});
    begin = word_start(text, places[first].begin - lead_in, places[first].begin);
    shown = places[last - 1].end;
  }
  const size_t end = word_end(text, std::max(shown, begin + longest), shown);

  std::vector<Mark> marks;
  for (const Place& place : places) {
    if (place.begin >= begin && place.end <= end) marks.push_back({place.begin, place.end});
  }
  Snippet snippet;
  snippet.cut_before = begin > 0;
  snippet.cut_behind = end < text.size() || !all;
  copy_collapsed(text, begin, end, std::move(marks), snippet);
  return snippet;
}

}  // namespace freshet::search

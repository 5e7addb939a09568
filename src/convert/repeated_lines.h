#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::convert {

// What a line looks like: content or not, and whether it is the text of links.
struct LineShape {
  bool is_main = true;
  bool is_link = false;
};

// The text of a page, a line a block.
struct VisibleText {
  std::string text;
  std::vector<LineShape> shapes;  // by line; lines behind the last entry look like content
};

// The lines that stand on many pages of a site: its navigation and other boilerplate.
class RepeatedLines {
 public:
  RepeatedLines() = default;
  explicit RepeatedLines(std::vector<uint64_t> fingerprints);  // in any order

  bool has(std::string_view line) const;
  bool has_title_part(std::string_view part) const;
  size_t size() const { return sorted_.size(); }
  // A number that differs where the lines do.
  uint64_t id() const;

  // Eight bytes a line. Of what is malformed, nothing is read.
  std::string encoded() const;
  static std::optional<RepeatedLines> decode(std::string_view bytes);

 private:
  std::vector<uint64_t> sorted_;
};

// Counts on how many pages of a sample each line stands.
class LineCounter {
 public:
  // Fewer pages do not tell what repeats.
  static constexpr size_t kFewest = 8;

  void add(const std::vector<uint64_t>& lines_of_page);
  size_t pages() const { return pages_; }
  // Those on at least three pages and a sixteenth of them; the most frequent, if there are very
  // many. nullopt: there are too few pages.
  std::optional<RepeatedLines> repeated() const;

 private:
  size_t pages_ = 0;
  std::vector<uint64_t> lines_;  // of all pages
};

// The fingerprints of a page's lines and of the parts of its title, each once, ascending. A part of
// a title differs from a line with the same text. Of very many, the thousand smallest: these are
// the same lines on every page.
std::vector<uint64_t> line_fingerprints(std::string_view text, std::string_view title);

struct SplitText {
  std::string content;
  std::string boilerplate;
  double link_share = 0;  // of the content, in lines that are links
};

// Every line of the text is in one of the two, in its order. Boilerplate are the repeated lines,
// whatever their shape, but for those that are a part of this page's title and not of others'; and
// at its end the parts of the title that are repeated. Without `repeated` (a site of few pages),
// and where no line would be left, shape decides.
SplitText split_text(const VisibleText& visible, std::string_view title,
                     const RepeatedLines* repeated);

}  // namespace freshet::convert

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::convert {

// What the markup of a page says about a line.
struct LineShape {
  bool is_main = true;   // it looks like main content, not like navigation
  bool is_link = false;  // it is mostly the text of links
};

// The visible text of a page, a line for each block.
struct VisibleText {
  std::string text;
  std::vector<LineShape> shapes;  // by line; lines without an entry look like main content
};

// The lines that occur on many pages of a site: its navigation and other boilerplate. Lines and
// parts of titles are stored as fingerprints.
class RepeatedLines {
 public:
  RepeatedLines() = default;
  explicit RepeatedLines(std::vector<uint64_t> fingerprints);  // in any order

  bool has(std::string_view line) const;
  bool has_title_part(std::string_view part) const;
  size_t size() const { return sorted_.size(); }
  // A fingerprint of the whole set.
  uint64_t fingerprint() const;

  // Encodes each line in eight bytes, the lowest first. decode() returns nullopt for malformed
  // bytes.
  std::string encoded() const;
  static std::optional<RepeatedLines> decode(std::string_view bytes);

 private:
  std::vector<uint64_t> sorted_;
};

// Counts on how many pages of a sample each line occurs.
class LineCounter {
 public:
  // A smaller sample does not show which lines repeat.
  static constexpr size_t kMinPages = 8;

  void add(const std::vector<uint64_t>& lines_of_page);
  size_t pages() const { return pages_; }
  // The lines that occur on at least three pages and on a sixteenth of the pages; of more than
  // 1,000 such lines, the most frequent. Returns nullopt if the sample has too few pages.
  std::optional<RepeatedLines> repeated() const;

 private:
  size_t pages_ = 0;
  std::vector<uint64_t> lines_;  // of all pages
};

// The fingerprints of a page's lines and of the parts of its title, each once, in ascending order.
// A part of a title has another fingerprint than a line with the same text. Of more than 1,000, the
// smallest are returned, so that pages with the same lines keep the same ones.
std::vector<uint64_t> line_fingerprints(std::string_view text, std::string_view title);

struct SplitText {
  std::string content;
  std::string boilerplate;
  double link_share = 0;  // share of the content, in bytes, that is in lines of links
};

// Splits the lines of a page into content and boilerplate; both keep the order of the page. A
// repeated line is boilerplate whatever its shape, unless it is a part of this page's title that is
// not repeated itself. Repeated parts of the title are appended to the boilerplate. If `repeated`
// is null (a site of few pages), or if no content would be left, the shape of each line decides.
SplitText split_text(const VisibleText& visible, std::string_view title,
                     const RepeatedLines* repeated);

}  // namespace freshet::convert

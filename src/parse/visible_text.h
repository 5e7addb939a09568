#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/page.h"

namespace freshet::parse {

// The part of the page to which a text belongs.
enum class Region : uint8_t {
  kBody,
  kAside,  // navigation, side bars, footers, buttons and option lists
};

// Collects the text of a page that a reader can see, with white space collapsed. A block is the
// text between two tags of elements that are displayed on lines of their own; it becomes a line.
class VisibleText {
 public:
  explicit VisibleText(size_t max_bytes) : max_bytes_(max_bytes) { blocks_.reserve(128); }

  void add(std::string_view piece, bool in_link);
  // Adds a text from an attribute, separated by spaces from the text before and after it.
  void add_word(std::string_view piece, bool in_link);
  // Ends the block if it has any text.
  void break_block(Region region_of_next);
  // Returns the index of the line to which the next text will belong.
  uint32_t line() const { return static_cast<uint32_t>(blocks_.size()); }

  // Moves text and lines into the page and clears this object.
  //
  // Whether a line is main text depends on how many words it has and how many of these are in
  // links, and on the same numbers of its neighbours (the decision tree of Kohlschuetter,
  // Fankhauser and Nejdl, "Boilerplate detection using shallow text features", WSDM 2010). If that
  // finds very little main text, as in a list of links, all text outside kAside is main text; if
  // there is none, all text is.
  void finish(ParsedPage& page);

  // Whether the text was longer than max_bytes.
  bool truncated() const { return truncated_; }

 private:
  struct Block {
    uint32_t begin = 0;
    uint32_t end = 0;
    uint32_t words = 0;
    uint32_t link_words = 0;
    Region region = Region::kBody;

    double link_density() const { return words == 0 ? 0.0 : double(link_words) / words; }
  };

  static bool is_main(const Block& previous, const Block& block, const Block& next);
  void reserve(size_t bytes);
  void add_to_rest_hash(std::string_view piece);

  const size_t max_bytes_;
  std::string bytes_;  // the first length_ bytes are used
  size_t length_ = 0;
  bool pending_space_ = false;
  bool truncated_ = false;
  uint64_t rest_hash_ = 0;   // of the text beyond max_bytes_, without its white space
  uint32_t ideographs_ = 0;  // in the open block
  Block open_;
  std::vector<Block> blocks_;
};

// Appends the text with each run of ASCII white space replaced by one space, and without white
// space at the start of `out`.
void append_collapsed(std::string& out, std::string_view text);

// Cuts UTF-8 text to at most max_bytes without splitting a character, and removes white space of
// every kind from both ends.
void trim_to(std::string& text, size_t max_bytes);

}  // namespace freshet::parse

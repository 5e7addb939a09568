#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/page.h"

namespace freshet::parse {

// Where in the page a piece of text stands.
enum class Region : uint8_t {
  kBody,
  kAside,  // navigation, side bars, footers, buttons, option lists: not what the page is about
};

// Collects the text of a page that a reader can see, block by block, with white space collapsed. A
// block is the text between two tags that stand on lines of their own; it becomes a line.
class VisibleText {
 public:
  explicit VisibleText(size_t max_bytes) : max_bytes_(max_bytes) { blocks_.reserve(128); }

  void add(std::string_view piece, bool in_link);
  // The same as a word of its own: for texts that come from attributes.
  void add_word(std::string_view piece, bool in_link);
  // Ends the block, if it has any text.
  void break_block(Region region_of_next);
  // The number of the line that the next text will be part of.
  uint32_t line() const { return static_cast<uint32_t>(blocks_.size()); }

  // Moves text and lines into the page and empties this object.
  //
  // Whether a line is main text depends on how many words it has, how many of them are links, and
  // the same of its neighbours (the decision tree of Kohlschuetter, Fankhauser and Nejdl,
  // "Boilerplate detection using shallow text features", WSDM 2010). In a page in which that finds
  // next to nothing, such as a list of links, all text outside kAside is main text; in a page with
  // nothing else, all text is.
  void finish(ParsedPage& page);

  // Some text did not fit into max_bytes.
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
  void hash_rest(std::string_view piece);

  const size_t max_bytes_;
  std::string bytes_;  // length_ of it are used
  size_t length_ = 0;
  bool pending_space_ = false;
  bool truncated_ = false;
  uint64_t rest_ = 0;        // hash of the text that did not fit, without its white space
  uint32_t ideographs_ = 0;  // in the open block
  Block open_;
  std::vector<Block> blocks_;
};

// Appends text with runs of ASCII white space as one space, none at the start of out.
void append_collapsed(std::string& out, std::string_view text);

// Cuts text (UTF-8) to at most max_bytes, between characters, and drops white space of every kind
// at both ends.
void trim_to(std::string& text, size_t max_bytes);

}  // namespace freshet::parse

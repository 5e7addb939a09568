#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::parse {

// Where in the page a piece of text stands.
enum class Region : uint8_t {
  kBody,
  kAside,  // navigation, side bars, footers, buttons, option lists: not what the page is about
};

// Gathers a page's text, block by block, with white space collapsed, and in the end leaves out the
// blocks that are likely to be navigation and other frame work. A block is the text between two
// tags that stand on lines of their own.
class MainText {
 public:
  explicit MainText(size_t max_bytes) : max_bytes_(max_bytes) { blocks_.reserve(128); }

  void add(std::string_view piece, bool in_link);
  // Ends the block, if it has any text.
  void break_block(Region region_of_next);

  // The main text, one line a block. Empties the gatherer.
  //
  // A block is taken or left by how many words it has, how many of them are links, and the same of
  // its neighbours (the decision tree of Kohlschuetter, Fankhauser and Nejdl, "Boilerplate
  // detection using shallow text features", WSDM 2010). A page in which that finds next to nothing,
  // such as a list of links, keeps all its text outside kAside; a page with nothing else keeps
  // that.
  std::string finish();

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

  const size_t max_bytes_;
  std::string bytes_;  // length_ of it are used
  size_t length_ = 0;
  bool pending_space_ = false;
  bool truncated_ = false;
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

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charset/decide.h"
#include "clock/instant.h"
#include "http/robots_tag.h"
#include "parse/tag.h"
#include "url/url.h"

namespace freshet::parse {

// What a link means to a crawler.
enum class LinkKind : uint8_t {
  kHyperlink,  // <a>, <area>
  kFrame,      // <frame>, <iframe>
  kEmbed,      // image, script, style sheet, icon, media
  kCanonical,  // <link rel=canonical>
  kAlternate,  // <link rel=alternate>: another language or form of the page
  kFeed,       // <link rel=alternate> to RSS or Atom
  kRelated,    // any other <link>, such as next and prev
  kRefresh,    // <meta http-equiv=refresh>
  kForm,       // <form method=get>: only if asked for
};

struct Link {
  url::Url url;  // http or https, without fragment
  Tag tag = Tag::kA;
  LinkKind kind = LinkKind::kHyperlink;
  std::string rel;       // lower case, tokens apart by one space
  std::string hreflang;  // of kAlternate

  bool nofollow = false;  // rel has nofollow, ugc or sponsored
};

struct Refresh {
  double delay_seconds = 0;
  std::optional<url::Url> target;  // nullopt: the page itself, or an address that is none
};

// A line of ParsedPage::text, without its end of line.
struct TextLine {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool is_main = true;   // false: by its shape it is navigation or another part that is not content
  bool is_link = false;  // more than half of its words are texts of links
};

// A link that a reader can follow, and the line in which it stands. A link without text belongs to
// the line behind it; behind the last line, that is the number of lines.
struct LinkPlace {
  uint32_t line = 0;
  uint32_t link = 0;  // of ParsedPage::links
};

// Everything that one pass over a page yields.
struct ParsedPage {
  charset::Decision charset;
  std::optional<std::string> title;  // of the first <title>, white space collapsed
  std::string description;           // <meta name=description>
  std::string language;  // <html lang>, else <html xml:lang>, else Content-Language of a <meta>
  std::optional<url::Url> base;  // <base href>, if there is one that counts
  std::optional<url::Url> canonical;
  std::optional<Refresh> refresh;
  http::RobotsDirectives robots;  // <meta name=robots> and the one with our own name
  // As its metadata says: a stranger's word, which may be in the future or long ago.
  std::optional<Instant> modified;
  std::optional<Instant> published;
  std::vector<Link> links;             // in document order, each (url, tag, rel) once
  std::vector<LinkPlace> link_places;  // of hyperlinks and frames, in document order; repeats too
  std::string text;                    // all that a reader can see, one line a block
  std::vector<TextLine> lines;         // of text
  std::string
      rest_of_text;  // letters that stand for the text beyond max_text_bytes, if there is any
  std::vector<std::string> remarks;
};

// The lines that are main text.
std::string main_text(const ParsedPage& page);

struct PageContext {
  const url::Url& url;                         // of the page itself: what links are relative to
  std::optional<charset::Encoding> transport;  // the charset of Content-Type, if it names one
};

struct PageOptions {
  size_t max_links = 10'000;
  size_t max_text_bytes = 1 << 20;
  size_t max_title_bytes = 4096;  // also of description, language, rel
  bool form_links = false;        // <form method=get action> counts as a link
  bool only_alternates = false;   // of the links, only those of kind kAlternate are wanted
  std::string agent = "freshet";  // <meta name=freshet> speaks to us as <meta name=robots> does
};

// Reads a page in pieces, in one pass: decode, tokens, links, text. However the page is cut, the
// result is the same. Bounded by the options and by the length of the input.
class PageParser {
 public:
  PageParser(const PageContext& context, const PageOptions& options);
  ~PageParser();

  void feed(std::string_view bytes);
  ParsedPage finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The whole page at once; no copy is made of a page in valid UTF-8.
ParsedPage parse_page(std::string_view body, const PageContext& context,
                      const PageOptions& options = {});

}  // namespace freshet::parse

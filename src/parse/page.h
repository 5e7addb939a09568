#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "charset/decide.h"
#include "clock/instant.h"
#include "http/link_header.h"
#include "http/robots_tag.h"
#include "parse/tag.h"
#include "url/url.h"

namespace freshet::parse {

// What a link means for a crawler.
enum class LinkKind : uint8_t {
  kHyperlink,  // <a>, <area>
  kFrame,      // <frame>, <iframe>
  kEmbed,      // image, script, style sheet, icon, media
  kCanonical,  // <link rel=canonical>; this and the other kinds of <link> may be in a Link header
  kAlternate,  // <link rel=alternate>: another language or format of the page
  kFeed,       // <link rel=alternate> to RSS or Atom
  kRelated,    // any other <link>, such as next and prev
  kRefresh,    // <meta http-equiv=refresh>
  kForm,       // <form method=get>, only with PageOptions::form_links
};

struct Link {
  url::Url url;  // http or https, without fragment
  Tag tag = Tag::kA;
  LinkKind kind = LinkKind::kHyperlink;
  std::string rel;       // in lower case, tokens separated by one space
  std::string hreflang;  // only for kAlternate

  bool nofollow = false;  // rel has nofollow, ugc or sponsored
};

struct Refresh {
  double delay_seconds = 0;
  std::optional<url::Url> target;  // nullopt: the page itself, or the address is invalid
};

// A line of ParsedPage::text, given by its byte range without the line feed.
struct TextLine {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool is_main = true;  // false: the line seems to be navigation or another part beside the content
  bool is_link = false;  // more than half of its words are in links
};

// The position of a link that a reader can follow. A link without text belongs to the next line;
// after the last line, `line` is the number of lines.
struct LinkPlace {
  uint32_t line = 0;  // index in ParsedPage::lines
  uint32_t link = 0;  // index in ParsedPage::links
};

// The result of parsing a page.
struct ParsedPage {
  charset::Decision charset;
  std::optional<std::string> title;  // the first <title>, with white space collapsed
  std::string description;           // <meta name=description>
  std::string language;          // <html lang>, or <html xml:lang>, or Content-Language of a <meta>
  std::optional<url::Url> base;  // <base href>, if it is valid
  std::optional<url::Url> canonical;
  std::optional<Refresh> refresh;
  http::RobotsDirectives robots;  // <meta name=robots> and <meta> with the crawler's own name
  // Dates from the page's metadata. They are not checked: they may be in the future or long ago.
  std::optional<Instant> modified;
  std::optional<Instant> published;
  // In document order, then those of the Link header; each combination of url, tag and rel once.
  std::vector<Link> links;
  // Of hyperlinks and frames, in document order. A link that is repeated has several places.
  std::vector<LinkPlace> link_places;
  std::string text;             // all text that a reader can see, one line per block
  std::vector<TextLine> lines;  // of `text`
  // A hash of the text beyond max_text_bytes, written in letters; empty if there is no such text.
  std::string truncated_text_hash;
  std::vector<std::string> remarks;
};

// Returns the lines of the text that are main text.
std::string main_text(const ParsedPage& page);

struct PageContext {
  const url::Url& url;                         // the URL of the page, to which links are relative
  std::optional<charset::Encoding> transport;  // the charset of Content-Type, if it has one
  // The links of the response's Link headers. Each is treated like a <link> at the end of the page,
  // but is relative to `url` and not to <base>. Links with an anchor to something else are ignored.
  std::span<const http::LinkValue> header_links = {};
};

struct PageOptions {
  size_t max_links = 10'000;
  size_t max_text_bytes = 1 << 20;
  size_t max_title_bytes = 4096;  // also the limit of description, language and rel
  bool form_links = false;        // return the addresses of <form method=get action> as links
  bool only_alternates = false;   // return only links of kind kAlternate
  std::string agent = "freshet";  // the name in <meta name=...> that addresses this crawler
};

// Parses a page in one pass. A page in valid UTF-8 is not copied. Time and memory are bounded by
// the options and the length of the body. For a response that is not HTML, pass an empty body to
// get the links of its header.
ParsedPage parse_page(std::string_view body, const PageContext& context,
                      const PageOptions& options = {});

}  // namespace freshet::parse

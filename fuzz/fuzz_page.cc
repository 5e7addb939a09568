// Parses any bytes as a page, whole and in pieces: both results are the same, valid UTF-8, and
// within the limits. The first byte chooses the encoding, the second the size of the pieces.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "charset/decode.h"
#include "http/link_header.h"
#include "parse/page.h"
#include "parse/page_in_pieces.h"

using freshet::parse::ParsedPage;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

std::string to_text(const ParsedPage& page) {
  std::string all = page.title.value_or("") + "\n" + page.description + "\n" + page.language;
  for (const auto& link : page.links) all += "\n" + std::string(link.url.href()) + " " + link.rel;
  for (const auto& date : {page.modified, page.published}) {
    if (date) all += "\n" + std::to_string(date->unix_microseconds());
  }
  return all + "\n" + page.text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const std::string_view body(reinterpret_cast<const char*>(data) + 2, size - 2);
  static const auto url = *freshet::url::parse("http://example.com/a/b?c");
  freshet::parse::PageContext context{.url = url, .transport = {}};
  if (data[0] < freshet::charset::kEncodingCount) {
    context.transport = static_cast<freshet::charset::Encoding>(data[0]);
  }
  // The first line is also the value of a Link header.
  freshet::http::HeaderMap headers;
  headers.add("Link", body.substr(0, std::min(body.find('\n'), body.size())));
  const auto header_links = freshet::http::links_of(headers);
  context.header_links = header_links;
  freshet::parse::PageOptions options;
  options.max_links = 50;
  options.max_text_bytes = 1000;
  options.form_links = true;

  const ParsedPage whole = freshet::parse::parse_page(body, context, options);
  const std::string all = to_text(whole);
  require(freshet::charset::is_valid_utf8(all));
  require(whole.links.size() <= options.max_links);
  require(whole.text.size() <= options.max_text_bytes);

  const size_t piece = size_t{data[1]} + 1;
  require(to_text(freshet::parse::parse_in_pieces(body, context, options, piece)) == all);
  return 0;
}

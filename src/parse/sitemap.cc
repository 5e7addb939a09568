#include "parse/sitemap.h"

#include <algorithm>

#include "charset/decide.h"
#include "charset/decode.h"
#include "coding/inflater.h"
#include "parse/sitemap_builder.h"
#include "parse/tokenizer.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

// A longer line of a text sitemap is not an address.
constexpr size_t kMaxLine = 8 * 1024;

}  // namespace

// The steps for the bytes: decompress() if they are gzipped, add_decompressed(), decode() when the
// encoding is known, and add_text(), which makes tokens or lines.
struct SitemapParser::State {
  State(const SitemapContext& sitemap_context, const SitemapOptions& sitemap_options)
      : context(sitemap_context),
        options(sitemap_options),
        builder(context.url, options),
        tokenizer(builder, Tokenizer::Flavor::kXml) {}

  void decompress(std::string_view bytes);
  void add_decompressed(std::string_view bytes);
  void begin_decoding();
  void decode(std::string_view bytes, bool last);
  void add_text(std::string_view text);
  void end_line();

  enum class Form : uint8_t { kUnknown, kXml, kText };

  const SitemapContext context;
  const SitemapOptions options;
  SitemapBuilder builder;
  Tokenizer tokenizer;

  std::string head;  // the first bytes, until there are two, which show whether it is gzip
  bool compression_known = false;
  std::unique_ptr<coding::Inflater> inflater;  // nullptr: not gzipped
  size_t bytes_added = 0;
  bool truncated = false;

  std::string start;  // decompressed bytes, until the encoding is known
  std::optional<charset::Decoder> decoder;
  std::string decoded;

  Form form = Form::kUnknown;
  std::string line;
};

void SitemapParser::State::decompress(std::string_view bytes) {
  if (!inflater) {
    add_decompressed(bytes);
    return;
  }
  std::string decompressed;
  inflater->feed(bytes, decompressed);
  add_decompressed(decompressed);
}

void SitemapParser::State::add_decompressed(std::string_view bytes) {
  const size_t room = options.max_bytes - bytes_added;
  truncated |= bytes.size() > room;
  bytes = bytes.substr(0, room);
  bytes_added += bytes.size();
  if (decoder) {
    decode(bytes, false);
    return;
  }
  start += bytes;
  if (start.size() >= charset::kDetectBytes) begin_decoding();
}

void SitemapParser::State::begin_decoding() {
  const std::string_view seen = std::string_view(start).substr(0, charset::kDetectBytes);
  const charset::Decision decision = charset::decide_xml(seen, context.transport);
  decoder.emplace(decision.encoding);
  decode(std::string_view(start).substr(decision.bom_length), false);
  start = {};
}

void SitemapParser::State::decode(std::string_view bytes, bool last) {
  decoded.clear();
  decoder->decode(bytes, last, decoded);
  add_text(decoded);
}

void SitemapParser::State::add_text(std::string_view text) {
  if (form == Form::kUnknown) {
    text = text::trim_start(text);
    if (text.empty()) return;
    form = text.front() == '<' ? Form::kXml : Form::kText;
  }
  if (form == Form::kXml) {
    tokenizer.feed(text);
    return;
  }
  for (const char c : text) {
    if (c == '\n' || c == '\r')
      end_line();
    else if (line.size() < kMaxLine)
      line += c;
  }
}

void SitemapParser::State::end_line() {
  if (line.size() < kMaxLine) builder.add_line(line);
  line.clear();
}

SitemapParser::SitemapParser(const SitemapContext& context, const SitemapOptions& options)
    : state_(std::make_unique<State>(context, options)) {}
SitemapParser::~SitemapParser() = default;

void SitemapParser::feed(std::string_view bytes) {
  State& s = *state_;
  if (!s.compression_known) {
    s.head += bytes;
    if (s.head.size() < 2) return;
    s.compression_known = true;
    if (coding::looks_gzipped(s.head)) {
      s.inflater = std::make_unique<coding::Inflater>(coding::Wrapper::kGzip, s.options.max_bytes);
    }
    bytes = s.head;
  }
  s.decompress(bytes);
}

Result<ParsedSitemap> SitemapParser::finish() {
  State& s = *state_;
  if (!s.compression_known) s.add_decompressed(s.head);
  if (!s.decoder) s.begin_decoding();
  s.decode({}, true);
  s.tokenizer.finish();
  s.end_line();
  auto sitemap = s.builder.finish();
  if (!sitemap) return sitemap;
  if (s.inflater && s.inflater->damaged())
    sitemap->remarks.push_back("the gzip data is damaged");
  else if (s.inflater && !s.inflater->complete())
    sitemap->remarks.push_back("the gzip data is cut off");
  if (s.truncated || (s.inflater && s.inflater->truncated())) {
    sitemap->remarks.push_back("only the first " + std::to_string(s.options.max_bytes) +
                               " bytes were read");
  }
  return sitemap;
}

Result<ParsedSitemap> parse_sitemap(std::string_view body, const SitemapContext& context,
                                    const SitemapOptions& options) {
  SitemapParser parser(context, options);
  parser.feed(body);
  return parser.finish();
}

}  // namespace freshet::parse

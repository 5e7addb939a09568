#include "parse/sitemap.h"

#include <algorithm>

#include "charset/decide.h"
#include "charset/decode.h"
#include "parse/gunzip.h"
#include "parse/sitemap_builder.h"
#include "parse/tokenizer.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

// A line of a text sitemap beyond this is no address.
constexpr size_t kMaxLine = 8 * 1024;

}  // namespace

// Bytes go through: unpack (if gzipped) -> decode (once the encoding is known) -> tokens or lines.
struct SitemapParser::State {
  State(const SitemapContext& sitemap_context, const SitemapOptions& sitemap_options)
      : context(sitemap_context),
        options(sitemap_options),
        builder(context.url, options),
        tokenizer(builder, Tokenizer::Flavor::kXml) {}

  void unpack(std::string_view bytes);
  void take(std::string_view bytes);
  void begin_decoding();
  void decode(std::string_view bytes, bool last);
  void read(std::string_view text);
  void end_line();

  enum class Form : uint8_t { kUnknown, kXml, kText };

  const SitemapContext context;
  const SitemapOptions options;
  SitemapBuilder builder;
  Tokenizer tokenizer;

  std::string head;  // the first two bytes, until they tell whether it is gzip
  bool packing_known = false;
  std::unique_ptr<Gunzip> gunzip;
  size_t bytes_taken = 0;
  bool truncated = false;

  std::string start;  // unpacked bytes, until the encoding is known
  std::optional<charset::Decoder> decoder;
  std::string decoded;

  Form form = Form::kUnknown;
  std::string line;
};

void SitemapParser::State::unpack(std::string_view bytes) {
  if (!gunzip) {
    take(bytes);
    return;
  }
  std::string unpacked;
  gunzip->feed(bytes, unpacked);
  take(unpacked);
}

void SitemapParser::State::take(std::string_view bytes) {
  const size_t room = options.max_bytes - bytes_taken;
  truncated |= bytes.size() > room;
  bytes = bytes.substr(0, room);
  bytes_taken += bytes.size();
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
  read(decoded);
}

void SitemapParser::State::read(std::string_view text) {
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
  if (!s.packing_known) {
    s.head += bytes;
    if (s.head.size() < 2) return;
    s.packing_known = true;
    if (looks_gzipped(s.head)) s.gunzip = std::make_unique<Gunzip>(s.options.max_bytes);
    bytes = s.head;
  }
  s.unpack(bytes);
}

Result<ParsedSitemap> SitemapParser::finish() {
  State& s = *state_;
  if (!s.packing_known) s.take(s.head);
  if (!s.decoder) s.begin_decoding();
  s.decode({}, true);
  s.tokenizer.finish();
  s.end_line();
  auto sitemap = s.builder.finish();
  if (!sitemap) return sitemap;
  if (s.gunzip && s.gunzip->damaged())
    sitemap->remarks.push_back("the gzip data is damaged");
  else if (s.gunzip && !s.gunzip->complete())
    sitemap->remarks.push_back("the gzip data is cut off");
  if (s.truncated || (s.gunzip && s.gunzip->truncated())) {
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

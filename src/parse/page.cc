#include "parse/page.h"

#include "charset/decode.h"
#include "parse/page_builder.h"
#include "parse/tokenizer.h"

namespace freshet::parse {

struct PageParser::State {
  State(const PageContext& page_context, const PageOptions& options)
      : context(page_context), builder(options), tokenizer(builder) {}

  // Sets the encoding once enough has been seen of the page; the rule depends on byte counts alone,
  // not on how the page was cut.
  void try_decide(bool last);
  void decode(std::string_view bytes, bool last);

  const PageContext context;
  PageBuilder builder;
  Tokenizer tokenizer;
  std::string start;  // what came before the encoding was known
  bool prescanned = false;
  std::optional<charset::Decision> decision;
  std::optional<charset::Decoder> decoder;
  std::string decoded;
};

void PageParser::State::try_decide(bool last) {
  if (!last && start.size() < charset::kPrescanBytes) return;
  if (!last && start.size() < charset::kDetectBytes) {
    if (prescanned) return;
    prescanned = true;
    const auto early = charset::decide(std::string_view(start).substr(0, charset::kPrescanBytes),
                                       context.transport);
    if (early.evidence > charset::Evidence::kMeta) return;
    decision = early;
  } else {
    decision = charset::decide(std::string_view(start).substr(0, charset::kDetectBytes),
                               context.transport);
  }
  decoder.emplace(decision->encoding);
}

void PageParser::State::decode(std::string_view bytes, bool last) {
  decoded.clear();
  decoder->decode(bytes, last, decoded);
  tokenizer.feed(decoded);
}

PageParser::PageParser(const PageContext& context, const PageOptions& options)
    : state_(std::make_unique<State>(context, options)) {}
PageParser::~PageParser() = default;

void PageParser::feed(std::string_view bytes) {
  State& s = *state_;
  if (s.decision) {
    s.decode(bytes, false);
    return;
  }
  s.start += bytes;
  s.try_decide(false);
  if (!s.decision) return;
  s.decode(std::string_view(s.start).substr(s.decision->bom_length), false);
  s.start = {};
}

ParsedPage PageParser::finish() {
  State& s = *state_;
  std::string_view rest;
  if (!s.decision) {
    s.try_decide(true);
    rest = std::string_view(s.start).substr(s.decision->bom_length);
  }
  s.decode(rest, true);
  s.tokenizer.finish();
  return s.builder.finish(s.context, *s.decision);
}

std::string main_text(const ParsedPage& page) {
  std::string main;
  main.reserve(page.text.size());
  for (const TextLine& line : page.lines) {
    if (!line.is_main) continue;
    if (!main.empty()) main += '\n';
    main.append(page.text, line.begin, line.end - line.begin);
  }
  return main;
}

ParsedPage parse_page(std::string_view body, const PageContext& context,
                      const PageOptions& options) {
  const charset::Decision decision =
      charset::decide(body.substr(0, charset::kDetectBytes), context.transport);
  const std::string_view content = body.substr(decision.bom_length);
  PageBuilder builder(options);
  Tokenizer tokenizer(builder);
  if (decision.encoding == charset::Encoding::kUtf8 && charset::is_valid_utf8(content)) {
    tokenizer.feed(content);
  } else {
    std::string decoded;
    charset::Decoder(decision.encoding).decode(content, true, decoded);
    tokenizer.feed(decoded);
  }
  tokenizer.finish();
  return builder.finish(context, decision);
}

}  // namespace freshet::parse

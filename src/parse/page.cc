#include "parse/page.h"

#include "charset/decode.h"
#include "parse/page_builder.h"
#include "parse/tokenizer.h"

namespace freshet::parse {

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

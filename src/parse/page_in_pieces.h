#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "charset/decode.h"
#include "parse/page.h"
#include "parse/page_builder.h"
#include "parse/tokenizer.h"

namespace freshet::parse {

// For tests: does the same as parse_page(), but feeds the text to the tokenizer in pieces.
inline ParsedPage parse_in_pieces(std::string_view body, const PageContext& context,
                                  const PageOptions& options, size_t piece) {
  const charset::Decision decision =
      charset::decide(body.substr(0, charset::kDetectBytes), context.transport);
  std::string decoded;
  charset::Decoder(decision.encoding).decode(body.substr(decision.bom_length), true, decoded);
  PageBuilder builder(options);
  Tokenizer tokenizer(builder);
  for (std::string_view rest = decoded; !rest.empty();
       rest.remove_prefix(std::min(piece, rest.size()))) {
    tokenizer.feed(rest.substr(0, piece));
  }
  tokenizer.finish();
  return builder.finish(context, decision);
}

}  // namespace freshet::parse

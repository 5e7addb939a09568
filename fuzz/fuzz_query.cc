// Parses the first line of any bytes as a query, and makes a snippet of the rest: the marks of the
// snippet are in order and lie inside it.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "search/query.h"
#include "search/snippet.h"
#include "text/utf8.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t line = input.find('\n');
  static freshet::words::Segmenter segmenter;
  const auto query = freshet::search::parse_query(input.substr(0, line), segmenter);
  if (!query) return 0;
  require(!query->required.empty());
  for (const auto& clause : query->required) {
    require(!clause.phrases.empty());
    for (const auto& phrase : clause.phrases) require(!phrase.terms.empty());
  }
  const std::string_view text = line == input.npos ? input : input.substr(line + 1);
  const auto snippet = freshet::search::make_snippet({text}, *query, segmenter, 50);
  size_t last = 0;
  for (const auto& mark : snippet.marks) {
    require(last <= mark.begin && mark.begin < mark.end && mark.end <= snippet.text.size());
    last = mark.end;
  }
  return 0;
}

// Any line as the answer of a run: what people are shown of it has no control but line feeds, and
// nothing in it ends the program.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cli/looking.h"
#include "crawl/control_json.h"
#include "json/read.h"
#include "text/printable.h"
#include "text/utf8.h"

using namespace freshet;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  json::Reader reader;
  const auto answer = reader.read(line);
  if (!answer) return 0;
  for (const auto in_words : {cli::status_in_words, cli::why_in_words, cli::steering_in_words,
                              cli::ping_in_words, cli::changes_in_words, cli::changes_in_json}) {
    const std::string words = in_words(*answer);
    if (text::valid_utf8_prefix(words) != words.size()) std::abort();
    for (std::string_view rest = words; !rest.empty();) {
      const char32_t code = text::utf8_scalar(rest);
      if (code != '\n' && text::is_control(code)) std::abort();
      rest.remove_prefix(text::utf8_sequence(rest).length);
    }
  }
  return 0;
}

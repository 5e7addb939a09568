// Formats any line as if a run had sent it as an answer. The text for people must have no control
// characters except line feeds, and the program must not crash.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cli/control_commands.h"
#include "collection/command_json.h"
#include "json/read.h"
#include "text/printable.h"
#include "text/utf8.h"

using namespace freshet;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  json::Reader reader;
  const auto answer = reader.read(line);
  if (!answer) return 0;
  for (const auto format : {cli::format_status, cli::format_why, cli::format_run_control,
                            cli::format_ping, cli::format_changes, cli::changes_as_json_lines}) {
    const std::string shown = format(*answer);
    if (text::valid_utf8_prefix(shown) != shown.size()) std::abort();
    for (std::string_view rest = shown; !rest.empty();) {
      const char32_t code = text::utf8_scalar(rest);
      if (code != '\n' && text::is_control(code)) std::abort();
      rest.remove_prefix(text::utf8_sequence(rest).length);
    }
  }
  return 0;
}

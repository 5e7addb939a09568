// Parses any text as a settings file and as an override: every error names the file or the option,
// and settings that were accepted can be printed.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "settings/load.h"
#include "settings/print.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace freshet::settings;
  const std::string_view text(reinterpret_cast<const char*>(data), size);

  const auto loaded = parse(text, "fuzz.toml");
  if (!loaded) {
    if (!loaded.error().message.starts_with("fuzz.toml:")) std::abort();
  } else if (print(*loaded).empty()) {
    std::abort();
  }

  const std::string overrides[] = {std::string(text)};
  const auto overridden = parse("", "fuzz.toml", overrides);
  if (!overridden && !overridden.error().message.starts_with("--set ")) std::abort();
  return 0;
}

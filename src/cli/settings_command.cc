#include <cstdio>

#include "cli/command.h"
#include "cli/search_text.h"
#include "json/write.h"
#include "settings/print.h"

namespace freshet::cli {

int run_settings(const Invocation& invocation) {
  std::string out;
  if (invocation.json) {
    json::Writer writer(out);
    settings::write_json(writer, invocation.settings);
    out += '\n';
  } else {
    const std::string& file = invocation.settings.file;
    out = "settings file: " + (file.empty() ? "none" : printable(file)) + "\n\n" +
          settings::print(invocation.settings);
  }
  std::fwrite(out.data(), 1, out.size(), stdout);
  return kExitDone;
}

int complain(int status, const std::string& message) {
  std::fprintf(stderr, "freshet: %s\n", message.c_str());
  return status;
}

}  // namespace freshet::cli

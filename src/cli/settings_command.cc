// freshet settings
#include "cli/command.h"
#include "cli/output.h"
#include "json/write.h"
#include "settings/print.h"
#include "text/printable.h"

namespace freshet::cli {

int run_settings(const Invocation& invocation) {
  std::string out;
  if (invocation.json) {
    json::Writer writer(out);
    settings::write_json(writer, invocation.settings);
    out += '\n';
  } else {
    const std::string& file = invocation.settings.file;
    out = "settings file: " + (file.empty() ? "none" : text::printable(file)) + "\n\n" +
          settings::print(invocation.settings);
  }
  if (invocation.json)
    print_exact(out);
  else
    print_text(out);
  return kExitDone;
}

}  // namespace freshet::cli

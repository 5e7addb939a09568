// freshet generate: prints files that a package installs beside the program.
#include <memory>

#include "cli/commands.h"
#include "cli/completions.h"
#include "cli/manual.h"
#include "cli/output.h"

namespace freshet::cli {
namespace {

std::string generated(const Commands& commands, const std::string& what) {
  if (what == "bash") return bash_completions(commands);
  if (what == "zsh") return zsh_completions(commands);
  if (what == "fish") return fish_completions(commands);
  return manual(commands, FRESHET_VERSION);
}

}  // namespace

void add_generate(Commands& commands) {
  const auto what = std::make_shared<std::string>();
  Command& generate = commands.add("generate", "Print the manual page or shell completions",
                                   [&commands, what](auto&) {
                                     print_exact(generated(commands, *what));
                                     return kExitDone;
                                   });
  generate.option("WHAT", what.get(), "manual | bash | zsh | fish")
      .required()
      .one_of({"manual", "bash", "zsh", "fish"});
  generate.footer(
      "Example:\n"
      "  source <(freshet generate bash)\n"
      "'cmake --install' installs all of them.");
  generate.hide();
}

}  // namespace freshet::cli

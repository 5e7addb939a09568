#include "cli/manual.h"

#include <gtest/gtest.h>

namespace freshet::cli {
namespace {

TEST(Manual, HasEveryCommandAndOptionThatIsNotHidden) {
  Command program("freshet", "Keeps a copy");
  std::string data = "./here";
  program.option("--data", &data, "Where it is").named("FOLDER").show_default();
  Commands commands(program);
  Command& run = commands.add("run", "Goes on", [](const Invocation&) { return 0; });
  std::vector<std::string> seeds;
  std::string scope = "host";
  bool fast = false;
  run.option("SEED", &seeds, "Where to begin");
  run.option("--scope", &scope, "How far").one_of({"page", "host"});
  run.option("--fast", &fast, "Faster");
  run.footer("Example:\n  freshet run\n.dots and back\\slashes");
  commands.add("secret", "Nobody sees it", [](const Invocation&) { return 0; }).hide();

  const std::string page = manual(commands, "1.2");
  const auto has = [&page](std::string_view text) { return page.find(text) != std::string::npos; };
  EXPECT_TRUE(page.starts_with(".TH FRESHET 1 \"\" \"freshet 1.2\"")) << page;
  EXPECT_TRUE(has(".TP\n\\fB\\-\\-data\\fR \\fIFOLDER\\fR\nWhere it is (default: ./here)\n"))
      << page;
  EXPECT_TRUE(has(".SS freshet run [OPTIONS] [\\fISEED\\fR...]\nGoes on\n")) << page;
  EXPECT_TRUE(has("\\fB\\-\\-scope\\fR \\fIpage|host\\fR\nHow far\n")) << page;
  EXPECT_TRUE(has("\\fB\\-\\-fast\\fR\nFaster\n")) << page;
  EXPECT_TRUE(has("\n\\&.dots and back\\eslashes\n")) << page;
  EXPECT_FALSE(has("secret")) << page;
}

}  // namespace
}  // namespace freshet::cli

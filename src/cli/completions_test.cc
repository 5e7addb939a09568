#include "cli/completions.h"

#include <gtest/gtest.h>

namespace freshet::cli {
namespace {

class Completions : public testing::Test {
 protected:
  Completions() {
    program_.option("--data", &text_, "Where it is").named("FOLDER");
    Command& run = commands_.add("run", "Doesn't end", [](const Invocation&) { return 0; });
    run.option("--scope", &text_, "How [far]").one_of({"page", "host"});
    run.option("--fast", &flag_, "Faster");
    commands_.add("secret", "Nobody sees it", [](const Invocation&) { return 0; }).hide();
  }
  static bool has(const std::string& script, std::string_view text) {
    return script.find(text) != std::string::npos;
  }

  std::string text_;
  bool flag_ = false;
  Command program_{"freshet", "Keeps a copy"};
  Commands commands_{program_};
};

TEST_F(Completions, ForBashOfferWordsAndOptions) {
  const std::string script = bash_completions(commands_);
  EXPECT_TRUE(has(script, "run:--scope) words='page host' ;;")) << script;
  EXPECT_TRUE(has(script, "run:*) words='--scope --fast --data --help' ;;")) << script;
  EXPECT_TRUE(has(script, "--data) ((++i)) ;;")) << script;
  EXPECT_FALSE(has(script, "secret")) << script;
}

TEST_F(Completions, ForZshAreQuoted) {
  const std::string script = zsh_completions(commands_);
  EXPECT_TRUE(has(script, "'run:Doesn'\\''t end'")) << script;
  EXPECT_TRUE(has(script, "'--scope=[How \\[far\\]]:page|host:(page host)'")) << script;
  EXPECT_TRUE(has(script, "'--data=[Where it is]:FOLDER:_files'")) << script;
  EXPECT_TRUE(has(script, "'--fast[Faster]'")) << script;
  EXPECT_FALSE(has(script, "secret")) << script;
}

TEST_F(Completions, ForFishNameTheCommand) {
  const std::string script = fish_completions(commands_);
  EXPECT_TRUE(has(script, "-n '__fish_seen_subcommand_from run' -l scope -x -a 'page host'"))
      << script;
  EXPECT_TRUE(has(script, "complete -c freshet -l data -r -F -d 'Where it is'")) << script;
  EXPECT_FALSE(has(script, "secret")) << script;
}

}  // namespace
}  // namespace freshet::cli

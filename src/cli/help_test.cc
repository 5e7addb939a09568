#include "cli/help.h"

#include <gtest/gtest.h>

namespace freshet::cli {
namespace {

class Help : public testing::Test {
 protected:
  Help() {
    program_.option("--data", &data_, "Keep it here").named("FOLDER").show_default();
    program_.footer("Examples:\n  program run");
    run_.option("SEED", &seeds_, "URLs to start from").required();
    run_.option("--scope", &scope_, "Follow links as far as this")
        .one_of({"page", "prefix", "host", "domain"});
    run_.option("--fast", &fast_,
                "Go faster, although that makes a help text that is longer than one line");
    run_.option("--top", &top_, "Print this many").within(1u, 9u).show_default();
    commands_.add("secret", "Nobody sees it", [](const Invocation&) { return 0; }).hide();
  }

  std::string data_ = "here";
  std::vector<std::string> seeds_;
  std::string scope_;
  bool fast_ = false;
  uint32_t top_ = 3;
  Command program_{"program", "Keeps a copy."};
  Commands commands_{program_};
  Command& run_ = commands_.add("run", "Go on", [](const Invocation&) { return 0; });
};

TEST_F(Help, OfTheProgramListsCommandsThatAreNotHidden) {
  EXPECT_EQ(program_help(commands_),
            "Keeps a copy.\n\n"
            "Usage: program COMMAND [OPTIONS]...\n\n"
            "Commands:\n"
            "  run        Go on\n\n"
            "Options of every command:\n"
            "  --data FOLDER           Keep it here (default: here)\n"
            "  -h, --help              Print help for the program or a command\n"
            "  --version               Print the version\n\n"
            "Examples:\n"
            "  program run\n");
}

TEST_F(Help, OfACommandListsArgumentsAndOptionsWrappedAt80Columns) {
  EXPECT_EQ(command_help(commands_, run_),
            "Go on\n\n"
            "Usage: program run [OPTIONS] SEED...\n\n"
            "Arguments:\n"
            "  SEED...                 URLs to start from\n\n"
            "Options:\n"
            "  --scope page|prefix|host|domain\n"
            "                          Follow links as far as this\n"
            "  --fast                  Go faster, although that makes a help text that is\n"
            "                          longer than one line\n"
            "  --top NUMBER            Print this many (from 1 to 9; default: 3)\n\n"
            "Options of every command:\n"
            "  --data FOLDER           Keep it here (default: here)\n"
            "  -h, --help              Print help for the program or a command\n");
}

}  // namespace
}  // namespace freshet::cli

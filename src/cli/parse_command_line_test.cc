#include "cli/parse_command_line.h"

#include <gtest/gtest.h>

namespace freshet::cli {
namespace {

// A program with one option of its own and two commands.
class ParseCommandLine : public testing::Test {
 protected:
  ParseCommandLine() {
    program_.option("--data", &data_, "Where").named("FOLDER").show_default();
    Command& run = commands_.add("run", "Run", [](const Invocation&) { return 0; });
    run.option("SEED", &seeds_, "Where to begin");
    run.option("--scope", &scope_, "How far").one_of({"page", "host"}).show_default();
    run.option("--depth", &depth_, "Links away").non_negative();
    run.option("--share", &share_, "Of all").within(0.0, 1.0).show_default();
    run.option("--include", &include_, "Only these").named("PATTERN").repeatable();
    Option& fast = run.option("--fast", &fast_, "Faster");
    run.option("--threads", &threads_, "How many").within(1u, 8u).needs(fast);
    run.option("--slow", &slow_, "Slower").excludes(fast);
    run.option("--rates", &rates_, "Several").divided_by(',');
    run.option("--marks", &marks_, "Two").values(2);
    run.after_parsing([this, &run] {
      for (const Option& option : run.options()) given_ += option.times_given;
    });
    run.footer("Example:\n  program run");
    commands_.add("secret", "Nobody sees it", [](const Invocation&) { return 0; }).hide();
  }

  ParsedCommandLine parse(std::vector<std::string> arguments) {
    return parse_command_line(commands_, "program 7", std::move(arguments));
  }
  // The error message; the test fails if there is none.
  std::string error_of(std::vector<std::string> arguments) {
    const ParsedCommandLine parsed = parse(std::move(arguments));
    EXPECT_EQ(parsed.command, nullptr);
    EXPECT_EQ(parsed.status, kExitUsage);
    return parsed.error;
  }

  Command program_{"program", "What it is for"};
  Commands commands_{program_};
  std::string data_ = "here";
  std::vector<std::string> seeds_;
  std::string scope_ = "host";
  std::optional<uint16_t> depth_;
  double share_ = 0.5;
  std::vector<std::string> include_;
  bool fast_ = false;
  bool slow_ = false;
  uint32_t threads_ = 1;
  std::vector<double> rates_;
  std::vector<std::string> marks_;
  size_t given_ = 0;
};

TEST_F(ParseCommandLine, ArgumentAfterARepeatableOptionIsNotItsValue) {
  ASSERT_NE(parse({"run", "--include", "x", "a", "--include", "y", "b"}).command, nullptr);
  EXPECT_EQ(include_, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(seeds_, (std::vector<std::string>{"a", "b"}));
}

TEST_F(ParseCommandLine, StoresTheValueOfEveryKindOfOption) {
  const auto parsed = parse(
      {"run",       "a",       "b",         "--scope", "page",   "--depth",   "3", "--share=0.25",
       "--include", "x",       "--include", "y",       "--fast", "--threads", "4", "--rates",
       "1,2.5",     "--marks", "<",         ">"});
  ASSERT_NE(parsed.command, nullptr) << parsed.error;
  EXPECT_EQ(parsed.command->name(), "run");
  EXPECT_EQ(seeds_, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(scope_, "page");
  EXPECT_EQ(depth_, 3);
  EXPECT_EQ(share_, 0.25);
  EXPECT_EQ(include_, (std::vector<std::string>{"x", "y"}));
  EXPECT_TRUE(fast_);
  EXPECT_EQ(threads_, 4u);
  EXPECT_EQ(rates_, (std::vector<double>{1, 2.5}));
  EXPECT_EQ(marks_, (std::vector<std::string>{"<", ">"}));
}

TEST_F(ParseCommandLine, KeepsDefaultsAndCountsGivenOptions) {
  ASSERT_NE(parse({"run", "--include", "x", "--include", "y"}).command, nullptr);
  EXPECT_EQ(scope_, "host");
  EXPECT_EQ(depth_, std::nullopt);
  EXPECT_EQ(given_, 2u);
}

TEST_F(ParseCommandLine, AcceptsOptionsOfTheProgramBeforeAndAfterTheCommand) {
  ASSERT_NE(parse({"--data", "before", "run"}).command, nullptr);
  EXPECT_EQ(data_, "before");
  ASSERT_NE(parse({"run", "--data", "after"}).command, nullptr);
  EXPECT_EQ(data_, "after");
}

TEST_F(ParseCommandLine, RefusesInvalidArguments) {
  EXPECT_NE(error_of({"run", "--scope", "moon"}).find("moon"), std::string::npos);
  EXPECT_NE(error_of({"run", "--depth", "-1"}).find("--depth"), std::string::npos);
  EXPECT_NE(error_of({"run", "--share", "1.5"}).find("1.5"), std::string::npos);
  EXPECT_NE(error_of({"run", "--threads", "2"}).find("--fast"), std::string::npos);
  EXPECT_NE(error_of({"run", "--fast", "--slow"}).find("--slow"), std::string::npos);
  EXPECT_NE(error_of({"run", "--marks", "<"}).find("--marks"), std::string::npos);
  EXPECT_NE(error_of({"run", "--nonsense"}).find("--nonsense"), std::string::npos);
  EXPECT_NE(error_of({}).find("no command given"), std::string::npos);
  EXPECT_NE(error_of({"run", "--data"}).find("--data: a value is missing"), std::string::npos);
}

TEST_F(ParseCommandLine, ErrorsNameTheCommandAndItsHelp) {
  EXPECT_EQ(error_of({"run", "--depth", "x"}),
            "program: --depth: \"x\" is not a whole number from 0 to 65535\n"
            "For help: program run --help\n");
  EXPECT_EQ(error_of({"run", "--fast", "--slow"}),
            "program: --fast cannot be used together with --slow\n"
            "For help: program run --help\n");
}

TEST_F(ParseCommandLine, SuggestsASimilarNameForAnUnknownOne) {
  EXPECT_NE(error_of({"runn"}).find("there is no command \"runn\"; did you mean run?"),
            std::string::npos);
  EXPECT_NE(error_of({"run", "--dept=3"}).find("unknown option --dept; did you mean --depth?"),
            std::string::npos);
  EXPECT_NE(error_of({"--dta", "x", "run"}).find("did you mean --data?"), std::string::npos);
  EXPECT_EQ(error_of({"other"}).find("did you mean"), std::string::npos);
  // Hidden commands are not suggested.
  EXPECT_EQ(error_of({"secre"}).find("did you mean"), std::string::npos);
}

TEST_F(ParseCommandLine, HelpAndVersionAreOutput) {
  const auto help = parse({"--help"});
  EXPECT_EQ(help.command, nullptr);
  EXPECT_EQ(help.status, kExitDone);
  EXPECT_NE(help.output.find("--data FOLDER           Where (default: here)\n"), std::string::npos)
      << help.output;
  EXPECT_EQ(help.output.find("secret"), std::string::npos) << help.output;
  EXPECT_NE(parse({"run", "--help"}).output.find("Example:\n  program run"), std::string::npos);
  EXPECT_EQ(parse({"--version"}).output, "program 7\n");
}

TEST_F(ParseCommandLine, HiddenCommandsCanBeCalled) {
  const auto parsed = parse({"secret"});
  ASSERT_NE(parsed.command, nullptr);
  EXPECT_EQ(parsed.command->name(), "secret");
}

}  // namespace
}  // namespace freshet::cli

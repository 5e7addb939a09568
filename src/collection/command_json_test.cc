#include "collection/command_json.h"

#include "collection/run_control.h"
#include "gtest/gtest.h"

namespace freshet::collection {
namespace {

std::string error_of(std::string_view line) {
  const auto command = read_command(line);
  return command ? "" : command.error().message;
}

TEST(ControlJson, CommandsAreReadAsTheyWereWritten) {
  const store::PageKey key{{0xabcdef0123456789}, {0xfedcba9876543210}};
  const std::vector<Command> all = {
      StatusQuery{.sites = 3, .worst = true},
      CycleQuery{.urls = 2, .pages = 50},
      PageQuery{"http://a.test/\"x\""},
      ChangesQuery{.from = {Instant::from_unix_microseconds(123'456'789), key}, .most = 7},
      ChangesQuery{.from = {Instant::from_unix_seconds(5)}, .settled = true},
      ChangesQuery{.ago = Duration::hours(1)},
      Pause{},
      Resume{},
      SetBudget{0.125},
      SeedsQuery{},
      AddSeed{"http://b.test/"},
      RemoveSeed{"http://b.test/"},
      Stop{}};
  for (const Command& command : all) {
    const std::string line = write_command(command);
    const auto read = read_command(line);
    ASSERT_TRUE(read) << line << ": " << read.error().message;
    EXPECT_EQ(read->index(), command.index()) << line;
    EXPECT_EQ(write_command(*read), line);
  }
}

TEST(ControlJson, ErrorsNameTheProblem) {
  EXPECT_NE(error_of("not json").find("not JSON"), std::string::npos);
  EXPECT_NE(error_of("").find("not JSON"), std::string::npos);
  EXPECT_NE(error_of("[]").find("command"), std::string::npos);
  EXPECT_NE(error_of("{\"command\":7}").find("command"), std::string::npos);
  EXPECT_NE(error_of("{\"command\":\"dance\"}").find("dance"), std::string::npos);
  EXPECT_NE(error_of("{\"command\":\"why\"}").find("url"), std::string::npos);
  EXPECT_FALSE(error_of("{\"command\":\"budget\"}").empty());
  EXPECT_FALSE(error_of("{\"command\":\"budget\",\"requests_per_second\":-1}").empty());
  EXPECT_FALSE(error_of("{\"command\":\"status\",\"sites\":-1}").empty());
  EXPECT_FALSE(error_of("{\"command\":\"changes\",\"from\":\"yesterday\"}").empty());
  EXPECT_FALSE(error_of("{\"command\":\"changes\",\"from\":\"1-2\"}").empty());
}

TEST(ControlJson, ALineIsAlwaysAnswered) {
  const Perform refuse = [](const Command&) -> Result<Answer> { return fail("no \"way\""); };
  EXPECT_EQ(answer_line("{\"command\":\"stop\"}", refuse), "{\"error\":\"no \\\"way\\\"\"}");
  EXPECT_TRUE(answer_line("\xff\xfe", refuse).starts_with("{\"error\":"));
  const Perform agree = [](const Command&) -> Result<Answer> {
    return RunControlReport{
        .running = true, .requests_per_second = 0.5, .seeds = {"http://a.test/"}};
  };
  EXPECT_EQ(answer_line("{\"command\":\"seeds\"}", agree),
            "{\"running\":true,\"stopping\":false,\"paused\":false,\"requests_per_second\":0.5,"
            "\"seeds\":[\"http://a.test/\"]}");
}

TEST(RunControl, IsReadAsItWasWritten) {
  const RunControl run_control{
      .seeds = {"http://a.test/", "http://b.test/x"},
      .paused = true,
      .requests_per_second = 0.25,
      .scope = ScopeOptions{
          .kind = ScopeKind::kPrefix, .include = {"a\nb"}, .exclude = {"\\.pdf$"}, .max_depth = 3}};
  const auto read = RunControl::decode(run_control.encode());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->encode(), run_control.encode());
  EXPECT_EQ(read->seeds, run_control.seeds);
  EXPECT_EQ(read->scope->kind, ScopeKind::kPrefix);
  EXPECT_EQ(read->scope->include, run_control.scope->include);
  EXPECT_EQ(read->scope->max_depth, 3);
  EXPECT_TRUE(RunControl::decode("{}"));
  EXPECT_FALSE(RunControl::decode("{"));
}

TEST(ControlJson, APingHasPagesAndAnOptionalTime) {
  const Instant then = Instant::from_unix_seconds(1'800'000'000);
  const Command command = Ping{.urls = {"http://a.test/", "http://b.test/x"}, .changed = then};
  const auto again = read_command(write_command(command));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(std::get<Ping>(*again).urls, std::get<Ping>(command).urls);
  EXPECT_EQ(std::get<Ping>(*again).changed, then);
  EXPECT_FALSE(read_command(R"({"command": "ping"})"));
  EXPECT_FALSE(read_command(R"({"command": "ping", "urls": []})"));
  EXPECT_FALSE(read_command(R"({"command": "ping", "urls": [1]})"));
  EXPECT_FALSE(read_command(R"({"command": "ping", "urls": ["x"], "changed": "soon"})"));
}

}  // namespace
}  // namespace freshet::collection

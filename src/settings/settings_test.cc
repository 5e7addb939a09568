#include "settings/settings.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "gtest/gtest.h"
#include "json/read.h"
#include "json/write.h"
#include "settings/load.h"
#include "settings/print.h"
#include "settings/table.h"
#include "support/scratch_folder.h"

namespace freshet::settings {
namespace {

namespace fs = std::filesystem;

std::string problem(std::string_view toml, const std::vector<std::string>& overrides = {}) {
  const auto loaded = parse(toml, "freshet.toml", overrides);
  return loaded ? "none" : loaded.error().message;
}

// More than these nobody reads. Before a setting is added, see whether a good default makes it
// superfluous.
TEST(Settings, AreFewerThanSixty) {
  EXPECT_LT(table().size(), 60u);
}

TEST(Settings, HaveDefaultValuesIfNothingIsSet) {
  const auto loaded = parse("", "freshet.toml");
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->values.agent.name, "freshet");
  EXPECT_EQ(loaded->values.robots.max_bytes, 512'000);
  EXPECT_EQ(loaded->values.canonical.session_parameters, std::nullopt);
  EXPECT_EQ(loaded->origin("agent.name"), "default");
}

TEST(Settings, FileSetsValuesAndIsTheirOrigin) {
  const auto loaded = parse(R"(
[agent]
name = "My-Bot"

[canonical]
session_parameters = ["sid", "token*"]
sort_query = true

[robots]
max_bytes = "1 MiB"
)",
                            "conf/a.toml");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->values.agent.name, "My-Bot");
  EXPECT_EQ(loaded->values.canonical.session_parameters,
            (std::vector<std::string>{"sid", "token*"}));
  EXPECT_TRUE(loaded->values.canonical.sort_query);
  EXPECT_EQ(loaded->values.robots.max_bytes, 1 << 20);
  EXPECT_EQ(loaded->origin("agent.name"), "conf/a.toml:3");
  EXPECT_EQ(loaded->origin("robots.max_bytes"), "conf/a.toml:10");
  EXPECT_EQ(loaded->origin("log.level"), "default");
}

TEST(Settings, TheLastOverrideOfAKeyCounts) {
  const std::vector<std::string> overrides = {"page.max_links=5", "page.max_links=6",
                                              "canonical.tracking_parameters="};
  const auto loaded =
      parse("page.max_links = 4\npage.form_links = true", "freshet.toml", overrides);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->values.page.max_links, 6);
  EXPECT_TRUE(loaded->values.page.form_links);
  EXPECT_EQ(loaded->values.canonical.tracking_parameters, std::vector<std::string>());
  EXPECT_EQ(loaded->origin("page.max_links"), "--set");
  EXPECT_EQ(loaded->origin("page.form_links"), "freshet.toml:2");
}

TEST(Settings, ValueOutOfRangeIsReportedWithItsLine) {
  EXPECT_EQ(problem("\n\n[robots]\n\n\n\nmax_bytes = 10"),
            "freshet.toml:7: robots.max_bytes: 10 is below the minimum, 512000 (500 KiB)");
  EXPECT_EQ(problem("", {"robots.max_bytes=10"}),
            "--set robots.max_bytes=10: 10 is below the minimum, 512000 (500 KiB)");
}

TEST(Settings, WrongTypeIsReportedWithItsLine) {
  EXPECT_EQ(problem("page.max_links = \"many\""),
            "freshet.toml:1: page.max_links: must be a whole number, not \"many\"");
  EXPECT_EQ(problem("[agent]\nname = 2026-11-15"),
            "freshet.toml:2: agent.name: must be a string, not a date");
  EXPECT_EQ(problem("[agent.name]"), "freshet.toml:1: agent.name: must be a string, not a table");
  EXPECT_EQ(
      problem("canonical.session_parameters = [\"a\", 1]"),
      "freshet.toml:1: canonical.session_parameters: must be a list of strings, not a list of "
      "something other than strings");
  EXPECT_EQ(problem("[[agent]]\nname = \"x\""), "freshet.toml:1: agent: no such setting");
}

TEST(Settings, ErrorForAnUnknownKeySuggestsASimilarKey) {
  EXPECT_EQ(problem("[robots]\nmax_byte = 1"),
            "freshet.toml:2: robots.max_byte: no such setting; did you mean robots.max_bytes?");
  EXPECT_EQ(problem("[colour]\nof = \"car\""), "freshet.toml:2: colour.of: no such setting");
  EXPECT_EQ(problem("[colour]"), "freshet.toml:1: colour: no such setting");
  EXPECT_EQ(problem("[robots.max_bytes]\nx = 1"),
            "freshet.toml:2: robots.max_bytes.x: no such setting; did you mean robots.max_bytes?");
  EXPECT_EQ(problem("", {"page.max_link=1"}),
            "--set page.max_link: no such setting; did you mean page.max_links?");
}

TEST(Settings, EmptyTableOfKnownKeysIsAccepted) {
  EXPECT_EQ(problem("[robots]\n[page]"), "none");
}

TEST(Settings, OverrideWithoutValueIsAnError) {
  EXPECT_EQ(problem("", {"page.form_links"}),
            "--set page.form_links: must have the form key=value");
}

TEST(Settings, AllProblemsAreReportedTogetherInOrderOfLines) {
  EXPECT_EQ(
      problem("[page]\nmax_links = 0\n[agent]\nname = \"\"", {"x=1"}),
      "freshet.toml:2: page.max_links: 0 is below the minimum, 1\n"
      "freshet.toml:4: agent.name: \"\" must consist of one or more of: letters, '_' and '-'\n"
      "--set x: no such setting");
  std::string many;
  for (int i = 0; i < 100; ++i) many += "key" + std::to_string(i) + " = 1\n";
  EXPECT_TRUE(problem(many).ends_with("\n... and 80 more"));
}

TEST(Settings, InvalidTomlIsReportedWithItsLine) {
  EXPECT_TRUE(problem("[page]\nmax_links = = 1").starts_with("freshet.toml:2: "))
      << problem("[page]\nmax_links = = 1");
  EXPECT_TRUE(problem("\n[;page]").starts_with("freshet.toml:2: "));
  EXPECT_TRUE(problem("\nl\u00E4nge = 1").starts_with("freshet.toml:2: "));
  EXPECT_TRUE(problem("a = 1\na = 2").starts_with("freshet.toml:2: "));
  EXPECT_NE(problem("a = \"\xFF\""), "none");
  EXPECT_EQ(problem(std::string((1 << 20) + 1, '\n')),
            "freshet.toml: the file is longer than 1 MiB");
}

TEST(Settings, DeepNestingIsRefusedWithoutRecursion) {
  std::string deep = "a";
  for (int i = 0; i < 300'000; ++i) deep += ".a";
  EXPECT_EQ(problem(deep + " = 1"), "freshet.toml: the file contains more than 2,000 dots");
  EXPECT_EQ(problem(deep.substr(0, 3'999) + " = 1"),
            "freshet.toml:1: a.a.a.a.a.a.a.a: no such setting");
  EXPECT_NE(problem("a = " + std::string(100'000, '[')), "none");
}

class SettingsFile : public testing::Test {
 protected:
  SettingsFile() : before_(fs::current_path()) { fs::current_path(folder_.path()); }
  ~SettingsFile() override { fs::current_path(before_); }

  const fs::path before_;
  const ScratchFolder folder_;
};

TEST_F(SettingsFile, DefaultFileMayBeAbsent) {
  const auto loaded = load(std::nullopt, {});
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_TRUE(loaded->origins.empty());
}

TEST_F(SettingsFile, DefaultFileIsReadIfItExists) {
  std::ofstream("freshet.toml") << "log.level = \"debug\"\n";
  const auto loaded = load(std::nullopt, {});
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->values.log.level, "debug");
  EXPECT_EQ(loaded->origin("log.level"), "freshet.toml:1");
}

TEST_F(SettingsFile, NamedFileMustExist) {
  EXPECT_EQ(load("other.toml", {}).error().message,
            "cannot read the settings file other.toml: No such file or directory");
  EXPECT_EQ(load(".", {}).error().message, "cannot read the settings file .: it is a directory");
}

TEST_F(SettingsFile, NamedFileReplacesTheDefaultFile) {
  std::ofstream("freshet.toml") << "nonsense";
  std::ofstream("other.toml") << "log.level = \"error\"";
  const auto loaded = load("other.toml", {});
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->values.log.level, "error");
}

TEST(Table, EveryKeyIsWellFormedAndListedOnce) {
  std::set<std::string_view> names;
  EXPECT_LT(table().size(), 80);
  for (const Key& key : table()) {
    EXPECT_TRUE(names.insert(key.name).second) << key.name;
    EXPECT_EQ(std::count(key.name.begin(), key.name.end(), '.'), 1) << key.name;
    EXPECT_FALSE(key.help.empty()) << key.name;
    EXPECT_EQ(key.help.find('\n'), std::string_view::npos) << key.name;
    EXPECT_LE(key.range.min, key.range.max) << key.name;
  }
}

TEST(Table, EveryDefaultPassesItsOwnCheck) {
  for (const Entry& entry : entries(Loaded{})) {
    if (std::holds_alternative<std::monostate>(entry.value)) continue;
    std::string text = entry.shown;
    std::erase(text, '"');
    EXPECT_EQ(problem("", {std::string(entry.name) + "=" + text}), "none") << entry.name;
  }
}

TEST(Print, ShowsValueOriginRangeAndHelp) {
  const std::vector<std::string> overrides = {"page.max_links=77"};
  const std::string text = print(*parse("", "freshet.toml", overrides));
  EXPECT_NE(text.find("page.max_links                 77          --set    1 .. 10000000 links\n"
                      "    limit the links taken from one page\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("canonical.session_parameters   (built-in)  default\n"), std::string::npos)
      << text;
}

TEST(Print, WritesJson) {
  const std::vector<std::string> overrides = {"canonical.session_parameters=a,b"};
  std::string out;
  json::Writer writer(out);
  write_json(writer, *parse("", "freshet.toml", overrides));
  json::Reader reader;
  const auto read = reader.read(out);
  ASSERT_TRUE(read) << out;
  EXPECT_EQ((*read)["robots.max_bytes"]["value"].integer(), 512'000);
  EXPECT_EQ((*read)["robots.max_bytes"]["type"].string(), "bytes");
  EXPECT_EQ((*read)["robots.max_bytes"]["from"].string(), "default");
  EXPECT_EQ((*read)["canonical.session_parameters"]["value"].elements().size(), 2);
  EXPECT_EQ((*read)["canonical.session_parameters"]["from"].string(), "--set");
  EXPECT_TRUE((*read)["canonical.tracking_parameters"]["value"].is_null());
  EXPECT_EQ((*read)["page.form_links"]["value"].boolean(), false);
  EXPECT_EQ((*read)["log.level"]["range"].string(), "debug | info | warning | error");
  EXPECT_TRUE((*read)["settings_file"].is_null());
  EXPECT_EQ(read->members().size(), table().size() + 1);
}

}  // namespace
}  // namespace freshet::settings

#include "settings/shared.h"

#include <gtest/gtest.h>

#include "settings/table.h"

namespace freshet::settings {
namespace {

constexpr char kText[] = R"(
[net]
host_map = ["*=127.0.0.1:8080", "a.test=127.0.0.2:1"]
allow_private = true
proxy = "http://user:secret@proxy/"
max_connections = 77
[politeness]
delay = "250ms"
share = 0.25
[robots]
max_bytes = "1MiB"
[agent]
contact = "mail, with a comma"
)";

TEST(SharedSettings, AgentGetsWhatAnotherOneShares) {
  const auto one = parse(kText, "one.toml");
  ASSERT_TRUE(one) << one.error().message;
  const auto values = shared_values(*one);
  const auto none = parse("", "none.toml");
  const auto other = parse("", "other.toml", overrides_for(*none, values));
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(other->values.net.host_map, one->values.net.host_map);
  EXPECT_TRUE(other->values.net.allow_private);
  EXPECT_EQ(other->values.politeness.delay, Duration::milliseconds(250));
  EXPECT_EQ(other->values.politeness.share, 0.25);
  EXPECT_EQ(other->values.robots.max_bytes, one->values.robots.max_bytes);
  EXPECT_EQ(other->values.agent.contact, one->values.agent.contact);
}

TEST(SharedSettings, SecretsAndSettingsOfTheMachineAreNotShared) {
  const auto values = shared_values(*parse(kText, "one.toml"));
  EXPECT_FALSE(values.contains("net.proxy"));
  EXPECT_FALSE(values.contains("net.max_connections"));
}

TEST(SharedSettings, OwnSettingsOfAnAgentWin) {
  const auto values = shared_values(*parse(kText, "one.toml"));
  const auto own = parse("[politeness]\ndelay = 3", "own.toml");
  for (const std::string& text : overrides_for(*own, values)) {
    EXPECT_FALSE(text.starts_with("politeness.delay")) << text;
  }
}

}  // namespace
}  // namespace freshet::settings

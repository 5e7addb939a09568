#include "crash/crawl_program.h"

#include <chrono>
#include <thread>

#include "aquarium/politeness.h"
#include "aquarium/truth.h"
#include "json/read.h"

namespace freshet::crash {

void CrawlProgram::start(const aquarium::WorldOptions& world) {
  aquarium::AquariumOptions options;
  options.world = world;
  const auto port = aquarium_.start(options);
  ASSERT_TRUE(port) << port.error().message;
}

std::vector<std::string> CrawlProgram::command(const std::vector<std::string>& more) const {
  const std::string port = std::to_string(aquarium_.port());
  std::vector<std::string> all = {FRESHET_PROGRAM, "crawl", aquarium_.world().url({0, 0})};
  for (const char* word : {"--scope", "domain", "--json", "--allow-private", "--set"}) {
    all.emplace_back(word);
  }
  all.insert(all.end(), {"politeness.delay=0s", "--set", "net.host_map=*=127.0.0.1:" + port,
                         "--data", data()});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

test::Ended CrawlProgram::run(const std::vector<std::string>& more) const {
  test::ChildProcess program(command(more));
  return program.wait(Duration::minutes(2));
}

void CrawlProgram::run_and_kill_after(uint64_t requests, const std::vector<std::string>& more) {
  const uint64_t enough = aquarium_.log().total() + requests;
  test::ChildProcess program(command(more));
  while (program.running() && aquarium_.log().total() < enough) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(program.running()) << program.errors();
  program.kill();
}

std::set<std::string> CrawlProgram::to_collect() const {
  const auto urls = aquarium::urls_to_collect(aquarium_.world());
  return {urls.begin(), urls.end()};
}

void CrawlProgram::expect_manners(size_t at_once,
                                  const std::vector<aquarium::LoggedRequest>& log) const {
  for (const aquarium::HostPoliteness& manners :
       aquarium::measure_politeness(aquarium_.world(), log)) {
    const std::string host = aquarium_.world().host_name(manners.host);
    EXPECT_EQ(manners.before_robots, 0u) << host;
    EXPECT_EQ(manners.forbidden, 0u) << host;
    EXPECT_EQ(manners.held_back, 0u) << host;
    EXPECT_EQ(manners.impatient, 0u) << host;
    EXPECT_LE(manners.most_at_once, at_once) << host;
  }
}

std::optional<double> summary_number(const test::Ended& ended, std::string_view name) {
  json::Reader reader;
  const auto summary = reader.read(ended.output);
  return summary ? (*summary)[name].number() : std::nullopt;
}

std::string summary_text(const test::Ended& ended, std::string_view name) {
  json::Reader reader;
  const auto summary = reader.read(ended.output);
  return summary ? std::string((*summary)[name].string().value_or("")) : "";
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace freshet::crash

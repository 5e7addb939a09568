#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "aquarium/aquarium.h"
#include "crash/collection.h"
#include "support/child_process.h"
#include "support/scratch_folder.h"
#include "systemclock/system_clock.h"

namespace freshet::crash {

// Runs the program `freshet crawl` as users do, on an aquarium in this process.
class CrawlProgram : public testing::Test {
 protected:
  void start(const aquarium::WorldOptions& world);

  // The command that collects everything from the home page of h0 on, without delays, into data().
  // The options in `more` come last and override others.
  std::vector<std::string> command(const std::vector<std::string>& more = {}) const;
  // Runs the command to its end, which must come within two minutes.
  test::Ended run(const std::vector<std::string>& more = {}) const;
  // Runs the command until this number of requests was answered, and kills it.
  void run_and_kill_after(uint64_t requests, const std::vector<std::string>& more = {});

  std::string data() const { return data_.empty() ? folder_.path() + "/data" : data_; }
  std::set<std::string> to_collect() const;
  // Expects that the aquarium's politeness judge finds nothing, and that no host had more than this
  // number of requests at the same time.
  void expect_manners(size_t at_once) const { expect_manners(at_once, aquarium_.requests()); }
  void expect_manners(size_t at_once, const std::vector<aquarium::LoggedRequest>& log) const;

  ScratchFolder folder_;
  std::string data_;  // the data folder, if it is not in folder_
  SystemClock clock_;
  aquarium::Aquarium aquarium_;
};

// Returns a number of the summary that --json prints; nullopt if it has no such number.
std::optional<double> summary_number(const test::Ended& ended, std::string_view name);
std::string summary_text(const test::Ended& ended, std::string_view name);

bool contains(std::string_view text, std::string_view part);

}  // namespace freshet::crash

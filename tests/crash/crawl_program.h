#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "aquarium/aquarium.h"
#include "clock/clock.h"
#include "contract/scratch_folder.h"
#include "crash/collection.h"
#include "support/child_process.h"

namespace freshet::crash {

// The program `freshet crawl`, as users run it, on an aquarium in this process.
class CrawlProgram : public testing::Test {
 protected:
  void start(const aquarium::WorldOptions& world);

  // Everything from h0's home page on, without delays, into data(). `more` comes last and wins.
  std::vector<std::string> command(const std::vector<std::string>& more = {}) const;
  // Runs it to its end, which must come within two minutes.
  test::Ended run(const std::vector<std::string>& more = {}) const;
  // Runs it until so many requests were answered, and kills it.
  void run_and_kill_after(uint64_t requests, const std::vector<std::string>& more = {});

  std::string data() const { return data_.empty() ? folder_.path() + "/data" : data_; }
  std::set<std::string> to_collect() const;
  // The judge of manners finds nothing, and no host was asked for more than so much at once.
  void expect_manners(size_t at_once) const { expect_manners(at_once, aquarium_.requests()); }
  void expect_manners(size_t at_once, const std::vector<aquarium::LoggedRequest>& log) const;

  ScratchFolder folder_;
  std::string data_;  // elsewhere than in folder_
  SystemClock clock_;
  aquarium::Aquarium aquarium_;
};

// A number in the summary of --json; nullopt if it is not there.
std::optional<double> summary_number(const test::Ended& ended, std::string_view name);
std::string summary_text(const test::Ended& ended, std::string_view name);

bool contains(std::string_view text, std::string_view part);

}  // namespace freshet::crash

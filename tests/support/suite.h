#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "json/read.h"

namespace freshet::test {

// Returns the folder of conformance data outside the project: $FRESHET_SUITES, or
// shared/data/suites beside the checkout. nullopt if it does not exist.
std::optional<std::filesystem::path> suite_path(std::string_view file);

// The result of one case: nullopt if it passed, otherwise what was returned.
using Mismatch = std::optional<std::string>;

// Runs every line of a JSON-lines suite ("url/urltestdata.jsonl") through `run_case`, compares with
// the list of known differences in tests/conformance/known/ ("url.urltestdata.txt": an id, a tab
// and a reason per line), and fails the test on a mismatch that is not listed, on a listed case
// that passes, and on a listed id that does not exist. The numbers of cases that ran, passed and
// are known to differ are printed and kept for the summary of ./test. If the suite does not exist,
// the test is skipped, with the suite's name.
struct SuiteOptions {
  // The name in reports and of the list of known differences, if several tests use one file.
  // Otherwise it is made from the file's name.
  std::string_view name = "";
  // Cases for which this returns false are not counted at all (say why at the call).
  std::function<bool(const json::Value&)> only = nullptr;
  // The number of cases that must have run. Fewer mean that the suite is truncated or the test is
  // wrong.
  int at_least = 1;
};
void run_suite(std::string_view file,
               const std::function<Mismatch(const json::Value& test_case)>& run_case,
               const SuiteOptions& options = {});

// Compares the cases of a suite in another format with its list of known differences, as
// run_suite() does.
class SuiteRun {
 public:
  explicit SuiteRun(std::string suite);
  // A case that was run. `shown` is printed if it fails.
  void add(const std::string& id, const Mismatch& mismatch, std::string_view shown);
  // A case that was not run; a known difference may still name it.
  void add_left_out(const std::string& id) { ids_.insert(id); }
  void finish(int at_least) const;
  // Reports that the suite does not exist. The caller should then use GTEST_SKIP().
  static void report_missing(const std::string& suite);

 private:
  const std::string suite_;
  std::map<std::string, std::string> known_;
  std::set<std::string> ids_;
  int ran_ = 0;
  int passed_ = 0;
};

// Returns `key` of a case, decoded from `key_b64` if the text is not valid UTF-8. Empty if absent.
std::string bytes_of(const json::Value& test_case, std::string_view key);

std::string read_file(const std::filesystem::path& path);
// Inflates a .gz file.
std::string read_gzip(const std::filesystem::path& path);

}  // namespace freshet::test

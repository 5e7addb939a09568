#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/read.h"

namespace freshet::test {

// Conformance data that lies outside the project: $FRESHET_SUITES, or shared/data/suites beside the
// checkout. nullopt where it is not there.
std::optional<std::filesystem::path> suite_path(std::string_view file);

// What became of one case: nullopt if it passed, else what was got.
using Mismatch = std::optional<std::string>;

// Runs every line of a JSON-lines suite ("url/urltestdata.jsonl") through `run_case`, compares with
// the list of known differences in tests/conformance/known/ ("url.urltestdata.txt": an id, a tab
// and a reason per line), and fails the test on a mismatch that is not listed, on a listed case
// that passes, and on a listed id that does not exist. The count of cases run, passed and known to
// differ is printed and kept for the summary of ./test. Skips the test, by name, where the suite is
// not there.
struct SuiteOptions {
  // In reports and for the list of known differences, where one file is used by several tests;
  // else made from the file's name.
  std::string_view name = "";
  // Cases for which this returns false are not counted at all (say why at the call).
  std::function<bool(const json::Value&)> only = nullptr;
  // Cases that must have run; fewer means that the suite was cut or the test lost its way.
  int at_least = 1;
};
void run_suite(std::string_view file,
               const std::function<Mismatch(const json::Value& test_case)>& run_case,
               const SuiteOptions& options = {});

// `key` of a case, decoded from `key_b64` where the text was not valid UTF-8. Empty if absent.
std::string bytes_of(const json::Value& test_case, std::string_view key);

std::string read_file(const std::filesystem::path& path);
// Inflates a .gz file.
std::string read_gzip(const std::filesystem::path& path);

}  // namespace freshet::test

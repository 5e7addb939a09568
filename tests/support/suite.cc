#include "support/suite.h"

#include <zlib.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <utility>

#include "gtest/gtest.h"
#include "json/base64.h"

namespace freshet::test {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = FRESHET_SOURCE_DIR;

// "url/urltestdata.jsonl" -> "url.urltestdata"
std::string short_name(std::string_view file) {
  std::string name(file.substr(0, file.rfind('.')));
  for (char& c : name) {
    if (c == '/') c = '.';
  }
  return name;
}

std::map<std::string, std::string> known_differences(const std::string& suite) {
  std::map<std::string, std::string> known;
  std::ifstream file(kSource / "tests/conformance/known" / (suite + ".txt"));
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const size_t tab = line.find('\t');
    if (tab == std::string::npos || tab + 1 == line.size()) {
      ADD_FAILURE() << suite
                    << ".txt: a known difference needs an id, a tab and a reason: " << line;
      continue;
    }
    known[line.substr(0, tab)] = line.substr(tab + 1);
  }
  return known;
}

// Writes one line for each suite into $FRESHET_CONFORMANCE_REPORT/, where ./test collects them.
void report(const std::string& suite, const std::string& line) {
  std::cout << "[  SUITE   ] " << line << "\n";
  if (const char* folder = std::getenv("FRESHET_CONFORMANCE_REPORT")) {
    fs::create_directories(folder);
    std::ofstream(fs::path(folder) / (suite + ".txt")) << line << "\n";
  }
}

}  // namespace

std::optional<fs::path> suite_path(std::string_view file) {
  const char* elsewhere = std::getenv("FRESHET_SUITES");
  const fs::path root =
      elsewhere != nullptr ? fs::path(elsewhere) : kSource.parent_path() / "shared/data/suites";
  const fs::path path = root / file;
  if (!fs::exists(path)) return std::nullopt;
  return path;
}

SuiteRun::SuiteRun(std::string suite)
    : suite_(std::move(suite)), known_(known_differences(suite_)) {}

void SuiteRun::add(const std::string& id, const Mismatch& mismatch, std::string_view shown) {
  ids_.insert(id);
  ++ran_;
  if (!mismatch) ++passed_;
  const auto known = known_.find(id);
  if (mismatch && known == known_.end()) {
    ADD_FAILURE() << suite_ << " " << id << ": got " << *mismatch
                  << "\n  case: " << shown.substr(0, 1500);
  } else if (!mismatch && known != known_.end()) {
    ADD_FAILURE() << suite_ << " " << id
                  << " passes, but is listed as known to differ: " << known->second;
  }
}

void SuiteRun::finish(int at_least) const {
  for (const auto& [id, reason] : known_) {
    EXPECT_TRUE(ids_.contains(id))
        << suite_ << ": no case has the id " << id << " (" << reason << ")";
  }
  EXPECT_GE(ran_, at_least) << suite_;
  report(suite_, suite_ + ": " + std::to_string(ran_) + " cases, " + std::to_string(passed_) +
                     " passed, " + std::to_string(ran_ - passed_) + " known to differ");
}

void SuiteRun::report_missing(const std::string& suite) {
  report(suite, suite + ": skipped, the suite is not on this machine");
}

void run_suite(std::string_view file, const std::function<Mismatch(const json::Value&)>& run_case,
               const SuiteOptions& options) {
  const std::string suite = options.name.empty() ? short_name(file) : std::string(options.name);
  const auto path = suite_path(file);
  if (!path) {
    SuiteRun::report_missing(suite);
    GTEST_SKIP() << suite << " is not on this machine";
  }

  SuiteRun run(suite);
  json::Reader reader;
  std::ifstream lines(*path);
  for (std::string line; std::getline(lines, line);) {
    const auto test_case = reader.read(line);
    ASSERT_TRUE(test_case) << suite << ": " << line;
    const std::string id((*test_case)["id"].string().value_or(""));
    if (options.only && !options.only(*test_case))
      run.add_left_out(id);
    else
      run.add(id, run_case(*test_case), line);
  }
  run.finish(options.at_least);
}

std::string bytes_of(const json::Value& test_case, std::string_view key) {
  if (const auto text = test_case[key].string()) return std::string(*text);
  if (const auto encoded = test_case[std::string(key) + "_b64"].string()) {
    return json::base64_decode(*encoded).value_or("");
  }
  return {};
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

std::string read_gzip(const fs::path& path) {
  std::string out;
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return out;
  char buffer[1 << 16];
  for (int n; (n = gzread(file, buffer, sizeof buffer)) > 0;)
    out.append(buffer, static_cast<size_t>(n));
  gzclose(file);
  return out;
}

}  // namespace freshet::test

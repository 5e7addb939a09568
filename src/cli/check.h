#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "json/read.h"
#include "json/write.h"
#include "result/result.h"

namespace freshet::cli {

// One kind of `freshet check`. It answers questions that come as JSON lines or as arguments.
class Check {
 public:
  virtual ~Check() = default;

  // Writes the members of the answer, without the braces. An error says what is wrong with the
  // question.
  virtual Status answer(const json::Value& question, json::Writer& out) = 0;

  // Turns arguments into questions, as JSON objects.
  virtual Result<std::vector<std::string>> questions(const CheckArguments& arguments) = 0;

  // Formats an answer for people. `answer` is what answer() wrote for `question`.
  virtual std::string format(const json::Value& question, const json::Value& answer) = 0;
};

std::unique_ptr<Check> make_url_check(const settings::Settings& settings);
std::unique_ptr<Check> make_canonical_check(const settings::Settings& settings);
std::unique_ptr<Check> make_robots_check(const settings::Settings& settings);
std::unique_ptr<Check> make_sitemap_check();
std::unique_ptr<Check> make_page_check(const settings::Settings& settings);

// Helpers of the checks.

// A string member that must be there.
Result<std::string_view> required(const json::Value& question, std::string_view key);
// The bytes of a member that must be there: `key` as text, or `key_base64`.
Result<std::string> required_bytes(const json::Value& question, std::string_view key);
Result<std::string> read_whole_file(const std::string& path);

}  // namespace freshet::cli

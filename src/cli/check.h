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

// One kind of `freshet check`: answers questions that come as JSON, or as arguments of a person.
class Check {
 public:
  virtual ~Check() = default;

  // Writes the members of the answer to the question (without the braces), or says what is wrong
  // with the question.
  virtual Status answer(const json::Value& question, json::Writer& out) = 0;

  // The questions, as JSON objects, that the arguments ask.
  virtual Result<std::vector<std::string>> questions(const CheckArguments& arguments) = 0;

  // An answer in words. `answer` is what answer() wrote, `question` what it answers.
  virtual std::string in_words(const json::Value& question, const json::Value& answer) = 0;
};

std::unique_ptr<Check> make_url_check(const settings::Settings& settings);
std::unique_ptr<Check> make_canonical_check(const settings::Settings& settings);
std::unique_ptr<Check> make_robots_check(const settings::Settings& settings);
std::unique_ptr<Check> make_sitemap_check(const settings::Settings& settings);
std::unique_ptr<Check> make_page_check(const settings::Settings& settings);

// What the checks share.

// A required string member.
Result<std::string_view> required(const json::Value& question, std::string_view key);
// The bytes of `key` as text, or of `key_base64`.
Result<std::string> required_bytes(const json::Value& question, std::string_view key);
Result<std::string> read_whole_file(const std::string& path);

}  // namespace freshet::cli

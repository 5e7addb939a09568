#include "cli/check.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "cli/output.h"
#include "json/base64.h"

namespace freshet::cli {
namespace {

// Reads standard input line by line. Lines may have any length: a whole page is one line.
class Lines {
 public:
  // Returns false at the end of the input. The line is valid until the next call.
  bool next(std::string_view& line) {
    size_t searched = start_;
    while (true) {
      const size_t end = buffer_.find('\n', searched);
      if (end != std::string::npos) {
        line = std::string_view(buffer_).substr(start_, end - start_);
        start_ = end + 1;
        return true;
      }
      buffer_.erase(0, start_);
      start_ = 0;
      searched = buffer_.size();
      if (!fill()) {
        line = buffer_;
        start_ = buffer_.size();
        return !line.empty();
      }
    }
  }

 private:
  bool fill() {
    constexpr size_t kPiece = 1 << 18;
    const size_t old = buffer_.size();
    buffer_.resize(old + kPiece);
    ssize_t n = 0;
    do n = read(STDIN_FILENO, buffer_.data() + old, kPiece);
    while (n < 0 && errno == EINTR);
    buffer_.resize(old + static_cast<size_t>(n > 0 ? n : 0));
    return n > 0;
  }

  std::string buffer_;
  size_t start_ = 0;
};

void answer_line(Check& check, json::Reader& reader, std::string_view line, std::string& out) {
  const size_t start = out.size();
  const auto question = reader.read(line);
  std::optional<std::string> error;
  if (!question) {
    error = question.error().message;
  } else {
    json::Writer writer(out);
    writer.begin_object();
    const Status status = check.answer(*question, writer);
    if (status)
      writer.end_object();
    else
      error = status.error().message;
  }
  if (error) {
    out.resize(start);
    json::Writer(out).begin_object().member("error", *error).end_object();
  }
  out += '\n';
}

void print_and_clear(std::string& out) {
  print_exact(out);
  out.clear();
}

int check_standard_input(Check& check) {
  constexpr size_t kFlushAt = 1 << 16;
  json::Reader reader;
  Lines lines;
  std::string out;
  for (std::string_view line; lines.next(line);) {
    answer_line(check, reader, line, out);
    if (out.size() >= kFlushAt) print_and_clear(out);
  }
  print_and_clear(out);
  return kExitDone;
}

int check_arguments(Check& check, const CheckArguments& arguments, bool as_json) {
  const auto questions = check.questions(arguments);
  if (!questions) return report_error(kExitUsage, questions.error().message);
  int status = kExitDone;
  for (const std::string& text : *questions) {
    json::Reader question_reader;
    std::string answer;
    answer_line(check, question_reader, text, answer);
    json::Reader answer_reader;
    const json::Value value = *answer_reader.read(answer);
    const auto error = value["error"].string();
    if (error) status = kExitFailed;
    if (as_json) {
      print_and_clear(answer);
    } else if (error) {
      report_error(kExitFailed, std::string(*error));
    } else {
      print_text(check.format(*question_reader.read(text), value));
    }
  }
  return status;
}

std::unique_ptr<Check> make_check(const std::string& kind, const settings::Settings& settings) {
  if (kind == "url") return make_url_check(settings);
  if (kind == "canonical") return make_canonical_check(settings);
  if (kind == "robots") return make_robots_check(settings);
  if (kind == "sitemap") return make_sitemap_check();
  return make_page_check(settings);
}

}  // namespace

int run_check(const Invocation& invocation, const CheckArguments& arguments) {
  const auto check = make_check(arguments.kind, invocation.settings.values);
  if (!arguments.subjects.empty()) return check_arguments(*check, arguments, invocation.json);
  if (isatty(STDIN_FILENO) != 0) {
    return report_error(
        kExitUsage,
        "nothing to check; name it on the command line, or send JSON lines to standard "
        "input (see freshet check --help)");
  }
  return check_standard_input(*check);
}

Result<std::string_view> required(const json::Value& question, std::string_view key) {
  const auto text = question[key].string();
  if (!text) return fail("\"" + std::string(key) + "\" must be a string");
  return *text;
}

Result<std::string> required_bytes(const json::Value& question, std::string_view key) {
  if (const auto text = question[key].string()) return std::string(*text);
  const std::string encoded_key = std::string(key) + "_base64";
  const auto encoded = question[encoded_key].string();
  if (!encoded)
    return fail("\"" + std::string(key) + "\" or \"" + encoded_key + "\" must be a string");
  auto bytes = json::base64_decode(*encoded);
  if (!bytes) return fail("\"" + encoded_key + "\" is not base64");
  return std::move(*bytes);
}

Result<std::string> read_whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail("cannot read " + path + ": " + std::strerror(errno));
  return std::string((std::istreambuf_iterator<char>(file)), {});
}

}  // namespace freshet::cli

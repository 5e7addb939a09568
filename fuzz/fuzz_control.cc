// Any line at the control socket: the answer is one line of JSON, and a command that was understood
// is understood again as it is written.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "crawl/control_json.h"
#include "json/read.h"

namespace {

using namespace freshet;

void check_rewriting(const crawl::Command& command) {
  const std::string written = crawl::write_command(command);
  if (written.find('\n') != std::string::npos) std::abort();
  const auto again = crawl::read_command(written);
  if (!again || again->index() != command.index()) std::abort();
  if (crawl::write_command(*again) != written) std::abort();
}

// What the stranger said stands in answers, too.
Result<crawl::Answer> answer_to(const crawl::Command& command) {
  check_rewriting(command);
  if (const auto* why = std::get_if<crawl::AskWhy>(&command)) {
    return crawl::PageReport{.url = why->url, .standing = "never_seen", .words = why->url};
  }
  if (const auto* add = std::get_if<crawl::AddSeed>(&command)) {
    return crawl::SteeringReport{.seeds = {add->url}};
  }
  if (const auto* remove = std::get_if<crawl::RemoveSeed>(&command)) {
    return fail("no such seed: " + remove->url);
  }
  if (const auto* ask = std::get_if<crawl::AskChanges>(&command)) {
    return crawl::ChangesReport{.next = ask->from};
  }
  if (const auto* budget = std::get_if<crawl::SetBudget>(&command)) {
    return crawl::SteeringReport{.requests_per_second = budget->requests_per_second};
  }
  return crawl::StatusReport{};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const std::string answer = crawl::answer_line(line, answer_to);
  if (answer.empty() || answer.find('\n') != std::string::npos) std::abort();
  json::Reader reader;
  const auto value = reader.read(answer);
  if (!value || value->kind() != json::Value::Kind::kObject) std::abort();

  if (const auto place = crawl::read_place(line)) {
    if (crawl::read_place(crawl::write_place(*place)) != place) std::abort();
  }
  return 0;
}

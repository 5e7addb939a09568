// Answers any line as the control socket of a run does: the answer is one line of JSON. A command
// that was read is written and read again without a change.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "collection/command_json.h"
#include "json/read.h"

namespace {

using namespace freshet;

void check_round_trip(const collection::Command& command) {
  const std::string written = collection::write_command(command);
  if (written.find('\n') != std::string::npos) std::abort();
  const auto again = collection::read_command(written);
  if (!again || again->index() != command.index()) std::abort();
  if (collection::write_command(*again) != written) std::abort();
}

// The answers contain text of the command, so that they are fuzzed too.
Result<collection::Answer> answer_to(const collection::Command& command) {
  check_round_trip(command);
  if (const auto* why = std::get_if<collection::PageQuery>(&command)) {
    return collection::PageReport{
        .url = why->url, .standing = collection::Standing::kNeverSeen, .words = why->url};
  }
  if (const auto* add = std::get_if<collection::AddSeed>(&command)) {
    return collection::RunControlReport{.seeds = {add->url}};
  }
  if (const auto* remove = std::get_if<collection::RemoveSeed>(&command)) {
    return fail("no such seed: " + remove->url);
  }
  if (const auto* ask = std::get_if<collection::ChangesQuery>(&command)) {
    return collection::ChangesReport{.next = ask->from};
  }
  if (const auto* budget = std::get_if<collection::SetBudget>(&command)) {
    return collection::RunControlReport{.requests_per_second = budget->requests_per_second};
  }
  return collection::StatusReport{};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const std::string answer = collection::answer_line(line, answer_to);
  if (answer.empty() || answer.find('\n') != std::string::npos) std::abort();
  json::Reader reader;
  const auto value = reader.read(answer);
  if (!value || value->kind() != json::Value::Kind::kObject) std::abort();

  if (const auto place = collection::read_place(line)) {
    if (collection::read_place(collection::write_place(*place)) != place) std::abort();
  }
  return 0;
}

// freshet changes
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "cli/collection_client.h"
#include "cli/control_commands.h"
#include "cli/field_changes_text.h"
#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/since_text.h"
#include "collection/command_json.h"
#include "json/write.h"
#include "telemetry/terminal.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

constexpr auto kPollInterval = std::chrono::seconds(1);
// After the run has ended, its lock on the state may last a little longer: the state is tried this
// many times, half a second apart.
constexpr int kTriesAfterEnd = 60;

void write_json(const json::Value& change, std::string& out) {
  json::Writer w(out);
  w.begin_object().member("time", change["time"].string().value_or(""));
  w.member("url", change["url"].string().value_or(""));
  w.member("kind", change["kind"].string().value_or(""));
  w.member("size", change["size"].integer().value_or(0)).key("what");
  if (const auto what = change["what"].string())
    w.value(*what);
  else
    w.null();
  for (const char* key : {"share", "similarity"}) {
    w.key(key);
    if (const auto number = change[key].number())
      w.value(*number);
    else
      w.null();
  }
  w.member("rewrite", change["rewrite"].boolean().value_or(false)).end_object();
  out += '\n';
}

std::string padded(std::string text, size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

// Lines are printed as they come, so column widths are fixed instead of fitted to the table.
void write_line(const json::Value& change, std::string& out) {
  const std::string_view time = change["time"].string().value_or("").substr(0, 19);
  const std::string what = text::printable(change["what"].string().value_or("-"));
  const auto size = static_cast<uint64_t>(change["size"].integer().value_or(0));
  std::string share = "-";
  if (const auto number = change["share"].number(); number && what != "metadata") {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", std::clamp(*number, 0.0, 1.0) * 100);
    share = text;
  }
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, "%7s  %8s", share.c_str(), short_bytes(size).c_str());
  out += text::printable(time) + "Z  " +
         padded(text::printable(change["kind"].string().value_or("")), 7) + "  " + padded(what, 8) +
         "  " + numbers + "  " + text::printable(change["url"].string().value_or(""));
  if (change["rewrite"].boolean().value_or(false))
    out += "  (many pages of this site changed at once)";
  out += '\n';
}

// What an answer holds besides the changes themselves.
struct Answered {
  size_t changes = 0;
  bool more = false;
  collection::ChangePlace next;
};
Result<Answered> print_changes(const Invocation& invocation, std::string_view answer,
                               bool only_fields) {
  json::Reader reader;
  const auto read = reader.read(answer);
  if (!read) return fail("the running Freshet sent an answer that is not JSON");
  if (invocation.json)
    print_exact(only_fields ? field_changes_as_json_lines(*read) : changes_as_json_lines(*read));
  else
    print_text(only_fields ? format_field_changes(*read) : format_changes(*read));
  if (!flush_output()) return fail("cannot write to standard output");
  const auto next = collection::read_place((*read)["next"].string().value_or(""));
  if (!next) {
    return fail(
        "the running Freshet sent an answer without a valid \"next\"; it may be of a different "
        "version");
  }
  return Answered{.changes = (*read)["changes"].elements().size(),
                  .more = (*read)["more"].boolean().value_or(false),
                  .next = *next};
}

// Prints all changes from the position in `query`, and advances it. Returns how many there were.
Result<size_t> print_all(const Invocation& invocation, CollectionClient& client,
                         collection::ChangesQuery& query, bool only_fields) {
  size_t count = 0;
  bool more = true;
  while (more) {
    const auto answer = client.request(query);
    if (!answer) return Unexpected(answer.error());
    const auto answered = print_changes(invocation, *answer, only_fields);
    if (!answered) return Unexpected(answered.error());
    query.ago.reset();
    query.from = answered->next;
    more = answered->more;
    count += answered->changes;
  }
  return count;
}

// After the run has ended: prints the changes that it wrote last, from the state, as soon as that
// can be opened.
int print_remaining(const Invocation& invocation, collection::ChangesQuery query,
                    bool only_fields) {
  query.settled = false;
  Result<size_t> printed = size_t{0};
  for (int i = 0; i < kTriesAfterEnd; ++i) {
    CollectionClient client(invocation);
    printed = print_all(invocation, client, query, only_fields);
    if (printed) return kExitDone;
    if (!flush_output()) return kExitFailed;
    std::this_thread::sleep_for(kPollInterval / 2);
  }
  return report_error(kExitFailed, printed.error().message);
}

}  // namespace

std::string format_changes(const json::Value& changes) {
  std::string out;
  for (const json::Value& change : changes["changes"].elements()) write_line(change, out);
  return out;
}

std::string changes_as_json_lines(const json::Value& changes) {
  std::string out;
  for (const json::Value& change : changes["changes"].elements()) write_json(change, out);
  return out;
}

int run_changes(const Invocation& invocation, const ControlArguments& arguments) {
  auto query = parse_since(arguments.since);
  if (!query) return report_error(kExitUsage, "--since: " + query.error().message);
  query->settled = arguments.follow;
  CollectionClient client(invocation);
  auto printed = print_all(invocation, client, *query, arguments.fields);
  if (printed && !arguments.follow) {
    if (*printed == 0 && !invocation.json && !invocation.quiet) {
      telemetry::write_stderr_line("no changes since " + arguments.since +
                                   " (only 'freshet run' records changes)");
    }
    return kExitDone;
  }
  if (printed && !client.is_running()) {
    return report_error(kExitFailed, "no run is using " + invocation.data_folder +
                                         ", so there are no new changes to follow; start one "
                                         "with: freshet run --data " +
                                         invocation.data_folder);
  }
  const bool followed = printed.has_value();
  while (printed) {
    std::this_thread::sleep_for(kPollInterval);
    printed = print_all(invocation, client, *query, arguments.fields);
  }
  if (!flush_output()) return kExitFailed;  // finish_output() says why
  if (followed) return print_remaining(invocation, *query, arguments.fields);
  return report_error(kExitFailed, printed.error().message);
}

}  // namespace freshet::cli

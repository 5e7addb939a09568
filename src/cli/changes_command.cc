// freshet changes
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "cli/asking.h"
#include "cli/looking.h"
#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/since_text.h"
#include "crawl/control_json.h"
#include "json/write.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

constexpr auto kAskAgain = std::chrono::seconds(1);
// Half a second apart, until the run has let go of the state.
constexpr int kTriesAfterTheEnd = 60;

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

// Lines come one by one, so that columns have widths of their own.
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
    out += "  (many pages of its site changed at once)";
  out += '\n';
}

// One answer, written out.
struct Piece {
  bool more = false;
  crawl::ChangePlace next;
};
Result<Piece> write_piece(const Invocation& invocation, std::string_view answer) {
  json::Reader reader;
  const auto read = reader.read(answer);
  if (!read) return fail("the answer is not JSON");
  if (invocation.json)
    print_exact(changes_in_json(*read));
  else
    print_text(changes_in_words(*read));
  if (!flush_output()) return fail("the output cannot be written");
  const auto next = crawl::read_place((*read)["next"].string().value_or(""));
  if (!next) return fail("the answer says not where to go on");
  return Piece{.more = (*read)["more"].boolean().value_or(false), .next = *next};
}

// All there is from a place on; that is then behind it.
Status write_all(const Invocation& invocation, Asking& asking, crawl::AskChanges& ask) {
  bool more = true;
  while (more) {
    const auto answer = asking.ask(ask);
    if (!answer) return Unexpected(answer.error());
    const auto piece = write_piece(invocation, *answer);
    if (!piece) return Unexpected(piece.error());
    ask.ago.reset();
    ask.from = piece->next;
    more = piece->more;
  }
  return Done{};
}

// The run has ended: what it wrote at last is in the store, as soon as that can be opened.
int write_the_rest(const Invocation& invocation, crawl::AskChanges ask) {
  ask.settled = false;
  Status written = Done{};
  for (int i = 0; i < kTriesAfterTheEnd; ++i) {
    Asking asking(invocation);
    written = write_all(invocation, asking, ask);
    if (written) return kExitDone;
    if (!flush_output()) return kExitFailed;
    std::this_thread::sleep_for(kAskAgain / 2);
  }
  return complain(kExitFailed, written.error().message);
}

}  // namespace

std::string changes_in_words(const json::Value& changes) {
  std::string out;
  for (const json::Value& change : changes["changes"].elements()) write_line(change, out);
  return out;
}

std::string changes_in_json(const json::Value& changes) {
  std::string out;
  for (const json::Value& change : changes["changes"].elements()) write_json(change, out);
  return out;
}

int run_changes(const Invocation& invocation, const LookingArguments& arguments) {
  auto ask = parse_since(arguments.since);
  if (!ask) return complain(kExitUsage, "--since " + ask.error().message);
  ask->settled = arguments.follow;
  Asking asking(invocation);
  Status written = write_all(invocation, asking, *ask);
  if (written && !arguments.follow) return kExitDone;
  if (written && !asking.is_running()) {
    return complain(kExitFailed, "nothing is running in " + invocation.data_folder +
                                     ": there is nothing to follow");
  }
  const bool was_following = written.has_value();
  while (written) {
    std::this_thread::sleep_for(kAskAgain);
    written = write_all(invocation, asking, *ask);
  }
  if (!flush_output()) return kExitFailed;  // finish_output() says why
  if (was_following) return write_the_rest(invocation, *ask);
  return complain(kExitFailed, written.error().message);
}

}  // namespace freshet::cli

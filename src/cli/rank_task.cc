#include "cli/rank_task.h"

#include <algorithm>
#include <array>

#include "json/read.h"
#include "json/write.h"

namespace freshet::cli {
namespace {

constexpr std::array<const char*, 6> kWorks = {"exceptions",   "links",       "blocks",
                                               "write blocks", "write pages", "list"};

Unexpected<Error> damaged() {
  return fail(
      "a message of the ranking cannot be read; agents must have the version of the program");
}

uint64_t natural(const json::Value& value) {
  return static_cast<uint64_t>(std::max<int64_t>(value.integer().value_or(0), 0));
}

}  // namespace

std::string RankTask::encode() const {
  std::string text;
  json::Writer w(text);
  w.begin_object().member("alpha", alpha).member("residual", residual);
  w.member("threads", threads).member("top", top).end_object();
  return text;
}

Result<RankTask> RankTask::decode(const std::string& text) {
  json::Reader reader;
  const auto read = reader.read(text);
  if (!read) return damaged();
  const auto alpha = (*read)["alpha"].number();
  const auto residual = (*read)["residual"].number();
  if (!alpha || !residual || !(*alpha >= 0 && *alpha < 1) || !(*residual > 0)) return damaged();
  return RankTask{
      .alpha = *alpha,
      .residual = *residual,
      .threads = static_cast<uint32_t>(std::clamp<uint64_t>(natural((*read)["threads"]), 1, 1024)),
      .top = static_cast<uint32_t>(natural((*read)["top"]))};
}

std::string RankStep::encode() const {
  std::string text;
  json::Writer w(text);
  w.begin_object().member("work", kWorks[static_cast<size_t>(work)]);
  w.member("pages", pages).end_object();
  return text;
}

Result<RankStep> RankStep::decode(const std::string& text) {
  json::Reader reader;
  const auto read = reader.read(text);
  const auto name = read ? (*read)["work"].string() : std::nullopt;
  const auto* work = std::find(kWorks.begin(), kWorks.end(), name.value_or(""));
  if (work == kWorks.end()) return damaged();
  return RankStep{.work = static_cast<Work>(work - kWorks.begin()),
                  .pages = natural((*read)["pages"])};
}

std::string RankReport::encode() const {
  std::string text;
  json::Writer w(text);
  w.begin_object().member("links", links).member("bytes", bytes);
  w.member("pages", pages).member("changed", changed).key("top").begin_array();
  for (const Page& page : top) {
    w.begin_object().member("page", page.url).member("rank", page.rank).end_object();
  }
  w.end_array().end_object();
  return text;
}

Result<RankReport> RankReport::decode(const std::string& text) {
  json::Reader reader;
  const auto read = reader.read(text);
  if (!read) return damaged();
  RankReport report{.links = natural((*read)["links"]),
                    .bytes = natural((*read)["bytes"]),
                    .pages = natural((*read)["pages"]),
                    .changed = natural((*read)["changed"])};
  for (const json::Value& page : (*read)["top"].elements()) {
    const auto url = page["page"].string();
    const auto rank = page["rank"].number();
    if (!url || !rank) return damaged();
    report.top.push_back({std::string(*url), *rank});
  }
  return report;
}

}  // namespace freshet::cli

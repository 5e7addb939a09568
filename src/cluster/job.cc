#include "cluster/job.h"

#include "json/read.h"
#include "json/write.h"

namespace freshet::cluster {
namespace {

std::string_view name_of(Job::Kind kind) {
  switch (kind) {
    case Job::Kind::kNone: return "none";
    case Job::Kind::kCrawl: return "crawl";
    case Job::Kind::kRun: return "run";
  }
  return "none";
}

void write_map(json::Writer& w, std::string_view key,
               const std::map<std::string, std::string>& values) {
  w.key(key).begin_object();
  for (const auto& [name, value] : values) w.member(name, value);
  w.end_object();
}

std::map<std::string, std::string> read_map(const json::Value& object) {
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : object.members()) {
    if (const auto text = value.string()) values.emplace(name, *text);
  }
  return values;
}

}  // namespace

std::string Job::encode() const {
  std::string out;
  json::Writer w(out);
  w.begin_object().member("kind", name_of(kind)).member("run_control", run_control.encode());
  write_map(w, "settings", settings);
  write_map(w, "options", options);
  w.end_object();
  return out;
}

Result<Job> Job::decode(std::string_view text) {
  Job job;
  if (text.empty()) return job;
  json::Reader reader;
  const auto value = reader.read(text);
  if (!value) return fail("the job of the cluster cannot be read: " + value.error().message);
  const auto kind = (*value)["kind"].string().value_or("");
  for (const Kind one : {Kind::kNone, Kind::kCrawl, Kind::kRun}) {
    if (kind == name_of(one)) job.kind = one;
  }
  auto run_control =
      collection::RunControl::decode((*value)["run_control"].string().value_or("{}"));
  if (!run_control) return Unexpected(run_control.error());
  job.run_control = *std::move(run_control);
  job.settings = read_map((*value)["settings"]);
  job.options = read_map((*value)["options"]);
  return job;
}

}  // namespace freshet::cluster

#include "simulate/trace.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "coding/content_coding.h"

namespace freshet::simulate {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxBytes = size_t{4} << 30;

// Removes a number and the tab after it from the beginning of a line.
template <typename Number>
bool take(std::string_view& line, Number& number) {
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  if (error != std::errc() || end == line.data() + line.size() || *end != '\t') return false;
  line.remove_prefix(static_cast<size_t>(end - line.data()) + 1);
  return true;
}

bool take_kind(std::string_view line, Event::Kind& kind) {
  if (line == "A")
    kind = Event::Kind::kAdded;
  else if (line == "M")
    kind = Event::Kind::kModified;
  else if (line == "D")
    kind = Event::Kind::kDeleted;
  else
    return false;
  return true;
}

bool parse_line(std::string_view line, Event& event, uint32_t& page) {
  int64_t time = 0;
  if (!take(line, page) || !take(line, time) || !take(line, event.size)) return false;
  event.at = Instant::from_unix_seconds(time);
  return take_kind(line, event.kind);
}

Result<std::string> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  if (!file) return fail("reading " + path.string() + " failed");
  if (path.extension() != ".zst") return std::move(bytes).str();
  coding::Decoded text = coding::decode_content(bytes.str(), "zstd", kMaxBytes);
  if (text.damaged || text.truncated)
    return fail("decompressing " + path.string() + ": the file is damaged or too large");
  return std::move(text.bytes);
}

// The host in the name of a history: "mdn" in "mdn.tsv.zst" and "mdn.tsv". Empty for other files.
std::string host_of(const fs::path& path) {
  std::string name = path.filename().string();
  for (const std::string_view ending : {".tsv.zst", ".tsv"}) {
    if (!name.ends_with(ending)) continue;
    name.erase(name.size() - ending.size());
    return name.find('.') == std::string::npos ? name : "";
  }
  return "";
}

// The file of paths for a history: "mdn.pages.tsv.zst" for "mdn.tsv.zst".
fs::path paths_of(const fs::path& history) {
  std::string name = history.filename().string();
  name.insert(name.find('.'), ".pages");
  return history.parent_path() / name;
}

}  // namespace

Status add_history(std::string_view tsv, std::string host, World& world) {
  const auto site = static_cast<schedule::Site>(world.hosts.size());
  const size_t first_page = world.pages.size();
  Instant last = Instant::from_unix_microseconds(std::numeric_limits<int64_t>::min());
  size_t number = 0;
  while (!tsv.empty()) {
    const size_t end = std::min(tsv.find('\n'), tsv.size());
    const std::string_view line = tsv.substr(0, end);
    tsv.remove_prefix(std::min(end + 1, tsv.size()));
    if (++number == 1 || line.empty()) continue;  // the heading
    Event event;
    uint32_t page = 0;
    constexpr uint32_t kMaxPages = 1u << 28;
    if (!parse_line(line, event, page) || page >= kMaxPages || event.at < last) {
      return fail(host + ", line " + std::to_string(number) +
                  ": not \"page time size kind\" in order of time");
    }
    last = event.at;
    if (first_page + page >= world.pages.size()) {
      world.pages.resize(first_page + page + 1, {.site = site});
    }
    event.page = static_cast<schedule::Page>(first_page + page);
    world.events.push_back(event);
  }
  world.hosts.push_back(std::move(host));
  world.first_pages.push_back(static_cast<schedule::Page>(first_page));
  return Done{};
}

Status add_paths(std::string_view tsv, const std::string& host, World& world) {
  const size_t first_page = world.first_pages.back();
  world.paths.resize(world.pages.size());
  size_t number = 0;
  while (!tsv.empty()) {
    const size_t end = std::min(tsv.find('\n'), tsv.size());
    std::string_view line = tsv.substr(0, end);
    tsv.remove_prefix(std::min(end + 1, tsv.size()));
    if (++number == 1 || line.empty()) continue;  // the heading
    uint32_t page = 0;
    if (!take(line, page))
      return fail(host + ", line " + std::to_string(number) + " of its paths: not \"page path\"");
    // Pages without any event are not in the world.
    if (first_page + page < world.paths.size())
      world.paths[first_page + page] = (line.starts_with('/') ? "" : "/") + std::string(line);
  }
  return Done{};
}

Result<World> read_traces(const std::string& folder, const std::vector<std::string>& hosts) {
  std::error_code trouble;
  std::vector<std::pair<std::string, fs::path>> files;
  for (const auto& entry : fs::directory_iterator(folder, trouble)) {
    const std::string host = host_of(entry.path());
    const bool wanted = hosts.empty() || std::find(hosts.begin(), hosts.end(), host) != hosts.end();
    if (!host.empty() && wanted) files.emplace_back(host, entry.path());
  }
  if (trouble) return fail("reading " + folder + ": " + trouble.message());
  std::sort(files.begin(), files.end());
  const auto is_missing = [&](const std::string& host) {
    return std::none_of(files.begin(), files.end(),
                        [&](const auto& file) { return file.first == host; });
  };
  if (const auto host = std::find_if(hosts.begin(), hosts.end(), is_missing); host != hosts.end()) {
    return fail("there is no history " + *host + ".tsv.zst in " + folder);
  }
  if (files.empty()) return fail("there are no histories (HOST.tsv.zst) in " + folder);

  World world;
  for (const auto& [host, path] : files) {
    const auto text = read_file(path);
    if (!text) return Unexpected(text.error());
    if (Status added = add_history(*text, host, world); !added) return Unexpected(added.error());
    if (const auto paths = paths_of(path); fs::exists(paths)) {
      const auto names = read_file(paths);
      if (!names) return Unexpected(names.error());
      if (Status added = add_paths(*names, host, world); !added) return Unexpected(added.error());
    }
  }
  // Paths of hosts without a file of paths are empty.
  if (!world.paths.empty()) world.paths.resize(world.pages.size());
  std::stable_sort(world.events.begin(), world.events.end(),
                   [](const Event& a, const Event& b) { return a.at < b.at; });
  if (world.events.empty()) return fail("the histories in " + folder + " are empty");
  world.start = world.events.front().at;
  world.end = world.events.back().at;
  return world;
}

}  // namespace freshet::simulate

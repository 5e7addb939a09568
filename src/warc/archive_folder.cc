#include "warc/archive_folder.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <initializer_list>
#include <string>

#include "text/ascii.h"
#include "warc/upload_mark.h"

namespace freshet::warc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "freshet-";
constexpr std::string_view kArchive = ".warc.gz";
constexpr std::string_view kIndex = ".cdxj";
constexpr std::string_view kPartOfIndex = ".cdxj.part";
constexpr std::string_view kMark = ".uploaded";

std::string prefix_of(std::string_view agent) {
  std::string prefix(kPrefix);
  if (!agent.empty()) prefix.append(agent).append("-");
  return prefix;
}

fs::path numbered(uint32_t number, std::string_view agent, std::string_view ending) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "%06u", number);
  return prefix_of(agent) + digits + std::string(ending);
}

struct Name {
  uint32_t number = 0;
  std::string_view ending;
};

// Returns nullopt if this is not the name of a file of the archive with this prefix.
std::optional<Name> parse_name(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  Name parsed;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), parsed.number);
  const auto digits = static_cast<size_t>(end - name.data());
  if (error != std::errc() || digits < 6 || parsed.number == 0) return std::nullopt;
  if (digits > 6 && name.front() == '0') return std::nullopt;
  parsed.ending = name.substr(digits);
  return parsed;
}

// Calls visit(path, name) for each file with the name of a file of the archive.
template <typename F>
Status for_each_file(const fs::path& folder, std::string_view agent, F&& visit) {
  const std::string prefix = prefix_of(agent);
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string filename = entry->path().filename().string();
    if (const auto name = parse_name(filename, prefix)) visit(entry->path(), *name);
  }
  if (error) return fail("listing " + folder.string() + ": " + error.message());
  return Done{};
}

// Which index has the lowest number that is removed, besides those of removed files.
enum class Indexes { kOfLaterFiles, kFromThisFileOn };

Status remove_files(const fs::path& folder, uint32_t number, std::optional<uint32_t> last_own,
                    std::string_view agent, Indexes indexes) {
  const uint32_t first_index = number + (indexes == Indexes::kOfLaterFiles ? 1 : 0);
  std::vector<fs::path> to_remove;
  fs::path foreign;
  auto status = for_each_file(folder, agent, [&](const fs::path& path, const Name& name) {
    const bool is_index = name.ending == kIndex || name.ending == kPartOfIndex;
    const bool is_archive = name.ending == kArchive;
    if (!(is_index && name.number >= first_index) && !(is_archive && name.number > number)) return;
    std::error_code error;
    const bool is_regular = fs::symlink_status(path, error).type() == fs::file_type::regular;
    const bool is_own = is_regular && name.number <= last_own.value_or(name.number);
    if (is_own)
      to_remove.push_back(path);
    else
      foreign = path;
  });
  if (!status) return status;
  if (!foreign.empty()) {
    return fail(
        foreign.string() +
        " was not written by this collection, but has the name of one of its files: move it "
        "elsewhere");
  }
  for (const fs::path& path : to_remove) {
    std::error_code error;
    fs::remove(path, error);
    if (error) return fail("removing " + path.string() + ": " + error.message());
  }
  return Done{};
}

Result<std::vector<uint32_t>> numbers_with(const fs::path& folder, std::string_view agent,
                                           std::initializer_list<std::string_view> endings) {
  std::vector<uint32_t> numbers;
  auto status = for_each_file(folder, agent, [&](const fs::path&, const Name& name) {
    if (std::find(endings.begin(), endings.end(), name.ending) != endings.end())
      numbers.push_back(name.number);
  });
  if (!status) return Unexpected(std::move(status.error()));
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace

fs::path archive_name(uint32_t number, std::string_view agent) {
  return numbered(number, agent, kArchive);
}

fs::path index_name(uint32_t number, std::string_view agent) {
  return numbered(number, agent, kIndex);
}

fs::path mark_name(uint32_t number, std::string_view agent) {
  return numbered(number, agent, kMark);
}

Result<std::vector<uint32_t>> archive_numbers(const fs::path& folder, std::string_view agent) {
  return numbers_with(folder, agent, {kArchive});
}

Result<std::vector<uint32_t>> held_numbers(const fs::path& folder, std::string_view agent) {
  return numbers_with(folder, agent, {kArchive, kMark});
}

Status remove_later(const fs::path& folder, uint32_t number, std::optional<uint32_t> last_own,
                    std::string_view agent) {
  return remove_files(folder, number, last_own, agent, Indexes::kOfLaterFiles);
}

Status remove_after(const fs::path& folder, uint32_t number, std::optional<uint32_t> last_own,
                    std::string_view agent) {
  return remove_files(folder, number, last_own, agent, Indexes::kFromThisFileOn);
}

}  // namespace freshet::warc

#include "warc/archive_folder.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>

#include "text/ascii.h"

namespace freshet::warc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "freshet-";
constexpr std::string_view kArchive = ".warc.gz";
constexpr std::string_view kIndex = ".cdxj";
constexpr std::string_view kUnfinishedIndex = ".cdxj.part";

fs::path numbered(uint32_t number, std::string_view ending) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "%06u", number);
  return std::string(kPrefix) + digits + std::string(ending);
}

struct Name {
  uint32_t number = 0;
  std::string_view ending;
};

// nullopt for a name that we would not have given.
std::optional<Name> parse_name(std::string_view name) {
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  Name parsed;
  const auto [end, trouble] =
      std::from_chars(name.data(), name.data() + name.size(), parsed.number);
  const auto digits = static_cast<size_t>(end - name.data());
  if (trouble != std::errc() || digits < 6 || parsed.number == 0) return std::nullopt;
  if (digits > 6 && name.front() == '0') return std::nullopt;
  parsed.ending = name.substr(digits);
  return parsed;
}

// Calls visit(path, name) for each file that is named as ours are.
template <typename F>
Status for_each_file(const fs::path& folder, F&& visit) {
  std::error_code trouble;
  for (fs::directory_iterator entry(folder, trouble), end; !trouble && entry != end;
       entry.increment(trouble)) {
    const std::string filename = entry->path().filename().string();
    if (const auto name = parse_name(filename)) visit(entry->path(), *name);
  }
  if (trouble) return fail("listing " + folder.string() + ": " + trouble.message());
  return Done{};
}

}  // namespace

fs::path archive_name(uint32_t number) {
  return numbered(number, kArchive);
}

fs::path index_name(uint32_t number) {
  return numbered(number, kIndex);
}

Result<std::vector<uint32_t>> archive_numbers(const fs::path& folder) {
  std::vector<uint32_t> numbers;
  auto status = for_each_file(folder, [&](const fs::path&, const Name& name) {
    if (name.ending == kArchive) numbers.push_back(name.number);
  });
  if (!status) return Unexpected(std::move(status.error()));
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

Status remove_behind(const fs::path& folder, uint32_t number, std::optional<uint32_t> last_own) {
  std::vector<fs::path> doomed;
  fs::path in_the_way;
  auto status = for_each_file(folder, [&](const fs::path& path, const Name& name) {
    const bool is_index = name.ending == kIndex || name.ending == kUnfinishedIndex;
    const bool is_archive = name.ending == kArchive;
    if (!(is_index && name.number >= number) && !(is_archive && name.number > number)) return;
    std::error_code trouble;
    const bool is_regular = fs::symlink_status(path, trouble).type() == fs::file_type::regular;
    const bool is_own = is_regular && name.number <= last_own.value_or(name.number);
    if (is_own)
      doomed.push_back(path);
    else
      in_the_way = path;
  });
  if (!status) return status;
  if (!in_the_way.empty()) {
    return fail(in_the_way.string() +
                " was not written by this collection and is in the way: move it elsewhere");
  }
  for (const fs::path& path : doomed) {
    std::error_code trouble;
    fs::remove(path, trouble);
    if (trouble) return fail("removing " + path.string() + ": " + trouble.message());
  }
  return Done{};
}

}  // namespace freshet::warc

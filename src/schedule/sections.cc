#include "schedule/sections.h"

#include <limits>

#include "digest/fingerprint.h"

namespace freshet::schedule {
namespace {

constexpr int kMostLevels = 4;
constexpr size_t kMostDirectories = 4'096;

}  // namespace

Section Sections::count(Site site, std::string_view path) {
  path = path.substr(0, path.find_first_of("?#"));
  if (site >= sites_.size()) sites_.resize(site + size_t{1});
  OfSite& its = sites_[site];
  Section deepest = 0;
  size_t end = path.find('/');
  for (int level = 0; level < kMostLevels && end != std::string_view::npos; ++level) {
    end = path.find('/', end + 1);
    if (end == std::string_view::npos) break;
    const std::string_view name = path.substr(0, end + 1);
    const uint64_t key = digest::fingerprint(name).value;
    auto found = its.directories.find(key);
    if (found == its.directories.end()) {
      if (its.directories.size() >= kMostDirectories) break;
      found = its.directories.try_emplace(key).first;
    }
    Directory& directory = found->second;
    if (++directory.pages == least_pages_ &&
        its.names.size() < std::numeric_limits<Section>::max()) {
      its.names.emplace_back(name);
      directory.section = static_cast<Section>(its.names.size());
    }
    if (directory.section != 0) deepest = directory.section;
  }
  return deepest;
}

std::string Sections::directory(Site site, Section section) const {
  return section == 0 ? "/" : sites_[site].names[section - size_t{1}];
}

}  // namespace freshet::schedule

#include "fetch/name_cache.h"

#include <algorithm>

namespace freshet::fetch {

const Resolution* NameCache::find(std::string_view name, Duration now) {
  const auto found = by_name_.find(name);
  if (found == by_name_.end() || found->second->good_until <= now) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return &found->second->resolution;
}

void NameCache::put(std::string_view name, Resolution resolution, Duration time_to_live,
                    Duration now) {
  const Duration keep = resolution.status == Resolution::Status::kFound
                            ? std::clamp(time_to_live, limits_.shortest, limits_.longest)
                            : limits_.negative;
  auto found = by_name_.find(name);
  if (found == by_name_.end()) {
    if (by_name_.size() >= limits_.max_names && !entries_.empty()) {
      by_name_.erase(entries_.back().name);
      entries_.pop_back();
    }
    entries_.push_front({std::string(name), {}, {}});
    found = by_name_.emplace(entries_.front().name, entries_.begin()).first;
  }
  Entry& entry = *found->second;
  entry.resolution = std::move(resolution);
  entry.good_until = now + keep;
  entries_.splice(entries_.begin(), entries_, found->second);
}

}  // namespace freshet::fetch

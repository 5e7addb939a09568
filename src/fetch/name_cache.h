#pragma once

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "clock/instant.h"
#include "fetch/address.h"

namespace freshet::fetch {

// The result of resolving a name.
struct Resolution {
  enum class Status : uint8_t { kFound, kNone, kTimedOut, kCancelled };
  Status status = Status::kNone;
  std::vector<Address> addresses;  // not empty if found; in the order in which to try them

  bool operator==(const Resolution&) const = default;
};

struct NameCacheLimits {
  size_t max_names = 20'000;
  Duration shortest = Duration::seconds(30);
  Duration longest = Duration::hours(1);
  // For names that did not resolve. It is shorter than any wait before a retry.
  Duration negative = Duration::seconds(5);
};

// Caches answers of name servers for their time to live, within the limits. If it is full, the
// least recently used name is evicted. The caller passes the time of any clock.
class NameCache {
 public:
  explicit NameCache(const NameCacheLimits& limits = {}) : limits_(limits) {}

  // Returns nullptr if the name is unknown or expired. The pointer is valid until the next put().
  const Resolution* find(std::string_view name, Duration now);
  void put(std::string_view name, Resolution resolution, Duration time_to_live, Duration now);
  size_t size() const { return by_name_.size(); }

 private:
  struct Entry {
    std::string name;
    Resolution resolution;
    Duration good_until;
  };

  NameCacheLimits limits_;
  std::list<Entry> entries_;  // the most recently used one first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_name_;
};

}  // namespace freshet::fetch

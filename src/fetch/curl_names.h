#pragma once

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fetch/address.h"

namespace freshet::fetch {

// Mirrors libcurl's cache of names. libcurl keeps an address until it is replaced with
// CURLOPT_RESOLVE. So this class records what the cache has, and removes names from it that are no
// longer used.
class CurlNames {
 public:
  // Lines for CURLOPT_RESOLVE.
  using Updates = std::shared_ptr<const std::vector<std::string>>;

  explicit CurlNames(size_t max_names = 20'000) : max_names_(max_names) {}

  // Returns the updates that a transfer to this host and port must pass to libcurl; null if libcurl
  // has the addresses already. Several transfers may get the same updates, until one of them has
  // ended.
  struct Endpoint {
    std::string_view host;
    uint16_t port;
  };
  Updates updates_for(Endpoint endpoint, const std::vector<Address>& addresses);
  // A transfer with these updates has ended, so libcurl has read them.
  void delivered(const Updates& updates);

 private:
  struct Entry {
    std::string endpoint;  // "example.com:80"
    std::vector<Address> addresses;
    Updates pending;  // null when libcurl has read them
  };
  using Entries = std::list<Entry>;

  size_t max_names_;
  Entries entries_;  // the most recently used one first
  std::unordered_map<std::string_view, Entries::iterator> by_endpoint_;
  std::vector<std::string> to_remove_;
  std::string key_;
};

}  // namespace freshet::fetch

#pragma once

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fetch/address.h"

namespace freshet::fetch {

// What libcurl has been told about names. Its own cache keeps an address until it is told otherwise
// (CURLOPT_RESOLVE), so this remembers what lies there, and has it forget what is no longer used.
class CurlNames {
 public:
  // Lines for CURLOPT_RESOLVE.
  using News = std::shared_ptr<const std::vector<std::string>>;

  explicit CurlNames(size_t max_names = 20'000) : max_names_(max_names) {}

  // What a transfer to this host and port must tell libcurl; null if it knows already. Several
  // transfers may get the same news, until one of them has ended.
  struct Place {
    std::string_view host;
    uint16_t port;
  };
  News news(Place place, const std::vector<Address>& addresses);
  // A transfer that carried them ended, so libcurl has read them.
  void delivered(const News& news);

 private:
  struct Entry {
    std::string place;  // "example.com:80"
    std::vector<Address> addresses;
    News undelivered;  // null once libcurl knows
  };
  using Entries = std::list<Entry>;

  size_t max_names_;
  Entries entries_;  // used most recently first
  std::unordered_map<std::string_view, Entries::iterator> by_place_;
  std::vector<std::string> to_forget_;
  std::string key_;
};

}  // namespace freshet::fetch

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "fetch/address.h"
#include "fetch/fetcher.h"

struct curl_slist;

namespace freshet::fetch {

// Allows to look up a host name without making a std::string.
struct HostHash {
  using is_transparent = void;
  size_t operator()(std::string_view host) const { return std::hash<std::string_view>()(host); }
};

// The options for single hosts, for look-up by host.
class HostRules {
 public:
  // The server that a name is mapped to.
  struct Mapped {
    std::string connect_to;  // in the format of CURLOPT_CONNECT_TO
    std::unique_ptr<curl_slist> list;
    Mapped(Address to, uint16_t port);
    ~Mapped();
  };

  // The options must be valid.
  explicit HostRules(const FetchOptions& options);
  ~HostRules();
  HostRules(const HostRules&) = delete;
  HostRules& operator=(const HostRules&) = delete;

  const Mapped* mapped(std::string_view host) const;
  bool verifies_tls(std::string_view host) const;
  const char* user_password(std::string_view host) const;  // nullptr: none

 private:
  template <typename Value>
  using ByHost = std::unordered_map<std::string, Value, HostHash, std::equal_to<>>;

  ByHost<std::unique_ptr<Mapped>> mapped_;
  std::unique_ptr<Mapped> all_mapped_;
  std::unordered_set<std::string, HostHash, std::equal_to<>> unverified_;
  ByHost<std::string> user_passwords_;
};

}  // namespace freshet::fetch

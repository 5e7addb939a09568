#include "fetch/curl_names.h"

#include <algorithm>
#include <utility>

namespace freshet::fetch {
namespace {

// More addresses would only be tried if none of these works.
constexpr size_t kMostAddresses = 8;

std::string line_for(const std::string& endpoint, const std::vector<Address>& addresses) {
  std::string line = endpoint;
  for (size_t i = 0; i < std::min(addresses.size(), kMostAddresses); ++i) {
    line += i == 0 ? ':' : ',';
    if (addresses[i].is_ipv4()) {
      line += addresses[i].text();
    } else {
      line.append("[").append(addresses[i].text()).append("]");
    }
  }
  return line;
}

}  // namespace

CurlNames::Updates CurlNames::updates_for(Endpoint endpoint,
                                          const std::vector<Address>& addresses) {
  key_.assign(endpoint.host).append(":").append(std::to_string(endpoint.port));
  auto found = by_endpoint_.find(key_);
  if (found != by_endpoint_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    if (found->second->addresses == addresses) return found->second->pending;
  } else {
    if (entries_.size() >= max_names_ && !entries_.empty()) {
      to_remove_.push_back("-" + entries_.back().endpoint);
      by_endpoint_.erase(entries_.back().endpoint);
      entries_.pop_back();
    }
    entries_.push_front({key_, {}, nullptr});
    found = by_endpoint_.emplace(entries_.front().endpoint, entries_.begin()).first;
  }
  Entry& entry = *found->second;
  entry.addresses = addresses;
  std::vector<std::string> lines = std::exchange(to_remove_, {});
  lines.push_back(line_for(entry.endpoint, addresses));
  entry.pending = std::make_shared<const std::vector<std::string>>(std::move(lines));
  return entry.pending;
}

void CurlNames::delivered(const Updates& updates) {
  const std::string& line = updates->back();
  // The endpoint ends at the second colon, because host names have no colon.
  const size_t end = line.find(':', line.find(':') + 1);
  const auto found = by_endpoint_.find(std::string_view(line).substr(0, end));
  if (found != by_endpoint_.end() && found->second->pending == updates) {
    found->second->pending = nullptr;
  }
}

}  // namespace freshet::fetch

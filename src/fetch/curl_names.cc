#include "fetch/curl_names.h"

#include <algorithm>
#include <utility>

namespace freshet::fetch {
namespace {

// More would only be tried when all of these are dead.
constexpr size_t kMostAddresses = 8;

std::string line_for(const std::string& place, const std::vector<Address>& addresses) {
  std::string line = place;
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

CurlNames::News CurlNames::news(Place place, const std::vector<Address>& addresses) {
  key_.assign(place.host).append(":").append(std::to_string(place.port));
  auto found = by_place_.find(key_);
  if (found != by_place_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    if (found->second->addresses == addresses) return found->second->undelivered;
  } else {
    if (entries_.size() >= max_names_ && !entries_.empty()) {
      to_forget_.push_back("-" + entries_.back().place);
      by_place_.erase(entries_.back().place);
      entries_.pop_back();
    }
    entries_.push_front({key_, {}, nullptr});
    found = by_place_.emplace(entries_.front().place, entries_.begin()).first;
  }
  Entry& entry = *found->second;
  entry.addresses = addresses;
  std::vector<std::string> lines = std::exchange(to_forget_, {});
  lines.push_back(line_for(entry.place, addresses));
  entry.undelivered = std::make_shared<const std::vector<std::string>>(std::move(lines));
  return entry.undelivered;
}

void CurlNames::delivered(const News& news) {
  const std::string& line = news->back();
  // The place ends at the second colon; a host that is asked for here has none.
  const size_t end = line.find(':', line.find(':') + 1);
  const auto found = by_place_.find(std::string_view(line).substr(0, end));
  if (found != by_place_.end() && found->second->undelivered == news) {
    found->second->undelivered = nullptr;
  }
}

}  // namespace freshet::fetch

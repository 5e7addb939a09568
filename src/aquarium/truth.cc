#include "aquarium/truth.h"

#include <algorithm>

#include "aquarium/kind_names.h"
#include "aquarium/route.h"

namespace freshet::aquarium {
namespace {

constexpr std::string_view kScheme = "http://";

uint32_t directory_pages(const World& world, uint32_t host) {
  return host == 0 ? world.directory_pages() : 0;
}

struct Address {
  uint32_t host;
  uint64_t index;  // as in truth_at()
};
std::optional<Address> find_address(const World& world, std::string_view url) {
  if (!url.starts_with(kScheme)) return std::nullopt;
  const std::string_view rest = url.substr(kScheme.size());
  const size_t slash = std::min(rest.find('/'), rest.size());
  const auto host = world.find_host(rest.substr(0, slash));
  if (!host) return std::nullopt;
  const Destination to = find_route(world, *host, rest.substr(slash));
  uint64_t index = to.number;
  if (to.route == Route::kNearDuplicate) {
    index += world.host(*host).pages;
  } else if (to.route == Route::kDirectory) {
    index += world.host(*host).pages + world.near_duplicates(*host);
  } else if (to.route != Route::kPage) {
    return std::nullopt;
  }
  return Address{*host, index};
}

PageVersion fixed_version(const World& world, uint32_t host, Instant now) {
  const ChangeProcess changes = world.fixed_process(host);
  const uint64_t number = changes.version_at(now);
  const Instant since = number > 0 ? changes.change_time(number) : world.origin();
  return {number, since, world.is_redesigned(host, now)};
}

}  // namespace

uint64_t address_count(const World& world, uint32_t host) {
  return uint64_t{world.host(host).pages} + world.near_duplicates(host) +
         directory_pages(world, host);
}

PageTruth truth_at(const World& world, uint32_t host, uint64_t index, Instant now) {
  PageTruth truth;
  const HostFacts& facts = world.host(host);
  if (index < facts.pages) {
    const PageId page{host, static_cast<uint32_t>(index)};
    truth.url = world.url(page);
    truth.kind = name(world.kind(page));
    truth.expectation = world.expectation(page);
    truth.is_volatile = world.is_volatile(page);
    truth.version = world.version(page, now);
    return truth;
  }
  index -= facts.pages;
  const bool is_near_duplicate = index < world.near_duplicates(host);
  if (!is_near_duplicate) index -= world.near_duplicates(host);
  truth.kind = is_near_duplicate ? "near-duplicate" : "directory";
  truth.url = world.url(host, (is_near_duplicate ? "/catalogue/item-" : "/directory/") +
                                  std::to_string(index) + ".html");
  truth.expectation = facts.is_held_back() ? Expectation::kHeldBack : Expectation::kCollect;
  truth.version = fixed_version(world, host, now);
  return truth;
}

std::optional<PageTruth> truth_of(const World& world, std::string_view url, Instant now) {
  const auto address = find_address(world, url);
  if (!address) return std::nullopt;
  return truth_at(world, address->host, address->index, now);
}

std::optional<ChangeProcess> process_of(const World& world, std::string_view url) {
  const auto address = find_address(world, url);
  if (!address) return std::nullopt;
  const auto [host, index] = *address;
  if (index >= world.host(host).pages) return world.fixed_process(host);
  return world.process({host, static_cast<uint32_t>(index)});
}

std::vector<std::string> urls_to_collect(const World& world) {
  std::vector<std::string> urls;
  for (uint32_t host = 0; host < world.host_count(); ++host) {
    for (uint64_t index = 0; index < address_count(world, host); ++index) {
      PageTruth truth = truth_at(world, host, index, world.start());
      if (truth.expectation == Expectation::kCollect) urls.push_back(std::move(truth.url));
    }
  }
  return urls;
}

}  // namespace freshet::aquarium

#include "aquarium/world.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "aquarium/decimal.h"
#include "aquarium/random.h"
#include "aquarium/text_pool.h"
#include "aquarium/vocabulary.h"
#include "result/check.h"
#include "text/ascii.h"

namespace freshet::aquarium {
namespace {

constexpr uint32_t kPagesPerSection = 50;

enum class Salt : uint64_t {
  kKind = 1,
  kVolatile,
  kRate,
  kProcess,
  kCycle,
  kBirth,
  kBatch,
  kTarget
};

constexpr uint64_t salted(uint64_t seed, Salt salt) {
  return mix(seed, static_cast<uint64_t>(salt));
}

// Removes `text` from the beginning of `from`; returns false if `from` does not begin with it.
bool take(std::string_view& from, std::string_view text) {
  if (!from.starts_with(text)) return false;
  from.remove_prefix(text.size());
  return true;
}

}  // namespace

World::World(const WorldOptions& options, Instant start)
    : options_(options), start_(start), branching_(branching(options)) {
  double special = 0;
  for (size_t i = 1; i < options.pages.weight.size(); ++i) special += options.pages.weight[i];
  only_ordinary_ = special <= 0;
  hosts_.reserve(options.hosts);
  for (uint32_t host = 0; host < options.hosts; ++host) {
    hosts_.push_back(host_facts(options, host));
    auto& texts = texts_[static_cast<size_t>(hosts_.back().writing)];
    if (!texts) texts = std::make_unique<TextPool>(options.seed, hosts_.back().writing);
  }
}

World::~World() = default;

std::string World::host_name(uint32_t host) const {
  return "h" + std::to_string(host) + "." + options_.domain;
}

std::optional<uint32_t> World::find_host(std::string_view authority) const {
  if (authority.empty() || text::to_lower(authority[0]) != 'h') return std::nullopt;
  authority.remove_prefix(1);
  const auto number = take_decimal(authority);
  if (!number || *number >= options_.hosts) return std::nullopt;
  if (!take(authority, ".") || authority.size() < options_.domain.size()) return std::nullopt;
  if (!text::equals_ignoring_case(authority.substr(0, options_.domain.size()), options_.domain)) {
    return std::nullopt;
  }
  authority.remove_prefix(options_.domain.size());
  if (!authority.empty() && authority[0] != ':') return std::nullopt;
  return static_cast<uint32_t>(*number);
}

uint64_t World::page_seed(PageId page) const {
  return mix(hosts_[page.host].seed, page.number + uint64_t{1});
}

PageKind World::kind(PageId page) const {
  if (only_ordinary_ || page.number < hosts_[page.host].interior) return PageKind::kOrdinary;
  return options_.pages.at(unit(salted(page_seed(page), Salt::kKind)));
}

bool World::is_volatile(PageId page) const {
  return options_.volatile_share > 0 &&
         unit(salted(page_seed(page), Salt::kVolatile)) < options_.volatile_share;
}

Expectation World::expectation(PageId page) const {
  const HostFacts& facts = hosts_[page.host];
  if (facts.is_held_back()) return Expectation::kHeldBack;
  switch (kind(page)) {
    case PageKind::kPrivate:
      return facts.has_rules() ? Expectation::kForbidden : Expectation::kCollect;
    case PageKind::kMissing: return Expectation::kMissing;
    case PageKind::kGone: return Expectation::kGone;
    case PageKind::kSoft404: return Expectation::kSoft404;
    case PageKind::kMoved301:
    case PageKind::kFound302:
    case PageKind::kTemporary307:
    case PageKind::kPermanent308:
    case PageKind::kRedirectChain: return Expectation::kRedirect;
    case PageKind::kTruncated:
    case PageKind::kEndless:
    case PageKind::kReset: return Expectation::kCut;
    case PageKind::kRedirectLoop:
    case PageKind::kRedirectPrivate:
    case PageKind::kEmpty: return Expectation::kFail;
    default: return Expectation::kCollect;
  }
}

std::optional<Instant> World::redesign_of(uint32_t host) const {
  if (!hosts_[host].has_redesign) return std::nullopt;
  return start_ + *options_.redesign_at;
}

bool World::is_redesigned(uint32_t host, Instant now) const {
  const auto redesign = redesign_of(host);
  return redesign && *redesign <= now;
}

ChangeProcess World::fixed_process(uint32_t host) const {
  return ChangeProcess({.origin = origin(), .redesign = redesign_of(host)});
}

ChangeProcess World::process(PageId page) const {
  const HostFacts& facts = hosts_[page.host];
  ChangeProcess::Parameters parameters;
  parameters.kind = facts.changes;
  parameters.origin = origin();
  parameters.redesign = redesign_of(page.host);
  if (facts.changes == ChangeKind::kNever) return ChangeProcess(parameters);
  const uint64_t seed = page_seed(page);
  parameters.seed = salted(seed, Salt::kProcess);
  if (facts.changes == ChangeKind::kNightly) {
    // A batch takes a quarter of an hour for all pages of the host.
    constexpr uint64_t kBatchMs = 15 * 60 * 1000;
    parameters.nights = facts.nights;
    parameters.batch_at =
        facts.batch_at +
        Duration::milliseconds(static_cast<int64_t>(below(salted(seed, Salt::kBatch), kBatchMs)));
    return ChangeProcess(parameters);
  }
  parameters.per_day = std::min(
      options_.max_changes_per_day,
      lognormal(salted(seed, Salt::kRate), facts.changes_per_day, options_.rate_sigma_page));
  if (facts.changes == ChangeKind::kBursts) {
    parameters.cycle =
        Duration::hours(24 * 5 + static_cast<int64_t>(below(salted(seed, Salt::kCycle), 24 * 20)));
    parameters.burst = Duration::hours(6);
  }
  return ChangeProcess(parameters);
}

PageVersion World::version(PageId page, Instant now) const {
  const ChangeProcess changes = process(page);
  if (const uint64_t number = changes.version_at(now); number > 0) {
    return {number, changes.change_time(number), is_redesigned(page.host, now)};
  }
  constexpr uint64_t kTwoYears = 2 * 365 * 86'400;
  const uint64_t age = 1 + below(salted(page_seed(page), Salt::kBirth), kTwoYears);
  return {0, origin() - Duration::seconds(static_cast<int64_t>(age))};
}

void World::append_path(std::string& out, PageId page) const {
  if (page.number == 0) {
    out += '/';
    return;
  }
  if (kind(page) == PageKind::kPrivate) {
    out += "/private/p";
  } else {
    out += '/';
    out += vocabulary(hosts_[page.host].writing).section;
    append_decimal(out, page.number / kPagesPerSection);
    out += "/p";
  }
  append_decimal(out, page.number);
  out += ".html";
}

std::string World::path(PageId page) const {
  std::string out;
  append_path(out, page);
  return out;
}

std::optional<PageId> World::find_page(uint32_t host, std::string_view path) const {
  if (path == "/") return PageId{host, 0};
  const HostFacts& facts = hosts_[host];
  if (!take(path, "/")) return std::nullopt;
  const bool is_private = take(path, "private");
  std::optional<uint64_t> section;
  if (!is_private) {
    if (!take(path, vocabulary(facts.writing).section)) return std::nullopt;
    section = take_decimal(path);
    if (!section) return std::nullopt;
  }
  if (!take(path, "/p")) return std::nullopt;
  const auto number = take_decimal(path);
  if (!number || path != ".html" || *number == 0 || *number >= facts.pages) return std::nullopt;
  if (section && *section != *number / kPagesPerSection) return std::nullopt;
  const PageId page{host, static_cast<uint32_t>(*number)};
  if ((kind(page) == PageKind::kPrivate) != is_private) return std::nullopt;
  return page;
}

void World::append_origin(std::string& out, uint32_t host) const {
  out += "http://h";
  append_decimal(out, host);
  out += '.';
  out += options_.domain;
  if (options_.url_port != 80) {
    out += ':';
    append_decimal(out, options_.url_port);
  }
}

std::string World::url(PageId page) const {
  std::string out;
  append_origin(out, page.host);
  append_path(out, page);
  return out;
}

std::string World::url(uint32_t host, std::string_view path) const {
  std::string out;
  append_origin(out, host);
  out += path;
  return out;
}

std::optional<PageId> World::find(std::string_view url) const {
  if (!take(url, "http://")) return std::nullopt;
  const size_t slash = std::min(url.find('/'), url.size());
  const auto host = find_host(url.substr(0, slash));
  if (!host) return std::nullopt;
  std::string origin;
  append_origin(origin, *host);
  if (origin.size() - std::string_view("http://").size() != slash) return std::nullopt;
  return find_page(*host, url.substr(slash));
}

WorldLink World::link(PageId from, uint32_t slot) const {
  WorldLink link;
  link.random = mix(page_seed(from), (uint64_t{slot} << 32) + 1);
  const HostFacts* facts = &hosts_[from.host];
  const bool within = slot < options_.links_within;
  if (within && slot < branching_) {
    const uint64_t child = uint64_t{from.number} * branching_ + 1 + slot;
    if (child < facts->pages) {
      link.to = {from.host, static_cast<uint32_t>(child)};
      link.is_tree = true;
      return link;
    }
  }
  link.to.host = within ? from.host : static_cast<uint32_t>(below(link.random, options_.hosts));
  facts = &hosts_[link.to.host];
  // The square makes some pages the target of many more links than others.
  const double u = unit(mix(link.random));
  link.to.number = static_cast<uint32_t>(u * u * facts->pages);
  return link;
}

PageId World::redirect_target(PageId page) const {
  const uint64_t random = salted(page_seed(page), Salt::kTarget);
  return {page.host, static_cast<uint32_t>(below(random, hosts_[page.host].interior))};
}

Duration World::trouble_left(uint32_t host, Instant now) const {
  const HostFacts& facts = hosts_[host];
  const Duration since = now - start_;
  Duration left;
  if (facts.fault == HostFault::kOutage) {
    if (since < facts.fault_phase) return {};
    left = facts.fault_phase + options_.outage_length - since;
  } else if (facts.fault != HostFault::kNone) {
    const int64_t period = options_.busy_period.in_microseconds();
    const int64_t at = (((since + facts.fault_phase).in_microseconds() % period) + period) % period;
    left = options_.busy_length - Duration::microseconds(at);
  }
  return std::max(left, Duration());
}

bool World::is_troubled(uint32_t host, Instant now) const {
  return hosts_[host].fault != HostFault::kNone && trouble_left(host, now) > Duration();
}

Duration World::latency(uint32_t host, Instant now) const {
  const HostFacts& facts = hosts_[host];
  const double hour = static_cast<double>(now.unix_seconds() % 86'400) / 3'600;
  const bool by_day = facts.slow_by_day && hour >= 9 && hour < 17;
  const Duration more = by_day ? options_.slow : Duration();
  if (facts.latency <= Duration()) return more;
  if (options_.latency_swing == 0) return facts.latency + more;
  const double load = (1 + std::cos((hour - facts.busiest_hour) * std::numbers::pi / 12)) / 2;
  return Duration::from_seconds(facts.latency.in_seconds() * (1 + options_.latency_swing * load)) +
         more;
}

const TextPool& World::texts(Writing writing) const {
  const auto& texts = texts_[static_cast<size_t>(writing)];
  FRESHET_CHECK(texts != nullptr, "no host has this writing");
  return *texts;
}

uint32_t World::directory_pages() const {
  if (options_.hosts < 2 || options_.shop) return 0;
  return (options_.hosts + kHostsPerDirectoryPage - 1) / kHostsPerDirectoryPage;
}

uint32_t World::near_duplicates(uint32_t host) const {
  return hosts_[host].places.has(Place::kNearDuplicates) ? options_.near_duplicates : 0;
}

}  // namespace freshet::aquarium

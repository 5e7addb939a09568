#include "aquarium/host_facts.h"

#include <algorithm>

#include "aquarium/kind_names.h"
#include "aquarium/random.h"

namespace freshet::aquarium {
namespace {

// The facts that are drawn at random. Each has a seed of its own, so that adding a fact does not
// change the others.
enum class Fact : uint64_t {
  kPages = 1,
  kChanges,
  kRate,
  kNights,
  kBatchAt,
  kValidators,
  kRobots,
  kSitemap,
  kLastmod,
  kFault,
  kWriting,
  kFeed,
  kGzip,
  kChunked,
  kCrawlDelay,
  kLatency,
  kBusiestHour,
  kFaultPhase,
  kSlowByDay,
  kRedesign,
  kPlaces = 100,
};

class FactSampler {
 public:
  FactSampler(const WorldOptions& options, uint32_t host) : options_(options), host_(host) {}

  uint64_t draw(Fact fact) const { return mix(mix(options_.seed, host_), uint64_t(fact)); }
  // The host's quantile for a fact. For each fact, the hosts are shuffled, and the host's position
  // in that order decides. So shares are exact: a kind whose share is at least one host is never
  // missing.
  double quantile(Fact fact, uint64_t more = 0) const {
    const uint64_t order = mix(~options_.seed, uint64_t(fact) + more);
    return (shuffled(order, host_, options_.hosts) + 0.5) / options_.hosts;
  }
  bool in_share(Fact fact, double share, uint64_t more = 0) const {
    return quantile(fact, more) < share;
  }
  template <typename Kind>
  Kind pick(Fact fact, const Mix<Kind>& mix) const {
    return mix.at(quantile(fact));
  }

 private:
  const WorldOptions& options_;
  uint32_t host_;
};

}  // namespace

uint32_t branching(const WorldOptions& options) {
  constexpr uint32_t kBranching = 10;
  return std::clamp<uint32_t>(options.links_within, 1, kBranching);
}

HostFacts host_facts(const WorldOptions& options, uint32_t host) {
  const FactSampler sampler(options, host);
  HostFacts facts;
  facts.seed = mix(mix(options.seed, host), 0);
  const double pages =
      lognormal(sampler.draw(Fact::kPages), options.pages_per_host, options.pages_sigma);
  facts.pages = static_cast<uint32_t>(std::clamp<double>(pages, 1, options.max_pages_per_host));
  facts.interior = facts.pages < 2 ? 1 : (facts.pages - 2) / branching(options) + 1;

  facts.changes = sampler.pick(Fact::kChanges, options.changes);
  facts.changes_per_day =
      lognormal(sampler.draw(Fact::kRate), options.changes_per_day, options.rate_sigma_host);
  // Most batches run every night, the others every second to seventh night.
  facts.nights = std::max<int>(1, static_cast<int>(below(sampler.draw(Fact::kNights), 14)) - 6);
  facts.batch_at = Duration::hours(static_cast<int64_t>(
      below(sampler.draw(Fact::kBatchAt), 24 * static_cast<uint64_t>(facts.nights))));
  facts.has_redesign =
      options.redesign_at && sampler.in_share(Fact::kRedesign, options.redesign_share);

  facts.validators = sampler.pick(Fact::kValidators, options.validators);
  facts.robots = sampler.pick(Fact::kRobots, options.robots);
  facts.sitemap = sampler.pick(Fact::kSitemap, options.sitemaps);
  facts.lastmod = sampler.pick(Fact::kLastmod, options.lastmods);
  facts.fault = sampler.pick(Fact::kFault, options.faults);
  facts.writing = sampler.pick(Fact::kWriting, options.writings);
  // The language of a shop belongs to its currency.
  if (options.shop) facts.writing = host % 3 == 2 ? Writing::kKorean : Writing::kEnglish;
  for (size_t i = 0; i < count_of<Place>(); ++i) {
    const bool first = options.place_share > 0 && host == i % options.hosts;
    if (first || sampler.in_share(Fact::kPlaces, options.place_share, i)) {
      facts.places.add(static_cast<Place>(i));
    }
  }
  facts.has_feed = sampler.in_share(Fact::kFeed, options.feed_share);
  facts.gzips = sampler.in_share(Fact::kGzip, options.gzip_share);
  facts.chunks = sampler.in_share(Fact::kChunked, options.chunked_share);

  facts.latency = Duration::from_seconds(
      lognormal(sampler.draw(Fact::kLatency), options.latency.in_seconds(), options.latency_sigma));
  facts.busiest_hour = static_cast<int>(below(sampler.draw(Fact::kBusiestHour), 24));
  facts.slow_by_day = host > 0 && sampler.in_share(Fact::kSlowByDay, options.slow_by_day_share);
  const Duration within =
      facts.fault == HostFault::kOutage ? options.outage_within : options.busy_period;
  facts.fault_phase = Duration::microseconds(static_cast<int64_t>(
      below(sampler.draw(Fact::kFaultPhase), static_cast<uint64_t>(within.in_microseconds()) + 1)));

  if (host == 0) {
    if (options.faults.has(HostFault::kNone)) facts.fault = HostFault::kNone;
    if (options.robots.has(RobotsKind::kRules)) facts.robots = RobotsKind::kRules;
  }
  if (facts.has_rules() && sampler.in_share(Fact::kCrawlDelay, options.crawl_delay_share)) {
    facts.crawl_delay = options.crawl_delay;
  }
  return facts;
}

}  // namespace freshet::aquarium

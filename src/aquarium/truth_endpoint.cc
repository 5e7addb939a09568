#include "aquarium/truth_endpoint.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "aquarium/kind_names.h"
#include "aquarium/politeness.h"
#include "aquarium/query_parameters.h"
#include "aquarium/shop_truth.h"
#include "aquarium/truth.h"
#include "json/write.h"

namespace freshet::aquarium {
namespace {

constexpr uint64_t kMaxItems = 10'000;
constexpr size_t kMaxChanges = 1'000;

class TruthResponder {
 public:
  TruthResponder(const World& world, const RequestLog& log, const Request& request, Instant now,
                 Reply& reply)
      : world_(world), log_(log), target_(request.target), now_(now), reply_(reply) {}

  void answer() {
    const std::string_view path = target_.substr(0, target_.find('?'));
    reply_.fields = "Content-Type: application/json\r\nCache-Control: no-store\r\n";
    if (path == "/world") return world();
    if (path == "/pages" && !world_.options().shop) return pages();
    if (path == "/page" && !world_.options().shop) return page();
    if (path == "/log") return log();
    if (path == "/manners") return politeness();
    if (path == "/seeds") return seeds();
    if (answer_shop_truth(world_, target_, now_, reply_)) return;
    respond_error(404, world_.options().shop
                           ? "unknown path; use /world, /items, /item, /lists, /recipe, /log, "
                             "/manners or /seeds"
                           : "unknown path; use /world, /pages, /page, /log, /manners or /seeds");
  }

 private:
  void respond_error(int status, std::string_view why) {
    reply_.status = status;
    json_.begin_object().member("error", why).end_object();
  }

  void world() {
    const WorldOptions& options = world_.options();
    json_.begin_object()
        .member("seed", options.seed)
        .member("domain", options.domain)
        .member("now_us", now_.unix_microseconds())
        .member("start_us", world_.start().unix_microseconds())
        .member("origin_us", world_.origin().unix_microseconds())
        .member("requests", log_.total());
    const uint64_t first = number_parameter(target_, "after", 0);
    const uint64_t end = first + std::min(number_parameter(target_, "limit", kMaxItems), kMaxItems);
    json_.member("host_count", world_.host_count()).key("hosts").begin_array();
    for (uint64_t host = first; host < std::min<uint64_t>(end, world_.host_count()); ++host) {
      one_host(static_cast<uint32_t>(host));
    }
    json_.end_array().end_object();
  }

  void one_host(uint32_t host) {
    const HostFacts& facts = world_.host(host);
    json_.begin_object()
        .member("host", world_.host_name(host))
        .member("pages", facts.pages)
        .member("addresses", address_count(world_, host))
        .member("changes", name(facts.changes))
        .member("changes_per_day", facts.changes_per_day)
        .member("validators", name(facts.validators))
        .member("robots", name(facts.robots))
        .member("held_back", facts.is_held_back())
        .member("crawl_delay", facts.crawl_delay.in_seconds())
        .member("sitemap", name(facts.sitemap))
        .member("lastmod", name(facts.lastmod))
        .member("feed", facts.has_feed)
        .member("fault", name(facts.fault))
        .member("troubled", world_.is_troubled(host, now_))
        .member("writing", name(facts.writing))
        .member("gzip", facts.gzips)
        .member("chunked", facts.chunks)
        .member("latency", world_.latency(host, now_).in_seconds())
        .key("redesign_us");
    if (const auto redesign = world_.redesign_of(host)) {
      json_.value(redesign->unix_microseconds());
    } else {
      json_.null();
    }
    json_.key("places").begin_array();
    for (size_t i = 0; i < count_of<Place>(); ++i) {
      const auto place = static_cast<Place>(i);
      if (facts.places.has(place)) json_.value(name(place));
    }
    json_.end_array().end_object();
  }

  void pages() {
    const auto host = world_.find_host(parameter(target_, "host"));
    if (!host) return respond_error(400, "no such host");
    const uint64_t count = address_count(world_, *host);
    const uint64_t limit =
        std::clamp<uint64_t>(number_parameter(target_, "limit", 1'000), 1, kMaxItems);
    const bool all = parameter(target_, "all") == "1";
    uint64_t index = number_parameter(target_, "after", 0);
    json_.begin_object().member("now_us", now_.unix_microseconds()).key("pages").begin_array();
    for (uint64_t seen = 0; index < count && seen < limit; ++index, ++seen) {
      const PageTruth truth = truth_at(world_, *host, index, now_);
      if (all || truth.expectation == Expectation::kCollect) one_page(truth);
    }
    json_.end_array();
    // The value of `after` for the next request; null at the end.
    if (index < count) {
      json_.member("next", index);
    } else {
      json_.key("next").null();
    }
    json_.end_object();
  }

  void page() {
    const std::string url = parameter(target_, "url");
    const auto truth = truth_of(world_, url, now_);
    if (!truth) return respond_error(404, "no such page");
    one_page(*truth);
  }

  void one_page(const PageTruth& truth) {
    json_.begin_object()
        .member("url", truth.url)
        .member("kind", truth.kind)
        .member("expected", name(truth.expectation))
        .member("volatile", truth.is_volatile)
        .member("version", truth.version.number)
        .member("last_change_us", truth.version.since.unix_microseconds());
    const Instant since = instant_parameter(target_, "since_us", kEndOfTime);
    if (since != kEndOfTime) {
      json_.key("changes_us").begin_array();
      if (const auto process = process_of(world_, truth.url)) {
        const Instant until = instant_parameter(target_, "until_us", now_);
        for (const Instant at : process->changes(since, until, kMaxChanges)) {
          json_.value(at.unix_microseconds());
        }
      }
      json_.end_array();
    }
    json_.end_object();
  }

  void log() {
    const uint64_t limit = std::min(number_parameter(target_, "limit", 1'000), kMaxItems);
    json_.begin_object().member("total", log_.total()).key("requests").begin_array();
    for (const LoggedRequest& request :
         log_.requests(number_parameter(target_, "after", 0), limit)) {
      json_.begin_object()
          .member("number", request.number)
          .member("received_us", request.received.unix_microseconds())
          .member("answered_us", request.answered.unix_microseconds())
          .member("virtual_us", request.virtual_time.unix_microseconds())
          .member("method", request.method)
          .member("host", request.host)
          .member("target", request.target)
          .member("status", request.status)
          .member("bytes", request.bytes)
          .member("user_agent", request.user_agent)
          .member("if_none_match", request.if_none_match)
          .member("if_modified_since", request.if_modified_since)
          .end_object();
    }
    json_.end_array().end_object();
  }

  void politeness() {
    json_.begin_object().key("hosts").begin_array();
    for (const HostPoliteness& host : measure_politeness(world_, log_.requests())) {
      json_.begin_object()
          .member("host", world_.host_name(host.host))
          .member("requests", host.requests)
          .member("most_at_once", host.most_at_once)
          .key("shortest_gap");
      if (host.shortest_gap) {
        json_.value(host.shortest_gap->in_seconds());
      } else {
        json_.null();
      }
      json_.member("before_robots", host.before_robots)
          .member("forbidden", host.forbidden)
          .member("held_back", host.held_back)
          .member("impatient", host.impatient)
          .end_object();
    }
    json_.end_array().end_object();
  }

  void seeds() {
    reply_.fields = "Content-Type: text/plain; charset=UTF-8\r\n";
    for (uint32_t host = 0; host < world_.host_count(); ++host) {
      world_.append_origin(reply_.body, host);
      reply_.body += "/\n";
    }
  }

  const World& world_;
  const RequestLog& log_;
  const std::string_view target_;
  const Instant now_;
  Reply& reply_;
  json::Writer json_{reply_.body};
};

}  // namespace

void answer_truth(const World& world, const RequestLog& log, const Request& request, Instant now,
                  Reply& reply) {
  TruthResponder(world, log, request, now, reply).answer();
}

}  // namespace freshet::aquarium

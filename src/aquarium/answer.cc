#include "aquarium/answer.h"

#include <string>

#include "aquarium/decimal.h"
#include "aquarium/places.h"
#include "aquarium/random.h"
#include "aquarium/route.h"
#include "aquarium/shop_pages.h"
#include "aquarium/site_files.h"
#include "aquarium/text_pool.h"
#include "http/date.h"
#include "http/headers.h"
#include "http/validators.h"

namespace freshet::aquarium {
namespace {

// A transparent GIF of one pixel.
constexpr std::string_view kImage(
    "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xFF\xFF\xFF!\xF9\x04\x01\0\0\0\0,"
    "\0\0\0\0\x01\0\x01\0\0\x02\x02"
    "D\x01\0;",
    43);

constexpr std::string_view kForbiddenAddress = "http://127.0.0.1:1/secret";

class Answerer {
 public:
  Answerer(const World& world, uint32_t host, const Request& request, const Moment& moment,
           Reply& reply)
      : world_(world),
        facts_(world.host(host)),
        host_(host),
        request_(request),
        moment_(moment),
        reply_(reply) {}

  void answer() {
    if (request_.method != "GET" && request_.method != "HEAD") {
      reply_.status = 405;
      field("Allow", "GET, HEAD");
      return;
    }
    if (world_.is_troubled(host_, moment_.now)) return trouble();
    if (facts_.gzips) {
      reply_.compression = Compression::kContentEncoding;
      field("Vary", "Accept-Encoding");
    }
    reply_.chunked = facts_.chunks;
    if (world_.options().shop) return answer_shop(world_, host_, request_, moment_, reply_);
    const Destination to = find_route(world_, host_, request_.target);
    switch (to.route) {
      case Route::kPage: return page({host_, to.number});
      case Route::kRobots: return write_robots(world_, at(), to.number, reply_);
      case Route::kSitemap: return write_sitemap(world_, host_, to, moment_.now, reply_);
      case Route::kFeed: return write_feed(world_, host_, moment_.now, reply_);
      case Route::kDirectory:
      case Route::kNearDuplicate:
      case Route::kCalendar:
      case Route::kMaze: html(); return write_place(world_, at(), to, reply_.body);
      case Route::kHop: return hop({host_, to.number}, to.step);
      case Route::kLoop:
        return redirect(302, "/loop/" + std::to_string(to.number) + (to.step == 0 ? "/1" : "/0"));
      case Route::kImage:
        field("Content-Type", "image/gif");
        reply_.compression = Compression::kNone;
        reply_.body = kImage;
        return;
      case Route::kUnknown: return not_found(facts_.places.has(Place::kSoft404) ? 200 : 404);
    }
  }

 private:
  HostMoment at() const { return {host_, moment_.now}; }
  void field(std::string_view name, std::string_view value) {
    reply_.fields.append(name).append(": ").append(value).append("\r\n");
  }
  void html() {
    reply_.fields.append("Content-Type: text/html; charset=")
        .append(world_.texts(facts_.writing).charset())
        .append("\r\n");
  }

  void trouble() {
    const Duration left = world_.trouble_left(host_, moment_.now);
    if (facts_.fault == HostFault::kOutage) {
      reply_.delivery = Delivery::kRefused;
      reply_.status = 0;
      return;
    }
    const bool seconds = facts_.fault == HostFault::kBusy429;
    reply_.status = seconds ? 429 : 503;
    // Rounded up to whole seconds, so that the host has recovered when a client has waited that
    // long.
    const Instant recovered = Instant::from_unix_seconds((moment_.now + left).unix_seconds() + 1);
    field("Retry-After", seconds ? std::to_string(left.in_whole_seconds() + 1)
                                 : http::format_http_date(recovered));
    html();
    write_link_page(world_, at(), {"Busy", "Please come back later.", ""}, reply_.body);
  }

  void redirect(int status, std::string_view location) {
    reply_.status = status;
    field("Location", location);
    html();
    reply_.body.append("<p>Moved <a href=\"").append(location).append("\">here</a>.</p>\n");
  }

  void hop(PageId page, uint32_t step) {
    if (step > 0) {
      return redirect(301, "/hop/" + std::to_string(page.number) + "/" + std::to_string(step - 1));
    }
    redirect(302, world_.path(world_.redirect_target(page)));
  }

  void not_found(int status) {
    reply_.status = status;
    html();
    write_not_found(world_, at(), reply_.body);
  }

  void page(PageId page) {
    const PageKind kind = world_.kind(page);
    switch (kind) {
      case PageKind::kMissing: return not_found(404);
      case PageKind::kGone: return not_found(410);
      case PageKind::kSoft404: return not_found(200);
      case PageKind::kMoved301: return moved(301, page);
      case PageKind::kFound302: return moved(302, page);
      case PageKind::kTemporary307: return moved(307, page);
      case PageKind::kPermanent308: return moved(308, page);
      case PageKind::kRedirectChain: return hop(page, kChainHops + 1);
      case PageKind::kRedirectLoop:
        return redirect(302, "/loop/" + std::to_string(page.number) + "/0");
      case PageKind::kRedirectPrivate: return redirect(302, kForbiddenAddress);
      case PageKind::kEmpty:
        reply_.delivery = Delivery::kEmpty;
        reply_.status = 0;
        return;
      case PageKind::kTruncated: faulty(Delivery::kTruncated); break;
      case PageKind::kReset: faulty(Delivery::kReset); break;
      case PageKind::kEndless: faulty(Delivery::kEndless); break;
      default: break;
    }
    const PageVersion version = world_.version(page, moment_.now);
    validators(page, version);
    if (reply_.status == 304) return;
    if (kind == PageKind::kNoindexHeader) field("X-Robots-Tag", "noindex");
    if (kind == PageKind::kWrongCharset) {
      field("Content-Type", facts_.writing == Writing::kFrenchWindows1252
                                ? "text/html; charset=UTF-8"
                                : "text/html; charset=ISO-8859-1");
    } else {
      html();
    }
    write_page(world_, page, version, moment_, reply_.body);
  }

  // The location is absolute or relative: servers use both.
  void moved(int status, PageId page) {
    const PageId target = world_.redirect_target(page);
    redirect(status, page.number % 2 == 0 ? world_.url(target) : world_.path(target));
  }

  void faulty(Delivery delivery) {
    reply_.delivery = delivery;
    reply_.compression = Compression::kNone;
    reply_.chunked = false;
  }

  // Adds the validators of the page, and makes the reply a 304 if they match the request's
  // conditions.
  void validators(PageId page, const PageVersion& version) {
    const size_t start = reply_.fields.size();
    Instant modified = version.since;
    switch (facts_.validators) {
      case ValidatorKind::kAbsent: return;
      case ValidatorKind::kHonest: etag("\"", page, version.number); break;
      case ValidatorKind::kWeak: etag("W/\"", page, version.number); break;
      case ValidatorKind::kFrozen:
        etag("\"", page, 0);
        modified = world_.version(page, world_.origin()).since;
        break;
      case ValidatorKind::kRestless:
        etag("\"", page, mix(moment_.nonce, 3));
        modified = moment_.now;
        break;
    }
    // `"<page>-<version>"`, between "ETag: " and the end of the line.
    const std::string_view tag =
        std::string_view(reply_.fields).substr(start + 6, reply_.fields.size() - start - 8);
    const bool dated = facts_.validators != ValidatorKind::kWeak;
    const bool is_conditional =
        !request_.if_none_match.empty() || !request_.if_modified_since.empty();
    if (is_conditional) {
      http::HeaderMap conditions;
      if (!request_.if_none_match.empty()) conditions.add("If-None-Match", request_.if_none_match);
      if (!request_.if_modified_since.empty()) {
        conditions.add("If-Modified-Since", request_.if_modified_since);
      }
      http::Validators current;
      current.etag = tag;
      // The client has received the date in whole seconds.
      if (dated) current.last_modified = Instant::from_unix_seconds(modified.unix_seconds());
      if (http::is_not_modified(conditions, current)) reply_.status = 304;
    }
    if (dated) field("Last-Modified", http::format_http_date(modified));
  }

  void etag(std::string_view opening, PageId page, uint64_t version) {
    reply_.fields.append("ETag: ").append(opening);
    append_hex(reply_.fields, world_.page_seed(page) >> 32);
    reply_.fields += '-';
    append_hex(reply_.fields, version);
    reply_.fields.append("\"\r\n");
  }

  const World& world_;
  const HostFacts& facts_;
  const uint32_t host_;
  const Request& request_;
  const Moment& moment_;
  Reply& reply_;
};

}  // namespace

void answer(const World& world, uint32_t host, const Request& request, const Moment& moment,
            Reply& reply) {
  reply.clear();
  Answerer(world, host, request, moment, reply).answer();
}

Duration first_byte_delay(const World& world, uint32_t host, const Request& request, Instant now) {
  Duration delay = world.latency(host, now);
  const HostFacts& facts = world.host(host);
  if (request.target == "/robots.txt") {
    if (facts.robots == RobotsKind::kSlow) delay += world.options().slow;
  } else if (world.options().pages.has(PageKind::kSlow)) {
    const Destination to = find_route(world, host, request.target);
    if (to.route == Route::kPage && world.kind({host, to.number}) == PageKind::kSlow) {
      delay += world.options().slow;
    }
  }
  return delay;
}

}  // namespace freshet::aquarium

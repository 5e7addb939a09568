#include "aquarium/site_files.h"

#include <algorithm>
#include <string>
#include <vector>

#include "aquarium/decimal.h"
#include "clock/civil.h"
#include "http/date.h"

namespace freshet::aquarium {
namespace {

void field(Reply& reply, std::string_view name, std::string_view value) {
  reply.fields.append(name).append(": ").append(value).append("\r\n");
}

void moved(Reply& reply, std::string_view location) {
  reply.status = 301;
  field(reply, "Location", location);
}

void write_rules(const World& world, uint32_t host, std::string& out) {
  const HostFacts& facts = world.host(host);
  out +=
      "# Rules of an aquarium\nUser-agent: badbot\nDisallow: /\n\nUser-agent: *\nDisallow: "
      "/private/\n";
  if (facts.crawl_delay > Duration()) {
    const int64_t ms = facts.crawl_delay.in_microseconds() / 1'000;
    out += "Crawl-delay: " + std::to_string(ms / 1'000);
    if (ms % 1'000 != 0) out += "." + std::to_string(1'000 + ms % 1'000).substr(1);
    out += '\n';
  }
  if (facts.sitemap != SitemapKind::kNone) {
    const bool gzip = facts.sitemap == SitemapKind::kGzip && sitemap_parts(facts) == 0;
    out += "\nSitemap: " + world.url(host, gzip ? "/sitemap.xml.gz" : "/sitemap.xml") + "\n";
  }
}

bool is_listed(const World& world, PageId page) {
  return page.number < world.host(page.host).interior ||
         (world.kind(page) != PageKind::kPrivate &&
          world.expectation(page) == Expectation::kCollect);
}

void append_index(const World& world, uint32_t host, std::string& out) {
  const HostFacts& facts = world.host(host);
  out += "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
  for (uint32_t part = 1; part <= sitemap_parts(facts); ++part) {
    out += "<sitemap><loc>";
    world.append_origin(out, host);
    out += "/sitemap-";
    append_decimal(out, part);
    out += facts.sitemap == SitemapKind::kGzip ? ".xml.gz" : ".xml";
    out += "</loc></sitemap>\n";
  }
  out += "</sitemapindex>\n";
}

struct Range {
  uint32_t begin;
  uint32_t end;
};

Instant lastmod_of(const World& world, PageId page, Instant now) {
  switch (world.host(page.host).lastmod) {
    case LastmodKind::kLying: return now;
    case LastmodKind::kFrozen: return world.origin();
    case LastmodKind::kHonest:
    case LastmodKind::kAbsent: break;
  }
  return world.version(page, now).since;
}

void append_urls(const World& world, uint32_t host, Range pages, Instant now, std::string& out) {
  const LastmodKind lastmod = world.host(host).lastmod;
  out += "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
  for (uint32_t number = pages.begin; number < pages.end; ++number) {
    const PageId page{host, number};
    if (!is_listed(world, page)) continue;
    out += "<url><loc>";
    world.append_origin(out, host);
    world.append_path(out, page);
    out += "</loc>";
    if (lastmod != LastmodKind::kAbsent) {
      const std::string date = format_iso8601(lastmod_of(world, page, now));
      out.append("<lastmod>").append(date).append("</lastmod>");
    }
    out += "</url>\n";
  }
  out += "</urlset>\n";
}

}  // namespace

void write_robots(const World& world, const HostMoment& at, uint32_t number, Reply& reply) {
  const RobotsKind kind = world.host(at.host).robots;
  reply.chunked = false;
  if (kind == RobotsKind::kRedirect && number == 0) return moved(reply, "/robots-moved.txt");
  if (kind == RobotsKind::kRedirectLoop) {
    return moved(reply, number == 2 ? "/robots-b.txt" : "/robots-a.txt");
  }
  switch (kind) {
    case RobotsKind::kMissing: reply.status = 404; break;
    case RobotsKind::kForbidden: reply.status = 403; break;
    case RobotsKind::kServerError: reply.status = 500; break;
    case RobotsKind::kTooMany:
      reply.status = 429;
      field(reply, "Retry-After", "60");
      break;
    case RobotsKind::kHtml:
      field(reply, "Content-Type", "text/html");
      return write_not_found(world, at, reply.body);
    default: break;
  }
  field(reply, "Content-Type", "text/plain; charset=UTF-8");
  if (reply.status != 200) {
    reply.body = "no rules\n";
    return;
  }
  write_rules(world, at.host, reply.body);
  if (kind == RobotsKind::kHuge) {
    uint64_t other = 0;
    while (reply.body.size() < world.options().huge_robots_bytes) {
      reply.body += "\nUser-agent: other";
      append_decimal(reply.body, other++);
      reply.body += "\nDisallow: /not-for-you/\nDisallow: /nor-this/\n";
    }
  }
}

void write_sitemap(const World& world, uint32_t host, const Destination& file, Instant now,
                   Reply& reply) {
  const HostFacts& facts = world.host(host);
  const bool gzip = file.step == 1;
  field(reply, "Content-Type", gzip ? "application/gzip" : "application/xml");
  if (gzip) reply.compression = Compression::kGzipFile;
  reply.body += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  const uint32_t parts = sitemap_parts(facts);
  if (parts == 0) return append_urls(world, host, {0, facts.pages}, now, reply.body);
  if (file.number == 0) return append_index(world, host, reply.body);
  const uint32_t begin = (file.number - 1) * kPagesPerSitemap;
  append_urls(world, host, {begin, std::min(begin + kPagesPerSitemap, facts.pages)}, now,
              reply.body);
}

void write_feed(const World& world, uint32_t host, Instant now, Reply& reply) {
  constexpr uint32_t kConsidered = 1'000;
  constexpr size_t kItems = 20;
  struct Item {
    Instant since;
    uint32_t number;
  };
  std::vector<Item> items;
  const uint32_t considered = std::min(world.host(host).pages, kConsidered);
  for (uint32_t number = 0; number < considered; ++number) {
    if (!is_listed(world, {host, number})) continue;
    items.push_back({world.version({host, number}, now).since, number});
  }
  const size_t shown = std::min(items.size(), kItems);
  std::partial_sort(items.begin(), items.begin() + static_cast<ptrdiff_t>(shown), items.end(),
                    [](const Item& a, const Item& b) {
                      return a.since != b.since ? a.since > b.since : a.number < b.number;
                    });
  items.resize(shown);

  field(reply, "Content-Type", "application/rss+xml");
  std::string& out = reply.body;
  out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel><title>";
  out += world.host_name(host) + "</title><link>" + world.url(host, "/") +
         "</link><description>latest changes</description>\n";
  for (const Item& item : items) {
    const std::string url = world.url({host, item.number});
    out.append("<item><title>page ").append(std::to_string(item.number)).append("</title><link>");
    out.append(url).append("</link><guid>").append(url).append("</guid><pubDate>");
    out.append(http::format_http_date(item.since)).append("</pubDate></item>\n");
  }
  out += "</channel></rss>\n";
}

}  // namespace freshet::aquarium

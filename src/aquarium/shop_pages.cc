#include "aquarium/shop_pages.h"

#include "aquarium/shop_list.h"
#include "clock/civil.h"

namespace freshet::aquarium {
namespace {

constexpr std::string_view kPixel(
    "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xFF\xFF\xFF!\xF9\x04\x01\0\0\0\0,"
    "\0\0\0\0\x01\0\x01\0\0\x02\x02"
    "D\x01\0;",
    43);

// Whether the target refers to something that exists now.
bool exists(const Shop& shop, const ShopTarget& to, Instant now) {
  switch (to.page) {
    case ShopPage::kItem:
    case ShopPage::kPrint:
    case ShopPage::kQuestion:
    case ShopPage::kCart: return shop.exists(to.number, now);
    case ShopPage::kReview:
      return shop.exists(to.number, now) && to.other >= 1 &&
             to.other <= shop.review_count(to.number, now);
    case ShopPage::kCompare: return shop.exists(to.number, now) && shop.exists(to.other, now);
    case ShopPage::kList:
      return to.list.page == 1 ||
             to.list.page <= list_pages(listed_items(shop, to.list, now).size());
    case ShopPage::kUnknown: return false;
    default: return true;
  }
}

Instant lastmod(const Shop& shop, uint32_t item, Instant now) {
  switch (shop.world().host(shop.host()).lastmod) {
    case LastmodKind::kLying: return now;
    case LastmodKind::kFrozen: return shop.first_offered(item);
    case LastmodKind::kHonest:
    case LastmodKind::kAbsent: break;
  }
  return shop.last_change(item, now);
}

}  // namespace

void write_shop_robots(const Shop& shop, std::string& out) {
  out +=
      "# A shop of an aquarium\nUser-agent: badbot\nDisallow: /\n\nUser-agent: *\nDisallow: "
      "/cart\n\nSitemap: ";
  out += shop.world().url(shop.host(), "/sitemap.xml");
  out += '\n';
}

void write_shop_sitemap(const Shop& shop, Instant now, std::string& out) {
  const bool has_dates = shop.world().host(shop.host()).lastmod != LastmodKind::kAbsent;
  out +=
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset "
      "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
  const uint32_t arrived = shop.arrived(now);
  for (uint32_t item = 0; item < arrived; ++item) {
    if (now >= shop.deleted(item)) continue;
    out.append("<url><loc>").append(item_url(shop, item)).append("</loc>");
    if (has_dates) {
      out.append("<lastmod>").append(format_iso8601(lastmod(shop, item, now)));
      out.append("</lastmod>");
    }
    out += "</url>\n";
  }
  out += "</urlset>\n";
}

void answer_shop(const World& world, uint32_t host, const Request& request, const Moment& moment,
                 Reply& reply) {
  const Shop shop(world, host);
  const ShopVisit visit{shop, moment, request.target, world.is_redesigned(host, moment.now)};
  const ShopTarget to = find_shop_target(shop, request.target);
  HtmlWriter html(reply.body);
  if (!exists(shop, to, moment.now)) {
    reply.status = 404;
    reply.fields += "Content-Type: text/html; charset=UTF-8\r\n";
    return write_other_page(visit, {}, html);
  }
  switch (to.page) {
    case ShopPage::kRobots:
      reply.fields += "Content-Type: text/plain; charset=UTF-8\r\n";
      return write_shop_robots(shop, reply.body);
    case ShopPage::kSitemap:
      reply.fields += "Content-Type: application/xml\r\n";
      return write_shop_sitemap(shop, moment.now, reply.body);
    case ShopPage::kImage:
      reply.fields += "Content-Type: image/gif\r\n";
      reply.compression = Compression::kNone;
      reply.body = kPixel;
      return;
    default: break;
  }
  reply.fields += "Content-Type: text/html; charset=UTF-8\r\n";
  if (to.page == ShopPage::kItem) return write_item_page(visit, to.number, html);
  if (to.page == ShopPage::kList) return write_list_page(visit, to.list, html);
  write_other_page(visit, to, html);
}

}  // namespace freshet::aquarium

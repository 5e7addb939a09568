#include "aquarium/shop_frame.h"

#include "aquarium/random.h"
#include "aquarium/shop_target.h"
#include "aquarium/shop_words.h"
#include "clock/civil.h"
#include "digest/fingerprint.h"

namespace freshet::aquarium {
namespace {

constexpr int kLinksOfAKind = 15;

// Links to posts, users and comparisons, of which a shop has about a hundred times as many as
// items. Every page has its own, so that a crawl that follows all links meets few items.
void write_unrelated_links(const ShopVisit& visit, HtmlWriter& html) {
  const Shop& shop = visit.shop;
  RandomStream random(mix(shop.item_seed(0), digest::fingerprint(visit.target).value));
  const uint64_t items = shop.item_count();
  for (int i = 0; i < kLinksOfAKind; ++i) {
    const auto post = static_cast<uint32_t>(random.below(items * Shop::kPostsPerItem));
    html << "<li><a href=\"";
    append_post_path(html.out(), post);
    html << "\">" << slug_words(post) << "</a></li>\n";
    const auto user = static_cast<uint32_t>(random.below(items * Shop::kUsersPerItem));
    html << "<li><a href=\"";
    append_user_path(html.out(), user);
    html << "\">" << user_name(user) << "</a></li>\n";
    const auto item = static_cast<uint32_t>(random.below(items));
    const auto other = item + 1 + static_cast<uint32_t>(random.below(Shop::kComparedItems));
    if (!shop.exists(item, visit.now()) || !shop.exists(other, visit.now())) continue;
    html << "<li><a href=\"";
    append_compare_path(html.out(), item, other);
    html << "\">compare</a></li>\n";
  }
}

}  // namespace

HtmlWriter& HtmlWriter::text(std::string_view plain) {
  for (const char c : plain) {
    switch (c) {
      case '&': out_ += "&amp;"; break;
      case '<': out_ += "&lt;"; break;
      case '>': out_ += "&gt;"; break;
      case '"': out_ += "&quot;"; break;
      default: out_ += c;
    }
  }
  return *this;
}

void write_advert(const ShopVisit& visit, uint64_t place, HtmlWriter& html) {
  const uint64_t random = mix(visit.moment.nonce, place);
  html << (visit.is_redesigned ? "<aside class=\"promo\">" : "<div class=\"ad\">");
  // The host does not exist, so that no crawl follows these endless links.
  html << "<a rel=\"sponsored\" href=\"http://ads.example/click?c=";
  append_hex(html.out(), random);
  html << "\">" << visit.shop.texts().sentence(mix(random));
  html << (visit.is_redesigned ? "</a></aside>\n" : "</a></div>\n");
}

void write_item_link(const Shop& shop, uint32_t item, HtmlWriter& html) {
  html << "<a href=\"";
  append_item_path(html.out(), item);
  html << "\">";
  html.text(shop.title(item)) << "</a>";
}

void begin_shop_page(const ShopVisit& visit, std::string_view title, std::string_view head,
                     HtmlWriter& html) {
  const Shop& shop = visit.shop;
  html << "<!DOCTYPE html>\n<html lang=\"" << shop.texts().lang()
       << "\">\n<head>\n<meta charset=\"UTF-8\">\n<title>";
  html.text(title) << "</title>\n" << head << "</head>\n<body>\n";
  html << (visit.is_redesigned ? "<header class=\"top\"><div class=\"menu\">\n"
                               : "<nav class=\"menu\"><ul>\n");
  html << "<li><a href=\"/\">Shop</a></li>\n";
  for (const std::string_view name : kCategories) {
    html << "<li><a href=\"/c/" << name << "\">" << name << "</a></li>\n";
  }
  html << "<li><a href=\"/help/\">help</a></li>\n<li><a href=\"/blog/\">blog</a></li>\n"
       << (visit.is_redesigned ? "</div></header>\n" : "</ul></nav>\n");
  write_advert(visit, 1, html);
}

void end_shop_page(const ShopVisit& visit, HtmlWriter& html) {
  html << "<footer>\n<ul class=\"more\">\n";
  write_unrelated_links(visit, html);
  html << "</ul>\n";
  write_advert(visit, 2, html);
  html << "<p class=\"clock\">" << format_iso8601_fraction(visit.now())
       << "</p>\n</footer>\n</body>\n</html>\n";
}

std::string_view star_signs(uint32_t stars) {
  constexpr std::string_view kSigns[] = {"☆☆☆☆☆", "★☆☆☆☆", "★★☆☆☆", "★★★☆☆", "★★★★☆", "★★★★★"};
  return kSigns[stars < 6 ? stars : 5];
}

}  // namespace freshet::aquarium

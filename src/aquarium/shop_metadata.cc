#include "aquarium/shop_metadata.h"

#include "aquarium/shop_frame.h"
#include "aquarium/shop_target.h"
#include "aquarium/shop_words.h"
#include "json/write.h"

namespace freshet::aquarium {
namespace {

void meta(std::string& out, std::string_view property, std::string_view content) {
  HtmlWriter html(out);
  html << "<meta property=\"" << property << "\" content=\"";
  html.text(content) << "\">\n";
}

}  // namespace

bool has_metadata(uint32_t item, Metadata metadata) {
  return item % 7 != 0 || item / 7 % 3 != static_cast<uint32_t>(metadata);
}

std::string_view schema_availability(bool is_in_stock) {
  return is_in_stock ? "https://schema.org/InStock" : "https://schema.org/OutOfStock";
}

void append_open_graph(const Shop& shop, uint32_t item, const ItemState& state, std::string& out) {
  meta(out, "og:type", "product");
  meta(out, "og:title", shop.title(item));
  meta(out, "og:url", item_url(shop, item));
  meta(out, "og:image", image_url(shop, item));
  meta(out, "og:description", state.description);
  meta(out, "product:brand", kBrands[shop.brand(item)]);
  meta(out, "product:price:amount", plain_amount(state.price));
  meta(out, "product:price:currency", currency(state.price.style));
  meta(out, "product:availability", availability(state.is_in_stock));
}

void append_json_ld(const Shop& shop, uint32_t item, const ItemState& state, std::string& out) {
  out += "<script type=\"application/ld+json\">\n";
  json::Writer json(out);
  json.begin_object()
      .member("@context", "https://schema.org")
      .member("@type", "Product")
      .member("name", shop.title(item))
      .member("sku", shop.sku(item))
      .key("brand")
      .begin_object()
      .member("@type", "Brand")
      .member("name", kBrands[shop.brand(item)])
      .end_object()
      .member("description", state.description)
      .member("image", image_url(shop, item))
      .member("category", kCategories[shop.categories(item).number[0]]);
  json.key("offers")
      .begin_object()
      .member("@type", "Offer")
      .member("url", item_url(shop, item))
      .member("price", plain_amount(state.price))
      .member("priceCurrency", currency(state.price.style))
      .member("availability", schema_availability(state.is_in_stock))
      .end_object();
  if (state.rating) {
    json.key("aggregateRating")
        .begin_object()
        .member("@type", "AggregateRating")
        .member("ratingValue", rating_text(*state.rating))
        .member("reviewCount", state.review_count)
        .end_object();
  }
  json.end_object();
  out += "\n</script>\n";
}

}  // namespace freshet::aquarium

#include "aquarium/random.h"
#include "aquarium/shop_metadata.h"
#include "aquarium/shop_pages.h"
#include "aquarium/shop_words.h"
#include "clock/civil.h"

namespace freshet::aquarium {
namespace {

constexpr uint32_t kRelated = 6;
constexpr uint32_t kComparisonsOnItem = 12;  // the others are linked from comparisons

std::string date_of(Instant instant) {
  return format_iso8601(instant).substr(0, 10);
}

std::string csrf_token(const ShopVisit& visit) {
  std::string token;
  append_hex(token, mix(visit.moment.nonce, 11));
  return token;
}

// Writes the parts of an item's page that both designs have in the same form.
class CommonParts {
 public:
  CommonParts(const ShopVisit& visit, uint32_t item, HtmlWriter& html)
      : visit_(visit), shop_(visit.shop), item_(item), html_(html) {}

  void breadcrumb(std::string_view opening, std::string_view closing) {
    html_ << opening << "<a href=\"/\">Shop</a>\n";
    const ItemCategories categories = shop_.categories(item_);
    for (uint32_t i = 0; i < categories.count; ++i) {
      const std::string_view name = kCategories[categories.number[i]];
      html_ << "<a href=\"/c/" << name << "\">" << name << "</a>\n";
    }
    html_ << closing;
  }

  void image(std::string_view css_class, std::string_view more) {
    html_ << "<img class=\"" << css_class << "\" src=\"/img/" << Shop::kFirstId + item_
          << ".gif\" alt=\"";
    html_.text(shop_.title(item_)) << '"' << more << ">\n";
  }

  void order_form() {
    const uint32_t id = Shop::kFirstId + item_;
    html_ << "<form action=\"/cart\"><input type=\"hidden\" name=\"csrf\" value=\""
          << csrf_token(visit_) << "\">\n<a href=\"/cart?add=" << id
          << "\">put into the cart</a></form>\n";
  }

  void user_link(const Review& review) {
    html_ << "<a href=\"";
    append_user_path(html_.out(), review.user);
    html_ << "\">" << user_name(review.user) << "</a>";
  }

  // Links to similar items, with their prices.
  void related(std::string_view price_class) {
    const uint32_t items = shop_.item_count();
    uint32_t found = 0;
    for (uint32_t step = 1; step <= 3 * kRelated && found < kRelated; ++step) {
      const uint32_t other = (item_ + items - step % items) % items;
      if (other == item_ || !shop_.exists(other, visit_.now())) continue;
      html_ << "<li>";
      write_item_link(shop_, other, html_);
      html_ << " <span class=\"" << price_class << "\">"
            << as_written(shop_.price_at(other, visit_.now())) << "</span></li>\n";
      ++found;
    }
  }

  // Links to what a crawl for items does not need.
  void tools(uint32_t reviews) {
    const uint32_t id = Shop::kFirstId + item_;
    html_ << "<ul class=\"tools\">\n<li><a href=\"/item/" << id
          << "/print\">print</a></li>\n<li><a href=\"/item/" << id
          << "/question\">ask a question</a></li>\n";
    for (uint32_t number = 1; number <= reviews; ++number) {
      html_ << "<li><a href=\"/review?item=" << id << "&amp;n=" << number << "\">review " << number
            << "</a></li>\n";
    }
    for (uint32_t step = 1; step <= kComparisonsOnItem; ++step) {
      if (!shop_.exists(item_ + step, visit_.now())) continue;
      html_ << "<li><a href=\"";
      std::string path;
      append_compare_path(path, item_, item_ + step);
      html_.text(path) << "\">compare with " << Shop::kFirstId + item_ + step << "</a></li>\n";
    }
    html_ << "</ul>\n";
  }

 private:
  const ShopVisit& visit_;
  const Shop& shop_;
  const uint32_t item_;
  HtmlWriter& html_;
};

// The page with which a shop begins.
class FirstDesign {
 public:
  FirstDesign(const ShopVisit& visit, uint32_t item, HtmlWriter& html)
      : visit_(visit),
        shop_(visit.shop),
        item_(item),
        state_(item_state(visit.shop, item, visit.now())),
        common_(visit, item, html),
        html_(html),
        is_marked_(has_metadata(item, Metadata::kMicrodata)) {}

  void write() {
    const std::string title = shop_.title(item_);
    std::string head = "<meta name=\"csrf-token\" content=\"" + csrf_token(visit_) + "\">\n";
    if (has_metadata(item_, Metadata::kOpenGraph)) append_open_graph(shop_, item_, state_, head);
    if (has_metadata(item_, Metadata::kJsonLd)) append_json_ld(shop_, item_, state_, head);
    begin_shop_page(visit_, title, head, html_);
    html_ << "<main>\n";
    common_.breadcrumb("<nav class=\"breadcrumb\">\n", "</nav>\n");
    html_ << "<article class=\"product\""
          << marked(" itemscope itemtype=\"https://schema.org/Product\"") << ">\n<h1"
          << marked(" itemprop=\"name\"") << ">";
    html_.text(title) << "</h1>\n<p class=\"brand\">by <b" << marked(" itemprop=\"brand\"") << ">";
    html_.text(kBrands[shop_.brand(item_)])
        << "</b></p>\n<p class=\"sku\">Article number <span" << marked(" itemprop=\"sku\"") << ">"
        << shop_.sku(item_) << "</span></p>\n";
    common_.image("photo", marked(" itemprop=\"image\""));
    offer();
    rating();
    html_ << "<div class=\"description\"" << marked(" itemprop=\"description\"") << ">";
    html_.text(state_.description) << "</div>\n";
    properties();
    html_ << "</article>\n";
    write_advert(visit_, 3, html_);
    reviews();
    html_ << "<section class=\"related\"><h2>Others also bought</h2><ul>\n";
    common_.related("price");
    html_ << "</ul></section>\n";
    common_.tools(state_.review_count);
    html_ << "</main>\n";
    end_shop_page(visit_, html_);
  }

 private:
  // Attributes of microdata, if the page has them.
  std::string_view marked(std::string_view attributes) const {
    return is_marked_ ? attributes : std::string_view();
  }

  void offer() {
    html_ << "<div class=\"offer\""
          << marked(" itemprop=\"offers\" itemscope itemtype=\"https://schema.org/Offer\"")
          << ">\n<p class=\"price\">" << as_written(state_.price) << "</p>\n";
    if (is_marked_) {
      html_ << "<meta itemprop=\"price\" content=\"" << plain_amount(state_.price)
            << "\">\n<meta itemprop=\"priceCurrency\" content=\"" << currency(state_.price.style)
            << "\">\n<link itemprop=\"availability\" href=\""
            << schema_availability(state_.is_in_stock) << "\">\n";
    }
    html_ << "<p class=\"stock\">" << availability(state_.is_in_stock) << "</p>\n";
    common_.order_form();
    html_ << "</div>\n";
  }

  void rating() {
    if (!state_.rating) return;
    const std::string value = rating_text(*state_.rating);
    html_ << "<p class=\"rating\""
          << marked(
                 " itemprop=\"aggregateRating\" itemscope "
                 "itemtype=\"https://schema.org/AggregateRating\"")
          << "><span class=\"stars\" data-value=\"" << value << '"'
          << marked(" itemprop=\"ratingValue\"") << ">" << value << "</span> of 5, from <span"
          << marked(" itemprop=\"reviewCount\"") << ">" << state_.review_count
          << "</span> reviews</p>\n";
  }

  void properties() {
    html_ << "<table class=\"properties\">\n";
    for (const ItemProperty& property : shop_.properties(item_)) {
      html_ << "<tr><th>" << property.name << "</th><td>" << property.value << "</td></tr>\n";
    }
    html_ << "</table>\n";
  }

  void reviews() {
    html_ << "<section class=\"reviews\"><h2>Reviews</h2>\n";
    for (uint32_t number = state_.review_count; number > 0; --number) {
      const Review review = shop_.review(item_, number);
      html_ << "<div class=\"review\"><p class=\"author\">";
      common_.user_link(review);
      html_ << "</p><span class=\"stars\" data-value=\"" << review.stars << "\">"
            << star_signs(review.stars) << "</span><time datetime=\"" << date_of(review.at) << "\">"
            << date_of(review.at) << "</time><p class=\"text\">";
      html_.text(review.text) << "</p></div>\n";
    }
    html_ << "</section>\n";
  }

  const ShopVisit& visit_;
  const Shop& shop_;
  const uint32_t item_;
  const ItemState state_;
  CommonParts common_;
  HtmlWriter& html_;
  const bool is_marked_;
};

// The page after a redesign: without a heading, and without descriptions for machines.
class SecondDesign {
 public:
  SecondDesign(const ShopVisit& visit, uint32_t item, HtmlWriter& html)
      : visit_(visit),
        shop_(visit.shop),
        item_(item),
        state_(item_state(visit.shop, item, visit.now())),
        common_(visit, item, html),
        html_(html) {}

  void write() {
    begin_shop_page(visit_, "Shop", "", html_);
    html_ << "<div class=\"stage\">\n";
    common_.breadcrumb("<div class=\"path\">\n", "</div>\n");
    html_ << "<div class=\"pdp\">\n<div class=\"pdp-name\">";
    html_.text(shop_.title(item_)) << "</div>\n<ul class=\"pdp-facts\"><li class=\"maker\">";
    html_.text(kBrands[shop_.brand(item_)])
        << "</li><li class=\"code\">" << shop_.sku(item_) << "</li></ul>\n<figure>";
    common_.image("pdp-image", "");
    html_ << "</figure>\n<div class=\"pdp-buy\"><strong class=\"pdp-amount\">"
          << as_written(state_.price) << "</strong> <em class=\"pdp-supply\">"
          << availability(state_.is_in_stock) << "</em>\n";
    common_.order_form();
    html_ << "</div>\n";
    if (state_.rating) {
      html_ << "<div class=\"pdp-score\" title=\"" << rating_text(*state_.rating) << "\">"
            << star_signs((*state_.rating + 5) / 10) << "</div>\n";
    }
    html_ << "<section class=\"pdp-about\">";
    html_.text(state_.description) << "</section>\n<dl class=\"specs\">\n";
    for (const ItemProperty& property : shop_.properties(item_)) {
      html_ << "<div><dt>" << property.name << "</dt><dd>" << property.value << "</dd></div>\n";
    }
    html_ << "</dl>\n</div>\n";
    write_advert(visit_, 3, html_);
    opinions();
    html_ << "<aside class=\"also\"><ul>\n";
    common_.related("also-amount");
    html_ << "</ul></aside>\n";
    common_.tools(state_.review_count);
    html_ << "</div>\n";
    end_shop_page(visit_, html_);
  }

 private:
  void opinions() {
    html_ << "<ol class=\"opinions\">\n";
    for (uint32_t number = state_.review_count; number > 0; --number) {
      const Review review = shop_.review(item_, number);
      html_ << "<li><b class=\"mark\" data-stars=\"" << review.stars << "\"></b><cite>";
      common_.user_link(review);
      html_ << "</cite> <time datetime=\"" << date_of(review.at) << "\">" << date_of(review.at)
            << "</time> <q>";
      html_.text(review.text) << "</q></li>\n";
    }
    html_ << "</ol>\n";
  }

  const ShopVisit& visit_;
  const Shop& shop_;
  const uint32_t item_;
  const ItemState state_;
  CommonParts common_;
  HtmlWriter& html_;
};

}  // namespace

void write_item_page(const ShopVisit& visit, uint32_t item, HtmlWriter& html) {
  if (visit.is_redesigned) {
    SecondDesign(visit, item, html).write();
  } else {
    FirstDesign(visit, item, html).write();
  }
}

}  // namespace freshet::aquarium

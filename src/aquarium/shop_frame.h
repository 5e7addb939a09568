#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "aquarium/decimal.h"
#include "aquarium/page_writer.h"
#include "aquarium/shop.h"

// What all pages of a shop have in common.
namespace freshet::aquarium {

// A request for a page of a shop.
struct ShopVisit {
  const Shop& shop;
  const Moment& moment;
  std::string_view target;
  bool is_redesigned = false;

  Instant now() const { return moment.now; }
};

// Appends HTML to a string. `<<` appends markup as it is, text() escapes.
class HtmlWriter {
 public:
  explicit HtmlWriter(std::string& out) : out_(out) {}

  HtmlWriter& operator<<(std::string_view markup) {
    out_ += markup;
    return *this;
  }
  HtmlWriter& operator<<(char c) {
    out_ += c;
    return *this;
  }
  template <std::unsigned_integral Number>
  HtmlWriter& operator<<(Number number) {
    append_decimal(out_, number);
    return *this;
  }
  HtmlWriter& text(std::string_view plain);
  std::string& out() { return out_; }

 private:
  std::string& out_;
};

// Begins a page: its head, the navigation and an advert. `head` is markup for the head.
void begin_shop_page(const ShopVisit& visit, std::string_view title, std::string_view head,
                     HtmlWriter& html);
// Ends it: links to pages that have nothing to do with it, an advert, and the time. Which links
// depends on the target, not on the request.
void end_shop_page(const ShopVisit& visit, HtmlWriter& html);

// An advert, whose text and link differ in every request. `place` makes adverts of a page differ.
void write_advert(const ShopVisit& visit, uint64_t place, HtmlWriter& html);

// A link to an item with its title: "<a href="/item/1007">Calder small river 312</a>".
void write_item_link(const Shop& shop, uint32_t item, HtmlWriter& html);

// Of 0 to 5: "★★★★☆".
std::string_view star_signs(uint32_t stars);

}  // namespace freshet::aquarium

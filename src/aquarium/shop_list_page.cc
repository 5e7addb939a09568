#include <algorithm>

#include "aquarium/shop_list.h"
#include "aquarium/shop_pages.h"
#include "aquarium/shop_words.h"

namespace freshet::aquarium {
namespace {

constexpr uint32_t kNeighbourPages = 2;  // that are linked before and after the current one

class ListPageWriter {
 public:
  ListPageWriter(const ShopVisit& visit, const ListQuery& query, HtmlWriter& html)
      : visit_(visit), query_(query), html_(html) {}

  void write() {
    const std::vector<uint32_t> items = listed_items(visit_.shop, query_, visit_.now());
    const std::string_view name = kCategories[query_.category];
    begin_shop_page(visit_, name, "", html_);
    if (visit_.is_redesigned) {
      html_ << "<div class=\"stage\"><div class=\"heading\">" << name << "</div>\n";
    } else {
      html_ << "<main><h1>" << name << "</h1>\n";
    }
    orders();
    filters();
    products(items);
    pagination(list_pages(items.size()));
    html_ << (visit_.is_redesigned ? "</div>\n" : "</main>\n");
    end_shop_page(visit_, html_);
  }

 private:
  void link(const ListQuery& query, std::string_view text) {
    html_ << "<a href=\"";
    std::string path;
    append_list_path(path, query);
    html_.text(path) << "\">";
    html_.text(text) << "</a>\n";
  }

  void orders() {
    html_ << "<p class=\"orders\">\n";
    order(ListOrder::kNewest, false, "newest");
    order(ListOrder::kNewest, true, "oldest");
    order(ListOrder::kPrice, false, "cheapest");
    order(ListOrder::kPrice, true, "dearest");
    order(ListOrder::kName, false, "A-Z");
    order(ListOrder::kName, true, "Z-A");
    html_ << "</p>\n";
  }
  void order(ListOrder by, bool is_reversed, std::string_view text) {
    ListQuery query = query_;
    query.order = by;
    query.is_reversed = is_reversed;
    query.page = 1;
    link(query, text);
    // The same page of the other order, too.
    if (query_.page == 1) return;
    query.page = query_.page;
    link(query, text);
  }

  void filters() {
    html_ << "<p class=\"filters\">\n";
    for (uint32_t colour = 0; colour < kColours.size(); ++colour) {
      ListQuery query = query_;
      query.page = 1;
      query.colour = colour;
      link(query, kColours[colour]);
    }
    for (uint32_t brand = 0; brand < visit_.shop.brand_count(); ++brand) {
      ListQuery query = query_;
      query.page = 1;
      query.brand = brand;
      link(query, kBrands[brand]);
    }
    html_ << "</p>\n";
  }

  void products(const std::vector<uint32_t>& items) {
    const size_t first =
        std::min<size_t>(size_t{query_.page - 1} * kItemsPerListPage, items.size());
    const size_t end = std::min(first + kItemsPerListPage, items.size());
    if (items.empty()) html_ << "<p>There are no such items.</p>\n";
    html_ << (visit_.is_redesigned ? "<div class=\"grid\">\n" : "<ul class=\"products\">\n");
    for (size_t i = first; i < end; ++i) product(items[i]);
    html_ << (visit_.is_redesigned ? "</div>\n" : "</ul>\n");
  }

  void product(uint32_t item) {
    const Shop& shop = visit_.shop;
    const std::string price = as_written(shop.price_at(item, visit_.now()));
    html_ << (visit_.is_redesigned ? "<article class=\"tile\">" : "<li class=\"product\">");
    write_item_link(shop, item, html_);
    html_ << (visit_.is_redesigned ? "<b class=\"amount\">" : " <span class=\"price\">") << price;
    html_ << (visit_.is_redesigned ? "</b></article>\n" : "</span></li>\n");
  }

  void pagination(uint32_t pages) {
    html_ << (visit_.is_redesigned ? "<div class=\"pager\">\n" : "<p class=\"pages\">\n");
    for (uint32_t page = 1; page <= pages; ++page) {
      const bool is_near =
          page + kNeighbourPages >= query_.page && page <= query_.page + kNeighbourPages;
      if (is_near || page == 1 || page == pages) to_page(page, std::to_string(page));
    }
    if (query_.page > 1) to_page(query_.page - 1, "previous");
    if (query_.page < pages) to_page(query_.page + 1, "next");
    html_ << (visit_.is_redesigned ? "</div>\n" : "</p>\n");
  }
  void to_page(uint32_t page, std::string_view text) {
    ListQuery query = query_;
    query.page = page;
    link(query, text);
  }

  const ShopVisit& visit_;
  const ListQuery& query_;
  HtmlWriter& html_;
};

}  // namespace

void write_list_page(const ShopVisit& visit, const ListQuery& query, HtmlWriter& html) {
  ListPageWriter(visit, query, html).write();
}

}  // namespace freshet::aquarium

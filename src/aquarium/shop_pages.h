#pragma once

#include "aquarium/reply.h"
#include "aquarium/request.h"
#include "aquarium/shop_frame.h"
#include "aquarium/shop_target.h"

// The pages and files of a shop.
namespace freshet::aquarium {

// Makes the reply of a shop to a GET or HEAD request. `reply` must be as clear() leaves it, except
// for compression and framing.
void answer_shop(const World& world, uint32_t host, const Request& request, const Moment& moment,
                 Reply& reply);

// Append pages. The item must exist, and the page of the list, too.
void write_item_page(const ShopVisit& visit, uint32_t item, HtmlWriter& html);
void write_list_page(const ShopVisit& visit, const ListQuery& query, HtmlWriter& html);
// All other pages; `to` must be one that exists.
void write_other_page(const ShopVisit& visit, const ShopTarget& to, HtmlWriter& html);

void write_shop_robots(const Shop& shop, std::string& out);
// Lists the items that exist, with dates as the host's LastmodKind says.
void write_shop_sitemap(const Shop& shop, Instant now, std::string& out);

}  // namespace freshet::aquarium

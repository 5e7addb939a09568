#pragma once

#include <string>

#include "aquarium/shop.h"

namespace freshet::aquarium {

// Appends a recipe (TOML) that collects all that the pages of the shop say about items: from the
// first design, or from the one after a redesign.
void write_shop_recipe(const Shop& shop, bool is_redesigned, std::string& out);

}  // namespace freshet::aquarium

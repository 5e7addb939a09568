#include "aquarium/shop_recipe.h"

#include <string_view>

namespace freshet::aquarium {
namespace {

constexpr std::string_view kFirstDesign = R"toml(
[[item.field]]
name = "title"
selector = "article.product > h1"
required = true

[[item.field]]
name = "brand"
selector = ".brand b"

[[item.field]]
name = "sku"
xpath = '//p[@class="sku"]/span'

[[item.field]]
name = "price"
selector = ".offer .price"
type = "money"
required = true

[[item.field]]
name = "availability"
selector = ".offer .stock"

[[item.field]]
name = "rating"
selector = ".rating .stars"
attribute = "data-value"
type = "number"

[[item.field]]
name = "description"
selector = ".product .description"

[[item.field]]
name = "image"
selector = "img.photo"
attribute = "src"
type = "url"

[[item.record]]
name = "properties"
each = "table.properties tr"

  [[item.record.field]]
  name = "name"
  selector = "th"

  [[item.record.field]]
  name = "value"
  selector = "td"

[[item.record]]
name = "reviews"
each = ".reviews .review"

  [[item.record.field]]
  name = "author"
  selector = ".author"

  [[item.record.field]]
  name = "stars"
  selector = ".stars"
  attribute = "data-value"
  type = "number"

  [[item.record.field]]
  name = "date"
  selector = "time"
  attribute = "datetime"
  type = "date"

  [[item.record.field]]
  name = "text"
  selector = ".text"
)toml";

constexpr std::string_view kSecondDesign = R"toml(
[[item.field]]
name = "title"
selector = ".pdp > .pdp-name"
required = true

[[item.field]]
name = "brand"
selector = ".pdp-facts .maker"

[[item.field]]
name = "sku"
xpath = '//ul[@class="pdp-facts"]/li[2]'

[[item.field]]
name = "price"
selector = ".pdp-buy .pdp-amount"
type = "money"
required = true

[[item.field]]
name = "availability"
selector = ".pdp-supply"

[[item.field]]
name = "rating"
selector = ".pdp-score"
attribute = "title"
type = "number"

[[item.field]]
name = "description"
selector = ".pdp-about"

[[item.field]]
name = "image"
selector = "img.pdp-image"
attribute = "src"
type = "url"

[[item.record]]
name = "properties"
each = "dl.specs > div"

  [[item.record.field]]
  name = "name"
  selector = "dt"

  [[item.record.field]]
  name = "value"
  selector = "dd"

[[item.record]]
name = "reviews"
each = "ol.opinions > li"

  [[item.record.field]]
  name = "author"
  selector = "cite"

  [[item.record.field]]
  name = "stars"
  selector = ".mark"
  attribute = "data-stars"
  type = "number"

  [[item.record.field]]
  name = "date"
  selector = "time"
  attribute = "datetime"
  type = "date"

  [[item.record.field]]
  name = "text"
  selector = "q"
)toml";

// The address of the host as a regular expression.
std::string origin_pattern(const Shop& shop) {
  std::string pattern;
  for (const char c : shop.world().url(shop.host(), "")) {
    if (c == '.') pattern += '\\';
    pattern += c;
  }
  return pattern;
}

}  // namespace

void write_shop_recipe(const Shop& shop, bool is_redesigned, std::string& out) {
  const std::string origin = origin_pattern(shop);
  out += "name = \"shop\"\nseeds = [\"" + shop.world().url(shop.host(), "/") + "\"]\n\n";
  out += "[list]\npatterns = ['^" + origin + "/$', '^" + origin + "/c/[a-z]+(\\?page=\\d+)?$']\n\n";
  out += "[item]\npatterns = ['^" + origin + "/item/(?P<id>\\d+)$']\nkey = \"id\"\n";
  out += is_redesigned ? kSecondDesign : kFirstDesign;
}

}  // namespace freshet::aquarium

#include "aquarium/shop_recipe.h"

#include <string_view>

namespace freshet::aquarium {
namespace {

// Where a design of the shop has the fields of an item: selectors, names of attributes, one XPath.
struct Places {
  std::string_view title;
  std::string_view brand;
  std::string_view sku;  // XPath
  std::string_view price;
  std::string_view availability;
  std::string_view rating;
  std::string_view rating_attribute;
  std::string_view description;
  std::string_view image;
  std::string_view property;
  std::string_view property_name;
  std::string_view property_value;
  std::string_view review;
  std::string_view author;
  std::string_view stars;
  std::string_view stars_attribute;
  std::string_view review_text;
};

constexpr Places kFirstDesign = {
    .title = "article.product > h1",
    .brand = ".brand b",
    .sku = "//p[@class='sku']/span",
    .price = ".offer .price",
    .availability = ".offer .stock",
    .rating = ".rating .stars",
    .rating_attribute = "data-value",
    .description = ".product .description",
    .image = "img.photo",
    .property = "table.properties tr",
    .property_name = "th",
    .property_value = "td",
    .review = ".reviews .review",
    .author = ".author",
    .stars = ".stars",
    .stars_attribute = "data-value",
    .review_text = ".text",
};

constexpr Places kSecondDesign = {
    .title = ".pdp > .pdp-name",
    .brand = ".pdp-facts .maker",
    .sku = "//ul[@class='pdp-facts']/li[2]",
    .price = ".pdp-buy .pdp-amount",
    .availability = ".pdp-supply",
    .rating = ".pdp-score",
    .rating_attribute = "title",
    .description = ".pdp-about",
    .image = "img.pdp-image",
    .property = "dl.specs > div",
    .property_name = "dt",
    .property_value = "dd",
    .review = "ol.opinions > li",
    .author = "cite",
    .stars = ".mark",
    .stars_attribute = "data-stars",
    .review_text = "q",
};

// Writes the tables of fields and records.
class FieldWriter {
 public:
  explicit FieldWriter(std::string& out) : out_(out) {}

  FieldWriter& field(std::string_view name) { return begin("[[item.field]]", name); }
  FieldWriter& record(std::string_view name, std::string_view each) {
    return begin("[[item.record]]", name).set("each", each);
  }
  FieldWriter& record_field(std::string_view name, std::string_view selector) {
    return begin("[[item.record.field]]", name).set("selector", selector);
  }
  FieldWriter& set(std::string_view key, std::string_view text) {
    out_.append(key).append(" = \"").append(text).append("\"\n");
    return *this;
  }
  FieldWriter& required() {
    out_.append("required = true\n");
    return *this;
  }

 private:
  FieldWriter& begin(std::string_view table, std::string_view name) {
    out_.append("\n").append(table).append("\n");
    return set("name", name);
  }

  std::string& out_;
};

void write_fields(const Places& at, std::string& out) {
  FieldWriter w(out);
  w.field("title").set("selector", at.title).required();
  w.field("brand").set("selector", at.brand);
  w.field("sku").set("xpath", at.sku);
  w.field("price").set("selector", at.price).set("type", "money").required();
  w.field("availability").set("selector", at.availability);
  w.field("rating").set("selector", at.rating).set("attribute", at.rating_attribute);
  w.set("type", "number");
  w.field("description").set("selector", at.description);
  w.field("image").set("selector", at.image).set("attribute", "src").set("type", "url");
  w.record("properties", at.property);
  w.record_field("name", at.property_name);
  w.record_field("value", at.property_value);
  w.record("reviews", at.review);
  w.record_field("author", at.author);
  w.record_field("stars", at.stars).set("attribute", at.stars_attribute).set("type", "number");
  w.record_field("date", "time").set("attribute", "datetime").set("type", "date");
  w.record_field("text", at.review_text);
}

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
  write_fields(is_redesigned ? kSecondDesign : kFirstDesign, out);
}

}  // namespace freshet::aquarium

#include "aquarium/shop_words.h"

#include "text/ascii.h"

namespace freshet::aquarium {

std::optional<uint32_t> find_word(std::span<const std::string_view> list, std::string_view text) {
  for (uint32_t i = 0; i < list.size(); ++i) {
    if (list[i] == text) return i;
  }
  return std::nullopt;
}

std::string brand_slug(uint32_t brand) {
  std::string slug;
  for (const char c : kBrands[brand]) {
    if (text::is_alnum(c)) {
      slug += text::to_lower(c);
    } else if (!slug.ends_with('-')) {
      slug += '-';
    }
  }
  return slug;
}

std::optional<uint32_t> find_brand(std::string_view slug) {
  for (uint32_t brand = 0; brand < kBrands.size(); ++brand) {
    if (brand_slug(brand) == slug) return brand;
  }
  return std::nullopt;
}

}  // namespace freshet::aquarium

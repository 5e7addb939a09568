#include "crawl/soft_404.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "digest/fingerprint.h"

namespace freshet::crawl {
namespace {

constexpr std::array<std::string_view, 20> kNotFound = {
    "404",
    "not found",
    "page not available",
    "no longer available",
    "does not exist",
    "doesn't exist",
    "cannot be found",
    "can't be found",
    "nicht gefunden",
    "introuvable",
    "non trouv",
    "no encontrad",
    "non trovat",
    "encontrada",
    "niet gevonden",
    "не найден",
    "찾을 수 없",
    "見つかりません",
    "找不到",
    "不存在",
};
constexpr size_t kLongestEnding = 6;

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

std::string_view without_query(std::string_view url) {
  return url.substr(0, url.find_first_of("?#"));
}

}  // namespace

bool is_front_page(std::string_view url) {
  url = without_query(url);
  return url.find('/', url.find("//") + 2) == url.size() - 1;
}

bool says_not_found(std::string_view title) {
  const std::string lower = lowered(title);
  return std::any_of(kNotFound.begin(), kNotFound.end(), [&](std::string_view words) {
    return lower.find(words) != std::string::npos;
  });
}

std::string probe_address(std::string_view url, uint64_t number) {
  url = without_query(url);
  const size_t slash = url.rfind('/');
  const std::string_view name = url.substr(slash + 1);
  const size_t dot = name.rfind('.');
  const bool has_ending =
      dot != std::string_view::npos && dot > 0 && name.size() - dot <= kLongestEnding;
  const std::string seed = std::string(url) + ' ' + std::to_string(number);
  char is_probe[48];
  std::snprintf(is_probe, sizeof is_probe, "no-such-page-%016llx",
                static_cast<unsigned long long>(digest::fingerprint(seed).value));
  std::string address(url.substr(0, slash + 1));
  address += is_probe;
  if (has_ending) address += name.substr(dot);
  return address;
}

}  // namespace freshet::crawl

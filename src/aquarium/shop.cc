#include "aquarium/shop.h"

#include <algorithm>
#include <cmath>

#include "aquarium/random.h"
#include "aquarium/shop_words.h"
#include "result/check.h"
#include "text/ascii.h"

namespace freshet::aquarium {
namespace {

enum class Salt : uint64_t {
  kShop = 40,
  kArrivals,
  kAge,
  kDeleted,
  kTitle,
  kBrand,
  kColour,
  kSku,
  kCategories,
  kProperties,
  kListPrice,
  kPrice,
  kPriceRate,
  kStock,
  kDescription,
  kReview,
  kReviewRate,
  kQuality,
  kProcess = 80,  // and the three numbers after it, by aspect
};

constexpr uint64_t salted(uint64_t seed, Salt salt) {
  return mix(seed, static_cast<uint64_t>(salt));
}

constexpr double kMinPriceRate = 1.0 / 45;  // changes a day
constexpr double kMaxPriceRate = 2;
constexpr double kStockRate = 0.15;
constexpr double kSoldOutShare = 0.15;
constexpr double kDescriptionRate = 1.0 / 120;
constexpr double kReviewRate = 0.03;  // the median
constexpr double kMaxReviewRate = 0.5;
constexpr Duration kShortestOffer = Duration::days(1);
constexpr double kMeanOfferDays = 45;

const ShopOptions& shop_options(const World& world) {
  FRESHET_CHECK(world.options().shop.has_value(), "the hosts of this world are not shops");
  return *world.options().shop;
}

}  // namespace

bool ItemCategories::has(uint32_t category) const {
  for (uint32_t i = 0; i < count; ++i) {
    if (number[i] == category) return true;
  }
  return false;
}

Shop::Shop(const World& world, uint32_t host)
    : world_(world),
      options_(shop_options(world)),
      texts_(world.texts(world.host(host).writing)),
      host_(host),
      seed_(salted(world.host(host).seed, Salt::kShop)) {}

uint64_t Shop::item_seed(uint32_t item) const {
  return mix(seed_, item);
}

uint32_t Shop::items_at_start() const {
  const double share = std::ceil(item_count() * options_.share_at_start);
  return std::clamp<uint32_t>(static_cast<uint32_t>(share), 1, item_count());
}

ChangeProcess Shop::arrivals() const {
  return ChangeProcess({.kind = ChangeKind::kOfficeHours,
                        .per_day = options_.arrivals_per_day * item_count(),
                        .seed = salted(seed_, Salt::kArrivals),
                        .origin = world_.start()});
}

uint32_t Shop::arrived(Instant now) const {
  const uint32_t at_start = items_at_start();
  if (now >= world_.start()) {
    const uint64_t more = arrivals().version_at(now);
    return at_start + static_cast<uint32_t>(std::min<uint64_t>(more, item_count() - at_start));
  }
  uint32_t begin = 0;
  uint32_t end = at_start;
  while (begin < end) {
    const uint32_t middle = begin + (end - begin) / 2;
    if (first_offered(middle) <= now) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

Instant Shop::first_offered(uint32_t item) const {
  const uint32_t at_start = items_at_start();
  if (item >= at_start) return arrivals().change_time(item - at_start + 1);
  const double place = item + unit(salted(item_seed(item), Salt::kAge));
  return world_.start() - Duration::from_seconds(kHistory.in_seconds() * (1 - place / at_start));
}

Instant Shop::deleted(uint32_t item) const {
  const uint64_t random = salted(item_seed(item), Salt::kDeleted);
  if (unit(random) >= options_.deleted_share) return Instant::never();
  const Instant offered = first_offered(item);
  if (offered == Instant::never()) return Instant::never();
  const double days = -std::log(1 - unit(mix(random))) * kMeanOfferDays;
  return std::max(offered, world_.start()) + kShortestOffer +
         Duration::from_seconds(days * Duration::days(1).in_seconds());
}

bool Shop::exists(uint32_t item, Instant now) const {
  if (item >= item_count()) return false;
  const bool was_there = now >= world_.start() && item < items_at_start();
  return (was_there || item < arrived(now)) && now < deleted(item);
}

std::string Shop::title(uint32_t item) const {
  const uint64_t random = salted(item_seed(item), Salt::kTitle);
  std::string title(kBrands[brand(item)]);
  title.append(" ").append(texts_.title(random)).append(" ");
  return title.append(std::to_string(100 + below(mix(random), 900)));
}

uint32_t Shop::brand(uint32_t item) const {
  return static_cast<uint32_t>(below(salted(item_seed(item), Salt::kBrand), brand_count()));
}

uint32_t Shop::brand_count() const {
  constexpr uint32_t kItemsOfABrand = 80;
  return std::clamp<uint32_t>(item_count() / kItemsOfABrand, 2, kBrands.size());
}

uint32_t Shop::colour(uint32_t item) const {
  return static_cast<uint32_t>(below(salted(item_seed(item), Salt::kColour), kColours.size()));
}

std::string Shop::sku(uint32_t item) const {
  const uint64_t random = salted(item_seed(item), Salt::kSku);
  std::string sku;
  sku += static_cast<char>('A' + below(random, 26));
  sku += static_cast<char>('A' + below(mix(random), 26));
  return sku.append("-")
      .append(std::to_string(Shop::kFirstId + item))
      .append("-")
      .append(std::to_string(10 + below(mix(random, 2), 90)));
}

ItemCategories Shop::categories(uint32_t item) const {
  constexpr uint64_t kCount = kCategories.size();
  RandomStream random(salted(item_seed(item), Salt::kCategories));
  // A half of the items has one category, three tenths have two, the rest has three.
  const uint64_t tenth = random.below(10);
  const uint64_t first = random.below(kCount);
  const uint64_t step = random.below(kCount - 1);
  const uint64_t other_step = (step + 1 + random.below(kCount - 2)) % (kCount - 1);
  return {.number = {static_cast<uint8_t>(first), static_cast<uint8_t>((first + 1 + step) % kCount),
                     static_cast<uint8_t>((first + 1 + other_step) % kCount)},
          .count = tenth < 5   ? 1U
                   : tenth < 8 ? 2U
                               : 3U};
}

std::vector<ItemProperty> Shop::properties(uint32_t item) const {
  RandomStream random(salted(item_seed(item), Salt::kProperties));
  std::vector<ItemProperty> all;
  all.push_back({"Colour", std::string(kColours[colour(item)])});
  all.push_back({"Material", std::string(kMaterials[random.below(kMaterials.size())])});
  all.push_back({"Width", std::to_string(10 + random.below(190)) + " cm"});
  all.push_back({"Weight", std::to_string(1 + random.below(30)) + "." +
                               std::to_string(random.below(10)) + " kg"});
  if (random.below(2) == 0) {
    all.push_back({"Made in", std::string(kCountries[random.below(kCountries.size())])});
  }
  if (random.below(2) == 0) {
    all.push_back({"Warranty", std::to_string(1 + random.below(5)) + " years"});
  }
  return all;
}

Money Shop::list_price(uint32_t item) const {
  constexpr double kMedian = 90;
  const double drawn = std::clamp(
      lognormal(salted(item_seed(item), Salt::kListPrice), kMedian, 1.5), 10.0, 20'000.0);
  const PriceStyle style = price_style();
  // Multiples of 100, so that every percentage of it is a whole number.
  constexpr double kWonPerUnit = 1'300;
  const double hundreds = style == PriceStyle::kWonBefore ? drawn * kWonPerUnit / 100 : drawn;
  return {static_cast<uint64_t>(hundreds) * 100, style};
}

ChangeProcess Shop::process(uint32_t item, Aspect aspect) const {
  const uint64_t seed = item_seed(item);
  ChangeProcess::Parameters parameters;
  parameters.seed =
      mix(seed, static_cast<uint64_t>(Salt::kProcess) + static_cast<uint64_t>(aspect));
  parameters.origin = first_offered(item);
  parameters.kind = ChangeKind::kOfficeHours;
  switch (aspect) {
    case Aspect::kPrice:
      parameters.per_day =
          std::clamp(lognormal(salted(seed, Salt::kPriceRate), options_.price_changes_per_day, 1.3),
                     kMinPriceRate, kMaxPriceRate);
      break;
    case Aspect::kStock:
      parameters.kind = ChangeKind::kPoisson;
      parameters.per_day = kStockRate;
      break;
    case Aspect::kDescription: parameters.per_day = kDescriptionRate; break;
    case Aspect::kReviews:
      parameters.kind = ChangeKind::kPoisson;
      parameters.per_day =
          std::min(lognormal(salted(seed, Salt::kReviewRate), kReviewRate, 1.3), kMaxReviewRate);
      break;
  }
  return ChangeProcess(parameters);
}

Money Shop::price(uint32_t item, uint64_t version) const {
  // Even and odd percentages in turn, so that every change gives another price.
  const uint64_t drawn = below(mix(salted(item_seed(item), Salt::kPrice), version), 16);
  const uint64_t percent = 75 + 2 * drawn + version % 2;
  const Money list = list_price(item);
  return {list.minor_units / 100 * percent, list.style};
}

bool Shop::is_in_stock(uint32_t item, uint64_t version) const {
  if (version == 0) return true;
  return unit(mix(salted(item_seed(item), Salt::kStock), version)) >= kSoldOutShare;
}

std::string Shop::description(uint32_t item, uint64_t version) const {
  const uint64_t random = mix(salted(item_seed(item), Salt::kDescription), version);
  // The number of the edition makes all versions differ.
  std::string text(text::trim(texts_.paragraph(random)));
  return text.append(" Edition ").append(std::to_string(version + 1)).append(".");
}

uint32_t Shop::review_count(uint32_t item, Instant now) const {
  return static_cast<uint32_t>(std::min(version(item, Aspect::kReviews, now), kMostReviews));
}

uint32_t Shop::stars(uint32_t item, uint32_t number) const {
  // The best of one to four draws, so that items differ.
  const uint64_t seed = item_seed(item);
  const uint64_t draws = 1 + below(salted(seed, Salt::kQuality), 4);
  RandomStream random(mix(salted(seed, Salt::kReview), number));
  uint64_t best = 0;
  for (uint64_t i = 0; i < draws; ++i) best = std::max(best, random.below(5));
  return static_cast<uint32_t>(best) + 1;
}

Review Shop::review(uint32_t item, uint32_t number) const {
  const uint64_t random = mix(salted(item_seed(item), Salt::kReview), number + uint64_t{1'000});
  return {.number = number,
          .user = static_cast<uint32_t>(below(random, uint64_t{item_count()} * kUsersPerItem)),
          .stars = stars(item, number),
          .text = text::trim(texts_.sentence(mix(random))),
          .at = process(item, Aspect::kReviews).change_time(number)};
}

std::optional<uint32_t> Shop::rating(uint32_t item, uint32_t count) const {
  if (count == 0) return std::nullopt;
  uint32_t sum = 0;
  for (uint32_t number = 1; number <= count; ++number) sum += stars(item, number);
  return (sum * 10 + count / 2) / count;
}

Instant Shop::last_change(uint32_t item, Instant now) const {
  Instant last = first_offered(item);
  for (const Aspect aspect : kAspects) {
    const ChangeProcess process = this->process(item, aspect);
    uint64_t version = process.version_at(now);
    if (aspect == Aspect::kReviews) version = std::min(version, kMostReviews);
    if (aspect == Aspect::kStock) {
      // A delivery to an item in stock changes nothing on its page.
      while (version > 0 && is_in_stock(item, version) == is_in_stock(item, version - 1)) --version;
    }
    if (version > 0) last = std::max(last, process.change_time(version));
  }
  if (world_.is_redesigned(host_, now)) last = std::max(last, *world_.redesign_of(host_));
  return last;
}

ItemState item_state(const Shop& shop, uint32_t item, Instant now) {
  const uint32_t reviews = shop.review_count(item, now);
  return {.price = shop.price_at(item, now),
          .is_in_stock = shop.is_in_stock(item, shop.version(item, Aspect::kStock, now)),
          .description = shop.description(item, shop.version(item, Aspect::kDescription, now)),
          .review_count = reviews,
          .rating = shop.rating(item, reviews)};
}

std::string_view availability(bool is_in_stock) {
  return is_in_stock ? "in stock" : "sold out";
}

std::string rating_text(uint32_t tenths) {
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

}  // namespace freshet::aquarium

#include "simulate/listings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace freshet::simulate {

using schedule::Page;

Result<Signals> parse_signals(std::string_view text) {
  if (text == "none") return Signals{};
  if (text == "honest") return Signals{.offered = true};
  const auto wrong = [&] {
    return fail("\"" + std::string(text) +
                "\" is not valid; use none, honest or partial:Q,NU,DELAY");
  };
  constexpr std::string_view kPartial = "partial:";
  if (!text.starts_with(kPartial)) return wrong();
  std::array<double, 3> numbers{};
  const char* at = text.data() + kPartial.size();
  const char* end = text.data() + text.size();
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto [rest, error] = std::from_chars(at, end, numbers[i]);
    const bool is_delimited = i + 1 < numbers.size() ? rest != end && *rest == ',' : rest == end;
    if (error != std::errc() || !is_delimited || !std::isfinite(numbers[i]) || numbers[i] < 0) {
      return wrong();
    }
    at = rest + 1;
  }
  const auto [recall, false_claims, hours] = numbers;
  constexpr double kMaxHours = 1e6;  // more than a century
  if (recall > 1) return fail("the recall Q must be at most 1");
  if (hours > kMaxHours) return fail("DELAY must be at most a million hours");
  return Signals{.offered = true,
                 .recall = recall,
                 .false_per_page_day = false_claims,
                 .delay = Duration::from_seconds(hours * 3'600)};
}

Listings::Listings(const World& world, const Signals& signals)
    : signals_(signals),
      first_(static_cast<Page>(world.pages.size())),
      last_visit_(world.pages.size(), world.start) {
  for (Page page = 0; page < world.pages.size(); ++page) {
    const schedule::Site site = world.pages[page].site;
    const bool other_host = listings_.empty() || listings_.back().site != site;
    if (other_host || listings_.back().pages == kPagesOfListing) {
      const uint32_t number = other_host ? 0 : listings_.back().number + 1;
      listings_.push_back({.site = site,
                           .number = number,
                           .first_page = page,
                           .claims = {},
                           .chance = Chance(signals.seed + listings_.size()),
                           .next_false = {}});
    }
    ++listings_.back().pages;
    listing_of_.push_back(this->page(listings_.size() - 1));
  }
  for (Listing& listing : listings_) draw_false(listing, world.start);
}

void Listings::draw_false(Listing& listing, Instant from) const {
  constexpr double kDay = 86'400;
  constexpr double kLongest = 1e11;  // seconds; longer than any world
  const double rate = signals_.false_per_page_day * listing.pages / kDay;
  const double wait = rate > 0 ? std::min(listing.chance.exponential(rate), kLongest) : kLongest;
  listing.next_false = {
      .changed = from + Duration::from_seconds(wait),
      .page = listing.first_page + static_cast<Page>(listing.chance.below(listing.pages))};
}

std::optional<Page> Listings::appears_with(Page page) {
  Listing& listing = at(listing_of_[page]);
  if (listing.is_known) return std::nullopt;
  listing.is_known = true;
  return listing_of_[page];
}

void Listings::happened(const Event& event) {
  // The seed depends on the event alone, so that all policies get the same reports.
  Chance chance(signals_.seed ^ (static_cast<uint64_t>(event.at.unix_microseconds()) << 20) ^
                event.page);
  if (chance.unit() >= signals_.recall) return;
  at(listing_of_[event.page]).claims.push_back({event.at, event.page});
}

std::vector<Page> Listings::read(Page listing, Instant now) {
  Listing& its = at(listing);
  std::vector<Page> changed;
  const auto take = [&](const Claim& claim) {
    if (claim.changed > last_visit_[claim.page]) changed.push_back(claim.page);
  };
  while (!its.claims.empty() && its.claims.front().changed + signals_.delay <= now) {
    take(its.claims.front());
    its.claims.pop_front();
  }
  while (its.next_false.changed <= now) {
    take(its.next_false);
    draw_false(its, its.next_false.changed);
  }
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  return changed;
}

}  // namespace freshet::simulate

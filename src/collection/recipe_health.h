#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"

namespace freshet::collection {

// How well the item pages of a site match a recipe. After a redesign they match no longer, and an
// alarm is raised. It is stored with the site.
class RecipeHealth {
 public:
  RecipeHealth() = default;
  explicit RecipeHealth(std::string recipe) : recipe_(std::move(recipe)) {}

  enum class Sign : uint8_t {
    kMatches,   // all required fields were found
    kNoLonger,  // required fields are missing on a page that had them
    kNever,     // required fields are missing on a page that never had them
  };
  enum class Turn : uint8_t { kNone, kRaised, kCleared };

  // Takes in a visit to an item page. `items`: how many pages of the site match the pattern, as far
  // as known. `missing` are the required fields without a value.
  Turn note(Sign sign, const std::vector<std::string>& missing, uint64_t items, Instant now);

  const std::string& recipe() const { return recipe_; }
  std::optional<Instant> alarm_since() const { return alarm_since_; }
  const std::string& missing() const { return missing_; }  // the last time; "price, title"

  struct Day {
    int32_t day = 0;  // since 1970, UTC
    uint32_t matched = 0;
    uint32_t unmatched = 0;
    bool operator==(const Day&) const = default;
  };
  const std::vector<Day>& days() const { return days_; }  // the last kMostDays with visits

  std::string encode() const;
  // Takes one from the beginning of `bytes`; nullopt if there is none that can be read.
  static std::optional<RecipeHealth> take(std::string_view& bytes);

  bool operator==(const RecipeHealth&) const = default;

  static constexpr size_t kMostDays = 14;

 private:
  Day& today(Instant now);
  bool is_alarming(uint64_t items, const Day& day) const;

  std::string recipe_;
  uint32_t matched_ever_ = 0;  // visits, up to a limit
  // Rises by one with each page that matches no longer, and falls by kRelief with one that matches.
  uint16_t doubt_ = 0;
  std::optional<Instant> alarm_since_;
  std::string missing_;
  std::vector<Day> days_;
};

}  // namespace freshet::collection

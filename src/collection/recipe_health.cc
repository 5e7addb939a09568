#include "collection/recipe_health.h"

#include <algorithm>

#include "collection/fixed_bytes.h"

namespace freshet::collection {
namespace {

// So many pages in a row raise the alarm; half the items of a site that has few.
constexpr uint16_t kEnough = 5;
constexpr uint16_t kFewest = 2;
// Of one page in four that fails, nothing follows at once; but see kShareOfDay.
constexpr uint16_t kRelief = 3;
constexpr uint16_t kMostDoubt = 50;
// A redesign of some pages only: so many of a day's visits, and this share of them.
constexpr uint32_t kEnoughInADay = 5;
constexpr double kShareOfDay = 0.2;
constexpr uint32_t kMostCounted = 1'000'000;
constexpr size_t kMostText = 200;
constexpr int64_t kSecondsOfDay = 86'400;

void count(uint32_t& counter) {
  counter = std::min(counter + 1, kMostCounted);
}

void write_text(std::string& out, std::string_view text) {
  const std::string_view head = text.substr(0, kMostText);
  write_number(out, head.size(), 1);
  out += head;
}

bool take_text(std::string_view& bytes, std::string& text) {
  if (bytes.empty()) return false;
  const size_t size = read_number(bytes, 1);
  if (bytes.size() < size) return false;
  text = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}

}  // namespace

RecipeHealth::Day& RecipeHealth::today(Instant now) {
  const int64_t seconds = now.unix_seconds();
  const auto day = static_cast<int32_t>(seconds / kSecondsOfDay - (seconds % kSecondsOfDay < 0));
  if (days_.empty() || days_.back().day < day) {
    if (days_.size() == kMostDays) days_.erase(days_.begin());
    days_.push_back({.day = day});
  }
  return days_.back();
}

bool RecipeHealth::is_alarming(uint64_t items, const Day& day) const {
  const uint64_t few = std::max<uint64_t>(items / 2, kFewest);
  if (doubt_ >= std::min<uint64_t>(kEnough, few)) return true;
  const double visits = static_cast<double>(day.matched) + day.unmatched;
  return day.unmatched >= kEnoughInADay && day.unmatched >= kShareOfDay * visits;
}

RecipeHealth::Turn RecipeHealth::note(Sign sign, const std::vector<std::string>& missing,
                                      uint64_t items, Instant now) {
  Day& day = today(now);
  if (sign == Sign::kMatches) {
    count(day.matched);
    count(matched_ever_);
    doubt_ -= std::min(doubt_, kRelief);
    const bool is_over = alarm_since_ && doubt_ == 0 && !is_alarming(items, day);
    if (!is_over) return Turn::kNone;
    alarm_since_.reset();
    return Turn::kCleared;
  }
  missing_.clear();
  for (const std::string& field : missing) missing_ += (missing_.empty() ? "" : ", ") + field;
  missing_.resize(std::min(missing_.size(), kMostText));
  // A page that never had the fields may be no item; if no page has them, the recipe is wrong.
  if (sign == Sign::kNever && matched_ever_ > 0) return Turn::kNone;
  count(day.unmatched);
  doubt_ = std::min<uint16_t>(doubt_ + 1, kMostDoubt);
  if (alarm_since_ || !is_alarming(items, day)) return Turn::kNone;
  alarm_since_ = now;
  return Turn::kRaised;
}

std::string RecipeHealth::encode() const {
  std::string out;
  write_text(out, recipe_);
  write_number(out, matched_ever_, 4);
  write_number(out, doubt_, 2);
  write_optional_time(out, alarm_since_);
  write_text(out, missing_);
  write_number(out, days_.size(), 1);
  for (const Day& day : days_) {
    write_number(out, static_cast<uint32_t>(day.day), 4);
    write_number(out, day.matched, 4);
    write_number(out, day.unmatched, 4);
  }
  return out;
}

std::optional<RecipeHealth> RecipeHealth::take(std::string_view& bytes) {
  RecipeHealth health;
  if (!take_text(bytes, health.recipe_) || bytes.size() < 14) return std::nullopt;
  health.matched_ever_ = static_cast<uint32_t>(read_number(bytes, 4));
  health.doubt_ = static_cast<uint16_t>(read_number(bytes, 2));
  health.alarm_since_ = read_optional_time(bytes);
  if (!take_text(bytes, health.missing_) || bytes.empty()) return std::nullopt;
  const size_t days = read_number(bytes, 1);
  if (days > kMostDays || bytes.size() < days * 12) return std::nullopt;
  for (size_t i = 0; i < days; ++i) {
    Day day;
    day.day = static_cast<int32_t>(read_number(bytes, 4));
    day.matched = static_cast<uint32_t>(read_number(bytes, 4));
    day.unmatched = static_cast<uint32_t>(read_number(bytes, 4));
    health.days_.push_back(day);
  }
  return health;
}

}  // namespace freshet::collection

#include "simulate/stress_section.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace freshet::simulate {
namespace {

using schedule::Page;

// Rates are changes a day.
constexpr double kFastest = 10;       // of steady pages; more only makes the run slow
constexpr double kQuietRate = 0.001;  // a change in three years

// Every random number is drawn in a statement of its own: the order in which arguments are
// evaluated differs from one compiler to the next.
class Drawing {
 public:
  Drawing(StressSection& section, World& world, Chance& chance)
      : section_(section),
        world_(world),
        chance_(chance),
        days_((world.end - world.start).in_days()) {}

  void draw() {
    switch (section_.kind) {
      case StressKind::kSteady: return steady();
      case StressKind::kBatches: return batches();
      case StressKind::kRedesign: return redesign();
      case StressKind::kPartRedesign: return part_redesign();
      case StressKind::kDying: return dying();
      case StressKind::kBornAtOnce: return born_at_once();
      case StressKind::kSwitching: return switching();
      case StressKind::kSeasons: return seasons();
      case StressKind::kNightly: return nightly();
      case StressKind::kAdverts: return adverts();
      case StressKind::kYoung: return young();
    }
  }

 private:
  void steady() {
    section_.name = "steady";
    const double median = chance_.log_uniform(0.003, 0.3);
    for (const Page page : section_.pages) {
      add(page, 0);
      const double rate = chance_.lognormal(median, 1.2);
      change(page, 0, days_, std::min(rate, kFastest));
    }
  }

  void batches() {
    const double gap = chance_.log_uniform(10, 90);
    section_.name = "batches every " + whole(gap) + " days";
    quiet_from_start();
    for (double day = chance_.exponential(1 / gap); day < days_;
         day += chance_.exponential(1 / gap)) {
      const double share = chance_.between(0.05, 1);
      for (const Page page : section_.pages) {
        if (chance_.unit() < share) put(page, day, Event::Kind::kModified);
      }
    }
  }

  void redesign() {
    const double day = incident();
    section_.name = "redesign" + on(day);
    quiet_from_start();
    for (const Page page : section_.pages) put(page, day, Event::Kind::kModified);
  }

  void part_redesign() {
    const double day = incident();
    const double share = chance_.between(0.1, 0.6);
    section_.name = "redesign of " + whole(100 * share) + " %" + on(day);
    quiet_from_start();
    for (const Page page : section_.pages) {
      if (chance_.unit() < share) put(page, day, Event::Kind::kModified);
    }
  }

  void dying() {
    const double day = incident();
    const double over = is_heads() ? 0 : chance_.between(7, 56);
    section_.name = over == 0 ? "dying at once" + on(day)
                              : "dying over " + whole(over) + " days from " + date(day);
    for (const Page page : section_.pages) {
      add(page, 0);
      const double death = std::min(day + over * chance_.unit(), days_);
      const double rate = chance_.lognormal(0.01, 1.2);
      change(page, 0, death, std::min(rate, kFastest));
      put(page, death, Event::Kind::kDeleted);
    }
  }

  void born_at_once() {
    const double day = moment(0.1, 0.7);
    const bool is_busy = is_heads();
    section_.name = "born at once" + on(day) + (is_busy ? " and busy at first" : " and quiet");
    const double busy_rate = chance_.log_uniform(0.3, 3);
    const double busy_days = chance_.between(5, 30);
    for (const Page page : section_.pages) {
      add(page, day);
      if (is_busy)
        change(page, day, std::min(day + busy_days, days_), busy_rate);
      else
        change(page, day, days_, kQuietRate);
    }
  }

  void switching() {
    const bool is_together = is_heads();
    const double day = incident();
    if (!is_together) section_.moment.reset();
    const double busy_rate = chance_.log_uniform(0.1, 1);
    const double busy_share =
        0.5 * static_cast<double>(chance_.below(3));  // before: none, half, all
    section_.name = busy_share == 0 ? "quiet then busy" : "busy then quiet";
    if (busy_share == 0.5) section_.name = "quiet and busy change places";
    section_.name += is_together ? on(day) : " one by one";
    for (const Page page : section_.pages) {
      add(page, 0);
      const bool begins_busy = chance_.unit() < busy_share;
      const double own = chance_.between(0.1, 0.9) * days_;
      const double change_of_rate = is_together ? day : own;
      change(page, 0, change_of_rate, begins_busy ? busy_rate : kQuietRate);
      change(page, change_of_rate, days_, begins_busy ? kQuietRate : busy_rate);
    }
  }

  void seasons() {
    const double period = chance_.log_uniform(14, 180);
    section_.name = "seasons of " + whole(period) + " days";
    const double median = chance_.log_uniform(0.01, 0.3);
    const double phase = chance_.unit();
    const double swing = chance_.between(0.6, 1);
    for (const Page page : section_.pages) {
      add(page, 0);
      const double rate = std::min(chance_.lognormal(median, 0.7), kFastest) * (1 + swing);
      // At the highest rate, of which other times keep their share.
      for (double day = chance_.exponential(rate); day < days_; day += chance_.exponential(rate)) {
        const double wave = std::sin(2 * std::numbers::pi * (day / period + phase));
        if (chance_.unit() * (1 + swing) < 1 + swing * wave) put(page, day, Event::Kind::kModified);
      }
    }
  }

  void nightly() {
    const auto hour = static_cast<double>(chance_.below(7));
    const double share = chance_.between(0.05, 0.8);
    const bool are_same = is_heads();
    section_.name = std::string(are_same ? "the same " : "any ") + whole(100 * share) +
                    " % nightly at " + whole(hour) + " h";
    for (const Page page : section_.pages) {
      add(page, 0);
      const bool is_one = chance_.unit() < share;
      for (double day = 1 + hour / 24; day < days_; ++day) {
        if (are_same ? is_one : chance_.unit() < share) put(page, day, Event::Kind::kModified);
      }
    }
  }

  void adverts() {
    section_.name = "adverts";
    const double rate = chance_.between(4, 8);
    for (const Page page : section_.pages) {
      add(page, 0);
      change(page, 0, days_, rate);
    }
  }

  void young() {
    section_.name = "young pages";
    const double first_rate = chance_.log_uniform(0.3, 3);
    const double decay = chance_.between(3, 15);  // days until the rate has fallen to 1/e
    for (const Page page : section_.pages) {
      const double birth = chance_.unit() * 0.95 * days_;
      add(page, birth);
      const double end = std::min(birth + 4 * decay, days_);
      for (double day = birth + chance_.exponential(first_rate); day < end;
           day += chance_.exponential(first_rate)) {
        if (chance_.unit() < std::exp((birth - day) / decay))
          put(page, day, Event::Kind::kModified);
      }
    }
  }

  // Half of the quiet sections never change by themselves.
  void quiet_from_start() {
    const double rate = is_heads() ? kQuietRate : 0;
    for (const Page page : section_.pages) {
      add(page, 0);
      change(page, 0, days_, rate);
    }
  }

  // By a Poisson process.
  void change(Page page, double from, double to, double rate) {
    if (rate <= 0) return;
    for (double day = from + chance_.exponential(rate); day < to; day += chance_.exponential(rate))
      put(page, day, Event::Kind::kModified);
  }

  void add(Page page, double day) { put(page, day, Event::Kind::kAdded); }

  void put(Page page, double day, Event::Kind kind) {
    world_.events.push_back({.at = at(day), .page = page, .kind = kind, .size = 10'000});
  }

  Instant at(double day) const { return world_.start + Duration::from_seconds(day * 86'400); }

  // After the time for learning, and early enough for what follows to be measured.
  double incident() { return moment(0.25, 0.85); }

  double moment(double from_share, double to_share) {
    const double day = chance_.between(from_share, to_share) * days_;
    section_.moment = at(day);
    return day;
  }

  bool is_heads() { return chance_.below(2) == 0; }

  static std::string whole(double number) { return std::to_string(std::lround(number)); }
  static std::string date(double day) { return "day " + std::to_string(static_cast<int64_t>(day)); }
  static std::string on(double day) { return " on " + date(day); }

  StressSection& section_;
  World& world_;
  Chance& chance_;
  const double days_;
};

}  // namespace

void draw_section(StressSection& section, World& world, Chance& chance) {
  Drawing(section, world, chance).draw();
}

}  // namespace freshet::simulate

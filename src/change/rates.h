#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace freshet::change {

// How often a page was asked for, was there, and had changed, over collections with the numbers
// 1 to N, as Kim defines it ("Estimation of Web Page Change Behavior", 2007). Fractions are exact.

struct Fraction {
  int64_t part = 0;
  int64_t whole = 1;  // at least 1

  double value() const { return static_cast<double>(part) / static_cast<double>(whole); }
  // Whether they are the same number: 1/2 and 2/4 are.
  bool operator==(const Fraction& other) const { return part * other.whole == other.part * whole; }
};

// What the collections showed of one URL. Only counts are kept.
class UrlRates {
 public:
  explicit UrlRates(int collections) : collections_(collections) {}

  // Numbers must ascend, from 1 to `collections`.
  void failed(int number);
  // `content` stands for what was fetched: equal for equal contents.
  void succeeded(int number, uint64_t content);

  int requests() const { return requests_; }
  int successes() const { return successes_; }
  // A success whose content differs from that of the success before.
  int changes() const { return changes_; }

  // How steadily it was asked for between first and last; nothing if never.
  std::optional<Fraction> request_rate() const;
  std::optional<Fraction> download_rate() const;
  Fraction download_recall() const { return {.part = requests_, .whole = collections_}; }
  // Nothing with fewer than two successes: there was nothing to compare.
  std::optional<Fraction> change_rate() const;
  // Of the comparisons that could have been made, those that were; nothing for one collection.
  std::optional<Fraction> change_recall() const;

 private:
  void asked(int number);

  int collections_;
  int first_ = 0;
  int last_ = 0;
  int requests_ = 0;
  int successes_ = 0;
  int changes_ = 0;
  uint64_t content_ = 0;  // of the last success
};

// How a rate is spread over a group of URLs, in twelve classes: exactly 0; (0, 0.1), [0.1, 0.2) and
// so on to [0.9, 1); exactly 1.
struct RateDistribution {
  static constexpr int kClasses = 12;

  std::array<double, kClasses> share{};  // the sum is 1, unless the group was empty

  static int class_of(Fraction rate);
  // The probability that a URL of the group has this rate, as the paper takes it: the share of the
  // class, a tenth of it for the ten inner classes.
  double probability(Fraction rate) const;
};

enum class RateOf { kDownloads, kChanges };

// Of the URLs that were asked for steadily (a request rate of 0.9) and often enough (a recall, of
// downloads or of changes, of 0.2) to say something.
RateDistribution distribution(RateOf of, std::span<const UrlRates> group);

}  // namespace freshet::change

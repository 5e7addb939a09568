#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace freshet::change {

// Rates of requests, downloads and changes over collections with the numbers 1 to N, as Kim defines
// them ("Estimation of Web Page Change Behavior", 2007). Fractions are exact.

struct Fraction {
  int64_t part = 0;
  int64_t whole = 1;  // at least 1

  double value() const { return static_cast<double>(part) / static_cast<double>(whole); }
  // Compares the values: 1/2 equals 2/4.
  bool operator==(const Fraction& other) const { return part * other.whole == other.part * whole; }
};

// The rates of one URL. Only counts are stored.
class UrlRates {
 public:
  explicit UrlRates(int collections) : collections_(collections) {}

  // Record a request. The numbers of collections must ascend, from 1 to `collections`.
  void failed(int number);
  // `content` identifies what was fetched: it is equal for equal contents.
  void succeeded(int number, uint64_t content);

  int requests() const { return requests_; }
  int successes() const { return successes_; }
  // Successes whose content differs from that of the success before.
  int changes() const { return changes_; }

  // The share of collections with a request, from the first to the last request; nullopt if there
  // was no request.
  std::optional<Fraction> request_rate() const;
  std::optional<Fraction> download_rate() const;
  Fraction download_recall() const { return {.part = requests_, .whole = collections_}; }
  // nullopt with fewer than two successes, because nothing could be compared.
  std::optional<Fraction> change_rate() const;
  // The share of the possible comparisons that were made; nullopt if there is only one collection
  // or no success.
  std::optional<Fraction> change_recall() const;

 private:
  void requested(int number);

  int collections_;
  int first_ = 0;
  int last_ = 0;
  int requests_ = 0;
  int successes_ = 0;
  int changes_ = 0;
  uint64_t content_ = 0;  // of the last success
};

// The distribution of a rate over a group of URLs, in twelve classes: exactly 0; (0, 0.1), [0.1,
// 0.2) and so on to [0.9, 1); exactly 1.
struct RateDistribution {
  static constexpr int kClasses = 12;

  std::array<double, kClasses> share{};  // the sum is 1, unless the group was empty

  static int class_of(Fraction rate);
  // The probability that a URL of the group has this rate, as the paper defines it: the share of
  // the class, or a tenth of it for the ten inner classes.
  double probability(Fraction rate) const;
};

enum class RateOf { kDownloads, kChanges };

// Returns the distribution over those URLs of the group that were requested steadily (a request
// rate of at least 0.9) and often (a recall, of downloads or of changes, of at least 0.2).
RateDistribution distribution(RateOf of, std::span<const UrlRates> group);

}  // namespace freshet::change

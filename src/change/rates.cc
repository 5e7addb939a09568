#include "change/rates.h"

#include "result/check.h"

namespace freshet::change {
namespace {

bool at_least_tenths(std::optional<Fraction> rate, int tenths) {
  return rate && rate->part * 10 >= rate->whole * tenths;
}

}  // namespace

void UrlRates::requested(int number) {
  FRESHET_CHECK(number > last_ && number <= collections_, "collections out of order");
  if (requests_ == 0) first_ = number;
  last_ = number;
  ++requests_;
}

void UrlRates::failed(int number) {
  requested(number);
}

void UrlRates::succeeded(int number, uint64_t content) {
  requested(number);
  if (successes_ > 0 && content != content_) ++changes_;
  ++successes_;
  content_ = content;
}

std::optional<Fraction> UrlRates::request_rate() const {
  if (requests_ == 0) return std::nullopt;
  return Fraction{.part = requests_, .whole = last_ - first_ + 1};
}

std::optional<Fraction> UrlRates::download_rate() const {
  if (requests_ == 0) return std::nullopt;
  return Fraction{.part = successes_, .whole = requests_};
}

std::optional<Fraction> UrlRates::change_rate() const {
  if (successes_ < 2) return std::nullopt;
  return Fraction{.part = changes_, .whole = successes_ - 1};
}

std::optional<Fraction> UrlRates::change_recall() const {
  if (collections_ < 2 || successes_ == 0) return std::nullopt;
  return Fraction{.part = successes_ - 1, .whole = collections_ - 1};
}

int RateDistribution::class_of(Fraction rate) {
  if (rate.part <= 0) return 0;
  if (rate.part >= rate.whole) return kClasses - 1;
  return 1 + static_cast<int>(rate.part * 10 / rate.whole);
}

double RateDistribution::probability(Fraction rate) const {
  const int at = class_of(rate);
  const bool inner = at > 0 && at < kClasses - 1;
  return share[static_cast<size_t>(at)] / (inner ? 10 : 1);
}

RateDistribution distribution(RateOf of, std::span<const UrlRates> group) {
  RateDistribution result;
  int64_t counted = 0;
  for (const UrlRates& url : group) {
    const bool downloads = of == RateOf::kDownloads;
    const auto recall = downloads ? url.download_recall() : url.change_recall();
    const auto rate = downloads ? url.download_rate() : url.change_rate();
    if (!rate || !at_least_tenths(recall, 2) || !at_least_tenths(url.request_rate(), 9)) continue;
    result.share[static_cast<size_t>(RateDistribution::class_of(*rate))] += 1;
    ++counted;
  }
  if (counted == 0) return result;
  for (double& share : result.share) share /= static_cast<double>(counted);
  return result;
}

}  // namespace freshet::change

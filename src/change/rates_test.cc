#include "change/rates.h"

#include <numeric>

#include "gtest/gtest.h"

namespace freshet::change {
namespace {

// Reads a line of the paper's figure: '.' is no request, 'x' a failure, and any other letter stands
// for the content that was fetched.
UrlRates read(std::string_view line) {
  UrlRates rates(static_cast<int>(line.size()));
  for (size_t i = 0; i < line.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    if (line[i] == 'x') {
      rates.failed(number);
    } else if (line[i] != '.') {
      rates.succeeded(number, static_cast<uint64_t>(line[i]));
    }
  }
  return rates;
}

Fraction part(int64_t part, int64_t whole) {
  return {.part = part, .whole = whole};
}

TEST(Rates, RequestRateCountsFromTheFirstToTheLastRequest) {
  const UrlRates b = read("....qxr.x.......");
  EXPECT_EQ(b.request_rate(), part(4, 5));
  EXPECT_EQ(b.download_rate(), part(1, 2));
}

TEST(Rates, DownloadRateCountsSuccessesAmongRequests) {
  const UrlRates c = read("..ss.xttx.xx....");
  EXPECT_EQ(c.requests(), 8);
  EXPECT_EQ(c.download_rate(), part(1, 2));
  EXPECT_EQ(c.download_recall(), part(8, 16));
}

TEST(Rates, ChangeRateComparesEachSuccessWithTheOneBefore) {
  const UrlRates d = read("xu.xuuvv.wxww..w");
  EXPECT_EQ(d.successes(), 9);
  EXPECT_EQ(d.changes(), 2);
  EXPECT_EQ(d.change_rate(), part(2, 8));
  EXPECT_EQ(d.change_rate()->value(), 0.25);
  EXPECT_EQ(d.change_recall(), part(8, 15));
}

TEST(Rates, ChangeRateIsOneIfEverySuccessDiffers) {
  const UrlRates a = read("abcdefghijklmnop");
  EXPECT_EQ(a.request_rate(), part(1, 1));
  EXPECT_EQ(a.change_rate(), part(1, 1));
  EXPECT_EQ(a.change_recall(), part(1, 1));
}

TEST(Rates, RateWithoutObservationsHasNoValue) {
  const UrlRates never = read("....");
  EXPECT_EQ(never.request_rate(), std::nullopt);
  EXPECT_EQ(never.download_rate(), std::nullopt);
  EXPECT_EQ(never.download_recall(), part(0, 4));
  EXPECT_EQ(read("x.ax").change_rate(), std::nullopt);
  EXPECT_EQ(read("a").change_recall(), std::nullopt);
}

TEST(Rates, ReturnToAnEarlierContentIsAChange) {
  EXPECT_EQ(read("aba").changes(), 2);
}

TEST(RateDistribution, ClassesBeginAtTheirLowerEnd) {
  const auto class_of = [](int64_t a, int64_t b) { return RateDistribution::class_of(part(a, b)); };
  EXPECT_EQ(class_of(0, 7), 0);
  EXPECT_EQ(class_of(1, 1000), 1);
  EXPECT_EQ(class_of(99, 1000), 1);
  EXPECT_EQ(class_of(1, 10), 2);
  EXPECT_EQ(class_of(3, 10), 4);  // 0.3 has no exact binary representation
  EXPECT_EQ(class_of(7, 10), 8);
  EXPECT_EQ(class_of(899, 1000), 9);
  EXPECT_EQ(class_of(9, 10), 10);
  EXPECT_EQ(class_of(999, 1000), 10);
  EXPECT_EQ(class_of(7, 7), 11);
}

TEST(RateDistribution, CountsOnlyUrlsWithEnoughRequests) {
  const std::vector<UrlRates> group = {
      read("aaaaaaaaaa"),  // downloads 1, changes 0
      read("xxxxxxxxxx"),  // downloads 0, changes unknown
      read("aaxbbbbbbb"),  // downloads 0.9, changes 1/8
      read("a.a.a.a.a."),  // a request rate of 5/9
      read("a........."),  // a recall of 0.1
      read("ab........"),  // downloads 1 with a recall of 0.2; one comparison of nine is too few
  };
  const RateDistribution downloads = distribution(RateOf::kDownloads, group);
  EXPECT_EQ(downloads.share[0], 0.25);
  EXPECT_EQ(downloads.share[10], 0.25);
  EXPECT_EQ(downloads.share[11], 0.5);
  EXPECT_EQ(std::accumulate(downloads.share.begin(), downloads.share.end(), 0.0), 1);
  EXPECT_EQ(downloads.probability(part(0, 3)), 0.25);
  EXPECT_EQ(downloads.probability(part(19, 20)), 0.025);

  const RateDistribution changes = distribution(RateOf::kChanges, group);
  EXPECT_EQ(changes.share[0], 0.5);
  EXPECT_EQ(changes.share[2], 0.5);
}

TEST(RateDistribution, OfAnEmptyGroupIsAllZero) {
  const RateDistribution empty = distribution(RateOf::kChanges, {});
  EXPECT_EQ(std::accumulate(empty.share.begin(), empty.share.end(), 0.0), 0);
}

}  // namespace
}  // namespace freshet::change

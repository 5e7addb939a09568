#include "telemetry/metrics.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <thread>

#include "gtest/gtest.h"
#include "telemetry/registry.h"

namespace freshet::telemetry {
namespace {

TEST(Counter, AddsFromManyThreads) {
  Counter counter;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10'000; ++i) counter.add();
      counter.add(5);
    });
  }
  threads.clear();
  EXPECT_EQ(counter.value(), 40'020);
}

TEST(Histogram, SmallValuesAreExact) {
  Histogram histogram;
  for (uint64_t value = 0; value < 16; ++value) histogram.record(value);
  const auto now = histogram.snapshot();
  EXPECT_EQ(now.count(), 16);
  EXPECT_EQ(now.sum(), 120);
  EXPECT_EQ(now.mean(), 7.5);
  EXPECT_EQ(now.quantile(0), 0);
  EXPECT_EQ(now.quantile(0.5), 7);
  EXPECT_EQ(now.quantile(1), 15);
}

TEST(Histogram, EveryValueIsToldWithinItsError) {
  for (int width = 1; width <= 64; ++width) {
    const uint64_t top = ~uint64_t{0} >> (64 - width);
    for (const uint64_t value : {top, top / 2 + 1, top - top / 3, top / 2 + top / 5}) {
      Histogram histogram;
      histogram.record(value);
      const uint64_t told = histogram.snapshot().quantile(0.5);
      const uint64_t error = std::max(told, value) - std::min(told, value);
      EXPECT_LE(error, value / 32) << value << " told as " << told;
    }
  }
}

TEST(Histogram, QuantilesOfASkewedDistribution) {
  Histogram histogram;
  std::mt19937 random(3);
  std::lognormal_distribution<> draw(10, 2);
  std::vector<uint64_t> values;
  for (int i = 0; i < 20'000; ++i) {
    values.push_back(static_cast<uint64_t>(draw(random)));
    histogram.record(values.back());
  }
  std::sort(values.begin(), values.end());
  const auto now = histogram.snapshot();
  for (const double q : {0.01, 0.5, 0.9, 0.99, 0.999}) {
    const auto rank = static_cast<size_t>(std::ceil(q * 20'000)) - 1;
    const auto exact = static_cast<double>(values[rank]);
    EXPECT_NEAR(static_cast<double>(now.quantile(q)), exact, exact / 32) << "quantile " << q;
  }
}

TEST(Histogram, NothingRecordedIsZero) {
  const auto now = Histogram().snapshot();
  EXPECT_EQ(now.count(), 0);
  EXPECT_EQ(now.mean(), 0);
  EXPECT_EQ(now.quantile(0.5), 0);
}

TEST(Histogram, RecordsFromManyThreads) {
  Histogram histogram;
  std::vector<std::jthread> threads;
  for (uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 5'000; ++i) histogram.record(t);
    });
  }
  threads.clear();
  EXPECT_EQ(histogram.snapshot().count(), 20'000);
  EXPECT_EQ(histogram.snapshot().sum(), 30'000);
}

TEST(Registry, NameIsTheSameMetricEveryTime) {
  Registry registry;
  Counter& first = registry.counter("fetches_total", "fetches begun");
  for (int i = 0; i < 1000; ++i) registry.counter("other_" + std::to_string(i), "");
  EXPECT_EQ(&registry.counter("fetches_total", "fetches begun"), &first);
}

TEST(RegistryDeathTest, WrongNameOrKindIsABug) {
  Registry registry;
  registry.counter("fetches_total", "");
  EXPECT_DEATH(registry.histogram("fetches_total", ""), "fetches_total");
  EXPECT_DEATH(registry.counter("Bad-Name", ""), "Bad-Name");
  EXPECT_DEATH(registry.counter("", ""), "");
}

TEST(Registry, WritesJsonInOrderOfName) {
  Registry registry;
  registry.histogram("size_bytes", "").record(3);
  registry.counter("fetches_total", "").add(2);
  std::string out;
  json::Writer writer(out);
  registry.write_json(writer);
  EXPECT_EQ(out, R"({"fetches_total":2,"size_bytes":{"count":1,"sum":3,"mean":3,)"
                 R"("p50":3,"p90":3,"p99":3,"max":3}})");
}

TEST(Registry, WritesPrometheusText) {
  Registry registry;
  registry.counter("fetches_total", "fetches\nbegun").add(2);
  registry.histogram("size_bytes", "size of bodies").record(3);
  EXPECT_EQ(registry.prometheus(),
            "# HELP freshet_fetches_total fetches\\nbegun\n"
            "# TYPE freshet_fetches_total counter\n"
            "freshet_fetches_total 2\n"
            "# HELP freshet_size_bytes size of bodies\n"
            "# TYPE freshet_size_bytes summary\n"
            "freshet_size_bytes{quantile=\"0.5\"} 3\n"
            "freshet_size_bytes{quantile=\"0.9\"} 3\n"
            "freshet_size_bytes{quantile=\"0.99\"} 3\n"
            "freshet_size_bytes{quantile=\"1\"} 3\n"
            "freshet_size_bytes_sum 3\n"
            "freshet_size_bytes_count 1\n");
}

}  // namespace
}  // namespace freshet::telemetry

#include "refresh/calibration.h"

#include "gtest/gtest.h"

namespace freshet::refresh {
namespace {

TEST(Calibration, CountsVisitsByTenthsOfTheBelief) {
  Calibration calibration;
  calibration.saw(0.05, false);
  calibration.saw(0.95, true);
  calibration.saw(0.99, false);
  calibration.saw(1, true);
  EXPECT_EQ(calibration.parts()[0], (Calibration::Part{1, 0.05, 0}));
  EXPECT_EQ(calibration.parts()[9].visits, 3u);
  EXPECT_EQ(calibration.parts()[9].current, 2u);
  EXPECT_EQ(calibration.all().visits, 4u);
  EXPECT_NEAR(calibration.all().believed, 2.99, 1e-12);
  EXPECT_EQ(calibration.all().current, 2u);
}

TEST(Calibration, ExpectedErrorIsOneStandardDeviation) {
  Calibration calibration;
  EXPECT_EQ(calibration.expected_error(), 0);
  for (int i = 0; i < 100; ++i) calibration.saw(0.5, i % 2 == 0);
  EXPECT_NEAR(calibration.expected_error(), 0.05, 1e-12);
}

TEST(Calibration, SurvivesEncodingAndDecoding) {
  Calibration calibration;
  for (int i = 0; i < 50; ++i) calibration.saw(i / 50.0, i % 3 != 0);
  const auto back = Calibration::decode(calibration.encode());
  ASSERT_TRUE(back);
  EXPECT_EQ(back->encode(), calibration.encode());
  EXPECT_EQ(back->all().current, calibration.all().current);
}

TEST(Calibration, TextThatItDidNotWriteIsAnError) {
  const std::string good = Calibration().encode();
  EXPECT_TRUE(Calibration::decode(good));
  for (const std::string& bad :
       {std::string(), good + " 1", std::string("x"), good.substr(0, good.size() - 2),
        "1 5 0" + good.substr(good.find(' ', good.find(' ') + 3)),
        "0 0 1" + good.substr(good.find(' ', good.find(' ') + 3))}) {
    EXPECT_FALSE(Calibration::decode(bad)) << bad;
  }
}

TEST(Calibration, CorrectsBeliefsByWhatVisitsFound) {
  Calibration calibration;
  EXPECT_EQ(calibration.corrected(0.55), 0.55);
  for (int i = 0; i < 3'000; ++i) calibration.saw(0.55, i % 4 == 0);
  EXPECT_NEAR(calibration.corrected(0.55), 0.25, 0.01);
  EXPECT_NEAR(calibration.corrected(0.58), 0.28, 0.01);
  EXPECT_EQ(calibration.corrected(0.75), 0.75);
  for (int i = 0; i < 3'000; ++i) calibration.saw(0.05, false);
  EXPECT_EQ(calibration.corrected(0.01), 0);
}

}  // namespace
}  // namespace freshet::refresh

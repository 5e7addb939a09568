#include "extract/money_value.h"

#include "extract/currency.h"
#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

// "12.50 EUR", or why there is no amount.
std::string money(std::string_view text, std::string_view currency = "",
                  std::string_view locale = "") {
  MoneyOptions options{.currency = currency};
  if (!locale.empty()) options.locale = *find_locale(locale);
  const auto value = parse_money(text, options);
  return value ? value->amount + " " + value->currency : value.error();
}

constexpr std::string_view kNone = "is no amount of money";

TEST(Money, SymbolsAndCodesOnEitherSide) {
  EXPECT_EQ(money("12.50 €"), "12.50 EUR");
  EXPECT_EQ(money("€12,50"), "12.50 EUR");
  EXPECT_EQ(money("£1,299"), "1299 GBP");
  EXPECT_EQ(money("EUR 12.50"), "12.50 EUR");
  EXPECT_EQ(money("12,50 eur"), "12.50 EUR");
  EXPECT_EQ(money("12.50EUR"), "12.50 EUR");
  EXPECT_EQ(money("CHF 1'234.50"), "1234.50 CHF");
  EXPECT_EQ(money("129,99 zł"), "129.99 PLN");
  EXPECT_EQ(money("1 299 Kč"), "1299 CZK");
  EXPECT_EQ(money("12,500원"), "12500 KRW");
  EXPECT_EQ(money("₩12,500"), "12500 KRW");
  EXPECT_EQ(money("￥１，２００"), "1200 JPY");
  EXPECT_EQ(money("1200円"), "1200 JPY");
  EXPECT_EQ(money("Rs. 1,00,000"), "100000 INR");
  EXPECT_EQ(money("R$ 1.299,90"), "1299.90 BRL");
  EXPECT_EQ(money("1 299,00 руб."), "1299.00 RUB");
  EXPECT_EQ(money("Fr. 5.-"), "5 CHF");
}

TEST(Money, TheAmountHasTheDigitsOfThePage) {
  EXPECT_EQ(money("$0.10"), "0.10 USD");
  EXPECT_EQ(money("$.99"), "0.99 USD");
  EXPECT_EQ(money("$12.5"), "12.5 USD");
  EXPECT_EQ(money("$1,234,567.891"), "1234567.891 USD");
  EXPECT_EQ(money("12,- €"), "12 EUR");
  EXPECT_EQ(money("12.– CHF"), "12 CHF");
  EXPECT_EQ(money("1.299,00 €", "", "de"), "1299.00 EUR");
}

TEST(Money, AnAmbiguousSymbolIsWhatIsExpectedIfItCanBe) {
  EXPECT_EQ(money("$5"), "5 USD");
  EXPECT_EQ(money("$5", "CAD"), "5 CAD");
  EXPECT_EQ(money("$5", "EUR"), "5 USD");
  EXPECT_EQ(money("US$5", "CAD"), "5 USD");
  EXPECT_EQ(money("US $5", "CAD"), "5 USD");
  EXPECT_EQ(money("¥5"), "5 JPY");
  EXPECT_EQ(money("¥5", "CNY"), "5 CNY");
  EXPECT_EQ(money("129 kr", "SEK"), "129 SEK");
  EXPECT_EQ(money("kr 129", "NOK"), "129 NOK");
  EXPECT_EQ(money("129 kr"), "names no currency; set `currency`");
  EXPECT_EQ(money("R 129", "ZAR"), "129 ZAR");
}

TEST(Money, WithoutACurrencyTheDefaultCounts) {
  EXPECT_EQ(money("12.50", "EUR"), "12.50 EUR");
  EXPECT_EQ(money("12.50"), "names no currency; set `currency`");
  EXPECT_EQ(money("12.50 USD", "EUR"), "12.50 USD");
}

TEST(Money, TheNumberBesideTheCurrencyCounts) {
  EXPECT_EQ(money("2 x 12.50 €"), "12.50 EUR");
  EXPECT_EQ(money("Phone 15 - 999 €"), "999 EUR");
  EXPECT_EQ(money("from $10 to $20"), "10 USD");
  EXPECT_EQ(money("10 € – 20 €"), "10 EUR");
  EXPECT_EQ(money("EUR 10, USD 12"), "10 EUR");
  EXPECT_EQ(money("Price (in EUR) is 12.50"), "12.50 EUR");
  EXPECT_EQ(money("TOP 3: 12.50 $"), "12.50 USD");
  EXPECT_EQ(money("12 TRY"), "12 TRY");
}

TEST(Money, NegativeAmounts) {
  EXPECT_EQ(money("-$5.00"), "-5.00 USD");
  EXPECT_EQ(money("−5,00 €"), "-5.00 EUR");
  EXPECT_EQ(money("€ -5"), "-5 EUR");
  EXPECT_EQ(money("A-$5"), "5 USD");
}

TEST(Money, WordsThatContainACurrencyNameNone) {
  EXPECT_EQ(money("5 krone"), "names no currency; set `currency`");
  EXPECT_EQ(money("5 leid"), "names no currency; set `currency`");
  EXPECT_EQ(money("5 EUROPE"), "names no currency; set `currency`");
  EXPECT_EQ(money("try 5"), "names no currency; set `currency`");
}

TEST(Money, WhatIsNoAmount) {
  EXPECT_EQ(money("ask us"), kNone);
  EXPECT_EQ(money("€"), kNone);
  EXPECT_EQ(money(""), kNone);
  EXPECT_EQ(money("19.11.2026 €"), kNone);
}

TEST(Money, TextForProgramsHasADotBeforeTheFraction) {
  EXPECT_EQ(parse_money("1.234", {.currency = "EUR", .is_for_programs = true}).value(),
            (Money{"1.234", "EUR"}));
  EXPECT_EQ(parse_money("1.234", {.currency = "EUR"}).value(), (Money{"1234", "EUR"}));
}

TEST(Money, AHostileTextTakesLinearTime) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "1 x€y ";
  EXPECT_EQ(money(text), "1 EUR");
}

TEST(Currency, CodesAreThoseInUse) {
  EXPECT_TRUE(is_currency_code("EUR"));
  EXPECT_TRUE(is_currency_code("ZWG"));
  EXPECT_FALSE(is_currency_code("DEM"));
  EXPECT_FALSE(is_currency_code("eur"));
  EXPECT_FALSE(is_currency_code("UR "));
  EXPECT_FALSE(is_currency_code(""));
}

}  // namespace
}  // namespace freshet::extract

#include "convert/language.h"

#include <gtest/gtest.h>

namespace freshet::convert {
namespace {

TEST(Language, ClaimsAreTakenAsTags) {
  EXPECT_EQ(language_tag("en"), "en");
  EXPECT_EQ(language_tag(" De-AT "), "de-at");
  EXPECT_EQ(language_tag("zh_Hant"), "zh-hant");
  EXPECT_EQ(language_tag("fr, de"), "fr");
}

TEST(Language, WhatIsNoTagIsNoClaim) {
  for (const char* claim : {"", "e", "englishlanguage", "12", "en<script>", "en us", "x\xFF"}) {
    EXPECT_EQ(language_tag(claim), "") << claim;
  }
  EXPECT_EQ(language_tag("en-" + std::string(40, 'x')), "");
}

TEST(Language, SomeScriptsTellIt) {
  EXPECT_EQ(language_by_script("안녕하세요 세계"), "ko");
  EXPECT_EQ(language_by_script("これは日本語の文章です"), "ja");
  EXPECT_EQ(language_by_script("这是一个中文网页"), "zh");
  EXPECT_EQ(language_by_script("Привет, мир"), "ru");
  EXPECT_EQ(language_by_script("สวัสดีชาวโลก"), "th");
  EXPECT_EQ(language_by_script("plain Latin letters"), "");
  EXPECT_EQ(language_by_script("a long English text that names 東京 once and goes on and on"), "");
  EXPECT_EQ(language_by_script(""), "");
  EXPECT_EQ(language_by_script("\xE4\xB8"), "");
}

}  // namespace
}  // namespace freshet::convert

#include "language/script.h"

#include <gtest/gtest.h>

namespace freshet::language {
namespace {

TEST(LanguageOfScript, IsKnownForScriptsOfOneLanguage) {
  EXPECT_EQ(language_of_script("안녕하세요 세계"), "ko");
  EXPECT_EQ(language_of_script("これは日本語の文章です"), "ja");
  EXPECT_EQ(language_of_script("สวัสดีชาวโลก"), "th");
  EXPECT_EQ(language_of_script("Καλημέρα"), "el");
  EXPECT_EQ(language_of_script("שלום"), "he");
}

TEST(LanguageOfScript, IsUnknownForScriptsOfManyLanguages) {
  for (const char* text :
       {"plain Latin letters", "Привет, мир", "这是一个中文网页", "مرحبا", "", "\xE4\xB8", "123"}) {
    EXPECT_EQ(language_of_script(text), "") << text;
  }
}

TEST(LanguageOfScript, ANameInAnotherScriptDoesNotDecide) {
  EXPECT_EQ(language_of_script("a long English text that names 서울 once and goes on and on"), "");
}

}  // namespace
}  // namespace freshet::language

#include "convert/page_language.h"

#include <gtest/gtest.h>

namespace freshet::convert {
namespace {

const std::string kKorean =
    "강 위의 오래된 다리는 나무 들보 두 개가 썩기 시작해서 지난겨울에 폐쇄되었고, 언제 다시 "
    "열릴지는 "
    "아직 아무도 모른다. 마을 사람들은 그동안 상류의 새 다리로 돌아가야 하며, 배를 타고 건너는 "
    "사람도 "
    "있다. 시청은 봄에 수리를 시작하겠다고 약속했지만 돈이 모자란다.";
const std::string kGerman =
    "Die alte Brücke über den Fluss wurde im letzten Winter gesperrt, weil zwei ihrer hölzernen "
    "Balken zu faulen begannen, und niemand weiß, wann sie wieder geöffnet wird. Die Leute aus dem "
    "Dorf gehen seitdem den längeren Weg über die neue Brücke, oder sie lassen sich mit dem Boot "
    "übersetzen. Die Stadt hat versprochen, im Frühling mit der Arbeit zu beginnen.";
const std::string kEnglish =
    "The old bridge over the river was closed last winter because two of its wooden beams had "
    "begun to rot, and nobody knows yet when it will be opened again. The people of the village "
    "have to take the longer way over the new bridge since then, or they cross the river by boat. "
    "The town has promised to begin with the work in spring.";

TEST(PageLanguage, IsTheLanguageThatThePageDeclares) {
  const PageLanguage language = page_language("de-at", kGerman);
  EXPECT_EQ(language.tag, "de-at");
  EXPECT_EQ(language.from, "declared");
}

TEST(PageLanguage, IsIdentifiedWhereNothingIsDeclared) {
  EXPECT_EQ(page_language("", kKorean).tag, "ko");
  EXPECT_EQ(page_language("", kGerman).tag, "de");
  EXPECT_EQ(page_language("", kGerman).from, "identified");
}

TEST(PageLanguage, IsUnknownWithoutDeclarationAndEnoughText) {
  EXPECT_EQ(page_language("", "404").tag, "");
  EXPECT_EQ(page_language("", "404").from, "");
}

TEST(PageLanguage, TextThatClearlyContradictsADeclarationWins) {
  EXPECT_EQ(page_language("en", kKorean).tag, "ko");
  EXPECT_EQ(page_language("en", kKorean).from, "identified");
  EXPECT_EQ(page_language("en-us", kGerman).tag, "de");
  EXPECT_EQ(page_language("ko", kGerman).tag, "de");
}

TEST(PageLanguage, ShortTextDoesNotContradictTheDeclaration) {
  EXPECT_EQ(page_language("en", kKorean.substr(0, 150)).tag, "en");
}

TEST(PageLanguage, TextInTwoLanguagesDoesNotContradictTheDeclaration) {
  EXPECT_EQ(page_language("en", kGerman + "\n" + kEnglish).tag, "en");
}

TEST(PageLanguage, EnglishTextDoesNotContradictTheDeclaration) {
  EXPECT_EQ(page_language("ko", kEnglish).tag, "ko");
  EXPECT_EQ(page_language("ko", kEnglish).from, "declared");
}

TEST(PageLanguage, CloseLanguagesDoNotContradictEachOther) {
  const std::string danish =
      "Den gamle bro over floden blev lukket sidste vinter, fordi to af dens træbjælker var "
      "begyndt at rådne, og ingen ved endnu, hvornår den åbner igen. Folk fra landsbyen må siden "
      "tage den længere vej over den nye bro, eller de sejler over floden i en lille båd. Byen har "
      "lovet at begynde arbejdet til foråret, men pengene mangler stadig.";
  EXPECT_EQ(page_language("nb", danish).tag, "nb");
  EXPECT_EQ(page_language("de", danish).tag, "da");
}

}  // namespace
}  // namespace freshet::convert

#include "language/identify.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace freshet::language {
namespace {

struct Sample {
  const char* language;
  const char* text;
};

const std::vector<Sample> kSamples = {
    {"en",
     "The old bridge over the river was closed last winter because two of its wooden beams "
     "had begun to rot, and nobody knows yet when it will be opened again."},
    {"de",
     "Die alte Brücke über den Fluss wurde im letzten Winter gesperrt, weil zwei ihrer "
     "hölzernen Balken zu faulen begannen, und niemand weiß, wann sie wieder geöffnet wird."},
    {"fr",
     "Le vieux pont sur la rivière a été fermé l'hiver dernier parce que deux de ses poutres "
     "en bois commençaient à pourrir, et personne ne sait quand il sera rouvert."},
    {"es",
     "El viejo puente sobre el río se cerró el invierno pasado porque dos de sus vigas de "
     "madera empezaban a pudrirse, y todavía nadie sabe cuándo volverá a abrirse."},
    {"it",
     "Il vecchio ponte sul fiume è stato chiuso lo scorso inverno perché due delle sue travi "
     "di legno cominciavano a marcire, e nessuno sa ancora quando verrà riaperto."},
    {"nl",
     "De oude brug over de rivier werd vorige winter gesloten omdat twee van de houten "
     "balken begonnen te rotten, en niemand weet nog wanneer hij weer opengaat."},
    {"pl",
     "Stary most na rzece został zamknięty zeszłej zimy, ponieważ dwie drewniane belki "
     "zaczęły gnić, i nikt jeszcze nie wie, kiedy zostanie ponownie otwarty."},
    {"sv",
     "Den gamla bron över floden stängdes förra vintern eftersom två av träbalkarna hade "
     "börjat ruttna, och ingen vet ännu när den kommer att öppnas igen."},
    {"tr",
     "Nehrin üzerindeki eski köprü, iki ahşap kirişi çürümeye başladığı için geçen kış "
     "kapatıldı ve ne zaman yeniden açılacağını henüz kimse bilmiyor."},
    {"cs",
     "Starý most přes řeku byl loni v zimě uzavřen, protože dva z jeho dřevěných trámů "
     "začaly hnít, a nikdo zatím neví, kdy bude znovu otevřen."},
    {"vi",
     "Cây cầu cũ bắc qua sông đã bị đóng cửa vào mùa đông năm ngoái vì hai thanh xà gỗ bắt "
     "đầu mục, và chưa ai biết khi nào nó sẽ được mở lại."},
    {"ko",
     "강 위의 오래된 다리는 나무 들보 두 개가 썩기 시작해서 지난겨울에 폐쇄되었고, 언제 "
     "다시 열릴지는 아직 아무도 모른다."},
    {"ja",
     "川に架かる古い橋は、木の梁が二本腐り始めたため昨年の冬に閉鎖され、いつ再び開通する"
     "のかはまだ誰にも分からない。"},
    {"zh-hans",
     "河上的那座旧桥去年冬天关闭了，因为有两根木梁开始腐烂，现在还没有人知道它什么"
     "时候会重新开放。"},
    {"zh-hant",
     "河上的那座舊橋去年冬天關閉了，因為有兩根木樑開始腐爛，現在還沒有人知道它什麼"
     "時候會重新開放。"},
    {"ar",
     "أُغلق الجسر القديم فوق النهر في الشتاء الماضي لأن اثنتين من عوارضه الخشبية بدأتا "
     "تتعفنان، ولا أحد يعرف حتى الآن متى سيُفتح من جديد."},
    {"fa",
     "پل قدیمی روی رودخانه زمستان گذشته بسته شد، چون دو تیر چوبی آن شروع به پوسیدن کرده "
     "بود و هنوز کسی نمی‌داند کی دوباره باز می‌شود."},
    {"he",
     "הגשר הישן שמעל הנהר נסגר בחורף שעבר משום ששתיים מקורות העץ שלו התחילו להירקב, ואיש "
     "עדיין אינו יודע מתי ייפתח מחדש."},
    {"th",
     "สะพานเก่าข้ามแม่น้ำถูกปิดเมื่อฤดูหนาวที่แล้ว เพราะคานไม้สองท่อนเริ่มผุ และยังไม่มีใครรู้ว่า"
     "จะเปิดอีกครั้งเมื่อไร"},
    {"el",
     "Η παλιά γέφυρα πάνω από το ποτάμι έκλεισε τον περασμένο χειμώνα, επειδή δύο από τα "
     "ξύλινα δοκάρια της άρχισαν να σαπίζουν, και κανείς δεν ξέρει πότε θα ανοίξει ξανά."},
    {"ru",
     "Старый мост через реку закрыли прошлой зимой, потому что две его деревянные балки "
     "начали гнить, и никто пока не знает, когда его снова откроют."},
    {"uk",
     "Старий міст через річку закрили минулої зими, бо дві його дерев'яні балки почали "
     "гнити, і ніхто поки не знає, коли його знову відкриють."},
    {"hi",
     "नदी पर बना पुराना पुल पिछली सर्दियों में बंद कर दिया गया क्योंकि उसकी लकड़ी की दो कड़ियाँ सड़ने "
     "लगी थीं, और अभी तक कोई नहीं जानता कि वह फिर कब खुलेगा।"},
    {"pt-br",
     "Para baixar o arquivo, o usuário precisa digitar a senha na tela de contato. Se "
     "você usa um celular, a equipe de suporte econômica ajuda no registro."},
    {"pt-pt",
     "Para abrir o ficheiro, o utilizador tem de escrever a palavra-passe no ecrã de "
     "contacto. Com um telemóvel, a equipa ajuda no registo, o que é de facto simples."},
};

TEST(Identify, RecognisesLanguagesByOneSentence) {
  for (const Sample& sample : kSamples) {
    const auto found = identify(sample.text);
    ASSERT_TRUE(found) << sample.language;
    EXPECT_EQ(found->tag, sample.language);
    EXPECT_GE(found->confidence, 0.6) << sample.language;
    EXPECT_LE(found->confidence, 1) << sample.language;
  }
}

TEST(Identify, QuickResultIsTheSameForTextInOneLanguage) {
  for (const Sample& sample : kSamples) {
    const auto found = identify_quickly(sample.text);
    if (!found) continue;
    EXPECT_EQ(found->tag.substr(0, 2), std::string(sample.language).substr(0, 2));
  }
  EXPECT_EQ(identify_quickly(kSamples[1].text)->tag, "de");
}

TEST(Identify, ReturnsNothingForTextWithoutAClearLanguage) {
  for (const char* text : {"", " ", "ok", "404", "Linux 6.1", "12:30 / 45 %", "東京",
                           "\xFF\xFE\x80", "<>{}[]();=+-*/"}) {
    EXPECT_FALSE(identify(text)) << text;
  }
}

TEST(Identify, AFewLettersOfAScriptWithOneLanguageAreEnough) {
  EXPECT_EQ(identify("한국 날씨")->tag, "ko");
  EXPECT_EQ(identify("ひらがな")->tag, "ja");
  EXPECT_EQ(identify("สวัสดี")->tag, "th");
}

TEST(Identify, AFewForeignWordsDoNotChangeTheLanguage) {
  std::string text;
  for (int i = 0; i < 3; ++i) text += kSamples[0].text;
  EXPECT_EQ(identify(text + " 東京タワー")->tag, "en");
}

TEST(Identify, SamplesAllPartsOfALongText) {
  // A menu in English before a long text in German.
  std::string text = "Home News Products About us Contact Search Sign in Terms of service\n";
  for (int i = 0; i < 200; ++i) text += kSamples[1].text;
  EXPECT_EQ(identify(text)->tag, "de");
}

TEST(Identify, AcceptsTextWithMalformedBytesAndControlCharacters) {
  std::string text;
  for (const char* c = kSamples[1].text; *c != '\0'; ++c) {
    text += *c;
    if (*c == ' ') text += std::string("\0\x01\xFF\x7F\xEF\xBF\xBE\xED\xA0\x80 ", 12);
  }
  ASSERT_TRUE(identify(text));
  EXPECT_EQ(identify(text)->tag, "de");
}

TEST(Identify, MegabytesOfAnyTextTakeLittleTime) {
  for (const std::string piece :
       {"a", "<", "&#x", " ", "\xE4\xB8\xAD", "\xF4\x8F\xBF\xBF", "\x80"}) {
    std::string text;
    while (text.size() < (4 << 20)) text += piece;
    (void)identify(text);
  }
}

RC_GTEST_PROP(Identify, NeverFailsOnRandomBytes, (const std::string& bytes)) {
  const auto found = identify(bytes);
  if (!found) return;
  RC_ASSERT(!found->tag.empty());
  RC_ASSERT(found->confidence > 0);
  RC_ASSERT(found->confidence <= 1);
}

RC_GTEST_PROP(Identify, NeverFailsOnRandomCharacters, ()) {
  const auto characters =
      *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange<uint32_t>(0, 0x110000));
  std::string text;
  for (const uint32_t c : characters) {
    // Surrogates too, which are malformed.
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else if (c < 0x800) {
      text += static_cast<char>(0xC0 | c >> 6);
      text += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      text += static_cast<char>(0xE0 | c >> 12);
      text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      text += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      text += static_cast<char>(0xF0 | c >> 18);
      text += static_cast<char>(0x80 | (c >> 12 & 0x3F));
      text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      text += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  (void)identify(text);
}

}  // namespace
}  // namespace freshet::language

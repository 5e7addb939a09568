// Tests of the languages and translations of crawled pages.
#include <fstream>
#include <iterator>
#include <set>

#include "integration/converting.h"
#include "search/search.h"

namespace freshet::test {
namespace {

constexpr const char* kEnglish =
    "The old bridge over the river was closed last winter because two of its wooden beams had "
    "begun to rot, and nobody knows yet when it will be opened again. Until then everybody has to "
    "take the longer way through the village, or the boat.";
constexpr const char* kGerman =
    "Die alte Brücke über den Fluss wurde im letzten Winter gesperrt, weil zwei ihrer hölzernen "
    "Balken zu faulen begannen, und niemand weiß, wann sie wieder geöffnet wird. Bis dahin nehmen "
    "alle den längeren Weg durch das Dorf, oder das Boot.";
constexpr const char* kFrench =
    "Le vieux pont sur la rivière a été fermé l'hiver dernier parce que deux de ses poutres en "
    "bois commençaient à pourrir, et personne ne sait quand il sera rouvert. D'ici là tout le "
    "monde prend le chemin plus long par le village, ou le bateau.";
constexpr const char* kKorean =
    "강 위의 오래된 다리는 나무 들보 두 개가 썩기 시작해서 지난겨울에 폐쇄되었고, 언제 다시 "
    "열릴지는 아직 아무도 모른다. 그때까지는 모두 마을을 지나는 더 먼 길로 가거나 배를 타야 한다.";
constexpr const char* kJapanese =
    "川に架かる古い橋は、木の梁が二本腐り始めたため昨年の冬に閉鎖され、いつ再び開通するのかはまだ"
    "誰にも分からない。それまでは誰もが村を通る遠い道を行くか、舟に乗らなければならない。";

std::string page_of(std::string_view text, std::string_view head = "") {
  return "<meta charset=utf-8>" + std::string(head) + "<title>hashed</title><p>" +
         std::string(text) + "</p>";
}

class ConvertLanguages : public Converting {
 protected:
  crawl::CrawlOptions crawl_options(std::vector<std::string> seeds) const {
    crawl::CrawlOptions options = hasty(web_.address());
    options.seeds = std::move(seeds);
    return options;
  }
  std::string group(const std::string& url) const { return column(url, "translation_group"); }

  ScriptedWeb web_;
};

TEST_F(ConvertLanguages, AreDeclaredOrIdentified) {
  web_.set("a.test/1", html("<html lang=de-AT>" + page_of(kGerman)));
  web_.set("a.test/2", html(page_of(kGerman), "Content-Language: de-CH\r\n"));
  web_.set("a.test/3", html(page_of(kGerman, "<meta http-equiv=content-language content=de>")));
  web_.set("a.test/4", html(page_of(kKorean)));
  web_.set("a.test/5", html("<html lang=en>" + page_of(std::string(kKorean) + kKorean)));
  web_.set("a.test/6", html("<html lang=en>" + page_of("한국")));
  web_.set("a.test/7", html(page_of("404")));
  web_.set("a.test/8", html("<html xml:lang=fr>" + page_of(kFrench)));
  std::vector<std::string> seeds;
  for (int i = 1; i <= 8; ++i) seeds.push_back("http://a.test/" + std::to_string(i));
  run(crawl_options(seeds));
  to_sqlite();
  const auto language = [&](size_t number) {
    return column(seeds[number - 1], "language || ' ' || language_from");
  };
  EXPECT_EQ(language(1), "de-at declared");
  EXPECT_EQ(language(2), "de-ch declared");
  EXPECT_EQ(language(3), "de declared");
  EXPECT_EQ(language(4), "ko identified");
  EXPECT_EQ(language(5), "ko identified") << "the text clearly contradicts the declaration";
  EXPECT_EQ(language(6), "en declared") << "one word is too little to contradict the declaration";
  EXPECT_EQ(language(7), " ");
  EXPECT_EQ(language(8), "fr declared");
}

TEST_F(ConvertLanguages, TranslationsAreGroupedByTheirUrls) {
  const std::pair<std::string, std::string> texts[] = {{"en-US", kEnglish},
                                                       {"de-DE", kGerman},
                                                       {"fr-FR", kFrench},
                                                       {"ko-KR", kKorean},
                                                       {"ja-JP", kJapanese}};
  std::vector<std::string> seeds;
  for (const auto& [folder, text] : texts) {
    for (const char* file : {"/bridge.html", "/mill.html"}) {
      web_.set("a.test/html/" + folder + file, html(page_of(text + file)));
      seeds.push_back("http://a.test/html/" + folder + file);
    }
  }
  // This page has no translation yet.
  web_.set("a.test/html/da-DK/bridge.html", html(page_of(std::string(kEnglish) + " In Denmark.")));
  seeds.push_back("http://a.test/html/da-DK/bridge.html");
  run(crawl_options(seeds));
  to_sqlite();
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT count(DISTINCT translation_group) FROM pages"), "2");
  const std::string bridge = group("http://a.test/html/en-US/bridge.html");
  ASSERT_NE(bridge, "");
  for (const auto& [folder, text] : texts) {
    EXPECT_EQ(group("http://a.test/html/" + folder + "/bridge.html"), bridge);
    EXPECT_NE(group("http://a.test/html/" + folder + "/mill.html"), bridge);
  }
  EXPECT_EQ(group("http://a.test/html/da-DK/bridge.html"), "");

  const auto index = search::open_sqlite(catalog());
  ASSERT_TRUE(index) << index.error().message;
  words::Segmenter segmenter;
  const auto found =
      search::search(**index, segmenter, "hashed", {.language = "ko", .now = system_clock_.now()});
  ASSERT_TRUE(found) << found.error().message;
  std::set<std::string> urls;
  for (const search::Hit& hit : found->hits) urls.insert(hit.match.url);
  EXPECT_EQ(urls, (std::set<std::string>{"http://a.test/html/da-DK/bridge.html",
                                         "http://a.test/html/ko-KR/bridge.html",
                                         "http://a.test/html/ko-KR/mill.html"}));
  EXPECT_EQ(found->hits[0].match.translations.size(), 4U);
}

TEST_F(ConvertLanguages, AreNamedByTheLinkHeaderToo) {
  const std::string field =
      "Link: </bridge>; rel=alternate; hreflang=en, </bruecke.txt>; rel=alternate; hreflang=de\r\n";
  web_.set("a.test/bridge", html(page_of(kEnglish), field));
  web_.set("a.test/bruecke.txt",
           {.bytes = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n" + field +
                     "\r\n" + kGerman});
  web_.set("a.test/alone", html(page_of(kEnglish)));
  run(crawl_options({"http://a.test/bridge", "http://a.test/alone"}));
  to_sqlite();
  const std::string english = group("http://a.test/bridge");
  ASSERT_NE(english, "");
  EXPECT_EQ(group("http://a.test/bruecke.txt"), english) << "found by the header alone";
  EXPECT_EQ(group("http://a.test/alone"), "");
}

TEST_F(ConvertLanguages, GroupsAreUpdatedWhenPagesChange) {
  const std::string alternates =
      "<link rel=alternate hreflang=en href=/bridge><link rel=alternate hreflang=de "
      "href=/bruecke><link rel=alternate hreflang=x-default href=/>";
  web_.set("a.test/bridge", html(page_of(kEnglish, alternates)));
  // The second page names no translations at first.
  web_.set("a.test/bruecke",
           std::vector{html(page_of(kGerman)), html(page_of(kGerman, alternates))});
  const std::vector<std::string> seeds = {"http://a.test/bridge", "http://a.test/bruecke"};
  run(crawl_options(seeds));
  to_sqlite();
  const std::string english = group(seeds[0]);
  ASSERT_NE(english, "");
  EXPECT_EQ(group(seeds[1]), "");

  const crawl::CrawlOptions again = in_turn(crawl_options(seeds), Duration::milliseconds(500));
  run_until(again, [&] { return web_.times("a.test/bruecke") >= 2; });
  to_sqlite();
  expect_equal_to_full_conversion();
  EXPECT_EQ(group(seeds[1]), english);

  web_.set("a.test/bruecke", status(404));
  run_until(again, [&] { return page(seeds[1]).result == store::VisitResult::kGone; });
  to_sqlite();
  expect_equal_to_full_conversion();
  EXPECT_EQ(group(seeds[1]), "");
}

std::string contents_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Many translations of the handbook are incomplete. The languages of this test are complete.
TEST_F(ConvertLanguages, TranslationsOfTheDebianHandbookAreFound) {
  const std::string handbook = "/usr/share/doc/debian-handbook/html/";
  if (!std::filesystem::exists(handbook + "en-US")) {
    GTEST_SKIP() << "the Debian package debian-handbook is not installed";
  }
  const std::pair<std::string, std::string> languages[] = {
      {"de-DE", "de"}, {"en-US", "en"}, {"es-ES", "es"}, {"fr-FR", "fr"}, {"it-IT", "it"},
      {"ja-JP", "ja"}, {"nb-NO", "no"}, {"ru-RU", "ru"}, {"vi-VN", "vi"}, {"zh-CN", "zh-hans"}};
  const char* const files[] = {"case-study.html", "apt.html", "packaging-system.html"};
  std::vector<std::string> seeds;
  for (const auto& [folder, language] : languages) {
    for (const char* file : files) {
      const std::string place = "book.test/html/" + folder + "/" + file;
      web_.set(place, html(contents_of(handbook + folder + "/" + file)));
      seeds.push_back("http://" + place);
    }
  }
  crawl::CrawlOptions options = crawl_options(seeds);
  options.collection.scope.max_depth = 0;
  run(options);
  to_sqlite();
  for (const char* file : files) {
    const std::string english = group("http://book.test/html/en-US/" + std::string(file));
    EXPECT_NE(english, "") << file;
    for (const auto& [folder, language] : languages) {
      const std::string url = "http://book.test/html/" + folder + "/" + file;
      EXPECT_EQ(column(url, "language"), language) << url;
      EXPECT_EQ(column(url, "language_from"), "identified") << url;
      EXPECT_EQ(group(url), english) << url;
    }
  }
}

}  // namespace
}  // namespace freshet::test

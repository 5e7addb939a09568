// Tests Korean queries on the Korean pages of the suite html_real.
#include <algorithm>
#include <filesystem>

#include "gtest/gtest.h"
#include "parse/page.h"
#include "search/sample_collection.h"
#include "search/search.h"
#include "support/scratch_folder.h"
#include "support/suite.h"

namespace freshet::search {
namespace {

// Queries and the page that answers each. They use the words of a user: with and without particles,
// in another order, with other endings than the page.
const std::vector<test::Label> kLabels = {
    {"전자메일 설정", "ch08s04"},
    {"전자메일을 준비", "ch08s04"},
    {"메일 서버 exim", "ch08s04"},
    {"디렉터리 구조", "apcs02"},
    {"루트 디렉터리의 파티션", "apcs02"},
    {"저작권과 라이선스", "ch01s08"},
    {"자유 소프트웨어의 기준", "ch01s08"},
    {"일반 공중 사용 허가서", "apf"},
    {"GPL 한국어 번역", "apf"},
    {"파티션 프로그램 cfdisk", "apcs05"},
    {"FreeBSD 파티션", "apcs05"},
    {"펌웨어", "ch06s04"},
    {"펌웨어를 USB 메모리에서", "ch06s04"},
    {"접근성", "ch05s02"},
    {"음성 합성", "ch05s02"},
    {"점자", "ch05s02"},
    {"하드웨어 정보", "ch03s03"},
    {"DHCP 서버", "ch04s05"},
    {"TFTP 부팅", "ch04s05"},
    {"미리 설정 파일 만들기", "apbs03"},
    {"미리 설정을 사용", "apbs02"},
    {"병렬 케이블 설치", "apds04"},
    {"PLIP", "apds04"},
    {"유닉스에서 설치", "apds03"},
    {"chroot 설치 방법", "apds03"},
    {"BIOS 메뉴", "ch03s06"},
    {"부팅 장치 선택", "ch03s06"},
    {"지원하는 하드웨어", "ch02s01"},
    {"아키텍처 포팅", "ch02s01"},
    {"설치 문제 해결", "ch05s04"},
    {"광학 디스크 문제", "ch05s04"},
    {"컴포넌트 소개", "ch06s02"},
    {"질문의 우선순위", "ch06s01"},
    {"\"컴포넌트 사용하기\"", "ch06s03"},
    {"netinst 이미지", "apas02"},
    {"표준 시간대 계정", "apas03"},
    {"보드 라이프 커뮤니티", "boardwikikorea"},
};

std::optional<test::SampleCollection> korean_pages() {
  const auto folder = test::suite_path("html_real/pages");
  if (!folder) return std::nullopt;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("debian--ko_") || name.starts_with("boardwikikorea")) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  test::SampleCollection collection;
  for (const auto& file : files) {
    const std::string url = "https://ko.test/" + file.stem().string();
    const parse::ParsedPage page =
        parse::parse_page(test::read_gzip(file), {.url = *url::parse(url)});
    collection.add(url, page.title.value_or(""), page.text).language = "ko";
  }
  return collection;
}

TEST(SearchKorean, TheLabelledPageIsAmongTheFirstThree) {
  const auto collection = korean_pages();
  if (!collection) GTEST_SKIP() << "html_real/pages is not there";
  ASSERT_GE(collection->pages().size(), 20U);
  const ScratchFolder folder;
  const std::string file = folder.path() + "/catalog.db";
  collection->write(*catalog::make_sqlite_writer(file));
  const auto index = open_sqlite(file);
  ASSERT_TRUE(index) << index.error().message;
  words::Segmenter segmenter;
  size_t first = 0;
  for (const test::Label& label : kLabels) {
    const auto found = search(**index, segmenter, label.query, {.limit = 3});
    ASSERT_TRUE(found) << label.query << ": " << found.error().message;
    std::string urls;
    for (const Hit& hit : found->hits) urls += hit.match.url + " ";
    EXPECT_NE(urls.find(label.url), std::string::npos)
        << label.query << " wants " << label.url << ", gets " << urls;
    if (!found->hits.empty() && found->hits[0].match.url.find(label.url) != std::string::npos) {
      ++first;
    }
  }
  EXPECT_GE(first, kLabels.size() * 8 / 10);
}

TEST(SearchKorean, AMistypedWordIsCorrected) {
  const auto collection = korean_pages();
  if (!collection) GTEST_SKIP() << "html_real/pages is not there";
  const ScratchFolder folder;
  const std::string file = folder.path() + "/catalog.db";
  collection->write(*catalog::make_sqlite_writer(file));
  const auto index = open_sqlite(file);
  ASSERT_TRUE(index);
  words::Segmenter segmenter;
  const auto found = search(**index, segmenter, "디렉토리", {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->did_you_mean, "디렉터리");
}

}  // namespace
}  // namespace freshet::search

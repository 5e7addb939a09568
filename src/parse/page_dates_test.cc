#include "clock/civil.h"
#include "gtest/gtest.h"
#include "parse/page.h"
#include "parse/page_in_pieces.h"

namespace freshet::parse {
namespace {

const url::Url kUrl = *url::parse("http://example.com/");

ParsedPage parse(std::string_view html) {
  return parse_page(html, {.url = kUrl, .transport = charset::Encoding::kUtf8});
}
std::string modified(std::string_view html) {
  const ParsedPage page = parse(html);
  return page.modified ? format_iso8601(*page.modified) : "";
}
std::string published(std::string_view html) {
  const ParsedPage page = parse(html);
  return page.published ? format_iso8601(*page.published) : "";
}

TEST(PageDates, AreFoundInEveryKindOfMetadata) {
  const std::string expected = "2025-03-04T10:00:00Z";
  for (const char* html : {
           "<meta property='article:modified_time' content='2025-03-04T11:00:00+01:00'>",
           "<meta property=og:updated_time content=2025-03-04T10:00:00Z>",
           "<meta name=Last-Modified content='Tue, 04 Mar 2025 10:00:00 GMT'>",
           "<meta name=dcterms.modified content='2025-03-04T10:00Z'>",
           "<meta name=DC.date.modified content='2025-03-04 10:00:00'>",
           "<meta name=date content='2025-03-04T10:00:00Z'>",
           "<meta name=revised content=' 2025-03-04T10:00:00Z '>",
           "<meta itemprop=dateModified content='2025-03-04T10:00:00.123Z'>",
           "<meta http-equiv=last-modified content='Tue, 04 Mar 2025 10:00:00 GMT'>",
           "<p><time itemprop=dateModified datetime='2025-03-04T10:00Z'>in March</time>",
           "<script type='application/ld+json'>{\"@type\": \"Article\",\n \"dateModified\" : "
           "\"2025-03-04T10:00:00Z\"}</script>",
       }) {
    EXPECT_EQ(modified(html), expected) << html;
    EXPECT_EQ(published(html), "") << html;
  }
  for (const char* html : {
           "<meta property=article:published_time content=2025-03-04T10:00:00Z>",
           "<meta itemprop=datePublished content=2025-03-04T10:00:00Z>",
           "<time itemprop=datePublished datetime=2025-03-04T10:00:00Z></time>",
           "<script type=application/ld+json>[{\"datePublished\":\"2025-03-04T10:00:00Z\"}]",
       }) {
    EXPECT_EQ(published(html), expected) << html;
    EXPECT_EQ(modified(html), "") << html;
  }
}

TEST(PageDates, TheFirstValidDateWithAClearNameCounts) {
  EXPECT_EQ(modified("<meta name=date content=2021-01-01>"
                     "<meta name=dcterms.modified content=2022-01-01>"
                     "<meta property=article:modified_time content=2023-01-01>"),
            "2022-01-01T00:00:00Z");
  EXPECT_EQ(modified("<meta property=article:modified_time content=soon>"
                     "<meta property=article:modified_time content=2023-01-01>"),
            "2023-01-01T00:00:00Z");
}

TEST(PageDates, InvalidDatesAndOtherDatesAreIgnored) {
  for (const char* html : {
           "",
           "<meta name=date content=yesterday>",
           "<meta name=date>",
           "<time datetime=2025-03-04>4 March</time>",
           "<template><meta name=date content=2025-03-04></template>",
           "<script>var x = {\"dateModified\": \"2025-03-04\"};</script>",
           "<script type=application/ld+json>{\"text\": \"dateModified: 2025-03-04\"}</script>",
           "<script type=application/ld+json>{\"dateModified\": 20250304}</script>",
           "<p>\"dateModified\": \"2025-03-04\"</p>",
       }) {
    EXPECT_EQ(modified(html), "") << html;
  }
}

TEST(PageDates, DoNotDependOnTheSizesOfPieces) {
  const std::string html =
      "<script type='application/ld+json'>{\"dateModified\": \"2025-03-04\"}</script>";
  for (size_t cut = 1; cut < html.size(); ++cut) {
    const PageContext context{.url = kUrl, .transport = charset::Encoding::kUtf8};
    EXPECT_TRUE(parse_in_pieces(html, context, {}, cut).modified) << cut;
  }
}

TEST(PageDates, OnlyTheFirst64KiBOfScriptsAreSearched) {
  std::string html = "<script type='application/ld+json'>";
  while (html.size() < (8 << 20)) html += "\"dateModified\": \"";
  html += "\"dateModified\": \"2025-03-04\"</script>";
  EXPECT_EQ(modified(html), "");
  // The limit is for all scripts of the page together.
  std::string many;
  while (many.size() < (1 << 20)) {
    many += "<script type='application/ld+json'>{\"a\": \"bbbbbbbbbbbbbbbbbb\"}</script>";
  }
  EXPECT_EQ(modified(many + "<script type='application/ld+json'>{\"dateModified\": "
                            "\"2025-03-04\"}</script>"),
            "");
  EXPECT_EQ(modified("<meta name=date content='" + std::string(1 << 20, '1') + "'>"), "");
}

}  // namespace
}  // namespace freshet::parse

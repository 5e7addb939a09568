#include "extract/page_sources.h"
#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

std::string to_text(std::string_view text) {
  const auto source = parse_source(text);
  if (!source) return "error: " + source.error();
  std::string all = std::to_string(static_cast<int>(source->kind)) + " [" + source->type + "]";
  for (const std::string& name : source->path) all += " " + name;
  return all;
}

TEST(Source, FirstNameWithACapitalLetterIsAType) {
  EXPECT_EQ(to_text("json-ld:Product.offers.price"), "0 [Product] offers price");
  EXPECT_EQ(to_text("json-ld:offers.price"), "0 [] offers price");
  EXPECT_EQ(to_text("json-ld:*.name"), "0 [] name");
  EXPECT_EQ(to_text("microdata:name"), "1 [] name");
  EXPECT_EQ(to_text("rdfa:schema:Product.schema:name"), "2 [Product] name");
}

TEST(Source, NamesOfMetaMayContainColons) {
  EXPECT_EQ(to_text("og:price:amount"), "3 [] og:price:amount");
  EXPECT_EQ(to_text("twitter:creator"), "3 [] twitter:creator");
  EXPECT_EQ(to_text("meta:Author"), "3 [] author");
  EXPECT_EQ(to_text("meta:article:published_time"), "3 [] article:published_time");
}

TEST(Source, ErrorSaysWhatIsExpected) {
  EXPECT_EQ(to_text("json-ld:Product"),
            "error: expected the path of a property after \"json-ld:\", such as "
            "json-ld:Product.name: a property must follow the type");
  EXPECT_EQ(to_text("rdfa:a..b"),
            "error: expected the path of a property after \"rdfa:\", such as rdfa:Product.name: a "
            "name is empty");
  for (const char* text : {"", "json-ld:", "title", "css:h1", ":name"}) {
    EXPECT_NE(to_text(text).find("is no source; expected json-ld:"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace freshet::extract

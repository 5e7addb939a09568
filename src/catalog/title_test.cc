#include "catalog/title.h"

#include <gtest/gtest.h>

namespace freshet::catalog {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Title, TheNumberOfASectionIsRemoved) {
  EXPECT_EQ(without_section_number("3.3. Foreign Keys"), "Foreign Keys");
  EXPECT_EQ(without_section_number("10. Full grammar"), "Full grammar");
  EXPECT_EQ(without_section_number("3D bridges"), "3D bridges");
  EXPECT_EQ(without_section_number("3.11 is out"), "3.11 is out");
  EXPECT_EQ(without_section_number("1984"), "1984");
  EXPECT_EQ(without_section_number("3.3. "), "");
  EXPECT_EQ(without_section_number(""), "");
}

TEST(Title, IsSplitIntoPartsAtSeparators) {
  EXPECT_EQ(title_parts("csv — CSV files — Python"), (Parts{"csv", "CSV files", "Python"}));
  EXPECT_EQ(title_parts("Site: Page | More"), (Parts{"Site", "Page", "More"}));
  EXPECT_EQ(title_parts("well-known"), Parts{"well-known"});
  EXPECT_EQ(title_parts(""), Parts{});
}

TEST(Title, PartsThatAreBoilerplateAreNotIndexed) {
  EXPECT_EQ(indexed_title("2.1. Old bridge - Example", "Menu\nExample"), "Old bridge");
  EXPECT_EQ(indexed_title("Old bridge - Example", "Examples"), "Old bridge Example");
  EXPECT_EQ(indexed_title("Example", "Example"), "Example");
}

}  // namespace
}  // namespace freshet::catalog

#include "simulate/experiments/table.h"

#include <gtest/gtest.h>

namespace freshet::simulate {
namespace {

Table example() {
  return {.title = "Hours",
          .assumptions = {"All is well."},
          .columns = {{"method"}, {"hours", 1}, {"published", 0}},
          .rows = {{"sorting", 21.04, 21.0}, {"bound", 9.5, {}}}};
}

TEST(Table, TextHasAlignedColumns) {
  EXPECT_EQ(to_text(example()),
            "Hours\n"
            "- All is well.\n"
            "\n"
            "method   hours  published\n"
            "sorting   21.0         21\n"
            "bound      9.5\n");
}

TEST(Table, DetailsFollow) {
  Table table{.title = "All", .columns = {{"n", 0}}, .rows = {{1.0}}};
  table.details = {{.title = "More", .columns = {{"m", 0}}, .rows = {{2.0}}}};
  EXPECT_EQ(to_text(table), "All\n\nn\n1\n\nMore\n\nm\n2\n");
  EXPECT_EQ(to_json(table),
            R"({"title":"All","assumptions":[],"columns":["n"],"rows":[[1]],)"
            R"("details":[{"title":"More","assumptions":[],"columns":["m"],"rows":[[2]]}]})");
}

TEST(Table, LongAssumptionsAreWrapped) {
  const std::string first(60, 'a');
  const std::string second(60, 'b');
  std::string sentence = first;
  sentence.append(" ").append(second);
  std::string broken = "- ";
  broken.append(first).append("\n  ").append(second).append("\n");
  Table table = example();
  table.assumptions = {sentence};
  EXPECT_NE(to_text(table).find(broken), std::string::npos);
}

TEST(Table, JsonHasUnroundedNumbersAndNullForEmptyCells) {
  EXPECT_EQ(to_json(example()), R"({"title":"Hours","assumptions":["All is well."],)"
                                R"("columns":["method","hours","published"],)"
                                R"("rows":[["sorting",21.04,21],["bound",9.5,null]]})");
}

TEST(Table, NumbersAreFoundByRowAndColumn) {
  EXPECT_EQ(example().number("bound", "hours"), 9.5);
}

}  // namespace
}  // namespace freshet::simulate

#include "catalog/headings.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet::catalog {
namespace {

std::string runs_of(std::string_view text) {
  std::string out;
  each_run(text, [&](std::string_view lines, bool is_heading) {
    out.append(is_heading ? "[" : "(").append(lines).append(is_heading ? "]" : ")");
  });
  return out;
}

TEST(Headings, AreShortLinesBeforeLongOnes) {
  const std::string paragraph(120, 'x');
  EXPECT_EQ(runs_of("Bridges\n" + paragraph + "\nMills\n" + paragraph),
            "[Bridges\n](" + paragraph + "\n)[Mills\n](" + paragraph + ")");
  EXPECT_EQ(runs_of(paragraph + "\n" + paragraph), "(" + paragraph + "\n" + paragraph + ")");
}

TEST(Headings, EntriesOfListsAndTablesAreNotHeadings) {
  EXPECT_EQ(runs_of("one\ntwo\nthree"), "(one\ntwo\nthree)");
  EXPECT_EQ(runs_of(""), "");
  EXPECT_EQ(runs_of("one"), "(one)");
  EXPECT_EQ(runs_of("\n\n"), "(\n\n)");
}

}  // namespace
}  // namespace freshet::catalog

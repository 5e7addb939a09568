#include "extract/extract.h"
#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

std::string changes(std::string_view fields_before, std::string_view fields_after,
                    std::string_view records_before = "{}", std::string_view records_after = "{}") {
  std::string lines;
  for (const FieldChange& change :
       field_changes(fields_before, records_before, fields_after, records_after)) {
    if (!lines.empty()) lines += '\n';
    lines += change.field + ": " + change.before + " -> " + change.after;
  }
  return lines;
}

TEST(FieldChanges, FieldsThatDifferAppearOrDisappear) {
  EXPECT_EQ(changes(R"({"a":1,"b":"x","c":[1,2]})", R"({"c":[1,3],"a":1,"d":{"amount":"1"}})"),
            "c: [1,2] -> [1,3]\n"
            "d:  -> {\"amount\":\"1\"}\n"
            "b: \"x\" -> ");
  EXPECT_EQ(changes(R"({"a":1,"b":2})", R"({"b":2,"a":1})"), "");
  EXPECT_EQ(changes(R"({"a":1.0})", R"({"a":1.00})"), "a: 1.0 -> 1.00");
}

TEST(FieldChanges, OfRecordsThoseThatAreNewOrGone) {
  EXPECT_EQ(changes("{}", "{}", R"({"r":[{"s":1},{"s":2},{"s":2}]})",
                    R"({"r":[{"s":2},{"s":3},{"s":1}]})"),
            "r: [{\"s\":2}] -> [{\"s\":3}]");
  EXPECT_EQ(changes("{}", "{}", R"({"r":[{"s":1},{"s":2}]})", R"({"r":[{"s":2},{"s":1}]})"), "");
  EXPECT_EQ(changes("{}", "{}", R"({"r":[]})", R"({"r":[{"s":1}]})"), "r:  -> [{\"s\":1}]");
  EXPECT_EQ(changes("{}", "{}", R"({"r":[{"s":1}]})", "{}"), "r: [{\"s\":1}] -> ");
}

TEST(FieldChanges, StringsMayContainPunctuation) {
  EXPECT_EQ(changes(R"({"a":"},\"{[","b":1})", R"({"a":"},\"{[","b":2})"), "b: 1 -> 2");
  EXPECT_EQ(changes(R"({ "a" : 1 , "b" : 2 })", R"({"a":1,"b":2})"), "");
}

TEST(FieldChanges, WhatIsNoJsonHasNoFields) {
  EXPECT_EQ(changes("", ""), "");
  EXPECT_EQ(changes("[1", R"({"a":1})"), "a:  -> 1");
  EXPECT_EQ(changes(R"({"a)", R"({a:1})"), "");
  EXPECT_EQ(changes("{}", "{}", R"({"r":5})", R"({"r":[1]})"), "r:  -> [1]");
}

}  // namespace
}  // namespace freshet::extract

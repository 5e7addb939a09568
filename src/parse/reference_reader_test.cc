#include "parse/reference_reader.h"

#include "gtest/gtest.h"

namespace freshet::parse {
namespace {

// Returns what the text after a '&' stands for, and how much of it was read, in pieces of one
// character.
std::string read(std::string_view text, bool in_attribute = false) {
  ReferenceReader reader;
  reader.begin(in_attribute);
  size_t at = 0;
  while (at < text.size() && !reader.is_done()) {
    const char* const p = text.data() + at;
    at += static_cast<size_t>(reader.read(p, p + 1) - p);
  }
  reader.finish();
  EXPECT_TRUE(reader.is_done());
  return std::string(reader.characters()) + "|" + std::string(reader.rest()) + "|" +
         std::string(text.substr(at));
}

TEST(ReferenceReader, ReadsNamesAndNumbers) {
  EXPECT_EQ(read("amp;b"), "&||b");
  EXPECT_EQ(read("#65;b"), "A||b");
  EXPECT_EQ(read("#x41b;"), "\xD0\x9B||");
  EXPECT_EQ(read("#65"), "A||");
}

TEST(ReferenceReader, LettersAfterAKnownNameAreTheRest) {
  EXPECT_EQ(read("ampx;"), "&|x;|");
  EXPECT_EQ(read("notit"), "\xC2\xAC|it|");
}

TEST(ReferenceReader, WhatIsNoReferenceIsText) {
  EXPECT_EQ(read(" b"), "&|| b");
  EXPECT_EQ(read("unknown;"), "&unknown;||");
  EXPECT_EQ(read("#x;"), "&#x||;");
  EXPECT_EQ(read(""), "&||");
}

TEST(ReferenceReader, ParameterOfALinkIsNoReference) {
  EXPECT_EQ(read("copy=2", true), "&copy||=2");
  EXPECT_EQ(read("copy;=2", true), "\xC2\xA9||=2");
  EXPECT_EQ(read("copy=2"), "\xC2\xA9||=2");
}

}  // namespace
}  // namespace freshet::parse

#include "parse/tag_buffer.h"

#include "gtest/gtest.h"
#include "parse/tag_buffer_inline.h"

namespace freshet::parse {
namespace {

class Sink final : public TokenSink {
 public:
  explicit Sink(bool wants) : wants_(wants) {}
  void text(std::string_view) override {}
  ContentModel start_tag(const StartTag&) override { return ContentModel::kData; }
  void end_tag(Tag, std::string_view) override {}
  bool wants_attributes(Tag) const override { return wants_; }

 private:
  const bool wants_;
};

void add(TagBuffer& tag, std::string_view name, std::string_view value) {
  tag.begin_attribute();
  tag.append_attribute_name(name);
  tag.begin_value();
  tag.append_value(value);
}

void begin(TagBuffer& tag, std::string_view name, bool wants = true) {
  tag.begin(false);
  tag.append_name(name);
  tag.finish_name(Sink(wants));
}

TEST(TagBuffer, NamesAreInLowerCaseAndLineEndsOfValuesAreNormalised) {
  TagBuffer tag({});
  begin(tag, "IMG");
  tag.begin_attribute();
  tag.append_attribute_name("AL");
  tag.append_attribute_name("t");
  tag.begin_value();
  tag.append_value("One\r");
  tag.append_value("\nTwo\r");
  tag.append_decoded("\n");
  tag.finish();
  const StartTag start = tag.start_tag();
  EXPECT_EQ(start.tag, Tag::kImg);
  ASSERT_EQ(start.attributes.size(), 1U);
  EXPECT_EQ(start.attributes[0].name, "alt");
  EXPECT_EQ(start.attributes[0].value, "One\nTwo\n\n");
}

TEST(TagBuffer, AttributesBeyondTheLimitsAreDropped) {
  TagBuffer tag({.max_attributes = 2, .max_attribute_bytes = 20});
  begin(tag, "a");
  add(tag, "long", "aaaaaaaaaaaaaaaaaaaaaaaa");
  add(tag, "b", "1");
  add(tag, "c", "2");
  add(tag, "d", "3");
  tag.finish();
  const StartTag start = tag.start_tag();
  ASSERT_EQ(start.attributes.size(), 2U);
  EXPECT_EQ(start.attribute("b"), "1");
  EXPECT_EQ(start.attribute("c"), "2");
}

TEST(TagBuffer, AttributesThatNobodyWantsAreNotKept) {
  TagBuffer tag({});
  begin(tag, "a", false);
  EXPECT_FALSE(tag.keeps_attributes());
  add(tag, "b", "1");
  tag.append_decoded("2");
  tag.finish();
  EXPECT_TRUE(tag.start_tag().attributes.empty());
}

}  // namespace
}  // namespace freshet::parse

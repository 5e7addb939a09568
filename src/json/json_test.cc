#include <cmath>

#include "gtest/gtest.h"
#include "json/base64.h"
#include "json/copy.h"
#include "json/read.h"
#include "json/write.h"

namespace freshet::json {
namespace {

TEST(JsonReader, ReadsEveryKindOfValue) {
  Reader reader;
  const auto root = reader.read(R"({"s":"x\u00e9","n":1.5,"i":-7,"b":true,"z":null,"a":[1,[2]]})");
  ASSERT_TRUE(root);
  EXPECT_EQ((*root)["s"].string(), "x\xC3\xA9");
  EXPECT_EQ((*root)["n"].number(), 1.5);
  EXPECT_EQ((*root)["i"].integer(), -7);
  EXPECT_EQ((*root)["b"].boolean(), true);
  EXPECT_TRUE((*root)["z"].is_null());
  ASSERT_EQ((*root)["a"].elements().size(), 2u);
  EXPECT_EQ((*root)["a"].elements()[1].elements()[0].integer(), 2);
  ASSERT_EQ(root->members().size(), 6u);
  EXPECT_EQ(root->members()[1].first, "n");
}

TEST(JsonReader, AValueOfAnotherTypeIsAbsent) {
  Reader reader;
  const auto root = reader.read(R"({"s":"x","n":1.5})");
  ASSERT_TRUE(root);
  EXPECT_FALSE((*root)["s"].number());
  EXPECT_FALSE((*root)["n"].string());
  EXPECT_FALSE((*root)["n"].integer());
  EXPECT_TRUE((*root)["absent"].is_absent());
  EXPECT_TRUE((*root)["s"]["deeper"].is_absent());
  EXPECT_TRUE((*root)["s"].elements().empty());
}

TEST(JsonReader, RefusesTextThatIsNotJson) {
  Reader reader;
  for (const char* text : {"", "{", "{\"a\":}", "nul", "{\"a\":1}x", "\"\xFF\""}) {
    EXPECT_FALSE(reader.read(text)) << text;
  }
}

TEST(JsonReader, LoneSurrogatesBecomeTheReplacementCharacter) {
  Reader reader;
  EXPECT_EQ(reader.read(R"("a\ud800b")")->string(),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(reader.read(R"("\udc00\\\ud83d\ude00")")->string(), "\xEF\xBF\xBD\\\xF0\x9F\x98\x80");
}

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  std::string out;
  Writer w(out);
  w.begin_object().member("a", 1).key("b").begin_array().value("x").null().value(false).end_array();
  w.key("c").begin_object().end_object().member("d", 2.5).end_object();
  EXPECT_EQ(out, R"({"a":1,"b":["x",null,false],"c":{},"d":2.5})");
}

TEST(JsonWriter, ListsAreArraysAndWhatIsMissingIsNull) {
  std::string out;
  Writer w(out);
  w.begin_object().member("texts", std::vector<std::string>{"a", "\""});
  w.member("none", std::vector<std::string>()).member("x", std::optional<double>());
  w.member("y", std::optional<std::string>("b")).member("z", std::optional(3)).end_object();
  EXPECT_EQ(out, R"({"texts":["a","\""],"none":[],"x":null,"y":"b","z":3})");
}

TEST(JsonWriter, EscapesWhatJsonCannotHold) {
  std::string out;
  append_string(out, std::string_view("q\"\\\n\x01\x7F\xC3\xA9\0", 9));
  EXPECT_EQ(out, "\"q\\\"\\\\\\n\\u0001\\u007f\xC3\xA9\\u0000\"");
}

TEST(JsonWriter, ControlCharactersAreEscapedAndReadBackTheSame) {
  const std::string text = "a\u009b\u00a0\u061c\u202e\u2028\u200d\ufeff\U000e0041\U0001f600z";
  std::string out;
  append_string(out, text);
  EXPECT_EQ(out, "\"a\\u009b\u00a0\\u061c\\u202e\\u2028\u200d\\ufeff\\udb40\\udc41\U0001f600z\"");
  Reader reader;
  EXPECT_EQ(reader.read(out)->string(), text);
}

TEST(JsonWriter, InvalidUtf8BecomesTheReplacementCharacter) {
  std::string out;
  append_string(out, "\xC0\x80|\xED\xA0\x80|\xF4\x90\x80\x80|\xE2\x82");
  Reader reader;
  EXPECT_TRUE(reader.read(out)) << out;
  EXPECT_EQ(out.find("\xC0"), std::string::npos);
}

TEST(JsonWriter, NumbersReadBackTheSame) {
  Reader reader;
  for (const double number : {0.1, 1e300, -2.0 / 3, 0.0, 123456789.0}) {
    std::string out;
    Writer(out).value(number);
    EXPECT_EQ(reader.read(out)->number(), number);
  }
  std::string out;
  Writer(out).begin_array().value(NAN).value(UINT64_MAX).value(INT64_MIN).end_array();
  EXPECT_EQ(out, "[null,18446744073709551615,-9223372036854775808]");
}

TEST(Json, CopyOfAValueIsTheSameValue) {
  const std::string text =
      R"({"a":[1,-2.5,true,null,"x\"\u0007"],"b":{"c":{}},"d":[],"e":9007199254740993})";
  Reader reader;
  std::string out;
  Writer w(out);
  copy(reader.read(text).value(), w);
  EXPECT_EQ(out, text);
  out.clear();
  Writer again(out);
  again.begin_array();
  copy(Value(), again);
  again.verbatim("{\"a\":1}").verbatim("2").end_array();
  EXPECT_EQ(out, R"([null,{"a":1},2])");
}

TEST(Base64, RoundTripsEveryLengthAndByte) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(base64_decode(base64_encode(bytes)), bytes);
    bytes += static_cast<char>(i);
  }
  EXPECT_EQ(base64_encode("ab"), "YWI=");
}

TEST(Base64, PaddingIsOptionalAndJunkIsRefused) {
  EXPECT_EQ(base64_decode("YWI"), "ab");
  EXPECT_EQ(base64_decode(" YW\nI= "), "ab");
  EXPECT_FALSE(base64_decode("YW!I"));
  EXPECT_FALSE(base64_decode("YWI=YWI="));
  EXPECT_FALSE(base64_decode("Y"));
}

}  // namespace
}  // namespace freshet::json

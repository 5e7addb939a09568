#include "parse/tokenizer.h"

#include <random>

#include "gtest/gtest.h"

namespace freshet::parse {
namespace {

// Writes the tokens as a line of text; adjacent pieces of text are joined.
class Recorder : public TokenSink {
 public:
  explicit Recorder(bool cdata = false, bool xml = false) : cdata_(cdata), xml_(xml) {}

  void text(std::string_view piece) override { text_ += piece; }
  ContentModel start_tag(const StartTag& tag) override {
    flush();
    log_ += "<" + std::string(tag.name);
    for (const Attribute& a : tag.attributes) {
      log_ += " " + std::string(a.name) + "=[" + std::string(a.value) + "]";
    }
    log_ += tag.self_closing ? "/>" : ">";
    return xml_ ? ContentModel::kData : content_model(tag.tag);
  }
  void end_tag(Tag, std::string_view name) override {
    flush();
    log_ += "</" + std::string(name) + ">";
  }
  bool allows_cdata() const override { return cdata_; }

  std::string log() {
    flush();
    return log_;
  }

 private:
  void flush() {
    if (!text_.empty()) log_ += "'" + text_ + "'";
    text_.clear();
  }
  bool cdata_, xml_;
  std::string log_, text_;
};

std::string tokens(std::string_view html, size_t piece = std::string_view::npos) {
  Recorder recorder;
  Tokenizer tokenizer(recorder);
  for (size_t i = 0; i < html.size(); i += piece) {
    tokenizer.feed(html.substr(i, piece));
    if (piece == std::string_view::npos) break;
  }
  tokenizer.finish();
  return recorder.log();
}

TEST(Tokenizer, ProducesTagsAttributesAndText) {
  EXPECT_EQ(tokens("a<P Class=x>b</p >c"), "'a'<p class=[x]>'b'</p>'c'");
  EXPECT_EQ(tokens("<a href=\"1\" b='2' c=3 d>"), "<a href=[1] b=[2] c=[3] d=[]>");
  EXPECT_EQ(tokens("<br/><br /><a href=x/>"), "<br/><br/><a href=[x/]>");
  EXPECT_EQ(tokens("<a b = c  d=  'e'f>"), "<a b=[c] d=[e] f=[]>");
}

TEST(Tokenizer, AcceptsMalformedMarkupLikeBrowsers) {
  EXPECT_EQ(tokens("1 < 2 <3"), "'1 < 2 <3'");
  EXPECT_EQ(tokens("</>x</ y>z"), "'xz'");
  EXPECT_EQ(tokens("<a =b>"), "<a =b=[]>");
  EXPECT_EQ(tokens("<a b\"c>"), "<a b\"c=[]>");
  EXPECT_EQ(tokens("<a b='c'd='e'>"), "<a b=[c] d=[e]>");
  EXPECT_EQ(tokens("<a/b/c>"), "<a b=[] c=[]>");
  EXPECT_EQ(tokens("<a b==c>"), "<a b=[=c]>");
  EXPECT_EQ(tokens("<a b=>x"), "<a b=[]>'x'");
}

TEST(Tokenizer, DropsAnUnfinishedTagAtTheEnd) {
  EXPECT_EQ(tokens("x<a href='y"), "'x'");
  EXPECT_EQ(tokens("x<a"), "'x'");
  EXPECT_EQ(tokens("x<"), "'x<'");
  EXPECT_EQ(tokens("x</"), "'x</'");
}

TEST(Tokenizer, SkipsCommentsAndDeclarations) {
  EXPECT_EQ(tokens("a<!-- <b> -- > --!>c"), "'ac'");
  EXPECT_EQ(tokens("a<!-->b<!--->c"), "'abc'");
  EXPECT_EQ(tokens("a<!doctype html>b<!x>c<?php x ?>d"), "'abcd'");
  EXPECT_EQ(tokens("a<!-- x"), "'a'");
  EXPECT_EQ(tokens("a<![CDATA[x]]>b"), "'ab'");
  EXPECT_EQ(tokens("a<!----!->x-->b"), "'ab'");
}

TEST(Tokenizer, CdataIsTextWhereItIsAllowed) {
  Recorder recorder(/*cdata=*/true);
  Tokenizer tokenizer(recorder);
  tokenizer.feed("a<![CDATA[<b>&amp;]]]>c");
  tokenizer.finish();
  EXPECT_EQ(recorder.log(), "'a<b>&amp;]c'");
}

TEST(Tokenizer, XmlDoctypesMayHaveASubset) {
  Recorder recorder(true, true);
  Tokenizer tokenizer(recorder, Tokenizer::Flavor::kXml);
  tokenizer.feed("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x SYSTEM 'file:///y'>]><a>&x;</a>");
  tokenizer.finish();
  EXPECT_EQ(recorder.log(), "<a>'&x;'</a>");
}

TEST(Tokenizer, DecodesReferences) {
  EXPECT_EQ(tokens("&amp;&lt&gt;&#65;&#x42;&eacute;&notit;&nope;&"),
            "'&<>AB\xC3\xA9\xC2\xACit;&nope;&'");
  EXPECT_EQ(tokens("&#0;&#xD800;&#x110000;&#128;&#;&#x;&#xg;"),
            "'\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xE2\x82\xAC&#;&#x;&#xg;'");
  EXPECT_EQ(tokens("<a href='?a=1&copy=2&copy;&copy'>"), "<a href=[?a=1&copy=2\xC2\xA9\xC2\xA9]>");
  EXPECT_EQ(tokens("&CounterClockwiseContourIntegral;&CounterClockwiseContourIntegralx;"),
            "'\xE2\x88\xB3&CounterClockwiseContourIntegralx;'");
}

TEST(Tokenizer, NormalisesLineEndsAndNulInAttributes) {
  EXPECT_EQ(tokens(std::string_view("<a b='\r\nc\rd\0e'>", 15)),
            "<a b=[\nc\nd\xEF\xBF\xBD"
            "e]>");
}

TEST(Tokenizer, RawTextEndsAtItsOwnEndTag) {
  EXPECT_EQ(tokens("<title>a<b>&amp;</titlex></TITLE >c"), "<title>'a<b>&</titlex>'</title>'c'");
  EXPECT_EQ(tokens("<style>a</b>&amp;</style>c"), "<style>'a</b>&amp;'</style>'c'");
  EXPECT_EQ(tokens("<textarea></textarea/>c"), "<textarea></textarea>'c'");
  EXPECT_EQ(tokens("<plaintext>a</plaintext>"), "<plaintext>'a</plaintext>'");
  EXPECT_EQ(tokens("<title>a</titl"), "<title>'a</titl'");
}

TEST(Tokenizer, EndTagInAnEscapedScriptDoesNotEndIt) {
  EXPECT_EQ(tokens("<script>if (a<b) '</a>'</script>x"), "<script>'if (a<b) '</a>''</script>'x'");
  EXPECT_EQ(tokens("<script><!-- <script> </script> --></script>x"),
            "<script>'<!-- <script> </script> -->'</script>'x'");
  EXPECT_EQ(tokens("<script><!-- </script>x"), "<script>'<!-- '</script>'x'");
  EXPECT_EQ(tokens("<script><!--></script>x"), "<script>'<!-->'</script>'x'");
  EXPECT_EQ(tokens("<script><!--<scripty></script>x"), "<script>'<!--<scripty>'</script>'x'");
}

TEST(Tokenizer, TokensDoNotDependOnTheSizesOfPieces) {
  // Fragments that reach every state, in random order.
  const char* const fragments[] = {"<a href=\"x&amp;y\" b='\r\n' c=d&gt e>",
                                   "text &eacute &#x41; &notin; &",
                                   "</a >",
                                   "<!--",
                                   "-->",
                                   "<script>",
                                   "</script>",
                                   "<!-- <script",
                                   "<title>",
                                   "</title>",
                                   "<![CDATA[",
                                   "]]>",
                                   "<!DOCTYPE x>",
                                   "<",
                                   "/",
                                   ">",
                                   "=",
                                   "'",
                                   "\"",
                                   "&#",
                                   "65",
                                   ";",
                                   "\xED\x95\x9C",
                                   "<style",
                                   " ",
                                   "-",
                                   "!",
                                   "x"};
  std::mt19937 random(20261115);
  for (int round = 0; round < 500; ++round) {
    std::string html;
    for (int i = 0; i < 30; ++i) html += fragments[random() % std::size(fragments)];
    const std::string whole = tokens(html);
    for (const size_t piece : {1, 2, 7}) ASSERT_EQ(tokens(html, piece), whole) << html;
  }
}

TEST(Tokenizer, DropsAttributesBeyondTheLimits) {
  Recorder recorder;
  Tokenizer tokenizer(recorder, Tokenizer::Flavor::kHtml,
                      {.max_attributes = 2, .max_attribute_bytes = 10});
  tokenizer.feed("<a b=1 c=2 d=3><a b=12345678901 c=2>");
  tokenizer.finish();
  EXPECT_EQ(recorder.log(), "<a b=[1] c=[2]><a c=[2]>");
}

}  // namespace
}  // namespace freshet::parse

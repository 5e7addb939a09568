#include "dom/document.h"

#include <algorithm>

#include "gtest/gtest.h"

namespace freshet::dom {
namespace {

using parse::Tag;

// Returns the content of <body>.
std::string body_of(std::string_view html, const TreeLimits& limits = {}) {
  const Document document = parse_document(html, limits);
  for (NodeId id = 0; id != kNoNode; id = document.next_in_order(id, kDocumentNode)) {
    if (document[id].tag == Tag::kBody) return inner_html(document, id);
  }
  return "no body";
}

NodeId first(const Document& document, Tag tag) {
  for (NodeId id = 0; id < document.size(); ++id) {
    if (document[id].tag == tag) return id;
  }
  return kNoNode;
}

std::string visible(std::string_view html) {
  return visible_text(parse_document(html), kDocumentNode);
}

size_t depth_of(const Document& document) {
  size_t deepest = 0;
  std::vector<size_t> depths(document.size());
  for (NodeId id = 1; id < document.size(); ++id) {
    depths[id] = depths[document[id].parent] + 1;
    if (document[id].kind == NodeKind::kElement) deepest = std::max(deepest, depths[id]);
  }
  return deepest;
}

std::string repeated(std::string_view piece, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += piece;
  return out;
}

TEST(Document, HtmlHeadAndBodyAreImplied) {
  EXPECT_EQ(inner_html(parse_document("<title>t</title>a<p>b"), kDocumentNode),
            "<html><head><title>t</title></head><body>a<p>b</p></body></html>");
  EXPECT_EQ(inner_html(parse_document(""), kDocumentNode),
            "<html><head></head><body></body></html>");
}

TEST(Document, EndTagsThatAreMissingAreImplied) {
  EXPECT_EQ(body_of("<ul><li>1<li>2</ul><dl><dt>a<dd>b</dl><p>x<p>y<div>z"),
            "<ul><li>1</li><li>2</li></ul><dl><dt>a</dt><dd>b</dd></dl><p>x</p><p>y</p>"
            "<div>z</div>");
}

TEST(Document, FormattingElementsAreOpenedAgain) {
  EXPECT_EQ(body_of("<p><b>1<p>2</b>3"), "<p><b>1</b></p><p><b>2</b>3</p>");
  EXPECT_EQ(body_of("<b>1<p>2</b>3</p>"), "<b>1</b><p><b>2</b>3</p>");
  EXPECT_EQ(body_of("<a href=1>x<div>y<a href=2>z"),
            "<a href=\"1\">x</a><div><a href=\"1\">y</a><a href=\"2\">z</a></div>");
}

TEST(Document, AtMostThreeEqualFormattingElementsAreOpenedAgain) {
  EXPECT_EQ(body_of("<p><b><b><b><b>x<p>y"),
            "<p><b><b><b><b>x</b></b></b></b></p><p><b><b><b>y</b></b></b></p>");
  // The order of attributes does not matter.
  EXPECT_EQ(body_of("<p><i a=1 b=2><i b=2 a=1><i a=1 b=2><i b=2 a=1>x<p>y").size(),
            body_of("<p><i a=1 b=2><i a=1 b=2><i a=1 b=2><i a=1 b=2>x<p>y").size());
}

TEST(Document, AtMostAHundredFormattingElementsAreOpenedAgain) {
  std::string page = "<p>";
  for (int i = 0; i < 150; ++i) page += "<b id=" + std::to_string(i) + ">";
  const Document document = parse_document(page + "<p>x");
  EXPECT_EQ(depth_of(document), 3u + 150u);
  EXPECT_EQ(document.size(), 4u + 1u + 150u + 1u + 100u + 1u);
}

TEST(Document, WhatDoesNotBelongIntoATableComesBeforeIt) {
  EXPECT_EQ(body_of("<table>a<tr><td>b</td>c</tr><div>d</div></table>e"),
            "ac<div>d</div><table><tbody><tr><td>b</td></tr></tbody></table>e");
  // White space stays, except before other text.
  EXPECT_EQ(body_of("<table> <tr> <td>b"), "<table> <tbody><tr> <td>b</td></tr></tbody></table>");
}

TEST(Document, ATableEndsAParagraphUnlessThePageHasQuirks) {
  EXPECT_EQ(body_of("<!doctype html><p>a<table>"), "<p>a</p><table></table>");
  EXPECT_EQ(body_of("<p>a<table>"), "<p>a<table></table></p>");
  EXPECT_EQ(body_of("<!doctype html public '-//W3C//DTD HTML 3.2 Final//EN'><p>a<table>"),
            "<p>a<table></table></p>");
}

TEST(Document, ContentsOfTemplatesAreLeftOut) {
  EXPECT_EQ(body_of("<div>a<template><p>b<template>c</template><td>d</template>e</div>"),
            "<div>a<template></template>e</div>");
  EXPECT_EQ(body_of("a<template>b"), "a<template></template>");
  const Document document = parse_document("a<template><p>b</template>");
  EXPECT_EQ(document.size(), 6u) << "their nodes are not kept";
}

TEST(Document, ForeignElementsHaveTheirNamespaceAndTheirNames) {
  const Document document =
      parse_document("<svg viewbox=1><foreignobject><p>x</p></foreignobject></svg><p>y");
  const Node& svg = document[first(document, Tag::kSvg)];
  EXPECT_EQ(svg.space, Namespace::kSvg);
  ASSERT_EQ(svg.attributes.size(), 1u);
  EXPECT_EQ(svg.attributes[0].name, "viewBox");
  const NodeId foreign = first(document, Tag::kForeignObject);
  EXPECT_EQ(document[foreign].name, "foreignObject");
  const Node& inside = document[document[foreign].first_child];
  EXPECT_EQ(inside.tag, Tag::kP);
  EXPECT_EQ(inside.space, Namespace::kHtml);
  EXPECT_EQ(body_of("<math><mi>a<p>b</p></math>c"), "<math><mi>a<p>b</p></mi></math>c");
  EXPECT_EQ(body_of("<svg><g><div>x"), "<svg><g></g></svg><div>x</div>");
}

TEST(Document, FramesetsReplaceAnEmptyBody) {
  EXPECT_EQ(inner_html(parse_document("<p><frameset><frame src=a>x"), kDocumentNode),
            "<html><head></head><frameset><frame src=\"a\"></frameset></html>");
  EXPECT_EQ(body_of("x<frameset>"), "x");
}

TEST(Document, TheFirstOfTwoAttributesWithOneNameCounts) {
  const Document document = parse_document("<p A=1 b=2 a=3><body b=4><html c=5 c=6>");
  const Node& p = document[first(document, Tag::kP)];
  EXPECT_EQ(p.attributes.size(), 2u);
  EXPECT_EQ(p.attribute("a"), "1");
  EXPECT_EQ(document[first(document, Tag::kBody)].attribute("b"), "4");
  EXPECT_EQ(document[first(document, Tag::kHtml)].attribute("c"), "5");
}

TEST(Document, PiecesOfATextAreOneNode) {
  const Document document = parse_document("a &amp; <!-- c -->b\r\nc\rd<table>e<tr>f</table>");
  const NodeId text = document[first(document, Tag::kBody)].first_child;
  EXPECT_EQ(document[text].text, "a & b\nc\ndef");
  EXPECT_EQ(document[document[text].next].tag, Tag::kTable);
}

TEST(Document, ElementsHaveTheLineOfTheirStartTag) {
  const Document document =
      parse_document("<!doctype html>\r\n<title\n>\n</title>\r<p><b\na='\n'><i>");
  EXPECT_EQ(document[first(document, Tag::kTitle)].line, 2u);
  EXPECT_EQ(document[first(document, Tag::kB)].line, 5u);
  EXPECT_EQ(document[first(document, Tag::kI)].line, 7u);
}

TEST(Document, NodesAreNumberedInDocumentOrder) {
  for (const char* page : {"<table>a<b>b<tr>c</b>d", "<b>1<p>2</b>3", "<head></head><base><p>x",
                           "<template><p>x</template>y", "<form><div></form>x"}) {
    const Document document = parse_document(page);
    NodeId expected = 0;
    for (NodeId id = 0; id != kNoNode; id = document.next_in_order(id, kDocumentNode)) {
      EXPECT_EQ(id, expected++) << page;
    }
    EXPECT_EQ(expected, document.size()) << page;
  }
}

TEST(Document, NextInOrderStaysInsideTheNode) {
  const Document document = parse_document("<ul><li>1<li>2</ul><p>x");
  const NodeId list = first(document, Tag::kUl);
  size_t inside = 0;
  for (NodeId id = list; id != kNoNode; id = document.next_in_order(id, list)) ++inside;
  EXPECT_EQ(inside, 5u);
}

TEST(DocumentLimits, DeepElementsBecomeSiblings) {
  const Document document = parse_document(
      repeated("<div>", 20) + "x" + repeated("</div>", 11) + "y" + repeated("</div>", 5) + "z",
      {.max_depth = 10});
  EXPECT_EQ(depth_of(document), 10u);
  // The end tags of the eleven innermost close as many elements.
  EXPECT_EQ(text_content(document, kDocumentNode), "yxz");
  EXPECT_FALSE(document.is_truncated());
}

TEST(DocumentLimits, MisnestedFormsAndFormattingAreNotDeeper) {
  const TreeLimits limits = {.max_depth = 12};
  EXPECT_LE(depth_of(parse_document(repeated("<form><div></form>", 50), limits)), 12u);
  std::string page;
  for (int i = 0; i < 40; ++i) {
    const std::string id = std::to_string(i);
    page += "<b id=" + id + "><i id=" + id + "><div><p></b></i>";
  }
  EXPECT_LE(depth_of(parse_document(page, limits)), 12u);
}

TEST(DocumentLimits, TheRestBeyondALimitIsLeftOut) {
  const Document many = parse_document(repeated("<p>x", 10'000), {.max_nodes = 2'000});
  EXPECT_TRUE(many.is_truncated());
  EXPECT_LE(many.size(), 2'000u);
  EXPECT_GE(many.size(), 1'000u);

  const std::string text(100'000, 'x');
  const Document large = parse_document("<p>a</p>" + text, {.max_bytes = 80'000});
  EXPECT_TRUE(large.is_truncated());
  EXPECT_EQ(text_content(large, kDocumentNode), "a");
  EXPECT_TRUE(parse_document("<p a=" + text + ">x", {.max_bytes = 80'000}).is_truncated());
}

TEST(DocumentLimits, FloodsOfTagsTakeLinearTime) {
  // Each of these takes minutes if a step of the algorithm is not bounded.
  const size_t many = 50'000;
  for (const char* piece :
       {"<div>", "<a>", "<table>", "<table><td>", "<select>", "<template>", "<b><div>", "<ul><li>",
        "<svg><desc>", "<object>", "<a><div>", "<table>x", "<body a>", "<font><p>"}) {
    const Document document = parse_document(repeated(piece, many));
    EXPECT_LE(depth_of(document), 512u) << piece;
  }
  std::string page;
  for (size_t i = 0; i < many; ++i) page += "<p><b id=" + std::to_string(i) + ">";
  EXPECT_LE(depth_of(parse_document(page)), 512u);
}

TEST(TextContent, IsAllTextAsItIs) {
  const Document document = parse_document("<p> a <script>b</script>\n<b>c</b>");
  EXPECT_EQ(text_content(document, first(document, Tag::kP)), " a b\nc");
  EXPECT_EQ(text_content(document, first(document, Tag::kB)), "c");
}

TEST(TextContent, IsCutBetweenCharacters) {
  const Document document = parse_document("<p>a\xC3\xA4\xE2\x82\xAC");
  EXPECT_EQ(text_content(document, kDocumentNode, 5), "a\xC3\xA4");
  EXPECT_EQ(visible_text(document, kDocumentNode, 2), "a");
}

TEST(VisibleText, WhiteSpaceIsCollapsed) {
  EXPECT_EQ(visible("<p> a \n b <b> c</b>d </p>"), "a b cd");
}

TEST(VisibleText, BlocksAndLineBreaksSeparateLines) {
  EXPECT_EQ(visible("a<div><p>b</p> <p>c<br>d<br><br>e</div>f"), "a\nb\nc\nd\n\ne\nf");
  EXPECT_EQ(visible("<tr><td>"), "");
}

TEST(VisibleText, PreformattedTextKeepsItsWhiteSpace) {
  EXPECT_EQ(visible("a<pre>\nb  c\n  d\n</pre>e  f"), "a\nb  c\n  d\ne f");
  const Document document = parse_document("<pre>a<b> b  c</b>");
  EXPECT_EQ(visible_text(document, first(document, Tag::kB)), "b  c");
}

TEST(VisibleText, ScriptsAndStylesAreNotSeen) {
  EXPECT_EQ(visible("<title>t</title>a<script>b</script><style>c</style><iframe>d</iframe>"
                    "<svg><title>e</title><text>f</text></svg><noscript>g</noscript>"),
            "a\nf\ng");
  const Document document = parse_document("<title> t  u </title>");
  EXPECT_EQ(visible_text(document, first(document, Tag::kTitle)), "t u");
}

TEST(InnerHtml, EscapesWhatWouldBeMarkup) {
  EXPECT_EQ(body_of("<p title='\"&lt;&amp;'>&lt;b&gt; &amp; \" &nbsp;<br><img src=x>"),
            "<p title=\"&quot;&lt;&amp;\">&lt;b&gt; &amp; \" &nbsp;<br><img src=\"x\"></p>");
}

TEST(InnerHtml, ScriptsAreWrittenAsTheyAre) {
  EXPECT_EQ(body_of("<p><script>a < b && c</script>"), "<p><script>a < b && c</script></p>");
}

TEST(InnerHtml, IsCutBetweenTags) {
  const Document document = parse_document("<p>abc</p>");
  EXPECT_EQ(inner_html(document, first(document, Tag::kBody), 7), "<p>abc");
}

}  // namespace
}  // namespace freshet::dom

#pragma once

#include <cstdint>
#include <string_view>

namespace freshet::parse {

// The element names that the parser distinguishes; all others are kOther. Each entry has the name
// of the enumerator, the name of the element, and its properties:
//   Block     the element is displayed on lines of its own
//   Breakout  the start tag ends foreign content (HTML Standard 13.2.6.5)
#define FRESHET_PARSE_TAGS(TAG)                   \
  TAG(A, "a", None)                               \
  TAG(Address, "address", Block)                  \
  TAG(AnnotationXml, "annotation-xml", None)      \
  TAG(Applet, "applet", None)                     \
  TAG(Area, "area", None)                         \
  TAG(Article, "article", Block)                  \
  TAG(Aside, "aside", Block)                      \
  TAG(Audio, "audio", None)                       \
  TAG(B, "b", Breakout)                           \
  TAG(Base, "base", None)                         \
  TAG(Basefont, "basefont", None)                 \
  TAG(Bgsound, "bgsound", None)                   \
  TAG(Big, "big", Breakout)                       \
  TAG(Blockquote, "blockquote", Block | Breakout) \
  TAG(Body, "body", Block | Breakout)             \
  TAG(Br, "br", Block | Breakout)                 \
  TAG(Button, "button", Block)                    \
  TAG(Caption, "caption", Block)                  \
  TAG(Center, "center", Block | Breakout)         \
  TAG(Code, "code", Breakout)                     \
  TAG(Col, "col", None)                           \
  TAG(Colgroup, "colgroup", None)                 \
  TAG(Dd, "dd", Block | Breakout)                 \
  TAG(Desc, "desc", None)                         \
  TAG(Details, "details", Block)                  \
  TAG(Dialog, "dialog", Block)                    \
  TAG(Dir, "dir", None)                           \
  TAG(Div, "div", Block | Breakout)               \
  TAG(Dl, "dl", Block | Breakout)                 \
  TAG(Dt, "dt", Block | Breakout)                 \
  TAG(Em, "em", Breakout)                         \
  TAG(Embed, "embed", Breakout)                   \
  TAG(Fieldset, "fieldset", Block)                \
  TAG(Figcaption, "figcaption", Block)            \
  TAG(Figure, "figure", Block)                    \
  TAG(Font, "font", None)                         \
  TAG(Footer, "footer", Block)                    \
  TAG(ForeignObject, "foreignobject", None)       \
  TAG(Form, "form", Block)                        \
  TAG(Frame, "frame", Block)                      \
  TAG(Frameset, "frameset", Block)                \
  TAG(H1, "h1", Block | Breakout)                 \
  TAG(H2, "h2", Block | Breakout)                 \
  TAG(H3, "h3", Block | Breakout)                 \
  TAG(H4, "h4", Block | Breakout)                 \
  TAG(H5, "h5", Block | Breakout)                 \
  TAG(H6, "h6", Block | Breakout)                 \
  TAG(Head, "head", Block | Breakout)             \
  TAG(Header, "header", Block)                    \
  TAG(Hgroup, "hgroup", None)                     \
  TAG(Hr, "hr", Block | Breakout)                 \
  TAG(Html, "html", Block)                        \
  TAG(I, "i", Breakout)                           \
  TAG(Iframe, "iframe", Block)                    \
  TAG(Image, "image", None)                       \
  TAG(Img, "img", Breakout)                       \
  TAG(Input, "input", None)                       \
  TAG(Keygen, "keygen", None)                     \
  TAG(Legend, "legend", Block)                    \
  TAG(Li, "li", Block | Breakout)                 \
  TAG(Link, "link", None)                         \
  TAG(Listing, "listing", Block | Breakout)       \
  TAG(Main, "main", Block)                        \
  TAG(Malignmark, "malignmark", None)             \
  TAG(Marquee, "marquee", None)                   \
  TAG(Math, "math", None)                         \
  TAG(Menu, "menu", Block | Breakout)             \
  TAG(Meta, "meta", Breakout)                     \
  TAG(Mglyph, "mglyph", None)                     \
  TAG(Mi, "mi", None)                             \
  TAG(Mn, "mn", None)                             \
  TAG(Mo, "mo", None)                             \
  TAG(Ms, "ms", None)                             \
  TAG(Mtext, "mtext", None)                       \
  TAG(Nav, "nav", Block)                          \
  TAG(Nobr, "nobr", Breakout)                     \
  TAG(Noembed, "noembed", None)                   \
  TAG(Noframes, "noframes", None)                 \
  TAG(Noscript, "noscript", Block)                \
  TAG(Object, "object", None)                     \
  TAG(Ol, "ol", Block | Breakout)                 \
  TAG(Optgroup, "optgroup", Block)                \
  TAG(Option, "option", Block)                    \
  TAG(P, "p", Block | Breakout)                   \
  TAG(Param, "param", None)                       \
  TAG(Plaintext, "plaintext", Block)              \
  TAG(Pre, "pre", Block | Breakout)               \
  TAG(Rb, "rb", None)                             \
  TAG(Rp, "rp", None)                             \
  TAG(Rt, "rt", None)                             \
  TAG(Rtc, "rtc", None)                           \
  TAG(Ruby, "ruby", Breakout)                     \
  TAG(S, "s", Breakout)                           \
  TAG(Script, "script", None)                     \
  TAG(Search, "search", None)                     \
  TAG(Section, "section", Block)                  \
  TAG(Select, "select", Block)                    \
  TAG(Small, "small", Breakout)                   \
  TAG(Source, "source", None)                     \
  TAG(Span, "span", Breakout)                     \
  TAG(Strike, "strike", Breakout)                 \
  TAG(Strong, "strong", Breakout)                 \
  TAG(Style, "style", None)                       \
  TAG(Sub, "sub", Breakout)                       \
  TAG(Summary, "summary", Block)                  \
  TAG(Sup, "sup", Breakout)                       \
  TAG(Svg, "svg", None)                           \
  TAG(Table, "table", Block | Breakout)           \
  TAG(Tbody, "tbody", Block)                      \
  TAG(Td, "td", Block)                            \
  TAG(Template, "template", None)                 \
  TAG(Textarea, "textarea", Block)                \
  TAG(Tfoot, "tfoot", Block)                      \
  TAG(Th, "th", Block)                            \
  TAG(Thead, "thead", Block)                      \
  TAG(Time, "time", None)                         \
  TAG(Title, "title", None)                       \
  TAG(Tr, "tr", Block)                            \
  TAG(Track, "track", None)                       \
  TAG(Tt, "tt", Breakout)                         \
  TAG(U, "u", Breakout)                           \
  TAG(Ul, "ul", Block | Breakout)                 \
  TAG(Var, "var", Breakout)                       \
  TAG(Video, "video", None)                       \
  TAG(Wbr, "wbr", None)                           \
  TAG(Xmp, "xmp", Block)

enum class Tag : uint8_t {
  kOther,
#define FRESHET_PARSE_TAG(id, name, properties) k##id,
  FRESHET_PARSE_TAGS(FRESHET_PARSE_TAG)
#undef FRESHET_PARSE_TAG
};

// Returns the tag for a name in lower case.
Tag tag_for_name(std::string_view name);

// Returns the name of the element, or "" for kOther.
std::string_view name(Tag tag);

// Whether the element is displayed on lines of its own, separate from the text before and after it.
bool is_block(Tag tag);

// Whether this start tag ends foreign content if it occurs inside <svg> or <math>.
bool leaves_foreign_content(Tag tag);

}  // namespace freshet::parse

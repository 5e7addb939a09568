#include "dom/element_kinds.h"

#include <array>
#include <initializer_list>

namespace freshet::dom {
namespace {

using parse::Tag;

using Kinds = std::array<uint16_t, 256>;

constexpr void set(Kinds& kinds, uint16_t kind, std::initializer_list<Tag> tags) {
  for (const Tag tag : tags) kinds[static_cast<size_t>(tag)] |= kind;
}

constexpr Kinds kKinds = [] {
  Kinds kinds{};
  set(kinds, kSpecial,
      {Tag::kAddress,   Tag::kApplet,   Tag::kArea,     Tag::kArticle,    Tag::kAside,
       Tag::kBase,      Tag::kBasefont, Tag::kBgsound,  Tag::kBlockquote, Tag::kBody,
       Tag::kBr,        Tag::kButton,   Tag::kCaption,  Tag::kCenter,     Tag::kCol,
       Tag::kColgroup,  Tag::kDd,       Tag::kDetails,  Tag::kDir,        Tag::kDiv,
       Tag::kDl,        Tag::kDt,       Tag::kEmbed,    Tag::kFieldset,   Tag::kFigcaption,
       Tag::kFigure,    Tag::kFooter,   Tag::kForm,     Tag::kFrame,      Tag::kFrameset,
       Tag::kH1,        Tag::kH2,       Tag::kH3,       Tag::kH4,         Tag::kH5,
       Tag::kH6,        Tag::kHead,     Tag::kHeader,   Tag::kHgroup,     Tag::kHr,
       Tag::kHtml,      Tag::kIframe,   Tag::kImg,      Tag::kInput,      Tag::kKeygen,
       Tag::kLi,        Tag::kLink,     Tag::kListing,  Tag::kMain,       Tag::kMarquee,
       Tag::kMenu,      Tag::kMeta,     Tag::kNav,      Tag::kNoembed,    Tag::kNoframes,
       Tag::kNoscript,  Tag::kObject,   Tag::kOl,       Tag::kP,          Tag::kParam,
       Tag::kPlaintext, Tag::kPre,      Tag::kScript,   Tag::kSearch,     Tag::kSection,
       Tag::kSelect,    Tag::kSource,   Tag::kStyle,    Tag::kSummary,    Tag::kTable,
       Tag::kTbody,     Tag::kTd,       Tag::kTemplate, Tag::kTextarea,   Tag::kTfoot,
       Tag::kTh,        Tag::kThead,    Tag::kTitle,    Tag::kTr,         Tag::kTrack,
       Tag::kUl,        Tag::kWbr,      Tag::kXmp});
  set(kinds, kEndsScope,
      {Tag::kApplet, Tag::kCaption, Tag::kHtml, Tag::kTable, Tag::kTd, Tag::kTh, Tag::kMarquee,
       Tag::kObject, Tag::kSelect, Tag::kTemplate});
  set(kinds, kEndsTableScope, {Tag::kHtml, Tag::kTable, Tag::kTemplate});
  set(kinds, kImpliedEndTag | kThoroughlyImplied,
      {Tag::kDd, Tag::kDt, Tag::kLi, Tag::kOptgroup, Tag::kOption, Tag::kP, Tag::kRb, Tag::kRp,
       Tag::kRt, Tag::kRtc});
  set(kinds, kThoroughlyImplied,
      {Tag::kCaption, Tag::kColgroup, Tag::kTbody, Tag::kTd, Tag::kTfoot, Tag::kTh, Tag::kThead,
       Tag::kTr});
  set(kinds, kFosters, {Tag::kTable, Tag::kTbody, Tag::kTfoot, Tag::kThead, Tag::kTr});
  set(kinds, kHeading, {Tag::kH1, Tag::kH2, Tag::kH3, Tag::kH4, Tag::kH5, Tag::kH6});
  set(kinds, kVoid,
      {Tag::kArea, Tag::kBase, Tag::kBasefont, Tag::kBgsound, Tag::kBr, Tag::kCol, Tag::kEmbed,
       Tag::kFrame, Tag::kHr, Tag::kImg, Tag::kInput, Tag::kKeygen, Tag::kLink, Tag::kMeta,
       Tag::kParam, Tag::kSource, Tag::kTrack, Tag::kWbr});
  set(kinds, kFormatting,
      {Tag::kA, Tag::kB, Tag::kBig, Tag::kCode, Tag::kEm, Tag::kFont, Tag::kI, Tag::kNobr, Tag::kS,
       Tag::kSmall, Tag::kStrike, Tag::kStrong, Tag::kTt, Tag::kU});
  return kinds;
}();

// These elements of SVG and MathML are special, and end scopes.
bool is_special_foreign(Namespace space, Tag tag) {
  if (space == Namespace::kSvg) {
    return tag == Tag::kForeignObject || tag == Tag::kDesc || tag == Tag::kTitle;
  }
  switch (tag) {
    case Tag::kMi:
    case Tag::kMo:
    case Tag::kMn:
    case Tag::kMs:
    case Tag::kMtext:
    case Tag::kAnnotationXml: return true;
    default: return false;
  }
}

}  // namespace

bool is_any_of(Tag tag, uint16_t kinds) {
  return (kKinds[static_cast<size_t>(tag)] & kinds) != 0;
}

bool is_special(Namespace space, Tag tag) {
  return space == Namespace::kHtml ? is_any_of(tag, kSpecial) : is_special_foreign(space, tag);
}

bool ends_scope(Namespace space, Tag tag) {
  return space == Namespace::kHtml ? is_any_of(tag, kEndsScope) : is_special_foreign(space, tag);
}

}  // namespace freshet::dom

#include "dom/foreign_names.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "text/ascii.h"

namespace freshet::dom {
namespace {

// In the order of their lower case.
constexpr std::string_view kElements[] = {
    "altGlyph",
    "altGlyphDef",
    "altGlyphItem",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "clipPath",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "foreignObject",
    "glyphRef",
    "linearGradient",
    "radialGradient",
    "textPath",
};

constexpr std::string_view kAttributes[] = {
    "attributeName",
    "attributeType",
    "baseFrequency",
    "baseProfile",
    "calcMode",
    "clipPathUnits",
    "diffuseConstant",
    "edgeMode",
    "filterUnits",
    "glyphRef",
    "gradientTransform",
    "gradientUnits",
    "kernelMatrix",
    "kernelUnitLength",
    "keyPoints",
    "keySplines",
    "keyTimes",
    "lengthAdjust",
    "limitingConeAngle",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskContentUnits",
    "maskUnits",
    "numOctaves",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "pointsAtX",
    "pointsAtY",
    "pointsAtZ",
    "preserveAlpha",
    "preserveAspectRatio",
    "primitiveUnits",
    "refX",
    "refY",
    "repeatCount",
    "repeatDur",
    "requiredExtensions",
    "requiredFeatures",
    "specularConstant",
    "specularExponent",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stitchTiles",
    "surfaceScale",
    "systemLanguage",
    "tableValues",
    "targetX",
    "targetY",
    "textLength",
    "viewBox",
    "viewTarget",
    "xChannelSelector",
    "yChannelSelector",
    "zoomAndPan",
};

// Compares a name of the list, in lower case, with a name in lower case.
constexpr bool is_before(std::string_view listed, std::string_view name) {
  const size_t common = std::min(listed.size(), name.size());
  for (size_t i = 0; i < common; ++i) {
    const char c = text::to_lower(listed[i]);
    if (c != name[i]) return static_cast<unsigned char>(c) < static_cast<unsigned char>(name[i]);
  }
  return listed.size() < name.size();
}

std::string_view adjusted(std::span<const std::string_view> list, std::string_view name) {
  const auto found = std::lower_bound(list.begin(), list.end(), name, is_before);
  return found != list.end() && text::equals_ignoring_case(*found, name) ? *found : name;
}

}  // namespace

std::string_view svg_element_name(std::string_view name) {
  return adjusted(kElements, name);
}

std::string_view svg_attribute_name(std::string_view name) {
  return adjusted(kAttributes, name);
}

std::string_view mathml_attribute_name(std::string_view name) {
  return name == "definitionurl" ? "definitionURL" : name;
}

}  // namespace freshet::dom

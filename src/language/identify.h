#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::language {

struct Identified {
  std::string tag;        // in the form of normalise() in tag.h: "de", "zh-hant", "pt-br"
  double confidence = 0;  // from 0 to 1: the share of the text that is in this language
};

// Identifies the language of a text from the text alone. Returns nullopt if the text is too short
// or does not have a clear language. The tag has a script or region only if texts differ by it:
// Chinese is "zh-hans" or "zh-hant"; Portuguese is "pt-br" or "pt-pt" if its words show that,
// otherwise "pt". The text may be any bytes. Uses a sample of 1 KiB, or 8 KiB if that is not
// enough, from all parts of the text, so the time does not depend on its length. Thread-safe.
std::optional<Identified> identify(std::string_view text);

// Does the same from a sample of 256 bytes, in half the time, but is less accurate. Callers use it
// to decide whether identify() is necessary.
std::optional<Identified> identify_quickly(std::string_view text);

}  // namespace freshet::language

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::language {

struct Identified {
  std::string tag;        // as normalise() in tag.h writes it: "de", "zh-hant", "pt-br"
  double confidence = 0;  // from 0 to 1: the share of the text that is in this language
};

// The language of a text, from the text alone; nullopt if the text is too short or does not tell.
// A script or region is named only where pages differ by it: Chinese is "zh-hans" or "zh-hant",
// Portuguese "pt-br" or "pt-pt" where the words tell, else "pt". Any bytes are a text. 1 kB is
// looked at, or 8 kB where that does not tell, in pieces from all parts of the text: the cost does
// not grow with its length. Thread-safe.
std::optional<Identified> identify(std::string_view text);

// The same from a quarter of a kilobyte, in half the time, and less often right: whether it
// is worth to look closer.
std::optional<Identified> identify_roughly(std::string_view text);

}  // namespace freshet::language

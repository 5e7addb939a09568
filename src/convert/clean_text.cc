#include "convert/clean_text.h"

#include <algorithm>

#include "text/utf8.h"

namespace freshet::convert {

std::string clean(std::string text) {
  if (text::valid_utf8_prefix(text) != text.size()) {
    std::string cleaned;
    text::append_well_formed(cleaned, text);
    text = std::move(cleaned);
  }
  text.erase(std::remove(text.begin(), text.end(), '\0'), text.end());
  return text;
}

}  // namespace freshet::convert

#include "convert/clean_text.h"

#include <algorithm>

#include "text/utf8.h"

namespace freshet::convert {

std::string clean(std::string text) {
  if (text::valid_utf8_prefix(text) != text.size()) {
    std::string mended;
    text::append_well_formed(mended, text);
    text = std::move(mended);
  }
  text.erase(std::remove(text.begin(), text.end(), '\0'), text.end());
  return text;
}

}  // namespace freshet::convert

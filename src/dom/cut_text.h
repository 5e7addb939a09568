#pragma once

#include <cstddef>
#include <string>

#include "text/utf8.h"

namespace freshet::dom {

// Cuts UTF-8 text to at most max_bytes without splitting a character.
inline void cut_text(std::string& text, size_t max_bytes) {
  if (text.size() <= max_bytes) return;
  size_t end = max_bytes;
  while (end > 0 && text::is_continuation(text[end])) --end;
  text.resize(end);
}

}  // namespace freshet::dom

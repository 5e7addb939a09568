#include "extract/folded_text.h"

#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::extract {
namespace {

// Returns the ASCII character that stands for another one; 0 for none, and -1 for a character that
// is left out.
int ascii_for(char32_t c) {
  if (c >= 0xFF01 && c <= 0xFF5E) return static_cast<int>(c - 0xFF01 + '!');
  if (c >= 0x660 && c <= 0x669) return static_cast<int>(c - 0x660 + '0');
  if (c >= 0x6F0 && c <= 0x6F9) return static_cast<int>(c - 0x6F0 + '0');
  switch (c) {
    case 0x00A0:
    case 0x2007:
    case 0x2009:
    case 0x202F: return kHardSpace;
    case 0x3000: return ' ';
    case 0x2019:
    case 0x02BC: return '\'';
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2212: return '-';
    case 0x066B: return '.';
    case 0x066C: return ',';
    case 0x00AD:
    case 0x200B:
    case 0x200E:
    case 0x200F:
    case 0xFEFF: return -1;
    default: return 0;
  }
}

}  // namespace

std::string folded(std::string_view text) {
  text = text.substr(0, text::whole_characters(text.substr(0, kMaxFoldedBytes)));
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto sequence = text::utf8_sequence(text);
    if (sequence.kind == text::Utf8Sequence::kWhole && sequence.length > 1) {
      const int ascii = ascii_for(text::utf8_scalar(text));
      if (ascii == 0) out.append(text.substr(0, sequence.length));
      if (ascii > 0) out += static_cast<char>(ascii);
    } else {
      out += text::is_space(text[0]) ? ' ' : text[0];
    }
    text.remove_prefix(sequence.length);
  }
  return out;
}

bool is_letter_byte(char c) {
  return text::is_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace freshet::extract

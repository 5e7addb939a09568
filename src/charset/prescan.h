#pragma once

#include <optional>
#include <string_view>

#include "charset/encoding.h"

namespace freshet::charset {

// Returns UTF-16BE or UTF-16LE if the bytes begin with "<?x" in that encoding, as XML without a
// byte order mark does.
std::optional<Encoding> utf16_xml_declaration(std::string_view bytes);

// "Get an XML encoding" of the HTML Standard: returns the encoding that <?xml ... encoding="..." ?>
// at the very start declares. Returns UTF-8 if it declares UTF-16, because that cannot be true.
std::optional<Encoding> xml_declared_encoding(std::string_view bytes);

// "Algorithm for extracting a character encoding from a meta element": returns the charset of a
// value such as "text/html; charset=euc-kr".
std::optional<Encoding> encoding_in_content(std::string_view content);

}  // namespace freshet::charset

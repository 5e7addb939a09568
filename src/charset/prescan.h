#pragma once

#include <optional>
#include <string_view>

#include "charset/encoding.h"

namespace freshet::charset {

// "<?x" in UTF-16, as XML without a byte order mark begins.
std::optional<Encoding> utf16_xml_declaration(std::string_view bytes);

// "Get an XML encoding" of the HTML Standard: what <?xml ... encoding="..." ?> at the very start
// says, UTF-8 where it says UTF-16 (we could not have read it).
std::optional<Encoding> xml_declared_encoding(std::string_view bytes);

// "Algorithm for extracting a character encoding from a meta element": the charset of a value such
// as "text/html; charset=euc-kr".
std::optional<Encoding> encoding_in_content(std::string_view content);

}  // namespace freshet::charset

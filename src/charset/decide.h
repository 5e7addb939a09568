#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "charset/encoding.h"

namespace freshet::charset {

// How the encoding of a document was determined, in order of precedence.
enum class Evidence : uint8_t {
  kByteOrderMark,
  kTransport,  // the charset of the Content-Type header
  kMeta,       // a declaration in the first 1,024 bytes of the document (prescan)
  kXml,        // an XML declaration before the HTML
  kLateMeta,   // a declaration after the first 1,024 bytes
  kDetected,   // guessed from the bytes
  kDefault,    // there is no evidence
};
std::string_view describe(Evidence evidence);

struct Decision {
  Encoding encoding = Encoding::kUtf8;
  Evidence evidence = Evidence::kDefault;
  size_t bom_length = 0;  // bytes to skip at the start
};

// How many bytes from the start of a document decide() needs: kPrescanBytes if these contain a byte
// order mark or a declaration, or if the transport charset is known; otherwise up to kDetectBytes.
inline constexpr size_t kPrescanBytes = 1024;
inline constexpr size_t kDetectBytes = 64 * 1024;

// Determines the encoding of an HTML document: the encoding sniffing algorithm of the HTML Standard
// (13.2.3), with detection if there is no declaration. `transport` is the encoding that
// Content-Type names, if any. A document of ASCII bytes without a declaration is windows-1252, the
// default of the standard. Takes linear time in the bytes that it reads.
Decision decide(std::string_view document_start, std::optional<Encoding> transport);

// The prescan (13.2.3.2): returns the encoding that a <meta> element in these bytes declares. Also
// recognises the start of an XML declaration in UTF-16.
std::optional<Encoding> prescan_meta(std::string_view bytes);

// Determines the encoding of an XML document from, in this order, the byte order mark, `transport`
// and the encoding of <?xml ... ?>. Otherwise it is UTF-8 if the bytes look like that, and
// windows-1252 if not.
Decision decide_xml(std::string_view document_start, std::optional<Encoding> transport);

}  // namespace freshet::charset

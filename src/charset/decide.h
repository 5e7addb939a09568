#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "charset/encoding.h"

namespace freshet::charset {

// How we came to know a document's encoding, strongest first.
enum class Evidence : uint8_t {
  kByteOrderMark,
  kTransport,  // charset of the Content-Type header
  kMeta,       // declared in the document (prescan of the first 1,024 bytes)
  kXml,        // an XML declaration in front of the HTML
  kLateMeta,   // declared further down
  kDetected,   // guessed from the bytes
  kDefault,    // nothing to go by
};
std::string_view describe(Evidence evidence);

struct Decision {
  Encoding encoding = Encoding::kUtf8;
  Evidence evidence = Evidence::kDefault;
  size_t bom_length = 0;  // bytes to skip at the start
};

// How much of a document decide() wants to see: with a byte order mark, a transport charset or a
// declaration in the first kPrescanBytes that much is enough; else it reads up to kDetectBytes.
inline constexpr size_t kPrescanBytes = 1024;
inline constexpr size_t kDetectBytes = 64 * 1024;

// The HTML Standard's encoding sniffing algorithm (13.2.3), detection where nothing is declared.
// `transport` is the encoding that Content-Type names, if any. Nothing declared and only ASCII seen
// is windows-1252, the standard's default. Linear in the bytes it reads.
Decision decide(std::string_view document_start, std::optional<Encoding> transport);

// The prescan alone (13.2.3.2): what <meta>, or else an XML declaration, declares in these bytes.
std::optional<Encoding> prescan_meta(std::string_view bytes);

// For XML: byte order mark, transport, then the encoding of <?xml ... ?>, then UTF-8 if the bytes
// are that, else windows-1252.
Decision decide_xml(std::string_view document_start, std::optional<Encoding> transport);

}  // namespace freshet::charset

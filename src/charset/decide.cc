#include "charset/decide.h"

#include "charset/detect.h"
#include "charset/prescan.h"
#include "text/utf8.h"

namespace freshet::charset {
namespace {

// "BOM sniff" of the Encoding Standard. A byte order mark takes precedence over everything else.
std::optional<Decision> byte_order_mark(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF"))
    return Decision{Encoding::kUtf8, Evidence::kByteOrderMark, 3};
  if (bytes.starts_with("\xFE\xFF"))
    return Decision{Encoding::kUtf16Be, Evidence::kByteOrderMark, 2};
  if (bytes.starts_with("\xFF\xFE"))
    return Decision{Encoding::kUtf16Le, Evidence::kByteOrderMark, 2};
  return std::nullopt;
}

}  // namespace

std::string_view describe(Evidence evidence) {
  switch (evidence) {
    case Evidence::kByteOrderMark: return "byte order mark";
    case Evidence::kTransport: return "Content-Type header";
    case Evidence::kMeta: return "declared in the document";
    case Evidence::kXml: return "XML declaration";
    case Evidence::kLateMeta: return "declared late in the document";
    case Evidence::kDetected: return "guessed from the bytes";
    case Evidence::kDefault: return "default";
  }
  return "";
}

Decision decide(std::string_view document_start, std::optional<Encoding> transport) {
  if (const auto marked = byte_order_mark(document_start)) return *marked;
  if (transport) return {*transport, Evidence::kTransport};
  if (const auto meta = prescan_meta(document_start.substr(0, kPrescanBytes))) {
    return {*meta, Evidence::kMeta};
  }
  const std::string_view seen = document_start.substr(0, kDetectBytes);
  // Pure ASCII does not contradict the default of the HTML Standard. An XML declaration before HTML
  // is often wrong, so it counts only if there is a non-ASCII character to decode.
  const bool ascii = text::is_ascii(seen);
  if (!ascii) {
    if (const auto declared = xml_declared_encoding(seen)) return {*declared, Evidence::kXml};
  }
  if (seen.size() > kPrescanBytes) {
    if (const auto meta = prescan_meta(seen)) return {*meta, Evidence::kLateMeta};
  }
  if (const auto guess = detect(seen)) return {*guess, Evidence::kDetected};
  return {Encoding::kWindows1252, Evidence::kDefault};
}

Decision decide_xml(std::string_view document_start, std::optional<Encoding> transport) {
  if (const auto marked = byte_order_mark(document_start)) return *marked;
  if (transport) return {*transport, Evidence::kTransport};
  if (const auto wide = utf16_xml_declaration(document_start)) return {*wide, Evidence::kDetected};
  const std::string_view seen = document_start.substr(0, kDetectBytes);
  if (const auto declared = xml_declared_encoding(seen.substr(0, kPrescanBytes))) {
    return {*declared, Evidence::kMeta};
  }
  // By its standard, XML without a declaration is UTF-8.
  if (text::is_ascii(seen)) return {Encoding::kUtf8, Evidence::kDefault};
  return {looks_like_utf8(seen) ? Encoding::kUtf8 : Encoding::kWindows1252, Evidence::kDetected};
}

}  // namespace freshet::charset

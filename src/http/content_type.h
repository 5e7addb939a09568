#pragma once

#include <string>
#include <string_view>

#include "http/headers.h"

namespace freshet::http {

// The parts of a Content-Type that a crawler needs.
struct ContentType {
  std::string essence;  // "text/html", in lower case; empty if unknown
  std::string
      charset_label;  // as written; may be empty or unknown to charset::encoding_for_label()

  bool is_html() const;  // HTML or XHTML
  bool is_xml() const;   // XML, or any type that ends in "+xml"
  bool is_json() const;  // JSON, or any type that ends in "+json"
  bool is_text() const;  // any of these, JavaScript or text/*

  bool operator==(const ContentType&) const = default;
};

// Implements "parse a MIME type" of the MIME Sniffing standard. If the value has several types
// separated by commas, follows "extract a MIME type" of the Fetch standard: the last valid type
// counts, and if it has no charset, it inherits that of an earlier type with the same essence.
// It is more tolerant than the standards in two points: an empty charset is ignored, and a charset
// is found even if the type itself is invalid.
ContentType parse_content_type(std::string_view value);

// Returns the content type of a response from all its Content-Type fields.
ContentType content_type_of(const HeaderMap& headers);

}  // namespace freshet::http

#pragma once

#include <string>
#include <string_view>

#include "http/headers.h"

namespace freshet::http {

// A media type as far as a crawler needs it.
struct ContentType {
  std::string essence;        // "text/html", in lower case; empty if unknown
  std::string charset_label;  // as written, or empty; charset::encoding_for_label judges it

  bool is_html() const;  // also XHTML
  bool is_xml() const;   // also anything +xml
  bool is_json() const;  // also anything +json
  bool is_text() const;  // something that is read as characters: all of these, and text/*

  bool operator==(const ContentType&) const = default;
};

// The MIME Sniffing standard's 'parse a MIME type', and of several types joined by commas what the
// Fetch standard's 'extract a MIME type' takes: the last that is valid, which inherits the charset
// of one before it of the same essence. More tolerant than they are in two points: an empty charset
// does not count, and a charset is found even where the type itself cannot be read.
ContentType parse_content_type(std::string_view value);

// Of all Content-Type fields of a response.
ContentType content_type_of(const HeaderMap& headers);

}  // namespace freshet::http

#pragma once

#include <string>

#include "url/url.h"

namespace freshet::url {

// Returns the SURT (Sort-friendly URI Reordering Transform), the key under which web archives
// (pywb, OpenWayback) index a capture in CDX and CDXJ files: "com,example)/path?query". It is
// without scheme, user, "www." and fragment; the labels of the host are in reverse order,
// parameters are sorted, a slash at the end of the path is removed, and everything is in lower
// case. The key of a "dns:" URL is "com,example)"; of any other scheme it is the URL itself.
// Session ids are not removed: the crawler visits canonical URLs, which have none.
std::string surt(const Url& url);

}  // namespace freshet::url

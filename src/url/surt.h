#pragma once

#include <string>

#include "url/url.h"

namespace freshet::url {

// The key under which web archives (pywb, OpenWayback) index a capture in CDX and CDXJ files:
// "com,example)/path?query". Scheme, user, "www." and fragment are left out, labels are in reverse,
// parameters are sorted, a slash at the end of the path goes, and everything is in lower case.
// Of a "dns:" URL it is "com,example)"; any other scheme gives the URL as it stands.
// Session ids are not looked for: the URLs that we visit are canonical and have none.
std::string surt(const Url& url);

}  // namespace freshet::url

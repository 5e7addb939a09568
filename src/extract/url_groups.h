#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "extract/url_parts.h"

namespace freshet::extract {

// What URLs of a group have in common at least: the site, the number of segments, the ending of the
// file name, and the names of the parameters.
std::string outline_of(const UrlParts& url);

// Divides URLs into groups of similar ones: those of a group have the same outline, and also
// the same word in a segment if at least `least` of them have it. Returns the indices of the
// members, largest groups first. Takes time proportional to the length of the URLs times the number
// of their segments.
std::vector<std::vector<size_t>> group_urls(const std::vector<UrlParts>& urls, size_t least);

}  // namespace freshet::extract

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "aquarium/world.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// The virtual time at which a request is answered, and a number that is unique to the request.
// Volatile parts and session ids are made from them.
struct Moment {
  Instant now;
  uint64_t nonce = 0;
};

// Appends the page as HTML, in the encoding of its host. A version differs from the one before in
// one paragraph and in the texts with the version number; every sixteenth version replaces all
// paragraphs. After a redesign, every page of the host has a banner above its content and a
// sentence below it.
void write_page(const World& world, PageId page, const PageVersion& version, const Moment& moment,
                std::string& out);

// A page that consists mainly of links, such as a list or a crawler trap. `links` is HTML.
struct LinkPage {
  std::string_view title;
  std::string_view text;
  std::string_view links;
};
// A host at a time; the time decides which template its pages have.
struct HostMoment {
  uint32_t host = 0;
  Instant now;
};
void write_link_page(const World& world, const HostMoment& at, const LinkPage& page,
                     std::string& out);

// Appends the error page for a page that does not exist.
void write_not_found(const World& world, const HostMoment& at, std::string& out);

}  // namespace freshet::aquarium

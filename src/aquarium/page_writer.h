#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "aquarium/world.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// When a request is answered, and a number that no other request has: what volatile parts and
// session ids are made from.
struct Moment {
  Instant now;
  uint64_t nonce = 0;
};

// Appends the page as HTML, in the encoding of its host. A version differs from the one before in
// one paragraph and in the line that says which version it is; every sixteenth is a rewrite. After
// a redesign every page of the host has a banner above and a sentence below that it had not before.
void write_page(const World& world, PageId page, const PageVersion& version, const Moment& moment,
                std::string& out);

// A page that is made of links, such as a list or a trap: `links` is HTML.
struct LinkPage {
  std::string_view title;
  std::string_view text;
  std::string_view links;
};
// The time decides which template the pages of the host have.
struct HostMoment {
  uint32_t host = 0;
  Instant now;
};
void write_link_page(const World& world, const HostMoment& at, const LinkPage& page,
                     std::string& out);

// What a person sees who asks for a page that does not exist.
void write_not_found(const World& world, const HostMoment& at, std::string& out);

}  // namespace freshet::aquarium

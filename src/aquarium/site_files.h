#pragma once

#include <cstdint>

#include "aquarium/page_writer.h"
#include "aquarium/reply.h"
#include "aquarium/route.h"
#include "aquarium/world.h"
#include "clock/instant.h"

// The files of a host besides its pages.
namespace freshet::aquarium {

// Writes /robots.txt as the host's RobotsKind says; `number` as in Route::kRobots.
void write_robots(const World& world, const HostMoment& at, uint32_t number, Reply& reply);

// Writes a sitemap. It lists the pages that answer 200 and may be fetched, with dates as the host's
// LastmodKind says.
void write_sitemap(const World& world, uint32_t host, const Destination& file, Instant now,
                   Reply& reply);

// Writes an RSS feed with the twenty latest changes among the host's first thousand pages.
void write_feed(const World& world, uint32_t host, Instant now, Reply& reply);

}  // namespace freshet::aquarium

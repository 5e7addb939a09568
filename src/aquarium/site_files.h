#pragma once

#include <cstdint>

#include "aquarium/page_writer.h"
#include "aquarium/reply.h"
#include "aquarium/route.h"
#include "aquarium/world.h"
#include "clock/instant.h"

// What a host offers beside pages.
namespace freshet::aquarium {

// /robots.txt in the way of the host; `number` as in Route::kRobots.
void write_robots(const World& world, const HostMoment& at, uint32_t number, Reply& reply);

// All pages that answer 200 and may be fetched, with lastmod in the way of the host.
void write_sitemap(const World& world, uint32_t host, const Destination& file, Instant now,
                   Reply& reply);

// RSS with the twenty latest changes among the host's first thousand pages.
void write_feed(const World& world, uint32_t host, Instant now, Reply& reply);

}  // namespace freshet::aquarium

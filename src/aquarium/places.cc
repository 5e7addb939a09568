#include "aquarium/places.h"

#include <algorithm>

#include "aquarium/decimal.h"
#include "aquarium/text_pool.h"

namespace freshet::aquarium {
namespace {

constexpr uint32_t kDirectoryBranching = 10;

void item(std::string& links, std::string_view href, std::string_view text) {
  links.append("<li><a href=\"").append(href).append("\">").append(text).append("</a></li>\n");
}

void directory(const World& world, Instant now, uint32_t number, std::string& out) {
  std::string links;
  const uint32_t first = number * World::kHostsPerDirectoryPage;
  const uint32_t end = std::min(first + World::kHostsPerDirectoryPage, world.host_count());
  for (uint32_t host = first; host < end; ++host) {
    item(links, world.url(host, "/"), world.host_name(host));
  }
  for (uint64_t i = 1; i <= kDirectoryBranching; ++i) {
    const uint64_t child = uint64_t{number} * kDirectoryBranching + i;
    if (child >= world.directory_pages()) break;
    item(links, "/directory/" + std::to_string(child) + ".html", "more");
  }
  const std::string title = "Hosts from " + std::to_string(first);
  write_link_page(world, {0, now}, {title, "All hosts of this web.", links}, out);
}

// All near-duplicates of a host have the same text; only the number and the price differ.
void near_duplicate(const World& world, const HostMoment& at, uint32_t number, std::string& out) {
  const TextPool& texts = world.texts(world.host(at.host).writing);
  const uint64_t seed = world.host(at.host).seed;
  std::string text =
      "No. " + std::to_string(number) + ", " + std::to_string(100 + number * 7 % 900);
  text.append(". ").append(texts.paragraph(seed)).append(texts.paragraph(seed + 1));
  text.append(texts.paragraph(seed + 2));
  std::string links;
  item(links, "/", "home");
  write_link_page(world, at, {texts.title(seed), text, links}, out);
}

void calendar(const World& world, const HostMoment& at, uint32_t month, std::string& out) {
  const auto address = [](uint32_t m) {
    return "/calendar/" + std::to_string(m / 12) + "/" + std::to_string(m % 12 + 1) + "/";
  };
  std::string links;
  if (month > 0) item(links, address(month - 1), "before");
  item(links, address(month + 1), "after");
  item(links, address(month + 12), "a year on");
  const std::string title =
      "Month " + std::to_string(month % 12 + 1) + " of " + std::to_string(month / 12);
  write_link_page(world, at, {title, "Nothing happens in this month.", links}, out);
}

void maze(const World& world, const HostMoment& at, uint32_t fingerprint, std::string& out) {
  std::string links;
  for (const uint32_t turn : {fingerprint % 10, fingerprint / 10 % 10, fingerprint / 100 % 10}) {
    // The link is relative, so that every step makes the path longer.
    item(links, "x" + std::to_string(turn) + "/", "deeper");
  }
  const TextPool& texts = world.texts(world.host(at.host).writing);
  write_link_page(world, at, {"Maze", texts.paragraph(fingerprint), links}, out);
}

}  // namespace

void write_place(const World& world, const HostMoment& at, const Destination& to,
                 std::string& out) {
  switch (to.route) {
    case Route::kDirectory: return directory(world, at.now, to.number, out);
    case Route::kNearDuplicate: return near_duplicate(world, at, to.number, out);
    case Route::kCalendar: return calendar(world, at, to.number, out);
    default: return maze(world, at, to.number, out);
  }
}

}  // namespace freshet::aquarium

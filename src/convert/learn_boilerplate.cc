#include "convert/learn_boilerplate.h"

#include <algorithm>

#include "convert/ordered_pool.h"

namespace freshet::convert {
namespace {

constexpr size_t kPagesUnderWay = 256;
constexpr size_t kMostBytesUnderWay = 16 << 20;
constexpr char kAnyUrl[] = "http://localhost/";  // links are not read

struct Sampled {
  store::SiteId site;
  std::vector<uint64_t> lines;  // none: it could not be read, or has no text
};
using Pool = OrderedPool<SiteProfiles::Reading, Sampled>;

Sampled read(ContentReader& reader, const SiteProfiles::Reading& reading) {
  const auto content = reader.read(reading.at, kAnyUrl);
  if (!content || content->visible.text.empty()) return {reading.site, {}};
  return {reading.site, line_fingerprints(content->visible.text, content->title.value_or(""))};
}

size_t bytes_of(const Sampled& sampled) {
  return sampled.lines.size() * sizeof(uint64_t);
}

}  // namespace

Status learn_boilerplate(SiteProfiles& profiles, store::Store& store, const ConvertOptions& options,
                         const ConvertProgress& progress) {
  if (Status loaded = profiles.load(store, options.full); !loaded) return loaded;
  std::vector<SiteProfiles::Reading> readings = profiles.next_sample();
  if (readings.empty()) return Done{};
  std::vector<Pool::Work> work;
  for (size_t i = 0; i < std::max<size_t>(options.threads, 1); ++i) {
    work.emplace_back([reader = std::make_shared<ContentReader>(reader_of(options))](
                          const SiteProfiles::Reading& reading) { return read(*reader, reading); });
  }
  Pool pool(std::move(work), {bytes_of, kMostBytesUnderWay});
  for (; !readings.empty(); readings = profiles.next_sample()) {
    size_t next = 0;
    while (next < readings.size() || pool.under_way() > 0) {
      if (progress.stop) return fail(kStopped);
      while (next < readings.size() && pool.under_way() < kPagesUnderWay) {
        pool.push(readings[next++]);
      }
      const Sampled sampled = pool.pop();
      if (!sampled.lines.empty()) profiles.take(sampled.site, sampled.lines);
    }
    if (Status finished = profiles.finish(store); !finished) return finished;
  }
  return Done{};
}

}  // namespace freshet::convert

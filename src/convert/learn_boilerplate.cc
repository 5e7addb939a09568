#include "convert/learn_boilerplate.h"

#include <algorithm>
#include <optional>

#include "convert/ordered_pool.h"

namespace freshet::convert {
namespace {

constexpr size_t kMaxPagesInFlight = 256;
constexpr size_t kMaxBytesInFlight = 16 << 20;
constexpr char kAnyUrl[] =
    "http://localhost/";  // stands for the page's URL, since links are not read

struct PageLines {
  store::SiteId site;
  std::vector<uint64_t> lines;  // empty if the page could not be read, or has no text
  std::optional<Error> outage;
};
using Pool = OrderedPool<SiteBoilerplate::SampledPage, PageLines>;

PageLines read(ContentReader& reader, const SiteBoilerplate::SampledPage& page) {
  const auto content = reader.read(page.at, kAnyUrl);
  if (!content && warc::is_outage(content.error())) {
    return {.site = page.site, .outage = content.error()};
  }
  if (!content || content->visible.text.empty()) return {.site = page.site};
  return {.site = page.site,
          .lines = line_fingerprints(content->visible.text, content->title.value_or(""))};
}

size_t bytes_of(const PageLines& page) {
  return page.lines.size() * sizeof(uint64_t);
}

}  // namespace

Status learn_boilerplate(SiteBoilerplate& boilerplate, store::Store& store,
                         const ConvertOptions& options, const ConvertProgress& progress) {
  std::vector<SiteBoilerplate::SampledPage> pages = boilerplate.next_sample();
  if (pages.empty()) return Done{};
  std::vector<Pool::Work> work;
  for (size_t i = 0; i < std::max<size_t>(options.threads, 1); ++i) {
    work.emplace_back(
        [reader = std::make_shared<ContentReader>(reader_of(options))](
            const SiteBoilerplate::SampledPage& page) { return read(*reader, page); });
  }
  Pool pool(std::move(work), {bytes_of, kMaxBytesInFlight});
  for (; !pages.empty(); pages = boilerplate.next_sample()) {
    size_t next = 0;
    while (next < pages.size() || pool.in_flight() > 0) {
      if (progress.stop) return fail(kStopped);
      while (next < pages.size() && pool.in_flight() < kMaxPagesInFlight) {
        pool.push(pages[next++]);
      }
      const PageLines page = pool.pop();
      if (page.outage) return Unexpected(*page.outage);
      if (!page.lines.empty()) boilerplate.add_lines(page.site, page.lines);
    }
    if (Status finished = boilerplate.finish(store); !finished) return finished;
  }
  return Done{};
}

}  // namespace freshet::convert

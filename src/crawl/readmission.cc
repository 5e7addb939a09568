#include "crawl/readmission.h"

#include <algorithm>
#include <tuple>

namespace freshet::crawl {

// Rows of a site are adjacent in the store, and the order matters only within a site: for its page
// limit and its queue.
Status readmit(const store::Store& store, const Readmission& readmission) {
  std::vector<store::UnadmittedUrl> urls;
  Status admitted = Done();
  const auto admit_gathered = [&] {
    if (urls.empty() || !admitted) return;
    std::sort(urls.begin(), urls.end(), [](const auto& a, const auto& b) {
      return std::tie(a.depth, a.found_at, a.key) < std::tie(b.depth, b.found_at, b.key);
    });
    admitted = readmission.admit(urls);
    urls.clear();
  };
  Status read = store.each_unadmitted(readmission.shards, [&](const store::UnadmittedUrl& url) {
    const bool is_next_site = !urls.empty() && urls.back().key.site != url.key.site;
    if (is_next_site || urls.size() >= readmission.most_at_once) admit_gathered();
    if (readmission.allows(url)) urls.push_back(url);
    return admitted.has_value();
  });
  if (!read) return read;
  admit_gathered();
  return admitted;
}

}  // namespace freshet::crawl

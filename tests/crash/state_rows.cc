#include "crash/state_rows.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "digest/sha.h"
#include "store/store.h"

namespace freshet::crash {
namespace {

namespace fs = std::filesystem;

// Clears what is not in the archive, and only a running crawl knows.
store::PageState as_visited(store::PageState page) {
  page.first_seen = Instant();
  page.importance = 0;
  if (page.result == store::VisitResult::kServerError) page.failures = 0;
  return page;
}

void expect_same_page(const store::PageState& before, const store::PageState& after) {
  const store::PageState a = as_visited(before);
  const store::PageState b = as_visited(after);
  if (a == b) return;
  const std::string& url = a.url;
  EXPECT_EQ(a.depth, b.depth) << url;
  EXPECT_EQ(a.redirects, b.redirects) << url;
  EXPECT_EQ(a.sitemap, b.sitemap) << url;
  EXPECT_EQ(a.last_visit, b.last_visit) << url;
  EXPECT_EQ(a.last_success, b.last_success) << url;
  EXPECT_EQ(a.last_change, b.last_change) << url;
  EXPECT_EQ(a.gone_since, b.gone_since) << url;
  EXPECT_EQ(a.next_visit, b.next_visit) << url;
  EXPECT_EQ(static_cast<int>(a.result), static_cast<int>(b.result)) << url;
  EXPECT_EQ(a.http_status, b.http_status) << url;
  EXPECT_EQ(a.size, b.size) << url;
  EXPECT_EQ(a.content.hex(), b.content.hex()) << url;
  EXPECT_EQ(a.duplicate_of.has_value(), b.duplicate_of.has_value()) << url;
  EXPECT_EQ(a.listed_on.has_value(), b.listed_on.has_value()) << url;
  EXPECT_EQ(a.redirect_to, b.redirect_to) << url;
  EXPECT_EQ(a.archived.file, b.archived.file) << url;
  EXPECT_EQ(a.archived.offset, b.archived.offset) << url;
  EXPECT_EQ(a.title, b.title) << url;
  EXPECT_TRUE(a.history == b.history) << url;
  EXPECT_EQ(a.failures, b.failures) << url;
  EXPECT_TRUE(a == b) << url;
}

}  // namespace

StateRows read_state(const fs::path& data) {
  StateRows rows;
  const auto opened = store::open_rocksdb_store_to_read((data / "state").string());
  EXPECT_TRUE(opened) << opened.error().message;
  if (!opened) return rows;
  const store::Store& store = **opened;
  EXPECT_TRUE(store.each_page([&](const store::PageState& page) {
    rows.pages[page.url] = page;
    if (auto version = store.version(page.key).value()) rows.versions[page.key] = *version;
    if (auto date = store.listed_date(page.key).value()) rows.listed_dates[page.key] = *date;
    if (auto original = store.original_of(page.content).value()) {
      rows.originals[page.content.hex()] = *original;
    }
    return true;
  }));
  EXPECT_TRUE(store.each_links([&](const store::PageLinks& links) {
    rows.links[links.from] = links;
    return true;
  }));
  EXPECT_TRUE(store.each_change(Instant(), [&](const store::Change& change) {
    rows.changes.push_back(change);
    return true;
  }));
  EXPECT_TRUE(store.each_unadmitted([&](const store::UnadmittedUrl& url) {
    rows.unadmitted[url.url] = url;
    return true;
  }));
  EXPECT_TRUE(store.each_site([&](const store::SiteState& site) {
    rows.sites[site.text] = site;
    return true;
  }));
  return rows;
}

void expect_same_visits(const StateRows& before, const StateRows& after) {
  size_t compared = 0;
  for (const auto& [url, page] : before.pages) {
    const auto found = after.pages.find(url);
    if (found == after.pages.end()) {
      ADD_FAILURE() << url << " is lost, result " << static_cast<int>(page.result);
      continue;
    }
    if (page.archived.file == 0) continue;
    expect_same_page(page, found->second);
    ++compared;
  }
  EXPECT_GT(compared, 20u);
  EXPECT_EQ(before.links.size(), after.links.size());
  EXPECT_TRUE(before.links == after.links);
  EXPECT_TRUE(before.versions == after.versions);
  EXPECT_TRUE(before.listed_dates == after.listed_dates);
  EXPECT_EQ(before.changes.size(), after.changes.size());
  EXPECT_TRUE(before.changes == after.changes);
  EXPECT_TRUE(before.originals == after.originals);
  for (const auto& [url, refused] : before.unadmitted) {
    const auto found = after.unadmitted.find(url);
    ASSERT_TRUE(found != after.unadmitted.end()) << url;
    EXPECT_EQ(refused.reason, found->second.reason) << url;
    EXPECT_EQ(refused.depth, found->second.depth) << url;
  }
  EXPECT_EQ(before.sites.size(), after.sites.size());
}

std::map<std::string, std::string> listing_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    files[entry.path().string()] = digest::sha256(bytes).hex();
  }
  return files;
}

}  // namespace freshet::crash

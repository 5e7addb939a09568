#include "convert/page_conversion.h"

#include <algorithm>

#include "convert/learn_boilerplate.h"
#include "convert/page_row.h"

namespace freshet::convert {

Status PageConversion::read_stamps() {
  parts_.summary.rebuilt = scope_.target.rebuild;
  return scope_.target.rebuild ? Status(Done{}) : rows_.read(parts_.writer);
}

Status PageConversion::put_pages(const EachPage& each_page) {
  EntryPipeline pipeline(
      {parts_.store, parts_.ids, parts_.boilerplate, parts_.options.communities, scope_.holders},
      parts_.options, parts_.writer, parts_.progress, parts_.summary);
  pipeline.give_away = scope_.give_away;
  Status done = Done{};
  const Status read = each_page([&](const store::PageState& page) {
    if (parts_.progress.stop)
      done = fail(kStopped);
    else
      done = submit_if_changed(page, pipeline);
    return done.has_value();
  });
  if (done && !read) done = read;
  return done ? pipeline.finish() : done;
}

Status PageConversion::submit_if_changed(const store::PageState& page, EntryPipeline& pipeline) {
  ++parts_.progress.examined;
  // A page without an id was admitted after ids were assigned. The next conversion takes it.
  const int64_t id = parts_.ids.page(page.key);
  if (id == 0) return Done{};
  if (scope_.compares_all) rows_.set_seen(id);
  auto made = page_row(page, parts_.ids, parts_.store, scope_.now);
  if (!made) return Unexpected(made.error());
  // Text and words depend on what is boilerplate on the site.
  if (page.archived.file != 0) {
    made->row.warc_file = parts_.options.archives.name_of(page.archived);
    made->stamp.content ^= parts_.boilerplate.fingerprint_of(page.key.site);
  }
  const catalog::Stamp old = rows_.stamp(id);
  if (old == made->stamp) return Done{};
  made->row.site = parts_.ids.known_site(page.key.site);
  Job job{.key = page.key, .content = page.content, .archived = page.archived};
  job.refresh = old.content == made->stamp.content;
  job.entry.page = std::move(made->row);
  job.entry.stamp = made->stamp;
  if (scope_.compares_all) rows_.set_written(id);
  if (!job.refresh && scope_.compares_all) rows_.set_put(id);
  return pipeline.submit(std::move(job));
}

Status PageConversion::put_missing_links() {
  const int64_t known_up_to = scope_.target.links_up_to;
  if (parts_.ids.last_page() <= known_up_to) return Done{};
  Status done = Done{};
  const Status read = parts_.store.each_links(scope_.shards, [&](const store::PageLinks& links) {
    const int64_t id = parts_.ids.page(links.from);
    if (id == 0 || rows_.is_put(id) || !rows_.is_seen(id)) return true;
    const auto rows = link_rows(links, parts_.ids);
    const bool leads_to_new = std::any_of(
        rows.begin(), rows.end(), [&](const auto& link) { return link.target > known_up_to; });
    if (!leads_to_new) return true;
    done = parts_.progress.stop ? Status(fail(kStopped)) : parts_.writer.put_links(id, rows);
    ++parts_.summary.relinked;
    return done.has_value();
  });
  return read ? done : read;
}

}  // namespace freshet::convert

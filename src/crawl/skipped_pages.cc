#include "crawl/skipped_pages.h"

namespace freshet::crawl {

void SkippedPages::set_aside(const frontier::Queued& page, Instant now) {
  const store::PageId id = page.key.page;
  if (parts_.rules.give_up_redirect(id, "robots.txt redirects to a site that has left the scope",
                                    now)) {
    return;
  }
  parts_.first_visits.retries().remove(id);
  if (page.is_probe) parts_.soft_404.give_up(page.key.site);
  const auto revisit = tables_.known.revisits().take(id);
  if (page.revisit && revisit) tables_.known.set_aside(*revisit, now);
}

void SkippedPages::set_aside(const std::vector<frontier::Queued>& pages, Instant now) {
  for (const frontier::Queued& page : pages) {
    parts_.source.left_queue(page);
    set_aside(page, now);
  }
}

void SkippedPages::skip(const frontier::Queued& page, store::VisitResult result, Instant now) {
  if (page.is_probe)
    parts_.soft_404.give_up(page.key.site);
  else if (page.revisit)
    parts_.repeat_visits.skip(page, result, now);
  else
    parts_.first_visits.skip(page, result, now);
}

void SkippedPages::skip_site(store::SiteId site, store::VisitResult result, collection::Event why,
                             Instant now) {
  const std::string name(collection::name_of(why));
  for (const frontier::Queued& page : tables_.frontier.drop_pages(site)) {
    if (!page.is_probe) {
      if (parts_.rules.give_up_redirect(page.key.page, name, now)) continue;
      tables_.stats.count(why);
      parts_.source.left_queue(page);
    }
    skip(page, result, now);
  }
}

}  // namespace freshet::crawl

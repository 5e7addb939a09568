#include "crawl/reports.h"

#include <algorithm>

#include "clock/civil.h"
#include "crawl/admission.h"
#include "crawl/attended.h"
#include "crawl/keys.h"
#include "crawl/result_names.h"
#include "crawl/robots_words.h"
#include "crawl/site_memory.h"
#include "crawl/unadmitted_report.h"
#include "robots/robots_status.h"
#include "warc/archive_folder.h"

namespace freshet::crawl {
namespace {

using store::VisitResult;

// When a page that is gone leaves the collection, if it is not there then either.
Instant leaves_after(const Sight& sight, const store::PageState& page) {
  return page.gone_since + sight.options.leaving.after;
}

std::string words_of_gone(const Sight& sight, const store::PageState& page) {
  const Leaving& rule = sight.options.leaving;
  const int visits = history_of(page).absence().visits;
  std::string words = "; gone since " + format_iso8601(page.gone_since) + ", leaves after " +
                      format_iso8601(leaves_after(sight, page));
  if (visits < rule.visits) {
    words += " and " + std::to_string(rule.visits - visits) + " more visits that do not find it";
  }
  return words;
}

// What is answered of the whole site is not believed at once.
std::string words_of_site(const Sight& sight, const store::SiteState& site) {
  const SitePresence presence = SiteMemory::decode(site.learned).presence;
  if (!presence.is_failing(sight.now)) return "";
  return "; nothing of its site is there since " + format_iso8601(presence.none_since) +
         ": taken for a failure of the site until " +
         format_iso8601(presence.none_since + SitePresence::kFailingFor);
}

// The last failure of the site, while it lasts: of this page's last visit, or of another attempt.
std::string words_of_failure(const store::SiteState& site, const store::PageState& page) {
  const auto failure = SiteMemory::decode(site.learned).failure;
  if (!failure) return "";
  if (failure->at == page.last_visit) return "; " + failure->words;
  return "; its site failed at " + format_iso8601(failure->at) + ": " + failure->words;
}

// A wall is what the next visit will meet, whatever the last one did.
std::string words_of_wall(const store::SiteState& site) {
  const auto wall = SiteMemory::decode(site.learned).wall;
  if (!wall) return "";
  return "; its site answers with " + wall->words() + " instead of its pages since " +
         format_iso8601(wall->since);
}

std::string words_of(const store::PageState& page) {
  if (page.result == VisitResult::kRedirected) return "it leads to " + page.redirect_to;
  if (page.result == VisitResult::kSoftGone) {
    return "the last visit was answered as the site answers where there is nothing (a soft 404)";
  }
  if (page.result == VisitResult::kBrokenOff) {
    return "the last visit got only a part of it; the whole copy of " +
           format_iso8601(page.last_success) + " stays";
  }
  if (page.result == VisitResult::kBlocked) {
    return "the last visit was answered with a challenge or block page instead of the page, "
           "status " +
           std::to_string(page.http_status);
  }
  std::string words = "the last visit ended as: " + std::string(name_of(page.result));
  if (page.http_status > 0) words += ", status " + std::to_string(page.http_status);
  return words;
}

void say_how_it_stands(const Sight& sight, const url::Url& url, PageReport& report) {
  const store::PageState& page = *report.page;
  const auto refused = sight.scope != nullptr
                           ? scope_refusal(*sight.scope, url, page.depth, page.sitemap)
                           : std::nullopt;
  if (is_attended(page)) {
    report.standing = "kept";
    report.words = "it is in the collection; " + words_of(page);
    if (is_gone(page)) {
      report.words += words_of_gone(sight, page);
      report.leaves_after = leaves_after(sight, page);
    }
  } else if (page.left != Instant()) {
    report.standing = "left";
    report.words = "it left the collection on " + format_iso8601(page.left) + ", gone since " +
                   format_iso8601(page.gone_since) + "; " + words_of(page);
    report.obstacle = {"gone", "it is not there, and is looked at again rarely", std::nullopt};
  } else if (page.next_visit != Instant::never()) {
    report.standing = "waiting";
    report.words = page.failures == 0 ? "it was found and waits for its first visit"
                                      : "it could not be had yet; " + words_of(page);
    if (page.next_visit > sight.now) report.next_visit = page.next_visit;
  } else {
    report.standing = "visited";
    report.words = "it is not in the collection; " + words_of(page);
    report.obstacle = {"gone", "it could not be had, and is looked at again rarely", std::nullopt};
  }
  if (sight.absent != nullptr && report.obstacle.kind == "gone") {
    report.next_visit = sight.absent->due(page.key.page);
    report.obstacle.until = report.next_visit;
  }
  if (refused) {
    report.obstacle = {
        "scope",
        "the scope has become narrower since it was found: " + std::string(describe(*refused)),
        Instant::never()};
  } else if (report.robots && !report.robots->allowed) {
    if (report.standing == "visited") report.standing = "disallowed";
    report.obstacle = {"robots", robots_words(*report.robots), std::nullopt};
  }
}

void fill_in_page(const Sight& sight, PageReport& report) {
  const store::PageState& page = *report.page;
  const auto listed = sight.store.listed_date(page.key);
  report.date = date_of(page, listed && *listed ? **listed : Instant(), sight.now);
  const change::History history = history_of(page);
  report.visits = history.recent();
  report.totals = history.totals();
  if (page.archived.file > 0) report.archived_in = warc::archive_name(page.archived.file).string();
  if (page.duplicate_of) {
    const auto original = sight.store.page(*page.duplicate_of);
    if (original && *original) report.duplicate_of = (*original)->url;
  }
  if (sight.refresher == nullptr) return;
  // A copy of what is not there any more is no copy of the page as it is, and says no more than
  // that.
  if (is_there(page)) {
    report.probability_current = sight.refresher->probability_current(page.key.page, sight.now);
    report.expected_age = sight.refresher->expected_age(page.key.page, sight.now);
  }
  report.belief = sight.refresher->explain(page.key.page, sight.now);
  const Importance importance =
      sight.options.run ? sight.options.run->importance : Importance::kLinks;
  const uint32_t in_links = sight.in_links != nullptr ? sight.in_links->to(page.key.page) : 0;
  report.weight = {.value = weight_of(page, importance, in_links),
                   .from = weight_source(page, importance),
                   .in_links = in_links};
  if (is_attended(page)) report.next_visit = sight.refresher->expected(page.key.page, sight.now);
}

}  // namespace

Result<PageReport> report_page(const Sight& sight, std::string_view text) {
  // "example.com/a" is what people type.
  const bool has_scheme = text.find("://") != std::string_view::npos;
  const auto url = url::parse(has_scheme ? std::string(text) : "https://" + std::string(text));
  if (!url || !url->is_web()) return fail(std::string(text) + " is no URL of the web");
  const auto canonical = url::Canonicalizer(sight.options.canonical).canonical(*url);
  if (!canonical) return fail(std::string(text) + " is no URL of the web");
  PageReport report{.url = canonical->text(), .at = sight.now};
  const store::PageKey key = page_key(report.url);
  const auto site = sight.store.site(key.site);
  if (!site) return Unexpected(site.error());
  auto page = sight.store.page(key);
  if (!page) return Unexpected(page.error());
  const auto asked_as = url::parse(report.url);
  if (*site) report.robots = robots_of(**site, *asked_as, sight.options);
  report.page = std::move(*page);
  if (!report.page) {
    if (Status said = report_unadmitted(sight, *asked_as, *site, report); !said) {
      return Unexpected(said.error());
    }
    return report;
  }
  say_how_it_stands(sight, *asked_as, report);
  if (*site) {
    report.words += words_of_failure(**site, *report.page) + words_of_site(sight, **site) +
                    words_of_wall(**site);
  }
  fill_in_page(sight, report);
  return report;
}

Result<ChangesReport> report_changes(const store::Store& store, const AskChanges& ask, Instant now,
                                     Instant before) {
  ChangesReport report;
  report.next = ask.ago ? ChangePlace{.at = now - *ask.ago} : ask.from;
  const ChangePlace from = report.next;
  const Status read = store.each_change(from.at, [&](const store::Change& change) {
    const bool was_told = from.page && change.at == from.at && change.page <= *from.page;
    if (was_told) return true;
    if (change.at >= before) return false;
    if (report.changes.size() == ask.most) {
      report.more = true;
      return false;
    }
    const auto page = store.page(change.page);
    report.changes.push_back({change, page && *page ? (*page)->url : ""});
    report.next = {change.at, change.page};
    return true;
  });
  if (!read) return Unexpected(read.error());
  return report;
}

std::vector<schedule::Rewrite> recent_rewrites(const refresh::Refresher& refresher,
                                               store::SiteId site, Instant now) {
  constexpr Duration kOfInterest = Duration::days(60);
  std::vector<schedule::Rewrite> rewrites = refresher.rewrites(site);
  std::erase_if(rewrites,
                [&](const schedule::Rewrite& its) { return its.end < now - kOfInterest; });
  return rewrites;
}

SiteReport report_site(const store::SiteState& site, const BeliefBySite& believed) {
  SiteReport report{.site = site.text,
                    .pages = site.pages,
                    .waiting = site.waiting,
                    .failures = site.failures,
                    .robots_status = site.robots_status,
                    .crawl_delay = site.crawl_delay};
  if (site.robots_fetched == Instant()) {
    report.robots = "unknown";
  } else {
    switch (robots::robots_meaning(site.robots_status, robots::kMostRobotsRedirects)) {
      case robots::RobotsStatus::kHoldBack: report.robots = "unavailable"; break;
      case robots::RobotsStatus::kAllowAll: report.robots = "none"; break;
      default: report.robots = "rules"; break;
    }
  }
  if (!site.learned.empty()) {
    const SiteMemory memory = SiteMemory::decode(site.learned);
    if (!memory.load.empty()) report.error_share = memory.load.mean().error_share;
    report.last_failure = memory.failure;
    report.wall = memory.wall;
  }
  const auto found = believed.find(site.id.value);
  if (found != believed.end() && found->second.weight > 0) {
    report.freshness = found->second.current / found->second.weight;
    report.stale_weight = found->second.weight - found->second.current;
  }
  return report;
}

std::string words_of_rest(const SiteReport& site) {
  if (site.last_failure) return site.last_failure->words;
  if (site.wall) return "the site answers with " + site.wall->words() + " instead of its pages";
  return "the site failed or asked for time";
}

void report_belief(const refresh::Refresher& refresher, Instant now, StatusReport& report) {
  const refresh::Refresher::Belief belief = refresher.believed(now);
  report.pages = refresher.pages();
  report.calibration = refresher.calibration();
  if (belief.weight <= 0) return;
  report.freshness = belief.current / belief.weight;
  report.age_seconds = belief.age / belief.weight;
}

void choose_sites(const AskStatus& ask, std::vector<SiteReport>& sites) {
  const size_t most = std::min(ask.sites, sites.size());
  std::partial_sort(sites.begin(), sites.begin() + static_cast<std::ptrdiff_t>(most), sites.end(),
                    [&](const SiteReport& a, const SiteReport& b) {
                      if (ask.worst && a.stale_weight != b.stale_weight)
                        return a.stale_weight > b.stale_weight;
                      return a.pages != b.pages ? a.pages > b.pages : a.site < b.site;
                    });
  sites.resize(most);
}

}  // namespace freshet::crawl

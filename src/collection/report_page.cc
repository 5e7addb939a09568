#include "collection/report_page.h"

#include <algorithm>

#include "clock/civil.h"
#include "collection/admission_rules.h"
#include "collection/keys.h"
#include "collection/page_status.h"
#include "collection/report_unadmitted.h"
#include "collection/result_names.h"
#include "collection/robots_answer.h"
#include "collection/site_profile.h"
#include "robots/robots_status.h"
#include "warc/archive_folder.h"

namespace freshet::collection {
namespace {

using store::VisitResult;

// `leaves_after`: when the page leaves the collection, if it is still gone then.
std::string words_of_gone(const ReportContext& context, const store::PageState& page,
                          Instant leaves_after) {
  const Leaving& rule = context.options.leaving;
  const int visits = history_of(page).absence().visits;
  std::string words = "; gone since " + format_iso8601(*page.gone_since) + ", leaves after " +
                      format_iso8601(leaves_after);
  if (visits < rule.visits) {
    words += " and " + std::to_string(rule.visits - visits) + " more visits that do not find it";
  }
  return words;
}

// A failure of the whole site does not count as pages being gone for some time.
std::string words_of_site(const ReportContext& context, const store::SiteState& site) {
  const SitePresence presence = SiteProfile::decode(site.learned).presence;
  if (!presence.is_failing(context.now)) return "";
  return "; all visited pages of its site are gone since " + format_iso8601(*presence.none_since) +
         ": this counts as a failure of the site until " +
         format_iso8601(*presence.none_since + SitePresence::kFailingFor);
}

// Describes the last failure of the site, if it has not answered since: at this page's last visit,
// or another attempt.
std::string words_of_failure(const store::SiteState& site, const store::PageState& page) {
  const auto failure = SiteProfile::decode(site.learned).failure;
  if (!failure) return "";
  if (failure->at == page.last_visit) return "; " + failure->words;
  return "; its site failed at " + format_iso8601(failure->at) + ": " + failure->words;
}

// The next visit will probably get the wall, whatever the result of the last one.
std::string words_of_wall(const store::SiteState& site) {
  const auto wall = SiteProfile::decode(site.learned).wall;
  if (!wall) return "";
  return "; its site answers with " + wall->words() + " instead of its pages since " +
         format_iso8601(wall->since);
}

std::string words_of(const store::PageState& page) {
  if (page.result == VisitResult::kRedirected) return "it redirects to " + page.redirect_to;
  if (page.result == VisitResult::kSoftGone) {
    return "the last visit was answered as the site answers for missing pages (a soft 404)";
  }
  if (page.result == VisitResult::kBrokenOff) {
    return "the last visit got only a part of it; the whole copy of " +
           format_iso8601(page.last_success.value_or(Instant())) + " stays";
  }
  if (page.result == VisitResult::kUnmatched) {
    return "the last visit did not find the fields that the recipe requires; the values of " +
           format_iso8601(page.last_success.value_or(Instant())) + " stay";
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

void say_how_it_stands(const ReportContext& context, const url::Url& url, PageReport& report) {
  const store::PageState& page = *report.page;
  const auto refused = context.scope != nullptr
                           ? scope_refusal(*context.scope, url, page.depth, page.sitemap)
                           : std::nullopt;
  if (is_in_collection(page)) {
    report.standing = Standing::kKept;
    report.words = "it is in the collection; " + words_of(page);
    if (is_gone(page)) {
      const Instant leaves_after = *page.gone_since + context.options.leaving.after;
      report.words += words_of_gone(context, page, leaves_after);
      report.leaves_after = leaves_after;
    }
  } else if (page.left) {
    report.standing = Standing::kLeft;
    report.words = "it left the collection on " + format_iso8601(*page.left) + ", gone since " +
                   format_iso8601(page.gone_since.value_or(*page.left)) + "; " + words_of(page);
    report.obstacle = {Obstacle::Kind::kGone, "it is gone, and is revisited rarely", std::nullopt};
  } else if (page.next_visit != Instant::never()) {
    report.standing = Standing::kWaiting;
    report.words = page.failures == 0 ? "it was found and waits for its first visit"
                                      : "it could not be fetched yet; " + words_of(page);
    if (page.next_visit > context.now) report.next_visit = page.next_visit;
  } else {
    report.standing = Standing::kVisited;
    report.words = "it is not in the collection; " + words_of(page);
    report.obstacle = {Obstacle::Kind::kGone, "it could not be fetched, and is revisited rarely",
                       std::nullopt};
  }
  if (context.absent != nullptr && report.obstacle.kind == Obstacle::Kind::kGone) {
    report.next_visit = context.absent->due(page.key.page);
    report.obstacle.until = report.next_visit;
  }
  if (refused) {
    report.obstacle = {
        Obstacle::Kind::kScope,
        "the scope has become narrower since it was found: " + std::string(describe(*refused)),
        Instant::never()};
  } else if (report.robots && !report.robots->allowed) {
    if (report.standing == Standing::kVisited) report.standing = Standing::kDisallowed;
    report.obstacle = {Obstacle::Kind::kRobots, robots_words(*report.robots), std::nullopt};
  }
}

void fill_in_page(const ReportContext& context, PageReport& report) {
  const store::PageState& page = *report.page;
  const auto listed = context.store.listed_date(page.key);
  report.date = date_of(page, listed ? *listed : std::nullopt, context.now);
  const change::History history = history_of(page);
  report.visits = history.recent();
  report.totals = history.totals();
  if (const auto item = context.store.item(page.key); item) report.item = *item;
  if (page.archived.file > 0) report.archived_in = warc::archive_name(page.archived.file).string();
  if (page.duplicate_of) {
    const auto original = context.store.page(*page.duplicate_of);
    if (original && *original) report.duplicate_of = (*original)->url;
  }
  if (context.refresher == nullptr) return;
  // The copy of a page that is gone is not current, and the estimates are not reported.
  if (is_there(page)) {
    report.probability_current = context.refresher->probability_current(page.key.page, context.now);
    report.expected_age = context.refresher->expected_age(page.key.page, context.now);
  }
  report.belief = context.refresher->explain(page.key.page, context.now);
  const Importance importance = context.options.importance;
  const uint32_t in_links = context.in_links != nullptr ? context.in_links->to(page.key.page) : 0;
  report.weight = {.value = weight_of(page, importance, in_links),
                   .from = weight_source(page, importance),
                   .in_links = in_links};
  if (is_in_collection(page))
    report.next_visit = context.refresher->expected(page.key.page, context.now);
}

// Says that the page is not visited because of its site, whatever else is known of it.
void say_that_site_is_alias(const Alias& alias, PageReport& report) {
  const std::string words = "its site is an alias of " + alias.of + " since " +
                            format_iso8601(alias.since) + " (" + alias.words() +
                            "), so it is collected as " + at_site(alias.of, report.url);
  if (!report.page || report.standing == Standing::kWaiting) report.standing = Standing::kAlias;
  report.words += "; " + words;
  report.obstacle = {Obstacle::Kind::kAlias, words, Instant::never()};
  report.next_visit.reset();
}

}  // namespace

Result<PageReport> report_page(const ReportContext& context, std::string_view text) {
  // Users may leave out the scheme, as in "example.com/a".
  const bool has_scheme = text.find("://") != std::string_view::npos;
  const auto url = url::parse(has_scheme ? std::string(text) : "https://" + std::string(text));
  if (!url || !url->is_web()) return fail(std::string(text) + " is not an http or https URL");
  const auto canonical = url::Canonicalizer(context.options.canonical).canonical(*url);
  if (!canonical) return fail(std::string(text) + " is not an http or https URL");
  PageReport report{.url = canonical->text(), .at = context.now};
  const store::PageKey key = page_key(report.url);
  const auto site = context.store.site(key.site);
  if (!site) return Unexpected(site.error());
  auto page = context.store.page(key);
  if (!page) return Unexpected(page.error());
  const auto asked_as = url::parse(report.url);
  if (*site) report.robots = robots_of(**site, *asked_as, context.options);
  report.page = std::move(*page);
  const auto alias = *site ? SiteProfile::decode((*site)->learned).alias : std::nullopt;
  if (!report.page) {
    if (Status said = report_unadmitted(context, *asked_as, *site, report); !said) {
      return Unexpected(said.error());
    }
    if (alias) say_that_site_is_alias(*alias, report);
    return report;
  }
  say_how_it_stands(context, *asked_as, report);
  if (*site) {
    report.words += words_of_failure(**site, *report.page) + words_of_site(context, **site) +
                    words_of_wall(**site);
  }
  fill_in_page(context, report);
  if (alias) say_that_site_is_alias(*alias, report);
  return report;
}

}  // namespace freshet::collection

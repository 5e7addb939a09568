// Answers as JSON.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "clock/civil.h"
#include "collection/command_json.h"
#include "collection/result_names.h"
#include "json/write.h"

namespace freshet::collection {
namespace {

// Six digits are enough, and keep the lines readable.
double rounded(double number) {
  return std::round(number * 1e6) / 1e6;
}

void write_time(json::Writer& w, std::string_view name, const std::optional<Instant>& t) {
  w.key(name);
  if (!t || *t == Instant::never())
    w.null();
  else
    w.value(format_iso8601(*t));
}

void write_number(json::Writer& w, std::string_view name, const std::optional<double>& number) {
  w.key(name);
  if (number)
    w.value(rounded(*number));
  else
    w.null();
}

void write_text(json::Writer& w, std::string_view name, const std::string& text) {
  w.key(name);
  if (text.empty())
    w.null();
  else
    w.value(text);
}

void write_obstacle(json::Writer& w, const Obstacle& obstacle) {
  w.key("binds").begin_object().member("kind", name_of(obstacle.kind));
  write_text(w, "words", obstacle.words);
  write_time(w, "until", obstacle.until);
  w.member("until_told_otherwise", obstacle.until == Instant::never());
  w.end_object();
}

void write_failure(json::Writer& w, const std::optional<SiteFailure>& failure) {
  w.key("last_failure");
  if (!failure) {
    w.null();
    return;
  }
  w.begin_object().member("at", format_iso8601(failure->at));
  w.member("words", failure->words).end_object();
}

void write_wall(json::Writer& w, const std::optional<Wall>& wall) {
  w.key("wall");
  if (!wall) {
    w.null();
    return;
  }
  w.begin_object().member("words", wall->words());
  write_time(w, "since", wall->since);
  write_time(w, "last", wall->last);
  w.member("visits", wall->visits).end_object();
}

void write_rewrites(json::Writer& w, const std::vector<schedule::Rewrite>& rewrites) {
  w.key("rewrites").begin_array();
  for (const schedule::Rewrite& rewrite : rewrites) {
    w.begin_object().member("directory", rewrite.directory);
    write_time(w, "after", rewrite.begin);
    write_time(w, "before", rewrite.end);
    write_number(w, "share", rewrite.share);
    write_time(w, "confirmed", rewrite.confirmed);
    w.end_object();
  }
  w.end_array();
}

void write_recipes(json::Writer& w, const std::vector<RecipeHealth>& recipes) {
  w.key("recipes").begin_array();
  for (const RecipeHealth& recipe : recipes) {
    w.begin_object().member("recipe", recipe.recipe());
    write_time(w, "alarm_since", recipe.alarm_since());
    write_text(w, "missing", recipe.missing());
    w.key("days").begin_array();
    for (const RecipeHealth::Day& day : recipe.days()) {
      const Instant begin = Instant::from_unix_seconds(int64_t{day.day} * 86'400);
      w.begin_object().member("day", format_iso8601(begin).substr(0, 10));
      w.member("matched", day.matched).member("unmatched", day.unmatched).end_object();
    }
    w.end_array().end_object();
  }
  w.end_array();
}

void write_uploads(json::Writer& w, const std::optional<warc::UploadStatus>& uploads) {
  w.key("uploads");
  if (!uploads) {
    w.null();
    return;
  }
  w.begin_object().member("files", uploads->files).member("bytes", uploads->bytes);
  w.member("waiting_files", uploads->waiting_files);
  w.member("waiting_bytes", uploads->waiting_bytes);
  write_text(w, "last_error", uploads->last_error);
  w.end_object();
}

void write_seeds_failed(json::Writer& w, const std::vector<FailedSeed>& seeds) {
  w.key("seeds_failed").begin_array();
  for (const FailedSeed& seed : seeds) {
    w.begin_object().member("url", seed.url).member("reason", seed.reason).end_object();
  }
  w.end_array();
}

void write_members(json::Writer& w, std::string_view site, const Alias& alias) {
  w.member("site", site).member("alias_of", alias.of);
  write_time(w, "since", alias.since);
  w.member("evidence", name_of(alias.evidence)).member("words", alias.words());
  w.member("agreed", alias.pages);
  w.member("examples", alias.examples);
  write_time(w, "checked", alias.checked);
  w.member("misses", alias.misses);
}

void write_site(json::Writer& w, const SiteReport& site) {
  w.begin_object().member("site", site.site);
  w.member("pages", site.pages).member("waiting", site.waiting);
  write_number(w, "freshness", site.freshness);
  write_number(w, "error_share", site.error_share);
  w.member("failures", site.failures);
  write_failure(w, site.last_failure);
  write_wall(w, site.wall);
  write_recipes(w, site.recipes);
  write_rewrites(w, site.rewrites);
  w.member("robots", name_of(site.robots)).member("robots_status", site.robots_status);
  w.member("crawl_delay_seconds", site.crawl_delay.in_seconds());
  write_obstacle(w, site.obstacle);
  w.end_object();
}

void write_sites(json::Writer& w, std::string_view name, const std::vector<SiteReport>& sites) {
  w.key(name).begin_array();
  for (const SiteReport& site : sites) write_site(w, site);
  w.end_array();
}

void write_calibration(json::Writer& w, const refresh::Calibration& calibration) {
  const auto shares = [&](const refresh::Calibration::Part& part) {
    const double visits = std::max(part.visits, 1U);
    const bool any = part.visits > 0;
    w.member("visits", part.visits);
    write_number(w, "believed", any ? std::optional(part.believed / visits) : std::nullopt);
    write_number(w, "found", any ? std::optional(part.current / visits) : std::nullopt);
  };
  w.key("calibration").begin_object();
  shares(calibration.all());
  write_number(w, "expected_error", calibration.expected_error());
  w.key("tenths").begin_array();
  for (const auto& part : calibration.parts()) {
    w.begin_object();
    shares(part);
    w.end_object();
  }
  w.end_array().end_object();
}

void write(json::Writer& w, const StatusReport& report) {
  w.begin_object().member("running", report.running).member("paused", report.paused);
  w.member("out_of_room", report.out_of_room);
  w.member("archive_lost", report.archive_lost);
  write_uploads(w, report.uploads);
  write_time(w, "at", report.at);
  write_time(w, "since", report.since);
  w.member("seeds", report.seeds);
  write_seeds_failed(w, report.seeds_failed);
  w.member("pages", report.pages).member("gone", report.gone).member("left", report.left);
  write_number(w, "freshness", report.freshness);
  write_number(w, "age_seconds", report.age_seconds);
  w.member("waiting", report.waiting).member("in_flight", report.in_flight);
  w.key("sites").begin_object().member("known", report.sites.known);
  w.member("in_scope", report.sites.in_scope).member("resting", report.sites.resting);
  w.member("held", report.sites.held).member("walled", report.sites.walled);
  w.member("rewritten", report.sites.rewritten).member("unmatched", report.sites.unmatched);
  w.member("aliases", report.sites.aliases).end_object();
  w.key("budget").begin_object();
  write_number(w, "requests_per_second", report.requests_per_second);
  write_time(w, "next_request", report.next_request);
  write_number(w, "known_share", report.known_share);
  w.member("below_floor", report.below_floor);
  write_time(w, "idle_until", report.idle_until);
  w.end_object();
  w.key("spent").begin_object().member("minute", report.spent.minute);
  w.member("hour", report.spent.hour).member("day", report.spent.day);
  w.member("run", report.spent.run).member("all", report.spent.all);
  write_time(w, "since", report.spent.since);
  w.end_object();
  w.key("errors").begin_object();
  for (const auto& [kind, count] : report.errors) w.member(name_of(kind), count);
  w.end_object();
  write_calibration(w, report.calibration);
  write_sites(w, "failing", report.failing);
  write_sites(w, "walled", report.walled);
  write_sites(w, "rewritten", report.rewritten);
  write_sites(w, "unmatched", report.unmatched);
  w.key("aliases").begin_array();
  for (const StatusReport::AliasOfSite& one : report.aliases) {
    w.begin_object();
    write_members(w, one.site, one.alias);
    w.end_object();
  }
  w.end_array();
  write_sites(w, "held_back", report.held);
  write_sites(w, "by_site", report.by_site);
  w.end_object();
}

char letter_of(const change::Visit& visit) {
  switch (visit.outcome) {
    case change::Outcome::kSuccess: return visit.changed ? '#' : '=';
    case change::Outcome::kFailed: return 'x';
    case change::Outcome::kGone: return '-';
    case change::Outcome::kRedirected: return '>';
    case change::Outcome::kSoftGone: return '~';
  }
  return '?';
}

void write_history(json::Writer& w, const PageReport& report) {
  std::string line;
  for (const change::Visit& visit : report.visits) line += letter_of(visit);
  // The first visit of all was compared with nothing.
  if (report.totals.requests == report.visits.size() && line.starts_with('=')) line[0] = '+';
  w.key("history").begin_object().member("line", line);
  w.member("requests", report.totals.requests).member("successes", report.totals.successes);
  w.member("changes", report.totals.changes);
  w.key("visits").begin_array();
  for (size_t i = 0; i < report.visits.size(); ++i) {
    w.begin_object().member("at", format_iso8601(report.visits[i].at));
    w.member("what", line.substr(i, 1)).end_object();
  }
  w.end_array().end_object();
}

void write_state(json::Writer& w, const PageReport& report) {
  const store::PageState& page = *report.page;
  w.key("page").begin_object().member("result", name_of(page.result));
  w.member("http_status", page.http_status).member("failures", page.failures);
  write_time(w, "first_seen", page.first_seen);
  write_time(w, "last_visit", page.last_visit);
  write_time(w, "last_success", page.last_success);
  write_time(w, "last_change", page.last_change);
  write_time(w, "modified", report.date.at);
  write_text(w, "modified_from", std::string(name_of(report.date.from)));
  write_time(w, "gone_since", page.gone_since);
  write_time(w, "leaves_after", report.leaves_after);
  write_time(w, "left", page.left);
  w.member("size", page.size).member("depth", page.depth).member("sitemap", page.sitemap);
  write_text(w, "title", page.title);
  write_text(w, "redirect_to", page.redirect_to);
  write_text(w, "duplicate_of", report.duplicate_of);
  w.key("archived");
  if (report.archived_in.empty()) {
    w.null();
  } else {
    w.begin_object().member("file", report.archived_in);
    w.member("offset", page.archived.offset).end_object();
  }
  w.end_object();
}

void write_weight(json::Writer& w, const PageReport& report) {
  w.key("weight");
  if (!report.weight) {
    w.null();
    return;
  }
  const PageReport::Weight& weight = *report.weight;
  w.begin_object();
  write_number(w, "value", weight.value);
  w.member("from", name_of(weight.from)).member("links", weight.in_links).end_object();
}

void write_item(json::Writer& w, const PageReport& report) {
  w.key("item");
  if (!report.item) {
    w.null();
    return;
  }
  const store::Item& item = *report.item;
  w.begin_object().member("recipe", item.recipe).member("key", item.key);
  write_time(w, "first_seen", item.first_seen);
  write_time(w, "last_change", item.last_change);
  write_time(w, "unmatched_since", item.unmatched_since);
  w.key("fields").verbatim(item.fields).key("records").verbatim(item.records).end_object();
}

void write_found(json::Writer& w, const PageReport& report) {
  w.key("found");
  if (!report.found) {
    w.null();
    return;
  }
  const PageReport::Found& found = *report.found;
  w.begin_object();
  write_text(w, "on", found.on);
  w.key("depth");
  if (found.depth)
    w.value(*found.depth);
  else
    w.null();
  write_time(w, "at", found.at);
  write_text(w, "reason", found.reason);
  w.end_object();
}

void write(json::Writer& w, const PageReport& report) {
  w.begin_object().member("url", report.url);
  write_time(w, "at", report.at);
  w.member("standing", name_of(report.standing)).member("words", report.words);
  if (report.page) {
    write_state(w, report);
    write_history(w, report);
  } else {
    w.key("page").null().key("history").null();
  }
  write_number(w, "probability_current", report.probability_current);
  w.key("expected_age_seconds");
  if (report.expected_age)
    w.value(rounded(report.expected_age->in_seconds()));
  else
    w.null();
  write_text(w, "belief", report.belief);
  write_weight(w, report);
  write_item(w, report);
  w.key("robots");
  if (report.robots) {
    w.begin_object().member("allowed", report.robots->allowed);
    w.member("line", report.robots->line);
    write_text(w, "text", report.robots->text);
    w.end_object();
  } else {
    w.null();
  }
  write_found(w, report);
  write_obstacle(w, report.obstacle);
  write_time(w, "next_visit", report.next_visit);
  w.end_object();
}

void write(json::Writer& w, const ChangesReport& report) {
  w.begin_object().key("changes").begin_array();
  for (const auto& [change, url] : report.changes) {
    w.begin_object().member("time", format_iso8601_fraction(change.at)).member("url", url);
    w.member("kind", name_of(change.kind)).member("size", change.size);
    const bool changed = change.kind == store::Change::Kind::kChanged;
    const double share = std::round(static_cast<double>(change.share) * 1e4) / 1e4;
    write_text(w, "what", changed ? std::string(name_of(change.part)) : "");
    write_number(w, "share", changed ? std::optional(share) : std::nullopt);
    write_number(w, "similarity", changed ? std::optional(1 - share) : std::nullopt);
    w.member("rewrite", change.in_rewrite).key("fields");
    if (change.fields.empty())
      w.null();
    else
      w.verbatim(change.fields);
    w.end_object();
  }
  w.end_array().member("more", report.more).member("next", write_place(report.next)).end_object();
}

void write(json::Writer& w, const PingReport& report) {
  w.begin_object().member("announced", report.announced).member("queued", report.queued);
  w.key("ignored").begin_array();
  for (const auto& [url, why] : report.ignored) {
    w.begin_object().member("url", url).member("why", why).end_object();
  }
  w.end_array().end_object();
}

void write(json::Writer& w, const AliasesReport& report) {
  w.begin_object().key("aliases").begin_array();
  for (const AliasesReport::Line& line : report.aliases) {
    w.begin_object();
    write_members(w, line.site, line.alias);
    w.member("pages", line.pages).member("waiting", line.waiting).end_object();
  }
  w.end_array();
  w.member("excluded", report.excluded);
  w.end_object();
}

void write_groups(json::Writer& w, std::string_view name,
                  const std::vector<CycleReport::Group>& groups) {
  w.key(name).begin_array();
  for (const auto& [group, pages] : groups) {
    w.begin_object().member("group", group.name()).member("pages", pages);
    write_number(w, "requests_a_day", static_cast<double>(pages) * group.visits_a_day());
    w.end_object();
  }
  w.end_array();
}

std::string_view time_of_day(schedule::CollectAt at) {
  return at == schedule::CollectAt::kNoon ? "12:00" : "0:00";
}

void write(json::Writer& w, const CycleReport& report) {
  constexpr std::string_view kWeekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                            "Thursday", "Friday", "Saturday"};
  constexpr int64_t kSecondsOfWeek = 7 * 86'400;
  const Instant turn = schedule::turn_of(report.at, report.east);
  w.begin_object().member("running", report.running);
  write_text(w, "policy", report.policy);
  write_time(w, "at", report.at);
  w.member("east_of_utc_seconds", report.east.in_whole_seconds());
  w.member("turn_began", format_iso8601(turn + report.east).substr(0, 10));
  w.member("week", (report.at - turn).in_whole_seconds() / kSecondsOfWeek + 1);
  w.member("pages", report.pages);
  write_number(w, "requests_a_day", report.requests_a_day);
  write_groups(w, "groups", report.simplified);
  write_groups(w, "exact_groups", report.groups);
  w.key("table").begin_array();
  for (const CycleReport::Place& place : report.places) {
    w.begin_object().member("week", int64_t{place.slot.week} + 1);
    w.member("weekday", kWeekdays[place.slot.weekday]).member("time", time_of_day(place.slot.at));
    write_time(w, "at", place.at);
    w.member("pages", place.pages);
    w.member("urls", place.urls);
    w.end_object();
  }
  w.end_array().key("listed").begin_array();
  for (const CycleReport::Page& page : report.listed) {
    w.begin_object().member("url", page.url).member("exact_group", page.cycle.group.name());
    w.member("group", schedule::simplified(page.cycle.group).name());
    w.member("time", time_of_day(page.cycle.at));
    write_number(w, "changes_a_week", page.changes_a_week);
    write_time(w, "next", schedule::next_collection(page.cycle, report.at, report.east));
    w.end_object();
  }
  w.end_array().end_object();
}

void write(json::Writer& w, const RunControlReport& report) {
  w.begin_object().member("running", report.running).member("stopping", report.stopping);
  w.member("paused", report.paused);
  write_number(w, "requests_per_second", report.requests_per_second);
  w.member("seeds", report.seeds);
  w.end_object();
}

}  // namespace

std::string write_answer(const Answer& answer) {
  std::string out;
  json::Writer w(out);
  std::visit([&](const auto& report) { write(w, report); }, answer);
  return out;
}

}  // namespace freshet::collection

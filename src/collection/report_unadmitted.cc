#include "collection/report_unadmitted.h"

#include <algorithm>
#include <vector>

#include "clock/civil.h"
#include "collection/admission_rules.h"
#include "collection/keys.h"
#include "collection/result_names.h"
#include "collection/robots_answer.h"
#include "collection/scope_json.h"
#include "frontier/traps.h"
#include "url/bad_port.h"

namespace freshet::collection {
namespace {

using store::UnadmittedReason;
using Kind = Obstacle::Kind;

constexpr std::string_view kAsASeed = "; name it as a seed to collect it";

// One of the reasons against a URL.
struct Objection {
  Standing standing = Standing::kNeverSeen;
  Obstacle::Kind obstacle = Obstacle::Kind::kNone;
  std::string words;
};

void add(std::vector<Objection>& objections, Standing standing, Kind obstacle,
         std::string_view words) {
  Objection& objection = objections.emplace_back();
  objection.standing = standing;
  objection.obstacle = obstacle;
  objection.words.append(words);
}

// What is known of the links to a URL.
struct Links {
  std::optional<store::UnadmittedUrl> recorded;
  std::optional<store::PageKey> page;  // a page that links to it, if nothing was recorded
  bool is_nofollow = false;            // the link of `page` is nofollow
  std::optional<uint16_t> depth;       // of the URL
  uint64_t searched = 0;               // pages, if the search was cut short
};

std::string url_of(const ReportContext& context, const std::optional<store::PageKey>& key) {
  if (!key) return "";
  const auto page = context.store.page(*key);
  return page && *page ? (*page)->url : "";
}

// Links are stored with the keys of their targets, whether these were admitted or not.
Status search_links(const ReportContext& context, const store::PageKey& target, Links& links) {
  uint64_t searched = 0;
  return context.store.each_links([&](const store::PageLinks& page) {
    if (searched == context.most_pages_searched) {
      links.searched = searched;
      return false;
    }
    ++searched;
    for (const store::PageLinks::Target& to : page.to) {
      if (to.key != target) continue;
      links.page = page.from;
      links.is_nofollow = to.nofollow;
      return to.nofollow;  // another page may link to it without nofollow
    }
    return true;
  });
}

Result<Links> links_to(const ReportContext& context, const store::PageKey& target) {
  Links links;
  auto recorded = context.store.unadmitted(target);
  if (!recorded) return Unexpected(recorded.error());
  links.recorded = *std::move(recorded);
  if (links.recorded) {
    links.depth = links.recorded->depth;
    return links;
  }
  if (Status searched = search_links(context, target, links); !searched) {
    return Unexpected(searched.error());
  }
  if (!links.page) return links;
  const auto page = context.store.page(*links.page);
  if (!page) return Unexpected(page.error());
  if (*page) links.depth = static_cast<uint16_t>(std::min((*page)->depth + 1, 65'535));
  return links;
}

void object_to_sitemap(const ReportContext& context, const url::Url& url,
                       const store::UnadmittedUrl& found, std::vector<Objection>& objections) {
  const SitemapLimits& limits = context.options.sitemaps;
  const auto site = url::Site::of(url);
  if (!context.scope->admits_sitemaps()) {
    add(objections, Standing::kOutsideScope, Kind::kScope,
        "it is a sitemap or feed, and --scope page collects only the seeds");
  } else if (found.found_on && !(site && reaches(*context.scope, site->text()))) {
    add(objections, Standing::kOutsideScope, Kind::kScope,
        "it is a sitemap or feed of a host outside the scope, which only "
        "robots.txt of a host in the scope may name");
  }
  if (found.redirects > limits.max_depth) {
    add(objections, Standing::kTooDeep, Kind::kScope,
        std::to_string(found.redirects) +
            " sitemap indexes in a row lead to it, and the setting "
            "sitemap.max_depth allows " +
            std::to_string(limits.max_depth));
  }
}

void object_by_scope(const ReportContext& context, const url::Url& url, const Links& links,
                     std::vector<Objection>& objections) {
  if (context.scope == nullptr) return;
  const ScopeOptions& scope = context.options.scope;
  const std::string kind(name_of(scope.kind));
  if (links.recorded && links.recorded->sitemap) {
    object_to_sitemap(context, url, *links.recorded, objections);
    return;
  }
  switch (context.scope->judge(url)) {
    case Scope::Verdict::kAdmitted: break;
    case Scope::Verdict::kOutside: {
      const bool is_by_port = context.scope->is_outside_by_port(url);
      const std::string wider =
          is_by_port ? "--any-port, or a seed with that port," : "a wider --scope or another seed";
      add(objections, Standing::kOutsideScope, Kind::kScope,
          "it is outside the scope that --scope " + kind + " and the seeds span; " + wider +
              " would admit it");
      break;
    }
    case Scope::Verdict::kNotIncluded:
      add(objections, Standing::kExcludedByPattern, Kind::kScope,
          context.scope->recipes().empty()
              ? "no pattern of --include matches it; one that does would admit it"
              : "it is no seed, and no pattern of the recipe matches it; a list or item pattern "
                "that does would admit it");
      break;
    case Scope::Verdict::kExcluded:
      add(objections, Standing::kExcludedByPattern, Kind::kScope,
          "the pattern " + context.scope->excluding_pattern(url) +
              " of --exclude matches it; without that it would be admitted");
      break;
  }
}

void object_by_depth(const ReportContext& context, const Links& links,
                     std::vector<Objection>& objections) {
  if (context.scope == nullptr || !links.depth || context.scope->admits_depth(*links.depth)) return;
  add(objections, Standing::kTooDeep, Kind::kScope,
      "it is at depth " + std::to_string(*links.depth) + ", beyond --depth " +
          std::to_string(context.options.scope.max_depth.value_or(0)) +
          "; crawl again with a larger --depth to collect it");
}

// Reasons that lie in the link: no change of rules lifts them, but another link does.
void object_by_link(const Links& links, uint32_t most_alike, std::vector<Objection>& objections) {
  const bool is_nofollow = links.recorded ? links.recorded->reason == UnadmittedReason::kNofollow
                                          : links.page.has_value() && links.is_nofollow;
  if (is_nofollow) {
    add(objections, Standing::kNofollow, Kind::kNofollow,
        "the link, or the page with it, has nofollow" + std::string(kAsASeed));
  }
  if (!links.recorded) return;
  if (links.recorded->reason == UnadmittedReason::kSimilarPages) {
    add(objections, Standing::kSimilarPages, Kind::kTrap,
        "it was found on one of more than " + std::to_string(most_alike) +
            " pages in a row that look alike" + std::string(kAsASeed));
  }
  if (links.recorded->reason == UnadmittedReason::kSameItem) {
    add(objections, Standing::kSameItem, Kind::kScope,
        "another URL leads to the same item, as the key of the recipe says");
  }
  if (links.recorded->redirects > kMaxRedirects && !links.recorded->sitemap) {
    add(objections, Standing::kTooManyRedirects, Kind::kRedirects,
        "more than " + std::to_string(kMaxRedirects) + " redirects in a row led to it" +
            std::string(kAsASeed));
  }
}

std::vector<Objection> objections_to(const ReportContext& context, const url::Url& url,
                                     const Links& links,
                                     const std::optional<store::SiteState>& site,
                                     const PageReport& report) {
  std::vector<Objection> objections;
  if (url::is_bad_port(url.effective_port())) {
    add(objections, Standing::kBadPort, Kind::kBadPort,
        "port " + std::to_string(url.effective_port()) +
            " is one where something other than a web server listens; such "
            "ports get no requests");
    return objections;  // no other change would help
  }
  object_by_scope(context, url, links, objections);
  object_by_depth(context, links, objections);
  object_by_link(links, context.options.traps.max_similar_pages, objections);
  const int year = to_civil(context.now).year;
  if (const auto trap = trap_in(context.scope, context.options.traps, url, year)) {
    add(objections, Standing::kTrap, Kind::kTrap,
        "it looks like a crawler trap: " + std::string(describe(*trap)));
  }
  const auto& budget = context.options.max_pages_per_site;
  if (links.recorded && budget && site && site->pages + site->waiting >= *budget) {
    add(objections, Standing::kSiteBudget, Kind::kSiteBudget,
        "its site has " + std::to_string(site->pages + site->waiting) +
            " pages, and --max-pages-per-site allows " + std::to_string(*budget) +
            "; a larger number would admit it");
  }
  if (report.robots && !report.robots->allowed) {
    add(objections, Standing::kDisallowed, Kind::kRobots, robots_words(*report.robots));
  }
  return objections;
}

std::string words_of_links(const ReportContext& context, const Links& links,
                           const PageReport& report) {
  if (links.recorded) {
    const std::string& on = report.found->on;
    const std::string place = on.empty() ? "a page that is not known any more" : on;
    if (!links.recorded->found_on) return "it was named by robots.txt or by a user";
    if (links.recorded->redirects > 0 && !links.recorded->sitemap) {
      return place + " redirects to it";
    }
    return "it was found on " + place + " at depth " + std::to_string(links.recorded->depth);
  }
  if (links.page) return url_of(context, links.page) + " links to it";
  if (links.searched > 0) {
    return "none of the " + std::to_string(links.searched) +
           " pages whose links were searched links to it; there are more";
  }
  return "no page, sitemap or feed that was visited links to it";
}

void say_how_it_was_found(const ReportContext& context, const Links& links, PageReport& report) {
  if (links.recorded) {
    const store::UnadmittedUrl& url = *links.recorded;
    report.found = {.on = url_of(context, url.found_on),
                    .depth = url.depth,
                    .at = url.found_at,
                    .reason = std::string(name_of(url.reason))};
  } else if (links.page) {
    report.found = {.on = url_of(context, links.page)};
  }
  report.words = words_of_links(context, links, report);
}

}  // namespace

Status report_unadmitted(const ReportContext& context, const url::Url& url,
                         const std::optional<store::SiteState>& site, PageReport& report) {
  const auto links = links_to(context, page_key(report.url));
  if (!links) return Unexpected(links.error());
  say_how_it_was_found(context, *links, report);
  const std::vector<Objection> objections = objections_to(context, url, *links, site, report);
  for (const Objection& objection : objections) report.words += "; " + objection.words;
  if (!objections.empty()) {
    const Objection& first = objections.front();
    const bool may_end = first.obstacle == Kind::kRobots;
    report.standing = first.standing;
    report.obstacle = {first.obstacle, first.words,
                       may_end ? std::nullopt : std::optional(Instant::never())};
  } else if (links->recorded) {
    report.standing = Standing::kAdmissible;
    report.words +=
        "; no rule refuses it now: it will be queued when a crawl or run starts "
        "with these rules";
  } else if (links->page) {
    report.standing = Standing::kLinked;
    report.words += "; why it was not queued was not recorded then" + std::string(kAsASeed);
  } else {
    report.standing = Standing::kNeverSeen;
  }
  return Done();
}

}  // namespace freshet::collection

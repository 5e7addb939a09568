#include "crawl/unadmitted_report.h"

#include <algorithm>
#include <vector>

#include "clock/civil.h"
#include "crawl/admission.h"
#include "crawl/keys.h"
#include "crawl/result_names.h"
#include "crawl/robots_words.h"
#include "crawl/scope_json.h"
#include "frontier/traps.h"
#include "url/bad_port.h"

namespace freshet::crawl {
namespace {

using store::UnadmittedReason;

constexpr std::string_view kAsASeed = "; name it as a seed to collect it";

// One of the things that stand against a URL.
struct Objection {
  std::string standing;
  std::string obstacle;
  std::string words;
};

// What is known of who links to a URL.
struct Links {
  std::optional<store::UnadmittedUrl> recorded;
  std::optional<store::PageKey> page;  // that links to it, where nothing was recorded
  bool is_nofollow = false;            // that link
  std::optional<uint16_t> depth;       // of the URL
  uint64_t searched = 0;               // pages, if the search was cut short
};

std::string url_of(const Sight& sight, const std::optional<store::PageKey>& key) {
  if (!key) return "";
  const auto page = sight.store.page(*key);
  return page && *page ? (*page)->url : "";
}

// The links of pages have the keys of their targets, whatever became of these.
Status search_links(const Sight& sight, const store::PageKey& target, Links& links) {
  uint64_t searched = 0;
  return sight.store.each_links([&](const store::PageLinks& page) {
    if (searched == sight.most_pages_searched) {
      links.searched = searched;
      return false;
    }
    ++searched;
    for (const store::PageLinks::Target& to : page.to) {
      if (to.key != target) continue;
      links.page = page.from;
      links.is_nofollow = to.nofollow;
      return to.nofollow;  // another page may link to it without
    }
    return true;
  });
}

Result<Links> links_to(const Sight& sight, const store::PageKey& target) {
  Links links;
  auto recorded = sight.store.unadmitted(target);
  if (!recorded) return Unexpected(recorded.error());
  links.recorded = *std::move(recorded);
  if (links.recorded) {
    links.depth = links.recorded->depth;
    return links;
  }
  if (Status searched = search_links(sight, target, links); !searched) {
    return Unexpected(searched.error());
  }
  if (!links.page) return links;
  const auto page = sight.store.page(*links.page);
  if (!page) return Unexpected(page.error());
  if (*page) links.depth = static_cast<uint16_t>(std::min((*page)->depth + 1, 65'535));
  return links;
}

void object_to_sitemap(const Sight& sight, const url::Url& url, const store::UnadmittedUrl& found,
                       std::vector<Objection>& objections) {
  const SitemapLimits& limits = sight.options.sitemap_limits;
  const auto site = url::Site::of(url);
  if (!sight.scope->admits_sitemaps()) {
    objections.push_back({"outside_scope", "scope",
                          "it is a sitemap or feed, and --scope page takes the seeds alone"});
  } else if (found.found_on && !(site && reaches(*sight.scope, site->text()))) {
    objections.push_back({"outside_scope", "scope",
                          "it is a sitemap or feed of a host outside the scope, which only "
                          "robots.txt of a host in the scope may name"});
  }
  if (found.redirects > limits.max_depth) {
    objections.push_back({"too_deep", "scope",
                          std::to_string(found.redirects) +
                              " sitemap indexes, one after another, lead to it, and the setting "
                              "sitemap.max_depth allows " +
                              std::to_string(limits.max_depth)});
  }
}

void object_by_scope(const Sight& sight, const url::Url& url, const Links& links,
                     std::vector<Objection>& objections) {
  if (sight.scope == nullptr) return;
  const ScopeOptions& scope = sight.options.scope;
  const std::string kind(name_of(scope.kind));
  if (links.recorded && links.recorded->sitemap) {
    object_to_sitemap(sight, url, *links.recorded, objections);
    return;
  }
  switch (sight.scope->judge(url)) {
    case Scope::Verdict::kAdmitted: break;
    case Scope::Verdict::kOutside: {
      const bool is_by_port = sight.scope->is_outside_by_port(url);
      const std::string wider =
          is_by_port ? "--any-port, or a seed with that port," : "a wider --scope or another seed";
      objections.push_back({"outside_scope", "scope",
                            "it is outside the scope that --scope " + kind +
                                " and the seeds span; " + wider + " would admit it"});
      break;
    }
    case Scope::Verdict::kNotIncluded:
      objections.push_back({"excluded_by_pattern", "scope",
                            "no pattern of --include matches it; one that does would admit it"});
      break;
    case Scope::Verdict::kExcluded:
      objections.push_back({"excluded_by_pattern", "scope",
                            "the pattern " + sight.scope->excluding_pattern(url) +
                                " of --exclude matches it; without that it would be admitted"});
      break;
  }
}

void object_by_depth(const Sight& sight, const Links& links, std::vector<Objection>& objections) {
  if (sight.scope == nullptr || !links.depth || sight.scope->admits_depth(*links.depth)) return;
  objections.push_back({"too_deep", "scope",
                        "it is at depth " + std::to_string(*links.depth) + ", beyond --depth " +
                            std::to_string(sight.options.scope.max_depth.value_or(0)) +
                            "; crawl again with a larger --depth to collect it"});
}

// What no rule lifts, but another link does.
void object_by_link(const Links& links, uint32_t most_alike, std::vector<Objection>& objections) {
  const bool is_nofollow = links.recorded ? links.recorded->reason == UnadmittedReason::kNofollow
                                          : links.page.has_value() && links.is_nofollow;
  if (is_nofollow) {
    objections.push_back({"nofollow", "nofollow",
                          "the link, or the page with it, asks not to follow it (nofollow)" +
                              std::string(kAsASeed)});
  }
  if (!links.recorded) return;
  if (links.recorded->reason == UnadmittedReason::kSimilarPages) {
    objections.push_back({"similar_pages", "trap",
                          "it was found on one of more than " + std::to_string(most_alike) +
                              " pages in a row that look alike" + std::string(kAsASeed)});
  }
  if (links.recorded->redirects > kMaxRedirects && !links.recorded->sitemap) {
    objections.push_back({"too_many_redirects", "redirects",
                          "more than " + std::to_string(kMaxRedirects) +
                              " redirects, one after another, led to it" + std::string(kAsASeed)});
  }
}

std::vector<Objection> objections_to(const Sight& sight, const url::Url& url, const Links& links,
                                     const std::optional<store::SiteState>& site,
                                     const PageReport& report) {
  std::vector<Objection> objections;
  if (url::is_bad_port(url.effective_port())) {
    objections.push_back({"bad_port", "bad_port",
                          "port " + std::to_string(url.effective_port()) +
                              " is one where something other than a web server listens; such "
                              "ports are never asked"});
    return objections;  // nothing else would help
  }
  object_by_scope(sight, url, links, objections);
  object_by_depth(sight, links, objections);
  object_by_link(links, sight.options.traps.max_similar_pages, objections);
  if (const auto trap = frontier::trap_in(url, sight.options.traps, to_civil(sight.now).year)) {
    objections.push_back(
        {"trap", "trap", "it looks as if it had no end: " + std::string(describe(*trap))});
  }
  const auto& budget = sight.options.limits.max_pages_per_site;
  if (links.recorded && budget && site && site->pages + site->waiting >= *budget) {
    objections.push_back({"site_budget", "site_budget",
                          "its site has " + std::to_string(site->pages + site->waiting) +
                              " pages, and --max-pages-per-site allows " + std::to_string(*budget) +
                              "; a larger number would admit it"});
  }
  if (report.robots && !report.robots->allowed) {
    objections.push_back({"disallowed", "robots", robots_words(*report.robots)});
  }
  return objections;
}

std::string words_of_links(const Sight& sight, const Links& links, const PageReport& report) {
  if (links.recorded) {
    const std::string& on = report.found->on;
    const std::string place = on.empty() ? "a page that is not known any more" : on;
    if (!links.recorded->found_on) return "it was named by robots.txt or by a person";
    if (links.recorded->redirects > 0 && !links.recorded->sitemap) {
      return place + " redirects to it";
    }
    return "it was found on " + place + " at depth " + std::to_string(links.recorded->depth);
  }
  if (links.page) return url_of(sight, links.page) + " links to it";
  if (links.searched > 0) {
    return "none of the " + std::to_string(links.searched) +
           " pages whose links were searched links to it; there are more";
  }
  return "no page, sitemap or feed that was visited links to it";
}

void say_how_it_was_found(const Sight& sight, const Links& links, PageReport& report) {
  if (links.recorded) {
    const store::UnadmittedUrl& url = *links.recorded;
    report.found = {.on = url_of(sight, url.found_on),
                    .depth = url.depth,
                    .at = url.found_at,
                    .reason = std::string(name_of(url.reason))};
  } else if (links.page) {
    report.found = {.on = url_of(sight, links.page)};
  }
  report.words = words_of_links(sight, links, report);
}

}  // namespace

Status report_unadmitted(const Sight& sight, const url::Url& url,
                         const std::optional<store::SiteState>& site, PageReport& report) {
  const auto links = links_to(sight, page_key(report.url));
  if (!links) return Unexpected(links.error());
  say_how_it_was_found(sight, *links, report);
  const std::vector<Objection> objections = objections_to(sight, url, *links, site, report);
  for (const Objection& objection : objections) report.words += "; " + objection.words;
  if (!objections.empty()) {
    const Objection& first = objections.front();
    const bool may_end = first.obstacle == "robots";
    report.standing = first.standing;
    report.obstacle = {first.obstacle, first.words,
                       may_end ? std::nullopt : std::optional(Instant::never())};
  } else if (links->recorded) {
    report.standing = "admissible";
    report.words +=
        "; nothing stands against it now: it will be queued when a crawl or run starts "
        "with the present rules";
  } else if (links->page) {
    report.standing = "linked";
    report.words += "; why it was not queued was not recorded then" + std::string(kAsASeed);
  } else {
    report.standing = "never_seen";
  }
  return Done();
}

}  // namespace freshet::crawl

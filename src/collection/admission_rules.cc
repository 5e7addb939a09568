#include "collection/admission_rules.h"

#include <algorithm>

#include "collection/scope_json.h"
#include "url/bad_port.h"

namespace freshet::collection {
namespace {

using store::UnadmittedReason;

template <typename Number>
void read_number(const json::Value& value, Number& number) {
  const auto read = value.integer();
  if (read && *read >= 0) number = static_cast<Number>(*read);
}

}  // namespace

AdmissionRules AdmissionRules::of(const Options& options, const std::vector<url::Url>& seeds) {
  AdmissionRules rules{.scope = options.scope,
                       .traps = options.traps,
                       .sitemaps = options.sitemaps,
                       .max_pages_per_site = options.max_pages_per_site};
  for (const url::Url& seed : seeds) rules.seeds.emplace_back(seed.without_fragment());
  std::sort(rules.seeds.begin(), rules.seeds.end());
  rules.seeds.erase(std::unique(rules.seeds.begin(), rules.seeds.end()), rules.seeds.end());
  return rules;
}

std::string AdmissionRules::encode() const {
  std::string out;
  json::Writer w(out);
  w.begin_object();
  w.member("seeds", seeds);
  w.key("scope");
  write_scope(w, scope);
  w.key("traps").begin_object().member("max_url_bytes", traps.max_url_bytes);
  w.member("max_path_segments", traps.max_path_segments);
  w.member("max_repeated_segments", traps.max_repeated_segments);
  w.member("max_alike_segments", traps.max_alike_segments);
  w.member("max_parameters", traps.max_parameters);
  w.member("max_similar_pages", traps.max_similar_pages).end_object();
  w.key("sitemaps").begin_object().member("max_depth", sitemaps.max_depth);
  w.member("max_per_site", sitemaps.max_per_site).end_object();
  if (max_pages_per_site) w.member("max_pages_per_site", *max_pages_per_site);
  w.end_object();
  return out;
}

Result<AdmissionRules> AdmissionRules::decode(std::string_view text) {
  json::Reader reader;
  const auto value = reader.read(text);
  if (!value) return Unexpected(value.error());
  AdmissionRules rules;
  rules.seeds = read_texts((*value)["seeds"]);
  rules.scope = read_scope((*value)["scope"]);
  const json::Value traps = (*value)["traps"];
  read_number(traps["max_url_bytes"], rules.traps.max_url_bytes);
  read_number(traps["max_path_segments"], rules.traps.max_path_segments);
  read_number(traps["max_repeated_segments"], rules.traps.max_repeated_segments);
  read_number(traps["max_alike_segments"], rules.traps.max_alike_segments);
  read_number(traps["max_parameters"], rules.traps.max_parameters);
  read_number(traps["max_similar_pages"], rules.traps.max_similar_pages);
  const json::Value sitemaps = (*value)["sitemaps"];
  read_number(sitemaps["max_depth"], rules.sitemaps.max_depth);
  read_number(sitemaps["max_per_site"], rules.sitemaps.max_per_site);
  if (const auto budget = (*value)["max_pages_per_site"].integer(); budget && *budget >= 0) {
    rules.max_pages_per_site = static_cast<uint64_t>(*budget);
  }
  return rules;
}

Result<std::optional<AdmissionRules>> stored_admission_rules(const store::Store& store) {
  const auto fact = store.fact(kAdmissionFact);
  if (!fact) return Unexpected(fact.error());
  if (!*fact) return std::nullopt;
  auto rules = AdmissionRules::decode(**fact);
  if (!rules) return std::nullopt;
  return *std::move(rules);
}

std::string_view describe(UnadmittedReason reason) {
  switch (reason) {
    case UnadmittedReason::kScope: return "it is outside the scope";
    case UnadmittedReason::kPattern: return "a pattern of the scope excludes it";
    case UnadmittedReason::kDepth: return "it is too many links away from the seeds";
    case UnadmittedReason::kTrap: return "it looks like a crawler trap";
    case UnadmittedReason::kSiteBudget: return "its site has reached its limit of pages";
    case UnadmittedReason::kNofollow: return "its link has rel=nofollow";
    case UnadmittedReason::kSimilarPages: return "it was found on one of too many similar pages";
    case UnadmittedReason::kRedirects: return "too many redirects led to it";
    case UnadmittedReason::kAlias: return "its site is an alias of another";
    case UnadmittedReason::kSameItem: return "another URL leads to the same item";
    case UnadmittedReason::kBadPort: return "its port is not one that web servers use";
  }
  return "";
}

Find find_of(const store::UnadmittedUrl& url) {
  return {.depth = url.depth,
          .redirects = url.redirects,
          .sitemap = url.sitemap,
          .may_lie_elsewhere = !url.found_on};
}

std::optional<UnadmittedReason> scope_refusal(const Scope& scope, const url::Url& url,
                                              uint16_t depth, bool is_sitemap) {
  if (url::is_bad_port(url.effective_port())) return UnadmittedReason::kBadPort;
  if (is_sitemap) {
    if (!scope.admits_sitemaps()) return UnadmittedReason::kScope;
  } else {
    switch (scope.judge(url)) {
      case Scope::Verdict::kAdmitted: break;
      case Scope::Verdict::kOutside: return UnadmittedReason::kScope;
      case Scope::Verdict::kNotIncluded:
      case Scope::Verdict::kExcluded: return UnadmittedReason::kPattern;
    }
  }
  if (!scope.admits_depth(depth)) return UnadmittedReason::kDepth;
  return std::nullopt;
}

std::optional<frontier::Trap> trap_in(const Scope* scope, const frontier::TrapLimits& limits,
                                      const url::Url& url, int year_now) {
  if (scope != nullptr && !scope->recipes().empty()) return std::nullopt;
  return frontier::trap_in(url, limits, year_now);
}

std::optional<UnadmittedReason> refusal(const Scope& scope, const AdmissionLimits& limits,
                                        const url::Url& url, const Find& find, int year_now) {
  if (const auto reason = scope_refusal(scope, url, find.depth, find.sitemap)) return reason;
  if (find.sitemap) {
    const auto site = url::Site::of(url);
    const bool is_reached = site && reaches(scope, site->text());
    if (!find.may_lie_elsewhere && !is_reached) return UnadmittedReason::kScope;
    if (find.redirects > limits.sitemaps.max_depth) return UnadmittedReason::kDepth;
  }
  if (find.redirects > kMaxRedirects) return UnadmittedReason::kRedirects;
  if (trap_in(&scope, limits.traps, url, year_now)) return UnadmittedReason::kTrap;
  return std::nullopt;
}

bool is_same_host(const url::Url& a, const url::Url& b) {
  return a.host() == b.host() && a.port() == b.port();
}

bool reaches(const Scope& scope, std::string_view site) {
  const auto root = url::parse(std::string(site) + "/");
  return root && scope.reaches(*root);
}

}  // namespace freshet::collection

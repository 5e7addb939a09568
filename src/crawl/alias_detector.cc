#include "crawl/alias_detector.h"

#include <algorithm>
#include <utility>

#include "collection/admission_rules.h"
#include "collection/keys.h"
#include "collection/page_status.h"
#include "collection/site_profile.h"
#include "crawl/evaluate_visit.h"

namespace freshet::crawl {
namespace {

using collection::Alias;
using collection::AliasSample;
using collection::AliasSuspect;
using store::VisitResult;
using Evidence = Alias::Evidence;
using Verdict = AliasSample::Verdict;

// A site that was known before the other one needs more evidence to be its alias. So two agents
// that have the two sites do not decide at the same time that each is an alias of the other.
constexpr size_t kEnoughForOlder = 2 * AliasSuspect::kEnough;
static_assert(kEnoughForOlder < AliasSuspect::kMostSamples);
// Two visits within this time should get the same content.
constexpr Duration kSameTime = Duration::days(1);
// The contents of two visits to one page may differ in an advert: in so many bits of the simhash.
constexpr int kNearlySame = 3;
constexpr int kMostRootRedirects = 3;
constexpr size_t kMostTexts = 10'000;

bool has_root_content(const std::optional<store::PageState>& page) {
  return page && page->last_success && !collection::is_gone(*page) &&
         page->result != VisitResult::kRedirected;
}

// Whether the server said that there is no page.
bool is_missing(const store::PageState& page) {
  return page.result == VisitResult::kGone || page.result == VisitResult::kSoftGone ||
         page.result == VisitResult::kRedirected || page.result == VisitResult::kRefused;
}

bool had_same_content(const store::PageState& page, const store::PageState& other) {
  return page.duplicate_of == other.key || other.duplicate_of == page.key;
}

// The verdict on a page with content. If both pages have the content of a third, they may both be
// the page that their sites send for every path: that says nothing.
Verdict verdict_on(const store::PageState& page, const std::optional<store::PageState>& other) {
  if (!other || !other->last_visit) return Verdict::kOpen;
  if (had_same_content(page, *other)) return Verdict::kSame;
  if (is_missing(*other)) return Verdict::kMissing;
  if (!page.last_success || !other->last_success) return Verdict::kOpen;
  const bool is_near = page.content == other->content ||
                       digest::distance(page.simhash, other->simhash) <= kNearlySame;
  if (is_near) return Verdict::kNeutral;
  const auto [earlier, later] = std::minmax(*page.last_success, *other->last_success);
  return later - earlier <= kSameTime ? Verdict::kDiffers : Verdict::kNeutral;
}

bool is_older(const store::SiteState& site, const store::SiteState& other) {
  return std::pair(site.discovered, site.text) < std::pair(other.discovered, other.text);
}

collection::SiteProfile profile_of(const store::SiteState& site) {
  return collection::SiteProfile::decode(site.learned);
}

bool have_common_address(const collection::SiteProfile& one, const collection::SiteProfile& other) {
  return std::any_of(one.addresses.begin(), one.addresses.end(), [&](uint64_t key) {
    return std::find(other.addresses.begin(), other.addresses.end(), key) != other.addresses.end();
  });
}

}  // namespace

// What a visit shows about other sites: at which one the page with the same path is its redirect's
// target, has the same content, or is its canonical URL.
struct AliasDetector::Clues {
  bool is_redirect = false;
  std::string redirects_to;  // sites; empty: none
  std::string same_as;
  std::string canonical_at;
  bool has_canonical = false;  // it is known whether the page names a canonical URL

  AliasSample sample(std::string path, std::string_view of) const {
    using Canonical = AliasSample::Canonical;
    AliasSample sample{.path = std::move(path)};
    if (is_redirect) {
      sample.verdict = redirects_to == of ? Verdict::kRedirect : Verdict::kElsewhere;
      return sample;
    }
    sample.verdict = same_as == of ? Verdict::kSame : Verdict::kOpen;
    if (has_canonical) {
      sample.canonical = canonical_at == of ? Canonical::kThere : Canonical::kNotThere;
    }
    return sample;
  }
};

AliasDetector::AliasDetector(const CrawlOptions& options, const Tables& tables,
                             const Admission& admission)
    : tables_(tables), admission_(admission), is_enabled_(options.collection.aliases) {}

void AliasDetector::set_excluded(const std::vector<std::string>& sites) {
  excluded_.clear();
  for (const std::string& site : sites) excluded_.insert(collection::site_id(site).value);
}

AliasDetector::Clues AliasDetector::clues_of(const store::PageState& page, const Reading& reading) {
  Clues clues;
  const std::string_view own = collection::site_text(page.url);
  if (page.result == VisitResult::kRedirected) {
    clues.is_redirect = true;
    if (!reading.redirect) return clues;
    const std::string_view site = collection::site_text(*reading.redirect);
    const bool is_same_path =
        site != own && collection::path_of(*reading.redirect) == collection::path_of(page.url);
    if (is_same_path) clues.redirects_to = site;
    return clues;
  }
  clues.has_canonical = reading.canonical != Reading::Canonical::kUnknown;
  clues.canonical_at = reading.canonical_at;
  if (page.duplicate_of && page.duplicate_of->site != page.key.site) {
    auto site = text_of(page.duplicate_of->site);
    const bool is_same_path =
        site && collection::page_key(collection::at_site(*site, page.url)) == *page.duplicate_of;
    if (is_same_path) clues.same_as = *std::move(site);
  }
  return clues;
}

void AliasDetector::note(const store::PageState& page, const Completed& completed, Instant now) {
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  if (!is_enabled_ || page.sitemap || reply == nullptr || !completed.reading) return;
  const bool is_redirect = page.result == VisitResult::kRedirected;
  const bool has_page = has_content(completed) && completed.reading->size > 0 &&
                        page.result <= VisitResult::kDuplicate;
  if (!is_redirect && !has_page) return;
  SiteEntry& entry = tables_.sites.at(page.key.site);
  if (entry.is_alias || excluded_.contains(entry.state.id.value)) return;

  const Clues clues = clues_of(page, *completed.reading);
  const bool is_clue =
      !clues.redirects_to.empty() || !clues.same_as.empty() || !clues.canonical_at.empty();
  if (!is_clue && !entry.has_suspects()) return;
  collection::AliasSuspects& suspects = entry.profile().suspects;
  for (const std::string* of : {&clues.redirects_to, &clues.same_as, &clues.canonical_at}) {
    if (!of->empty()) suspects.at(*of);
  }
  const bool is_complete = entry.state.waiting <= 1;  // this page still counts as waiting
  const std::string path(collection::path_of(page.url));
  bool is_worth_it = false;
  for (AliasSuspect& suspect : suspects.all()) {
    if (now < suspect.rejected_until) continue;
    AliasSample sample = clues.sample(path, suspect.of());
    const AliasSample* known = suspect.find(path);
    const bool stays_settled = sample.verdict == Verdict::kOpen && known != nullptr &&
                               page.result == VisitResult::kUnchanged;
    if (!stays_settled) suspect.put(std::move(sample));
    is_worth_it |= suspect.is_worth_comparing(is_complete);
  }
  tables_.sites.touch(entry);
  if (is_worth_it) to_conclude_.push_back(entry.state.id);
}

std::vector<AliasDetector::Conclusion> AliasDetector::conclude(Instant now) {
  std::vector<Conclusion> found;
  for (const store::SiteId site : std::exchange(to_conclude_, {})) {
    SiteEntry& entry = tables_.sites.at(site);
    if (entry.is_alias || !entry.state.in_scope) continue;
    const bool is_complete = entry.state.waiting == 0;
    for (AliasSuspect& suspect : entry.profile().suspects.all()) {
      if (now < suspect.rejected_until || !suspect.is_worth_comparing(is_complete)) continue;
      compare(entry, suspect);
      suspect.compared();
      tables_.sites.touch(entry);
      if (suspect.is_refuted()) {
        const std::string of = suspect.of();
        entry.profile().suspects.reject(of, now + kRejectedFor);
        continue;
      }
      if (auto alias = conclude(entry, suspect, now)) {
        found.push_back({site, *std::move(alias)});
        break;
      }
    }
  }
  return found;
}

void AliasDetector::compare(const SiteEntry& entry, AliasSuspect& suspect) const {
  std::vector<std::string> paths;
  std::vector<store::PageKey> keys;
  for (const AliasSample& sample : suspect.samples()) {
    if (sample.verdict != Verdict::kOpen) continue;
    paths.push_back(sample.path);
    keys.push_back(collection::page_key(entry.state.text + sample.path));
    keys.push_back(collection::page_key(suspect.of() + sample.path));
  }
  if (keys.empty()) return;
  const auto pages = tables_.store.pages(keys);
  if (!pages) return;  // the samples stay open
  for (size_t i = 0; i < paths.size(); ++i) {
    const auto& page = (*pages)[2 * i];
    if (page) suspect.settle(paths[i], verdict_on(*page, (*pages)[2 * i + 1]));
  }
}

std::optional<Alias> AliasDetector::conclude(SiteEntry& entry, AliasSuspect& suspect, Instant now) {
  // Whoever says that a site is no alias of another says that they are two sites.
  if (excluded_.contains(collection::site_id(suspect.of()).value)) return std::nullopt;
  const bool is_complete = entry.state.waiting == 0;
  auto evidence = suspect.conclusion(is_complete);
  if (!evidence) return std::nullopt;
  auto other = state_of(suspect.of());
  if (!other) return std::nullopt;
  collection::SiteProfile profile = profile_of(*other);
  Alias alias = suspect.alias(*evidence, now);
  if (profile.alias) {
    // The other site is itself the alias of a third.
    if (profile.alias->of == entry.state.text) return std::nullopt;
    alias.of = profile.alias->of;
    const auto third = state_of(alias.of);
    if (!third || profile_of(*third).alias) return std::nullopt;
    if (excluded_.contains(third->id.value)) return std::nullopt;
    other->in_scope = third->in_scope;
  }
  if (!other->in_scope || !collection::reaches(admission_.scope(), alias.of)) return std::nullopt;
  if (*evidence == Evidence::kContent) {
    // Servers at ports of their own are different ones on purpose.
    if (!collection::have_same_port(entry.state.text, suspect.of())) return std::nullopt;
    const bool is_near = collection::have_same_host(entry.state.text, suspect.of()) ||
                         have_common_address(entry.profile(), profile);
    if (!is_near) return std::nullopt;
    const bool needs_more = is_older(entry.state, *other);
    if (needs_more && !suspect.conclusion(is_complete, kEnoughForOlder)) return std::nullopt;
  }
  if (*evidence == Evidence::kCanonical) {
    const AliasSuspect* back = profile.suspects.find(entry.state.text);
    if (back != nullptr && back->names_as_canonical()) return std::nullopt;
  }
  if (!have_same_root(entry, suspect, *evidence)) return std::nullopt;
  return alias;
}

// Returns the root of a site, or the page of the site to which it redirects.
std::optional<store::PageState> AliasDetector::landing_of(std::string_view site) const {
  auto page = page_at(std::string(site) + "/");
  for (int i = 0; i < kMostRootRedirects && page; ++i) {
    const bool stays = page->result == VisitResult::kRedirected &&
                       collection::site_text(page->redirect_to) == site;
    if (!stays) break;
    page = page_at(page->redirect_to);
  }
  return page;
}

bool AliasDetector::have_same_root(const SiteEntry& entry, const AliasSuspect& suspect,
                                   Evidence evidence) const {
  const std::string& site = entry.state.text;
  if (evidence == Evidence::kRedirects) {
    const auto root = page_at(site + "/");
    const bool leads_there =
        root && root->result == VisitResult::kRedirected && root->redirect_to == suspect.of() + "/";
    if (!leads_there) return false;
    const auto other = state_of(suspect.of());
    const auto alias = other ? profile_of(*other).alias : std::nullopt;
    return has_root_content(landing_of(alias ? alias->of : suspect.of()));
  }
  const auto there = landing_of(suspect.of());
  if (!has_root_content(there)) return false;
  if (evidence == Evidence::kCanonical) return suspect.is_root_canonical();
  const auto here = landing_of(site);
  return has_root_content(here) &&
         collection::path_of(here->url) == collection::path_of(there->url) &&
         (had_same_content(*here, *there) || here->content == there->content);
}

bool AliasDetector::are_aliases_of_each_other(const SiteEntry& alias, const std::string& of) const {
  const auto other = state_of(of);
  const auto its = other ? profile_of(*other).alias : std::nullopt;
  return its && its->of == alias.state.text;
}

// Whether the URL is the root of the site, or of an alias of it.
bool AliasDetector::leads_to_root_of(const std::string& of, const std::string& url) const {
  if (collection::path_of(url) != "/") return false;
  const std::string_view site = collection::site_text(url);
  if (site == of) return true;
  const auto state = state_of(site);
  const auto alias = state ? profile_of(*state).alias : std::nullopt;
  return alias && alias->of == of;
}

AliasDetector::Check AliasDetector::check(const SiteEntry& alias, const std::string& of,
                                          const Completed& completed) const {
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  if (reply == nullptr || !completed.reading || !completed.reading->challenge.empty()) {
    return Check::kUnknown;
  }
  const Reading& reading = *completed.reading;
  const auto root = page_at(of + "/");
  if (!root) return Check::kUnknown;
  if (reading.redirect) {
    if (leads_to_root_of(of, *reading.redirect)) return Check::kHolds;
    const bool is_same = root->result == VisitResult::kRedirected &&
                         collection::site_text(*reading.redirect) == alias.state.text &&
                         collection::at_site(of, *reading.redirect) == root->redirect_to;
    return is_same ? Check::kHolds : Check::kFails;
  }
  if (!has_content(completed) || reading.size == 0) return Check::kUnknown;
  if (!has_root_content(root)) return Check::kFails;
  if (reading.canonical_at == of || reading.content == root->content) return Check::kHolds;
  if (digest::distance(reading.simhash, root->simhash) <= kNearlySame) return Check::kHolds;
  // An earlier content of the other root: it has changed since.
  const auto original = tables_.journal.original_of(reading.content);
  return original && original->page == root->key ? Check::kHolds : Check::kFails;
}

// Sites of other agents are not in the table.
std::optional<std::string> AliasDetector::text_of(store::SiteId site) {
  if (const SiteEntry* entry = tables_.sites.find(site)) return entry->state.text;
  if (const auto known = texts_.find(site.value); known != texts_.end()) return known->second;
  const auto stored = tables_.store.site(site);
  if (!stored || !*stored) return std::nullopt;
  if (texts_.size() >= kMostTexts) texts_.clear();
  texts_.emplace(site.value, (*stored)->text);
  return (*stored)->text;
}

std::optional<store::SiteState> AliasDetector::state_of(std::string_view site) const {
  const store::SiteId id = collection::site_id(site);
  if (const SiteEntry* entry = tables_.sites.find(id); entry != nullptr && entry->is_own) {
    store::SiteState state = entry->state;
    if (entry->decoded) state.learned = entry->decoded->encode();
    return state;
  }
  auto stored = tables_.store.site(id);
  return stored ? *std::move(stored) : std::nullopt;
}

std::optional<store::PageState> AliasDetector::page_at(const std::string& url) const {
  auto page = tables_.store.page(collection::page_key(url));
  return page ? *std::move(page) : std::nullopt;
}

}  // namespace freshet::crawl

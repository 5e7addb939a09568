#include "crawl/rebuilder.h"

#include <algorithm>

#include "coding/content_coding.h"
#include "collection/keys.h"
#include "crawl/item_update.h"
#include "crawl/judge.h"
#include "crawl/packing.h"
#include "crawl/page_version.h"
#include "crawl/visit_notes.h"
#include "robots/robots.h"
#include "robots/robots_status.h"

namespace freshet::crawl {
namespace {

using refresh::Found;
using store::VisitResult;

constexpr size_t kVisitsInABatch = 500;
constexpr size_t kPagesInABatch = 20'000;
constexpr std::string_view kRobotsPath = "/robots.txt";

bool has_content(const fetch::Reply& reply) {
  return reply.status >= 200 && reply.status < 300;
}

// Archived results were final.
Judgement judge_archived(const ArchivedVisit& visit, const CrawlOptions& options) {
  const Tries tries{.attempts = options.retry.attempts, .put_off = options.retry.put_off};
  Judgement judgement =
      judge(visit.reply, tries, options.retry, options.politeness.longest_rest, visit.date);
  if (visit.verdict == kSoft404Verdict) judgement.result = VisitResult::kSoftGone;
  return judgement;
}

// Returns whether the reply was not the page.
bool is_of_another(const ArchivedVisit& visit) {
  return !visit.verdict.empty() && visit.verdict != kSoft404Verdict;
}

}  // namespace

Rebuilder::Rebuilder(const CrawlOptions& options, collection::Scope scope, store::Store& store)
    : options_(options),
      scope_(std::move(scope)),
      store_(store),
      reader_(options),
      originals_(store),
      similar_pages_(options.collection.traps.max_similar_pages) {}

void Rebuilder::add_seeds(const std::vector<url::Url>& seeds, Instant at) {
  const url::Canonicalizer canonicalizer(options_.collection.canonical);
  for (const url::Url& seed : seeds) {
    const auto canonical = canonicalizer.canonical(seed);
    if (!canonical) continue;
    const std::string text(canonical->text());
    admit({.key = collection::page_key(text), .url = text}, {}, at);
  }
}

Result<std::optional<store::PageState>> Rebuilder::known_page(const store::PageKey& key) const {
  const auto found = pages_.find(key.page.value);
  if (found != pages_.end()) return std::optional(found->second);
  if (!admitted_.contains(key.page.value)) return std::nullopt;
  return store_.page(key);
}

Result<std::string> Rebuilder::version_of(const store::PageKey& key) const {
  const auto found = versions_.find(key.page.value);
  if (found != versions_.end()) return found->second;
  auto stored = store_.version(key);
  if (!stored) return Unexpected(stored.error());
  return std::move(*stored).value_or("");
}

Status Rebuilder::take(const ArchivedVisit& visit) {
  const auto url = url::parse(visit.url);
  if (!url || !url->is_web()) return Done{};
  ++counts_.visits;
  counts_.bodiless += !visit.has_body && !visit.not_modified ? 1 : 0;
  // The target of a robots.txt redirect may have the rules of any site.
  const bool is_robots = url->path() == kRobotsPath && !url->has_query();
  if (is_robots) take_robots(visit, *url);
  const bool is_page = !is_robots || admitted_.contains(collection::page_key(visit.url).page.value);
  if (visit.rules || !is_page) return Done{};
  if (Status taken = take_page(visit, *url); !taken) return taken;
  return commit_if_large();
}

Status Rebuilder::take_page(const ArchivedVisit& visit, const url::Url& url) {
  const store::PageKey key = collection::page_key(visit.url);
  auto known = known_page(key);
  if (!known) return Unexpected(known.error());
  if (!*known) {
    // No record leads to it: that record is lost, or the page was found by robots.txt or a ping.
    const Candidate candidate{.key = key, .url = visit.url, .sitemap = is_listing(visit, url)};
    *known = begin_page(candidate, {.depth = visit.depth.value_or(0)}, visit.date);
  }
  store::PageState& page = **known;
  page.depth = std::min(page.depth, visit.depth.value_or(page.depth));
  const bool is_first = page.result == VisitResult::kNever;
  if (is_of_another(visit)) {
    if (!is_first) take_failure(page, visit, VisitResult::kBlocked);
    pages_.insert_or_assign(key.page.value, std::move(page));
    return Done{};
  }
  std::optional<Before> before;
  if (!is_first) {
    auto version = version_of(key);
    if (!version) return Unexpected(version.error());
    before = Before{.at = page.last_success,
                    .content = page.content,
                    .simhash = page.simhash,
                    .version = std::move(*version)};
  }
  Reading reading = reader_.read(visit.reply, {.url = url,
                                               .is_sitemap = page.sitemap,
                                               .before = before ? &*before : nullptr,
                                               .at = visit.date});
  if (!is_first && has_content(visit.reply) && is_part_of_whole(page, reading)) {
    take_failure(page, visit, VisitResult::kBrokenOff);
    pages_.insert_or_assign(key.page.value, std::move(page));
    return Done{};
  }
  const auto item = known_item(key);
  if (!item) return Unexpected(item.error());
  if (*item && reading.item && !reading.item->is_match()) {
    take_failure(page, visit, VisitResult::kUnmatched);
    Status taken = take_item(page, reading, visit.date, nullptr);
    pages_.insert_or_assign(key.page.value, std::move(page));
    return taken;
  }
  compare_list(reading);
  Site& site = site_of(url, key.site, true, visit.date);
  site.dirty = true;
  site.state.next_allowed = std::max(site.state.next_allowed, visit.date);
  Status taken = Done{};
  if (is_first) {
    taken = take_first_visit(page, visit, reading);
    ++site.state.pages;
    if (site.state.waiting > 0) --site.state.waiting;
    ++counts_.pages;
    --counts_.waiting;
  } else {
    taken = take_revisit(page, visit, reading);
  }
  pages_.insert_or_assign(key.page.value, std::move(page));
  return taken;
}

void Rebuilder::compare_list(Reading& reading) const {
  if (!reading.list || reading.same) return;
  const auto is_new = [&](uint32_t item) {
    return !admitted_.contains(reading.candidates[item].key.page.value);
  };
  const std::vector<uint32_t>& items = reading.list->items;
  if (std::none_of(items.begin(), items.end(), is_new)) count_as_same(reading);
}

Result<std::optional<store::Item>> Rebuilder::known_item(const store::PageKey& key) const {
  const auto found = items_.find(key.page.value);
  if (found != items_.end()) return std::optional(found->second);
  return store_.item(key);
}

Status Rebuilder::take_item(const store::PageState& page, const Reading& reading, Instant at,
                            store::Change* change) {
  if (!reading.item) return Done{};
  const auto before = known_item(page.key);
  if (!before) return Unexpected(before.error());
  ItemUpdate update = update_item(*before ? &**before : nullptr, page.key, *reading.item, at);
  if (change != nullptr && !update.fields.empty()) {
    change->fields = std::move(update.fields);
    change->share = static_cast<float>(update.share);
  }
  if (!update.row) return Done{};
  batch_.items.push_back(*update.row);
  items_.insert_or_assign(page.key.page.value, *std::move(update.row));
  return Done{};
}

Status Rebuilder::take_first_visit(store::PageState& page, const ArchivedVisit& visit,
                                   const Reading& reading) {
  page.last_visit = visit.date;
  page.next_visit = Instant::never();
  page.result = judge_archived(visit, options_).result;
  if (page.result == VisitResult::kSoftGone)
    page.http_status = 200;
  else
    take_content(page, visit, reading);
  if (page.result == VisitResult::kServerError) {
    page.failures = static_cast<uint8_t>(std::min(options_.retry.attempts, 255));
  }
  page.archived = visit.at;
  if (page.result != VisitResult::kSoftGone) follow(page, reading, visit.date);
  const auto change = note_first_visit(page, {visit.date, &reading});
  if (change) {
    if (Status taken = take_item(page, reading, visit.date, nullptr); !taken) return taken;
  }
  if (!options_.run || !change) return Done{};
  versions_.insert_or_assign(page.key.page.value, reading.version);
  batch_.versions.emplace_back(page.key, reading.version);
  batch_.changes.push_back(*change);
  ++counts_.changes;
  return Done{};
}

// Copies the data of the reply to the page, and determines whether another page has the same
// content.
void Rebuilder::take_content(store::PageState& page, const ArchivedVisit& visit,
                             const Reading& reading) {
  if (!visit.has_body) {  // the content is lost, but the page existed
    page.http_status = static_cast<uint16_t>(visit.reply.status);
    if (has_content(visit.reply)) page.last_success = page.last_change = visit.date;
    return;
  }
  take_reading(page, reading, visit.reply.status);
  if (!has_content(visit.reply)) return;
  page.last_success = page.last_change = visit.date;
  if (page.sitemap || reading.size == 0) return;
  const std::optional<store::Original> original = originals_.of(reading.content);
  if (original && original->page != page.key) {
    page.result = VisitResult::kDuplicate;
    page.duplicate_of = original->page;
    return;
  }
  if (visit.is_revisit) return;
  const store::Original claim{
      .page = page.key, .at = visit.date, .payload = reading.received_digest, .archived = visit.at};
  batch_.contents.emplace_back(page.content, claim);
  originals_.claim(page.content, claim, page.url);
}

void Rebuilder::take_failure(store::PageState& page, const ArchivedVisit& visit,
                             VisitResult result) {
  page.last_visit = visit.date;
  page.result = result;
  page.http_status = static_cast<uint16_t>(visit.reply.status);
  page.failures = static_cast<uint8_t>(std::min(page.failures + 1, 255));
  (void)note_revisit(page, {.kind = Found::Kind::kFailed}, {visit.date},
                     options_.collection.leaving);
}

Status Rebuilder::take_revisit(store::PageState& page, const ArchivedVisit& visit,
                               const Reading& reading) {
  const Found found = found_at_revisit(page, visit, reading);
  auto change = note_revisit(page, found, {visit.date, &reading}, options_.collection.leaving);
  const bool has_content = found.kind == Found::Kind::kSame || found.kind == Found::Kind::kChanged;
  if (has_content) {
    Status taken = take_item(page, reading, visit.date, change ? &*change : nullptr);
    if (!taken) return taken;
  }
  if (!change || !options_.run) return Done{};
  batch_.changes.push_back(*std::move(change));
  ++counts_.changes;
  return Done{};
}

// Returns whether the whole site fails, rather than the page being gone.
bool Rebuilder::update_presence(const store::PageState& page, VisitResult result, Instant at) {
  const bool is_gone = result == VisitResult::kGone || result == VisitResult::kSoftGone;
  const bool is_there = result == VisitResult::kNew || result == VisitResult::kUnchanged ||
                        result == VisitResult::kRedirected;
  const bool was_member = page.last_success && !page.left;
  Site& site = sites_.at(page.key.site.value);
  if (!site.profile) site.profile.emplace(collection::SiteProfile::decode(site.state.learned));
  collection::SitePresence& presence = site.profile->presence;
  if (is_there || (is_gone && was_member)) {
    presence.saw(page.key.page, is_there, !page.gone_since, at);
  }
  return is_gone && was_member && presence.is_failing(at);
}

// Updates the page by a revisit; data that the visit does not have stays.
Found Rebuilder::found_at_revisit(store::PageState& page, const ArchivedVisit& visit,
                                  const Reading& reading) {
  const VisitResult result = judge_archived(visit, options_).result;
  const bool site_is_gone = update_presence(page, result, visit.date);
  page.last_visit = visit.date;
  page.next_visit = Instant::never();
  page.result = result;
  page.http_status = static_cast<uint16_t>(visit.reply.status);
  Found found{.kind = Found::Kind::kFailed, .size = static_cast<uint32_t>(page.size)};
  if (result == VisitResult::kUnchanged || (result == VisitResult::kNew && !visit.has_body)) {
    page.result = VisitResult::kUnchanged;
    page.last_success = visit.date;
    found.kind = Found::Kind::kSame;
  } else if (result == VisitResult::kNew) {
    found = found_content(page, visit, reading);
  } else if (result == VisitResult::kRedirected) {
    if (reading.redirect) page.redirect_to = *reading.redirect;
    found.kind = Found::Kind::kGone;
    page.archived = visit.at;
    follow(page, reading, visit.date);
  } else if (result == VisitResult::kGone || result == VisitResult::kSoftGone) {
    found.kind = site_is_gone ? Found::Kind::kFailed : Found::Kind::kGone;
    page.archived = visit.at;
  }
  const bool failed = found.kind == Found::Kind::kFailed || found.kind == Found::Kind::kGone;
  page.failures = failed ? static_cast<uint8_t>(std::min(page.failures + 1, 255)) : 0;
  return found;
}

Found Rebuilder::found_content(store::PageState& page, const ArchivedVisit& visit,
                               const Reading& reading) {
  const std::optional<Instant> last_change = page.last_change;
  page.duplicate_of.reset();
  take_content(page, visit, reading);
  if (page.result == VisitResult::kNew) {
    page.result = reading.same ? VisitResult::kUnchanged : VisitResult::kChanged;
  }
  if (reading.same) page.last_change = last_change;
  // A record that refers to one of the page itself does not change its place.
  if (!visit.is_revisit || visit.original_url != page.url) page.archived = visit.at;
  if (options_.run) {
    versions_.insert_or_assign(page.key.page.value, reading.version);
    batch_.versions.emplace_back(page.key, reading.version);
  }
  follow(page, reading, visit.date);
  return {.kind = reading.same ? Found::Kind::kSame : Found::Kind::kChanged,
          .size = static_cast<uint32_t>(reading.size),
          .last_modified = reading.validators.last_modified};
}

// Reads a robots.txt record, which some archives have.
void Rebuilder::take_robots(const ArchivedVisit& visit, const url::Url& url) {
  const auto meaning = robots::robots_meaning(visit.reply.status, robots::kMostRobotsRedirects);
  if (meaning == robots::RobotsStatus::kHoldBack || !visit.has_body) return;
  const store::SiteId id = collection::page_key(visit.url).site;
  Site& site = site_of(url, id, scope_.reaches(url), visit.date);
  store::SiteState& state = site.state;
  site.dirty = true;
  ++counts_.robots;
  std::string body = visit.reply.body;
  if (const auto coding = visit.reply.headers.get("content-encoding"); coding && !coding->empty()) {
    body = coding::decode_content(body, *coding, options_.collection.robots.max_bytes).bytes;
  }
  state.robots_fetched = visit.date;
  state.robots_status = static_cast<uint16_t>(visit.reply.status);
  const bool has_rules = meaning == robots::RobotsStatus::kUseBody;
  state.robots_body = has_rules ? body.substr(0, options_.collection.robots.max_bytes) : "";
  const robots::RobotsRules rules =
      robots::parse_robots(state.robots_body, options_.collection.robots);
  state.crawl_delay = rules.for_agent(options_.collection.agent).crawl_delay().value_or(Duration());
  if (!options_.sitemaps) return;
  for (const std::string& sitemap : rules.sitemaps()) {
    const auto target = url::resolve(sitemap, url);
    if (!target || !target->is_web()) continue;
    const std::string text(target->without_fragment());
    admit({.key = collection::page_key(text), .url = text, .sitemap = true}, {}, visit.date);
  }
}

Status Rebuilder::commit_if_large() {
  const bool is_large = counts_.visits % kVisitsInABatch == 0 || pages_.size() >= kPagesInABatch;
  return is_large ? commit() : Done{};
}

Status Rebuilder::commit() {
  for (auto& [id, page] : pages_) batch_.pages.push_back(std::move(page));
  for (auto& [id, site] : sites_) {
    if (!std::exchange(site.dirty, false)) continue;
    store::SiteState& written = batch_.sites.emplace_back(site.state);
    if (site.profile) written.learned = site.profile->encode();
  }
  if (Status committed = store_.commit(batch_, store::Durability::kProcess); !committed) {
    return committed;
  }
  batch_.clear();
  pages_.clear();
  versions_.clear();
  items_.clear();
  originals_.committed();
  return Done{};
}

Status Rebuilder::finish() {
  counts_.sites = sites_.size();
  return commit();
}

}  // namespace freshet::crawl

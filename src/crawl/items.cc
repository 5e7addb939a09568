#include "crawl/items.h"

#include <algorithm>
#include <utility>

#include "collection/page_status.h"
#include "crawl/item_update.h"
#include "crawl/page_version.h"

namespace freshet::crawl {

using collection::RecipeHealth;

namespace {

constexpr uint16_t kNotModified = 304;

// Returns false if the last visit got something else instead of the page.
bool shows_item(const store::PageState& page) {
  using store::VisitResult;
  return page.result == VisitResult::kNew || page.result == VisitResult::kChanged ||
         page.result == VisitResult::kUnchanged || page.result == VisitResult::kDuplicate ||
         page.result == VisitResult::kUnmatched;
}

}  // namespace

Items::Items(const Admission::Tables& tables, Admission& admission, telemetry::Log& log)
    : tables_(tables), admission_(admission), log_(log) {}

void Items::compare_list(const store::PageState& page, Completed& completed) const {
  if (!completed.reading || !completed.reading->list || completed.reading->same) return;
  Reading& reading = *completed.reading;
  const auto depth = static_cast<uint16_t>(std::min(page.depth + 1, UINT16_MAX));
  const auto is_new = [&](uint32_t item) {
    return admission_.is_new_page(reading.candidates[item], depth);
  };
  const std::vector<uint32_t>& items = reading.list->items;
  if (std::none_of(items.begin(), items.end(), is_new)) count_as_same(reading);
}

bool Items::must_be_read_again(const store::PageState& page, std::string_view version) const {
  const extract::Recipes& recipes = admission_.scope().recipes();
  if (recipes.empty()) return false;
  const extract::Recipes::Found found = recipes.find(page.url);
  return found.match.kind == extract::PageKind::kItem &&
         rules_in(version) != found.recipe->fingerprint();
}

bool Items::matches_no_longer(const store::PageState& before, const Completed& completed) const {
  if (!completed.reading || !completed.reading->item || completed.reading->item->is_match()) {
    return false;
  }
  const auto item = tables_.store.item(before.key);
  return item && *item;
}

void Items::record(const store::PageState& page, const Completed& completed,
                   store::Change* change) {
  if (collection::is_gone(page)) admission_.item_keys().remove(page.url, page.key.page);
  if (!completed.reading || !shows_item(page)) return;
  if (page.http_status == kNotModified) verify(page, completed.at);
  if (!completed.reading->item) return;
  const ItemReading& item = *completed.reading->item;
  // The last visit to the page is committed: see CrawlParts.
  const auto before = tables_.store.item(page.key);
  if (!before) {
    log_.error("an item cannot be read from the state", {{"reason", before.error().message}});
    return;
  }
  ItemUpdate update = update_item(*before ? &**before : nullptr, page.key, item, completed.at);
  if (change != nullptr && !update.fields.empty()) {
    change->fields = std::move(update.fields);
    change->share = static_cast<float>(update.share);
  }
  if (update.row) tables_.journal.batch().items.push_back(*std::move(update.row));
  using Sign = RecipeHealth::Sign;
  const Sign sign = item.is_match()       ? Sign::kMatches
                    : before->has_value() ? Sign::kNoLonger
                                          : Sign::kNever;
  note_health(page, {.recipe = item.recipe, .sign = sign, .missing = item.missing}, completed.at);
}

// The server says that the page is as it was when its values were found.
void Items::verify(const store::PageState& page, Instant at) {
  const extract::Recipes::Found found = admission_.scope().recipes().find(page.url);
  if (found.match.kind != extract::PageKind::kItem) return;
  auto item = tables_.store.item(page.key);
  if (!item || !*item) return;
  if ((*item)->unmatched_since) {
    (*item)->unmatched_since.reset();
    tables_.journal.batch().items.push_back(**item);
  }
  note_health(page, {.recipe = (*item)->recipe, .sign = RecipeHealth::Sign::kMatches}, at);
}

void Items::note_health(const store::PageState& page, const Evidence& evidence, Instant at) {
  SiteEntry& site = tables_.sites.at(page.key.site);
  RecipeHealth* health = site.profile().health_of(evidence.recipe);
  if (health == nullptr) return;
  const auto turn = health->note(evidence.sign, evidence.missing, site.state.pages, at);
  if (turn == RecipeHealth::Turn::kRaised) {
    log_.warning(
        "ALARM: pages of a site do not match their recipe any more; the old values stay. Mend the "
        "recipe, and see what it finds with freshet recipe try",
        {{"site", site.state.text},
         {"recipe", evidence.recipe},
         {"missing", health->missing()},
         {"page", page.url}});
  } else if (turn == RecipeHealth::Turn::kCleared) {
    log_.info("the pages of a site match their recipe again",
              {{"site", site.state.text}, {"recipe", evidence.recipe}});
  }
}

}  // namespace freshet::crawl

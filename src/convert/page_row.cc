#include "convert/page_row.h"

#include <algorithm>
#include <bit>

#include "change/belief.h"
#include "change/history.h"
#include "change/site_prior.h"
#include "collection/keys.h"
#include "collection/page_date.h"
#include "collection/page_status.h"
#include "collection/result_names.h"
#include "convert/clean_text.h"
#include "digest/fingerprint.h"

namespace freshet::convert {
namespace {

std::string outcome_of(const change::Visit& visit) {
  switch (visit.outcome) {
    case change::Outcome::kFailed: return "failed";
    case change::Outcome::kGone: return "gone";
    case change::Outcome::kSoftGone: return "soft_gone";
    case change::Outcome::kRedirected: return "redirect";
    case change::Outcome::kSuccess: return visit.changed ? "changed" : "same";
  }
  return "";
}

// Fills in the visits of the history, and the belief about the change rate that follows from them
// alone, without what other pages of the site may add. A page that is gone has a history but no
// belief: its copy is known not to be current.
void fill_in_history(const change::History& history, bool is_there, catalog::Page& row) {
  change::Belief belief = change::starting_prior({});
  std::optional<Instant> success;
  for (const change::Visit& visit : history.recent()) {
    row.history.push_back({.at = visit.at, .outcome = outcome_of(visit), .size = visit.size});
    if (visit.outcome != change::Outcome::kSuccess) continue;
    if (success) {
      const double days = std::max(0.0, (visit.at - *success).in_days());
      if (visit.changed)
        belief.saw_change(days);
      else
        belief.saw_no_change(days);
    }
    success = visit.at;
  }
  if (!success || !is_there) return;
  row.belief_a = belief.a;
  row.belief_b = belief.b;
}

// Computes a fingerprint of a sequence of values.
class Fingerprinter {
 public:
  Fingerprinter& add(uint64_t value) {
    for (int shift = 0; shift < 64; shift += 8) bytes_.push_back(static_cast<char>(value >> shift));
    return *this;
  }
  // A missing time counts as 0: stamps that were stored must stay valid.
  Fingerprinter& add(const std::optional<Instant>& time) {
    return add(static_cast<uint64_t>(time.value_or(Instant()).unix_microseconds()));
  }
  Fingerprinter& add(std::string_view text) {
    add(text.size());
    bytes_.append(text);
    return *this;
  }
  uint64_t result() const { return digest::fingerprint(bytes_).value; }

 private:
  std::string bytes_;
};

std::string_view bytes_of(const digest::Digest256& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

// The stamp must cover everything that a row is made from: a change of a value that is missing here
// would never reach the catalogue.
catalog::Stamp stamp_of(const store::PageState& page, const catalog::Page& row) {
  Fingerprinter state;
  state.add(static_cast<uint64_t>(page.result)).add(page.http_status).add(page.depth);
  state.add(page.size).add(page.first_seen).add(page.last_visit).add(page.last_success);
  state.add(page.last_change).add(bytes_of(page.content)).add(page.history);
  state.add(row.modified).add(row.modified_from);
  state.add(static_cast<uint64_t>(row.duplicate_of.value_or(0)));
  state.add(static_cast<uint64_t>(row.redirect_to.value_or(0)));
  state.add(page.noindex ? 1 : 0).add(std::bit_cast<uint32_t>(page.importance));
  state.add(page.archived.file).add(page.archived.offset);
  if (page.archived.writer != 0) state.add(page.archived.writer);
  Fingerprinter content;
  content.add(bytes_of(page.content)).add(page.archived.file).add(page.archived.offset);
  if (page.archived.writer != 0) content.add(page.archived.writer);
  content.add(static_cast<uint64_t>(row.duplicate_of.value_or(0))).add(page.noindex ? 1 : 0);
  content.add(page.title).add(collection::is_there(page) ? 1 : 0);
  return {.state = state.result(), .content = content.result()};
}

// The id of the page that had this content first, if it still has it; otherwise this page is no
// duplicate, since no other row would have the text.
Result<std::optional<int64_t>> original_of(const store::PageState& page, const Ids& ids,
                                           const store::Store& store) {
  if (!page.duplicate_of || *page.duplicate_of == page.key) return std::nullopt;
  const auto other = store.page(*page.duplicate_of);
  if (!other) return Unexpected(other.error());
  const bool has_it = *other && (*other)->content == page.content && !(*other)->duplicate_of;
  const int64_t id = has_it ? ids.page(*page.duplicate_of) : 0;
  return id != 0 ? std::optional(id) : std::nullopt;
}

}  // namespace

Result<PageRow> page_row(const store::PageState& page, const Ids& ids, const store::Store& store,
                         Instant now) {
  PageRow made;
  catalog::Page& row = made.row;
  row.id = ids.page(page.key);
  row.url = clean(page.url);
  row.result = collection::name_of(page.result);
  row.http_status = page.http_status;
  row.depth = page.depth;
  // A page that is gone gets neither title nor text, so that searches do not find it.
  if (collection::is_there(page)) row.title = clean(page.title);
  row.size = page.size;
  row.first_seen = page.first_seen;
  row.last_visit = page.last_visit;
  row.last_verified = page.last_success;
  row.last_change = page.last_change;
  const auto listed = store.listed_date(page.key);
  if (!listed) return Unexpected(listed.error());
  const collection::PageDate date = collection::date_of(page, *listed, now);
  row.modified = date.at;
  row.modified_from = collection::name_of(date.from);
  if (page.content != digest::Digest256()) row.digest = page.content.hex();
  row.noindex = page.noindex;
  row.rank = page.importance;
  if (page.archived.file != 0) row.warc_offset = page.archived.offset;
  auto original = original_of(page, ids, store);
  if (!original) return Unexpected(original.error());
  row.duplicate_of = *original;
  if (!page.redirect_to.empty()) {
    const int64_t target = ids.page(collection::page_key(page.redirect_to));
    if (target != 0) row.redirect_to = target;
  }
  fill_in_history(collection::history_of(page), collection::is_there(page), row);
  made.stamp = stamp_of(page, row);
  return made;
}

std::vector<catalog::Page::Link> link_rows(const store::PageLinks& links, const Ids& ids) {
  std::vector<catalog::Page::Link> rows;
  rows.reserve(links.to.size());
  for (const store::PageLinks::Target& target : links.to) {
    const int64_t id = ids.page(target.key);
    if (id != 0) rows.push_back({.target = id, .nofollow = target.nofollow});
  }
  // Of several links to the same page, one that may be followed is kept.
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.target != b.target ? a.target < b.target : a.nofollow < b.nofollow;
  });
  const auto end = std::unique(rows.begin(), rows.end(),
                               [](const auto& a, const auto& b) { return a.target == b.target; });
  rows.erase(end, rows.end());
  return rows;
}

}  // namespace freshet::convert

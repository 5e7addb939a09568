#include "convert/convert_in_parts.h"

#include <algorithm>
#include <limits>

#include "catalog/postgres_parts.h"
#include "collection/items.h"
#include "convert/item_conversion.h"
#include "convert/item_rows.h"
#include "convert/part_messages.h"
#include "convert/sites.h"

namespace freshet::convert {
namespace {

// Pages that agents visit meanwhile may be given away again, as their records are elsewhere now.
constexpr int kMostRounds = 3;

class Driver {
 public:
  Driver(store::Store& store, Participants& participants, const PartsOptions& options)
      : store_(store), participants_(participants), options_(options) {}

  Result<ConvertSummary> run() {
    Status done = begin();
    if (done) done = survey();
    if (done) done = assign();
    if (done) done = learn();
    if (done) done = convert();
    if (done) done = follow();
    if (done) done = put_items();
    if (done && !summary_.rebuilt) done = remove_unknown();
    if (done) done = writer_->finish();
    if (done) {
      done = conversion_->finish({.converted_at = options_.now,
                                  .pages = summary_.pages,
                                  .links_up_to = ids_->last_page()});
    }
    if (!done) return Unexpected(done.error());
    return summary_;
  }

 private:
  Status begin() {
    auto lock = catalog::IdLock::take(options_.dsn);
    if (!lock) return Unexpected(lock.error());
    id_lock_ = *std::move(lock);
    auto communities = url::Communities::parse(options_.communities);
    if (!communities) return Unexpected(communities.error());
    communities_ = *std::move(communities);
    auto ids = Ids::load_for_driver(store_);
    if (!ids) return Unexpected(ids.error());
    ids_ = *std::move(ids);
    const auto recipes = collection::stored_recipes(store_);
    if (!recipes) return Unexpected(recipes.error());
    items_.emplace(*recipes);
    auto conversion =
        catalog::PostgresConversion::begin(options_.dsn, {.collection = ids_->collection(),
                                                          .full = options_.full,
                                                          .items = items_->tables(),
                                                          .all_items = true});
    if (!conversion) return Unexpected(conversion.error());
    conversion_ = *std::move(conversion);
    summary_.rebuilt = conversion_->target().rebuild;
    writer_ = catalog::make_postgres_part(options_.dsn, conversion_->key(), items_->tables());
    return Done{};
  }

  // Gives all participants an order, and returns their reports.
  template <typename Report, typename Order>
  Result<std::vector<Report>> perform(const std::string& doing, const std::vector<Order>& orders) {
    std::vector<std::string> bytes;
    bytes.reserve(orders.size());
    for (const Order& order : orders) bytes.push_back(encode(order));
    const auto answers = participants_.perform(doing, std::move(bytes));
    if (!answers) return Unexpected(answers.error());
    std::vector<Report> reports;
    for (const std::string& answer : *answers) {
      auto report = decode<Report>(answer);
      if (!report) return Unexpected(report.error());
      reports.push_back(*std::move(report));
    }
    if (reports.size() != participants_.size()) return fail("a participant has not answered");
    return reports;
  }

  Status survey() {
    const SurveyOrder order{.conversion = conversion_->key(),
                            .target = conversion_->target(),
                            .full = options_.full,
                            .now = options_.now,
                            .communities = options_.communities};
    auto reports = perform<SurveyReport>("reading pages", std::vector(participants_.size(), order));
    if (!reports) return Unexpected(reports.error());
    Sites sites(communities_, *ids_);
    uint64_t last_page = 0;
    uint64_t new_pages = 0;
    for (size_t i = 0; i < reports->size(); ++i) {
      const SurveyReport& report = (*reports)[i];
      summary_.pages += report.pages;
      new_pages += report.new_pages;
      last_page = std::max(last_page, report.last_page);
      for (const uint16_t writer : report.writers) holders_.emplace(writer, i);
      for (const SurveyReport::Site& site : report.sites) sites.add(site.id, site.text);
    }
    if (new_pages > std::numeric_limits<uint32_t>::max() - last_page) {
      return fail("the collection has more pages than a catalogue can have");
    }
    for (const SurveyReport& report : *reports) {
      ranges_.push_back(ids_->reserve_pages(report.new_pages, last_page));
    }
    Status done = ids_->save(store_);
    if (done) done = sites.put(*writer_);
    return done;
  }

  Status assign() {
    std::vector<AssignOrder> orders;
    for (const IdRange& range : ranges_) orders.push_back({.range = range, .holders = holders_});
    const auto reports = perform<AssignReport>("assigning ids", orders);
    if (!reports) return Unexpected(reports.error());
    requests_.resize(participants_.size());
    for (const AssignReport& report : *reports) {
      for (const auto& [to, requests] : report.requests) {
        if (to >= requests_.size()) return no_such_participant();
        auto& all = requests_[to].requests;
        all.insert(all.end(), requests.begin(), requests.end());
      }
    }
    return Done{};
  }

  Status learn() {
    std::vector<std::string> orders;
    bool any = false;
    for (const LearnOrder& order : requests_) {
      any |= !order.requests.empty();
      orders.push_back(encode(order));
    }
    if (!any) return Done{};
    const auto reports = participants_.perform("learning boilerplate", std::move(orders));
    return reports ? Status(Done{}) : Unexpected(reports.error());
  }

  Status convert() {
    const bool has_new_ids = std::any_of(ranges_.begin(), ranges_.end(),
                                         [](const IdRange& range) { return range.count > 0; });
    const ConvertOrder order{.has_new_ids = has_new_ids};
    const auto reports = perform<ConvertReport>(
        "writing rows", std::vector<ConvertOrder>(participants_.size(), order));
    return reports ? take(*reports) : Unexpected(reports.error());
  }

  Status follow() {
    for (int round = 1; round <= kMostRounds && has_given_away(); ++round) {
      std::vector<FollowOrder> orders = std::exchange(given_away_, {});
      for (FollowOrder& order : orders) order.is_last = round == kMostRounds;
      const auto reports = perform<ConvertReport>("writing rows for others", orders);
      if (!reports) return Unexpected(reports.error());
      if (Status taken = take(*reports); !taken) return taken;
    }
    return Done{};
  }

  bool has_given_away() const {
    return std::any_of(given_away_.begin(), given_away_.end(),
                       [](const FollowOrder& order) { return !order.pages.empty(); });
  }

  Status take(const std::vector<ConvertReport>& reports) {
    given_away_.assign(participants_.size(), {});
    for (const ConvertReport& report : reports) {
      add(report.summary);
      if (seen_.size() < report.seen.size()) seen_.resize(report.seen.size());
      for (size_t id = 0; id < report.seen.size(); ++id) {
        if (report.seen[id]) seen_[id] = true;
      }
      for (const auto& [to, pages] : report.given_away) {
        if (to >= given_away_.size()) return no_such_participant();
        auto& all = given_away_[to].pages;
        all.insert(all.end(), pages.begin(), pages.end());
      }
    }
    return Done{};
  }

  void add(const ConvertSummary& part) {
    summary_.put += part.put;
    summary_.refreshed += part.refreshed;
    summary_.relinked += part.relinked;
    summary_.unreadable += part.unreadable;
    summary_.reading += part.reading;
    summary_.parsing += part.parsing;
    summary_.segmenting += part.segmenting;
    summary_.writing += part.writing;
  }

  // Items are in the state, so the driver can write them all. It reads the ids of pages only now,
  // and only if there are recipes.
  Status put_items() {
    if (items_->tables().empty()) return Done{};
    if (Status read = ids_->load_again(store_, true); !read) return read;
    return ItemConversion({store_, *ids_, *writer_, *items_, summary_}).put_all();
  }

  // Removes rows of pages that no participant has seen.
  Status remove_unknown() {
    std::vector<int64_t> unknown;
    Status read = writer_->each_stamp([&](int64_t id, const catalog::Stamp&) {
      const auto at = static_cast<size_t>(id);
      if (at >= seen_.size() || !seen_[at]) unknown.push_back(id);
    });
    if (!read) return read;
    for (const int64_t id : unknown) {
      if (Status removed = writer_->remove(id); !removed) return removed;
      ++summary_.removed;
    }
    return Done{};
  }

  static Unexpected<Error> no_such_participant() {
    return fail("a message of a conversion in parts is for nobody");
  }

  store::Store& store_;
  Participants& participants_;
  const PartsOptions& options_;
  url::Communities communities_;
  std::unique_ptr<catalog::IdLock> id_lock_;
  std::optional<Ids> ids_;
  std::optional<ItemRows> items_;
  std::unique_ptr<catalog::PostgresConversion> conversion_;
  std::unique_ptr<catalog::PartWriter> writer_;  // of the driver's own rows
  std::vector<IdRange> ranges_;
  ArchiveHolders holders_;
  std::vector<LearnOrder> requests_;     // by participant
  std::vector<FollowOrder> given_away_;  // by participant
  std::vector<bool> seen_;               // by page id
  ConvertSummary summary_;
};

}  // namespace

Result<ConvertSummary> convert_in_parts(store::Store& store, Participants& participants,
                                        const PartsOptions& options) {
  return Driver(store, participants, options).run();
}

}  // namespace freshet::convert

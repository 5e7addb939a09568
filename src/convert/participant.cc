#include "convert/participant.h"

#include <unordered_set>

#include "catalog/postgres_parts.h"
#include "collection/keys.h"
#include "convert/learn_boilerplate.h"
#include "convert/new_pages.h"
#include "convert/page_conversion.h"
#include "convert/part_messages.h"

namespace freshet::convert {
namespace {

constexpr size_t kPagesARead = 1'000;

class StoreParticipant final : public Participant {
 public:
  StoreParticipant(store::Store& store, ConvertOptions options, std::string dsn,
                   const store::ShardSet& shards)
      : store_(store), options_(std::move(options)), dsn_(std::move(dsn)), shards_(shards) {}

  Result<std::string> perform(std::string_view order, ConvertProgress& progress) override {
    progress.pages = progress.examined = progress.written = 0;
    const auto type = order_type(order);
    if (!type) return Unexpected(type.error());
    if ((*type == OrderType::kSurvey) == ids_.has_value()) {
      return fail("the steps of a conversion in parts are out of order");
    }
    switch (*type) {
      case OrderType::kSurvey: return perform<SurveyOrder>(order, progress);
      case OrderType::kAssign: return perform<AssignOrder>(order, progress);
      case OrderType::kLearn: return perform<LearnOrder>(order, progress);
      case OrderType::kConvert: return perform<ConvertOrder>(order, progress);
      case OrderType::kFollow: return perform<FollowOrder>(order, progress);
    }
    return fail("unknown order");
  }

 private:
  template <typename Order>
  Result<std::string> perform(std::string_view bytes, ConvertProgress& progress) {
    const auto order = decode<Order>(bytes);
    if (!order) return Unexpected(order.error());
    return follow(*order, progress);
  }

  Result<std::string> follow(const SurveyOrder& order, ConvertProgress& progress) {
    auto communities = url::Communities::parse(order.communities);
    if (!communities) return Unexpected(communities.error());
    options_.communities = *std::move(communities);
    options_.full = order.full;
    target_ = order.target;
    now_ = order.now;
    writer_ = catalog::make_postgres_part(dsn_, order.conversion);
    auto ids = Ids::load(store_);
    if (!ids) return Unexpected(ids.error());
    ids_ = *std::move(ids);
    SurveyReport report;
    std::unordered_set<uint64_t> sites;
    const Status read = store_.each_page(shards_, [&](const store::PageState& page) {
      ++report.pages;
      if (ids_->page(page.key) == 0) new_pages_.add(page);
      if (sites.insert(page.key.site.value).second) {
        report.sites.push_back({page.key.site, std::string(collection::site_text(page.url))});
      }
      boilerplate_.add_page(page);
      ++progress.examined;
      return !progress.stop;
    });
    if (!read) return Unexpected(read.error());
    if (progress.stop) return fail(kStopped);
    pages_ = report.pages;
    report.new_pages = new_pages_.size();
    report.last_page = static_cast<uint64_t>(ids_->last_page());
    report.writers = options_.archives.writers();
    return encode(report);
  }

  Result<std::string> follow(const AssignOrder& order, ConvertProgress& progress) {
    if (order.range.count != new_pages_.size()) return fail("the range of ids has another size");
    holders_ = order.holders;
    ids_->use(order.range);
    new_pages_.assign_ids(*ids_);
    if (Status saved = ids_->save(store_); !saved) return Unexpected(saved.error());
    if (Status loaded = boilerplate_.load(store_, options_.full); !loaded) {
      return Unexpected(loaded.error());
    }
    AssignReport report;
    report.requests = boilerplate_.divide(options_.archives, holders_);
    const Status learned = learn_boilerplate(boilerplate_, store_, options_, progress);
    if (!learned) return Unexpected(learned.error());
    return encode(report);
  }

  Result<std::string> follow(const LearnOrder& order, ConvertProgress& progress) {
    for (const SiteBoilerplate::Request& request : order.requests) {
      boilerplate_.add_request(request);
    }
    const Status learned = learn_boilerplate(boilerplate_, store_, options_, progress);
    if (!learned) return Unexpected(learned.error());
    return std::string();
  }

  Result<std::string> follow(const ConvertOrder& order, ConvertProgress& progress) {
    progress.pages = pages_;
    Status done = ids_->load_again(store_, order.has_new_ids);
    if (done) done = boilerplate_.load_sites(store_, {});
    if (!done) return Unexpected(done.error());
    ConvertReport report;
    PageConversion conversion(parts(progress, report), {.target = target_,
                                                        .now = now_,
                                                        .compares_all = !target_.rebuild,
                                                        .shards = shards_,
                                                        .holders = &holders_,
                                                        .give_away = give_away_to(report)});
    done = conversion.read_stamps();
    if (done) {
      done = conversion.put_pages(
          [this](const auto& each) { return store_.each_page(shards_, each); });
    }
    if (done && !target_.rebuild) done = conversion.put_missing_links();
    if (done) done = writer_->finish();
    if (!done) return Unexpected(done.error());
    report.seen = conversion.rows().seen();
    return encode(report);
  }

  Result<std::string> follow(const FollowOrder& order, ConvertProgress& progress) {
    progress.pages = order.pages.size();
    std::vector<store::SiteId> sites;
    for (const store::PageKey& key : order.pages) sites.push_back(key.site);
    if (Status loaded = boilerplate_.load_sites(store_, sites); !loaded) {
      return Unexpected(loaded.error());
    }
    ConvertReport report;
    PageConversion conversion(parts(progress, report),
                              {.target = target_,
                               .now = now_,
                               .shards = shards_,
                               .holders = order.is_last ? nullptr : &holders_,
                               .give_away = give_away_to(report)});
    Status done =
        conversion.put_pages([&](const auto& each) { return each_of(order.pages, each); });
    if (done) done = writer_->finish();
    if (!done) return Unexpected(done.error());
    return encode(report);
  }

  PageConversion::Parts parts(ConvertProgress& progress, ConvertReport& report) {
    return {store_, *ids_, boilerplate_, options_, *writer_, progress, report.summary};
  }

  static std::function<void(size_t, const store::PageKey&)> give_away_to(ConvertReport& report) {
    return [&report](size_t holder, const store::PageKey& page) {
      report.given_away[holder].push_back(page);
    };
  }

  Status each_of(std::span<const store::PageKey> keys,
                 const std::function<bool(const store::PageState&)>& each) const {
    while (!keys.empty()) {
      const auto some = keys.subspan(0, std::min(keys.size(), kPagesARead));
      keys = keys.subspan(some.size());
      const auto pages = store_.pages(some);
      if (!pages) return Unexpected(pages.error());
      for (const auto& page : *pages) {
        if (page && !each(*page)) return Done{};
      }
    }
    return Done{};
  }

  store::Store& store_;
  ConvertOptions options_;
  const std::string dsn_;
  const store::ShardSet shards_;
  catalog::TargetState target_;
  Instant now_;
  std::unique_ptr<catalog::PartWriter> writer_;
  std::optional<Ids> ids_;
  NewPages new_pages_;
  SiteBoilerplate boilerplate_;
  ArchiveHolders holders_;
  uint64_t pages_ = 0;
};

}  // namespace

std::unique_ptr<Participant> Participant::make(store::Store& store, ConvertOptions options,
                                               const std::string& dsn,
                                               const store::ShardSet& shards) {
  return std::make_unique<StoreParticipant>(store, std::move(options), dsn, shards);
}

}  // namespace freshet::convert

#include "convert/convert.h"

#include "collection/items.h"
#include "collection/keys.h"
#include "convert/cpu_timer.h"
#include "convert/ids.h"
#include "convert/item_conversion.h"
#include "convert/item_rows.h"
#include "convert/learn_boilerplate.h"
#include "convert/new_pages.h"
#include "convert/page_conversion.h"
#include "convert/site_boilerplate.h"
#include "convert/sites.h"

namespace freshet::convert {
namespace {

// One conversion, from begin() to finish().
class Conversion {
 public:
  // What a converter keeps from one conversion to the next.
  struct Kept {
    Ids& ids;
    SiteBoilerplate& boilerplate;
  };

  Conversion(store::Store& store, const Kept& kept, const ConvertOptions& options,
             catalog::Writer& writer, ConvertProgress& progress)
      : store_(store),
        ids_(kept.ids),
        boilerplate_(kept.boilerplate),
        options_(options),
        writer_(writer),
        progress_(progress),
        sites_(options.communities, kept.ids) {}

  // Converts these pages; with nullopt, all pages of the collection.
  Result<ConvertSummary> run(std::optional<std::span<const store::PageKey>> pages, Instant now) {
    if (Status begun = begin(); !begun) return Unexpected(begun.error());
    now_ = now;
    if (target_.rebuild || target_.rebuild_items) pages.reset();
    only_ = pages;
    PageConversion conversion({store_, ids_, boilerplate_, options_, writer_, progress_, summary_},
                              {.target = target_, .now = now, .compares_all = compares_all()});
    Status done = conversion.read_stamps();
    if (done) done = assign_ids();
    if (done) done = learn();
    if (done) done = sites_.put(writer_);
    if (done) done = conversion.put_pages([this](const auto& each) { return each_page(each); });
    if (done && compares_all()) done = conversion.put_missing_links();
    if (done) done = put_items(conversion.rows());
    if (done && compares_all()) done = remove_unknown(conversion.rows());
    if (done) done = finish(now);
    if (!done) return Unexpected(done.error());
    return summary_;
  }

 private:
  Status begin() {
    const auto recipes = collection::stored_recipes(store_);
    if (!recipes) return Unexpected(recipes.error());
    items_.emplace(*recipes);
    const auto target = writer_.begin({.collection = ids_.collection(),
                                       .full = options_.full,
                                       .replace_other = options_.replace_other,
                                       .items = items_->tables()});
    if (!target) return Unexpected(target.error());
    target_ = *target;
    return Done{};
  }

  // Whether the conversion sees all pages and the target has rows of an earlier one.
  bool compares_all() const { return !only_ && !target_.rebuild; }

  // Calls `callback` with every page to convert, until it returns false.
  Status each_page(const std::function<bool(const store::PageState&)>& callback) const {
    if (!only_) return store_.each_page(callback);
    for (const store::PageKey& key : *only_) {
      const auto page = store_.page(key);
      if (!page) return Unexpected(page.error());
      if (*page && !callback(**page)) return Done{};
    }
    return Done{};
  }

  // Assigns ids to new pages in the order of the archive, so that the first conversion writes its
  // rows in the order of ids.
  Status assign_ids() {
    NewPages new_pages;
    uint64_t pages = 0;
    Status read = each_page([&](const store::PageState& page) {
      ++pages;
      if (ids_.page(page.key) == 0) new_pages.add(page);
      sites_.add(page.key.site, collection::site_text(page.url));
      boilerplate_.add_page(page);
      return !progress_.stop;
    });
    if (!read) return read;
    if (progress_.stop) return fail(kStopped);
    const bool has_new = new_pages.size() > 0;
    new_pages.assign_ids(ids_);
    progress_.pages = pages;
    Status saved = ids_.save(store_);
    // A participant of a conversion that failed may have assigned an id at the same time.
    if (saved && has_new && options_.is_shared) saved = ids_.load_again(store_, true);
    return saved;
  }

  Status learn() {
    if (Status loaded = boilerplate_.load(store_, options_.full); !loaded) return loaded;
    (void)boilerplate_.divide(options_.archives, {});
    return learn_boilerplate(boilerplate_, store_, options_, progress_);
  }

  Status put_items(const TargetRows& pages) {
    ItemConversion items({store_, ids_, writer_, *items_, summary_, &progress_});
    if (target_.rebuild_items) return items.put_all();
    return only_ ? items.put(*only_) : items.put_written(pages);
  }

  // Removes rows of pages that the collection does not have, for example after the collection was
  // restored from an old copy.
  Status remove_unknown(const TargetRows& rows) {
    for (const int64_t id : rows.unseen()) {
      if (Status removed = writer_.remove(id); !removed) return removed;
      ++summary_.removed;
    }
    return Done{};
  }

  Status finish(Instant now) {
    summary_.pages = ids_.pages();
    Status finished = Done{};
    uint64_t writing_ns = 0;
    {
      const CpuTimer timer(writing_ns);
      finished = writer_.finish({.converted_at = now,
                                 .pages = summary_.pages,
                                 .links_up_to = only_ ? target_.links_up_to : ids_.last_page()});
    }
    summary_.writing += static_cast<double>(writing_ns) * 1e-9;
    return finished;
  }

  store::Store& store_;
  Ids& ids_;
  SiteBoilerplate& boilerplate_;
  const ConvertOptions& options_;
  catalog::Writer& writer_;
  ConvertProgress& progress_;
  Sites sites_;
  std::optional<ItemRows> items_;
  catalog::TargetState target_;
  Instant now_;
  std::optional<std::span<const store::PageKey>> only_;
  ConvertSummary summary_;
};

}  // namespace

struct Converter::Impl {
  store::Store& store;
  ConvertOptions options;
  const Clock& clock;
  Ids ids;
  SiteBoilerplate boilerplate = {};

  Result<ConvertSummary> convert(catalog::Writer& writer, ConvertProgress& progress,
                                 std::optional<std::span<const store::PageKey>> pages) {
    return Conversion(store, {ids, boilerplate}, options, writer, progress).run(pages, clock.now());
  }
};

Converter::Converter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Converter::~Converter() = default;
Converter::Converter(Converter&&) noexcept = default;
Converter& Converter::operator=(Converter&&) noexcept = default;

Result<Converter> Converter::open(store::Store& store, ConvertOptions options, const Clock& clock) {
  auto ids = Ids::load(store);
  if (!ids) return Unexpected(ids.error());
  return Converter(std::make_unique<Impl>(Impl{store, std::move(options), clock, std::move(*ids)}));
}

Result<ConvertSummary> Converter::convert(catalog::Writer& writer, ConvertProgress& progress) {
  return impl_->convert(writer, progress, std::nullopt);
}

Result<ConvertSummary> Converter::convert(catalog::Writer& writer, ConvertProgress& progress,
                                          std::span<const store::PageKey> pages) {
  return impl_->convert(writer, progress, pages);
}

}  // namespace freshet::convert

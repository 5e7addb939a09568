#include "convert/convert.h"

#include <algorithm>

#include "convert/cpu_timer.h"
#include "convert/entry_pipeline.h"
#include "convert/ids.h"
#include "convert/learn_boilerplate.h"
#include "convert/site_boilerplate.h"
#include "convert/sites.h"
#include "convert/target_rows.h"

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
    const auto target = writer_.begin({.collection = ids_.collection(),
                                       .full = options_.full,
                                       .replace_other = options_.replace_other});
    if (!target) return Unexpected(target.error());
    target_ = *target;
    now_ = now;
    if (target_.rebuild) pages.reset();
    only_ = pages;
    Status done = read_stamps();
    if (done) done = assign_ids();
    if (done) done = learn_boilerplate(boilerplate_, store_, options_, progress_);
    if (done) done = sites_.put(writer_);
    if (done) done = put_pages();
    if (done && compares_all()) done = put_missing_links();
    if (done && compares_all()) done = remove_unknown();
    if (done) done = finish(now);
    if (!done) return Unexpected(done.error());
    return summary_;
  }

 private:
  Status read_stamps() {
    summary_.rebuilt = target_.rebuild;
    return target_.rebuild ? Status(Done{}) : rows_.read(writer_);
  }

  // Whether the conversion sees all pages and the target has rows of an earlier one, so that links
  // may be missing and rows may be of unknown pages.
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
    struct NewPage {
      store::ArchivePosition archived;
      store::PageKey key;
    };
    std::vector<NewPage> new_pages;
    uint64_t pages = 0;
    Status read = each_page([&](const store::PageState& page) {
      ++pages;
      if (ids_.page(page.key) == 0) new_pages.push_back({page.archived, page.key});
      sites_.add(page.key.site, page.url);
      boilerplate_.add_page(page);
      return !progress_.stop;
    });
    if (!read) return read;
    if (progress_.stop) return fail(kStopped);
    std::stable_sort(new_pages.begin(), new_pages.end(), [](const NewPage& a, const NewPage& b) {
      return is_before(a.archived, b.archived);
    });
    for (const NewPage& one : new_pages) {
      if (ids_.page(one.key) == 0) ids_.assign_page(one.key);
    }
    progress_.pages = pages;
    return ids_.save(store_);
  }

  Status put_pages() {
    EntryPipeline pipeline({store_, ids_, boilerplate_, options_.communities}, options_, writer_,
                           progress_, summary_);
    Status done = Done{};
    const Status read = each_page([&](const store::PageState& page) {
      if (progress_.stop)
        done = fail(kStopped);
      else
        done = submit_if_changed(page, pipeline);
      return done.has_value();
    });
    if (done && !read) done = read;
    return done ? pipeline.finish() : done;
  }

  Status submit_if_changed(const store::PageState& page, EntryPipeline& pipeline) {
    ++progress_.examined;
    // A page without an id was admitted after ids were assigned. The next conversion takes it.
    const int64_t id = ids_.page(page.key);
    if (id == 0) return Done{};
    if (compares_all()) rows_.set_seen(id);
    auto made = page_row(page, ids_, store_, now_);
    if (made && page.archived.file != 0) {
      made->row.warc_file = options_.archives.file_of(page.archived).filename().string();
    }
    if (!made) return Unexpected(made.error());
    // Text and words depend on what is boilerplate on the site.
    if (page.archived.file != 0) {
      made->stamp.content ^= boilerplate_.fingerprint_of(page.key.site);
    }
    const catalog::Stamp old = rows_.stamp(id);
    if (old == made->stamp) return Done{};
    made->row.site = ids_.site(page.key.site);
    Job job{.key = page.key, .content = page.content, .archived = page.archived};
    job.refresh = old.content == made->stamp.content;
    job.entry.page = std::move(made->row);
    job.entry.stamp = made->stamp;
    if (!job.refresh && compares_all()) rows_.set_put(id);
    return pipeline.submit(std::move(job));
  }

  // Puts links of pages whose rows did not change, but which lead to pages that are new: when those
  // rows were written, the target of the link had no row.
  Status put_missing_links() {
    if (ids_.last_page() <= target_.links_up_to) return Done{};
    Status done = Done{};
    const Status read = store_.each_links([&](const store::PageLinks& links) {
      const int64_t id = ids_.page(links.from);
      if (id == 0 || rows_.is_put(id) || !rows_.is_seen(id)) return true;
      const auto rows = link_rows(links, ids_);
      const bool leads_to_new = std::any_of(rows.begin(), rows.end(), [&](const auto& link) {
        return link.target > target_.links_up_to;
      });
      if (!leads_to_new) return true;
      done = progress_.stop ? Status(fail(kStopped)) : writer_.put_links(id, rows);
      ++summary_.relinked;
      return done.has_value();
    });
    return read ? done : read;
  }

  // Removes rows of pages that the collection does not have, for example after the collection was
  // restored from an old copy.
  Status remove_unknown() {
    for (const int64_t id : rows_.unseen()) {
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
  catalog::TargetState target_;
  Instant now_;
  std::optional<std::span<const store::PageKey>> only_;
  TargetRows rows_;
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

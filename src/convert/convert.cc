#include "convert/convert.h"

#include <algorithm>

#include "convert/cpu_watch.h"
#include "convert/entry_maker.h"
#include "convert/ids.h"
#include "convert/learn_boilerplate.h"
#include "convert/ordered_pool.h"
#include "convert/site_profiles.h"
#include "convert/sites.h"

namespace freshet::convert {
namespace {

// Pages that are put into the order of the archive together; what is larger is read in several
// passes over it, each in order.
constexpr size_t kPagesInOrder = 32'768;
constexpr size_t kPagesInBlock = 16;
// Enough for others to go on while a writer writes all that it has gathered.
constexpr size_t kBlocksUnderWay = 512;
constexpr size_t kMostBytesUnderWay = 64 << 20;

using Block = std::vector<Job>;
using MadeBlock = std::vector<Result<Made>>;

size_t bytes_of(const MadeBlock& block) {
  size_t bytes = 0;
  for (const Result<Made>& one : block) bytes += one ? catalog::bytes_of(one->entry) : 0;
  return bytes;
}

bool is_before(const store::ArchivePosition& a, const store::ArchivePosition& b) {
  // What is not in the archive comes last.
  if ((a.file == 0) != (b.file == 0)) return b.file == 0;
  return a < b;
}

// One conversion, from begin() to finish().
class Conversion {
 public:
  // What a converter learns and keeps.
  struct Learned {
    Ids& ids;
    SiteProfiles& profiles;
  };

  Conversion(store::Store& store, const Learned& learned, const ConvertOptions& options,
             catalog::Writer& writer, ConvertProgress& progress)
      : store_(store),
        ids_(learned.ids),
        profiles_(learned.profiles),
        options_(options),
        writer_(writer),
        progress_(progress),
        sites_(options.communities, learned.ids) {}

  // Without pages: all.
  Result<ConvertSummary> run(std::optional<std::span<const store::PageKey>> pages, Instant now) {
    const auto held = writer_.begin({.collection = ids_.collection(),
                                     .full = options_.full,
                                     .replaces_others = options_.replaces_others});
    if (!held) return Unexpected(held.error());
    held_ = *held;
    now_ = now;
    if (held_.anew) pages.reset();
    only_ = pages;
    Status done = read_stamps();
    if (done) done = give_ids();
    if (done) done = learn_boilerplate(profiles_, store_, options_, progress_);
    if (done) done = sites_.put(writer_);
    if (done) done = put_pages();
    if (done && !only_ && !held_.anew) done = put_missing_links();
    if (done && !only_ && !held_.anew) done = remove_unknown();
    if (done) done = finish(now);
    if (!done) return Unexpected(done.error());
    return summary_;
  }

 private:
  Status read_stamps() {
    summary_.anew = held_.anew;
    if (held_.anew) return Done{};
    return writer_.each_stamp([&](int64_t id, const catalog::Stamp& stamp) {
      if (id < 0) return;
      const auto at = static_cast<size_t>(id);
      if (stamps_.size() <= at) stamps_.resize(at + 1);
      stamps_[at] = stamp;
    });
  }

  // Calls `each` with every page that is to be looked at.
  Status each_page(const std::function<bool(const store::PageState&)>& each) const {
    if (!only_) return store_.each_page(each);
    for (const store::PageKey& key : *only_) {
      const auto page = store_.page(key);
      if (!page) return Unexpected(page.error());
      if (*page && !each(**page)) return Done{};
    }
    return Done{};
  }

  // New ones in the order of the archive, so that rows come in the order of ids at the first time.
  Status give_ids() {
    struct Fresh {
      store::ArchivePosition archived;
      store::PageKey key;
    };
    std::vector<Fresh> fresh;
    uint64_t pages = 0;
    Status read = each_page([&](const store::PageState& page) {
      ++pages;
      if (ids_.page(page.key) == 0) fresh.push_back({page.archived, page.key});
      sites_.meet(page.key.site, page.url);
      profiles_.meet(page);
      return !progress_.stop;
    });
    if (!read) return read;
    if (progress_.stop) return fail(kStopped);
    std::stable_sort(fresh.begin(), fresh.end(), [](const Fresh& a, const Fresh& b) {
      return is_before(a.archived, b.archived);
    });
    for (const Fresh& one : fresh) {
      if (ids_.page(one.key) == 0) ids_.give_page(one.key);
    }
    progress_.pages = pages;
    return ids_.save(store_);
  }

  Status put_pages() {
    std::vector<OrderedPool<Block, MadeBlock>::Work> work;
    // To write an index of words keeps one busy; rows alone do not.
    const size_t writing = writer_.wants_words() ? 1 : 0;
    for (size_t i = 0; i < std::max(options_.threads, writing + 1) - writing; ++i) {
      auto maker = std::make_shared<EntryMaker>(
          EntryMaker::Known{store_, ids_, profiles_, options_.communities}, reader_of(options_),
          writer_.wants_words(), times_);
      work.push_back([maker](Block block) {
        MadeBlock made;
        made.reserve(block.size());
        for (Job& job : block) made.push_back(maker->make(std::move(job)));
        return made;
      });
    }
    pool_.emplace(std::move(work),
                  OrderedPool<Block, MadeBlock>::Room{bytes_of, kMostBytesUnderWay});
    Status done = Done{};
    const Status read = each_page([&](const store::PageState& page) {
      if (progress_.stop)
        done = fail(kStopped);
      else
        done = consider(page);
      return done.has_value();
    });
    if (done && !read) done = read;
    if (done) done = send_off();
    while (done && pool_->under_way() > 0) done = write_next();
    pool_.reset();
    summary_.reading = static_cast<double>(times_.read_ns) * 1e-9;
    summary_.parsing = static_cast<double>(times_.parse_ns) * 1e-9;
    summary_.segmenting = static_cast<double>(times_.segment_ns) * 1e-9;
    return done;
  }

  bool has(const std::vector<bool>& set, int64_t id) const {
    return static_cast<size_t>(id) < set.size() && set[static_cast<size_t>(id)];
  }
  void note(std::vector<bool>& set, int64_t id) const {
    if (held_.anew || only_) return;
    if (set.size() <= static_cast<size_t>(id)) set.resize(static_cast<size_t>(id) + 1);
    set[static_cast<size_t>(id)] = true;
  }

  Status consider(const store::PageState& page) {
    ++progress_.looked;
    // It was admitted after ids were given: another time.
    const int64_t id = ids_.page(page.key);
    if (id == 0) return Done{};
    note(seen_, id);
    auto made = page_row(page, ids_, store_, now_);
    if (!made) return Unexpected(made.error());
    // What counts as boilerplate decides on the words.
    if (page.archived.file != 0) made->stamp.content ^= profiles_.id_of(page.key.site);
    const auto at = static_cast<size_t>(id);
    const catalog::Stamp held = at < stamps_.size() ? stamps_[at] : catalog::Stamp();
    if (held == made->stamp) return Done{};
    made->row.site = ids_.site(page.key.site);
    Job job{.key = page.key, .content = page.content, .archived = page.archived};
    job.refresh = held.content == made->stamp.content;
    job.entry.page = std::move(made->row);
    job.entry.stamp = made->stamp;
    if (!job.refresh) note(put_, id);
    chunk_.push_back(std::move(job));
    return chunk_.size() < kPagesInOrder ? Status(Done{}) : send_off();
  }

  Status send_off() {
    std::sort(chunk_.begin(), chunk_.end(),
              [](const Job& a, const Job& b) { return is_before(a.archived, b.archived); });
    Block block;
    for (size_t i = 0; i < chunk_.size(); ++i) {
      block.push_back(std::move(chunk_[i]));
      if (block.size() < kPagesInBlock && i + 1 < chunk_.size()) continue;
      pool_->push(std::exchange(block, {}));
      while (pool_->under_way() >= kBlocksUnderWay) {
        if (progress_.stop) return fail(kStopped);
        if (Status written = write_next(); !written) return written;
      }
    }
    chunk_.clear();
    return Done{};
  }

  Status write_next() {
    MadeBlock made = pool_->pop();
    const CpuWatch watch(writing_ns_);
    for (Result<Made>& one : made) {
      if (!one) return Unexpected(one.error());
      const bool refresh = one->refresh;
      summary_.unreadable += one->unreadable ? 1 : 0;
      Status written = refresh ? writer_.refresh(one->entry) : writer_.put(std::move(one->entry));
      if (!written) return written;
      ++(refresh ? summary_.refreshed : summary_.put);
      ++progress_.written;
    }
    return Done{};
  }

  // A page that was found after a link to it was written: then the link had no page to lead to.
  Status put_missing_links() {
    if (ids_.last_page() <= held_.links_up_to) return Done{};
    Status done = Done{};
    const Status read = store_.each_links([&](const store::PageLinks& links) {
      const int64_t id = ids_.page(links.from);
      if (id == 0 || has(put_, id) || !has(seen_, id)) return true;
      const auto rows = link_rows(links, ids_);
      const bool leads_to_new = std::any_of(rows.begin(), rows.end(), [&](const auto& link) {
        return link.target > held_.links_up_to;
      });
      if (!leads_to_new) return true;
      done = progress_.stop ? Status(fail(kStopped)) : writer_.put_links(id, rows);
      ++summary_.relinked;
      return done.has_value();
    });
    return read ? done : read;
  }

  // Rows of pages that the collection does not have, as after it was taken from an old copy.
  Status remove_unknown() {
    for (size_t id = 0; id < stamps_.size(); ++id) {
      if (stamps_[id] == catalog::Stamp() || has(seen_, static_cast<int64_t>(id))) continue;
      if (Status removed = writer_.remove(static_cast<int64_t>(id)); !removed) return removed;
      ++summary_.removed;
    }
    return Done{};
  }

  Status finish(Instant now) {
    summary_.pages = ids_.pages();
    Status finished = Done{};
    {
      const CpuWatch watch(writing_ns_);
      finished = writer_.finish({.converted_at = now,
                                 .pages = summary_.pages,
                                 .links_up_to = only_ ? held_.links_up_to : ids_.last_page()});
    }
    summary_.writing = static_cast<double>(writing_ns_) * 1e-9;
    return finished;
  }

  store::Store& store_;
  Ids& ids_;
  SiteProfiles& profiles_;
  const ConvertOptions& options_;
  catalog::Writer& writer_;
  ConvertProgress& progress_;
  Sites sites_;
  catalog::Held held_;
  Instant now_;
  std::optional<std::span<const store::PageKey>> only_;
  std::vector<catalog::Stamp> stamps_;  // by id; what the target has
  std::vector<bool> seen_, put_;        // by id; for what comes after the pages
  std::vector<Job> chunk_;
  StepTimes times_;
  uint64_t writing_ns_ = 0;
  std::optional<OrderedPool<Block, MadeBlock>> pool_;
  ConvertSummary summary_;
};

}  // namespace

struct Converter::Impl {
  store::Store& store;
  ConvertOptions options;
  const Clock& clock;
  Ids ids;
  SiteProfiles profiles = {};

  Result<ConvertSummary> convert(catalog::Writer& writer, ConvertProgress& progress,
                                 std::optional<std::span<const store::PageKey>> pages) {
    return Conversion(store, {ids, profiles}, options, writer, progress).run(pages, clock.now());
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

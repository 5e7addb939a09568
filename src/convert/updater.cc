#include "convert/updater.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace freshet::convert {
namespace {

constexpr int kNice = 10;

}  // namespace

struct Updater::Impl {
  store::Store& store;
  const UpdaterOptions options;
  const Clock& clock;
  telemetry::Log& log;

  std::mutex mutex;  // guards the members below, up to `stopping`
  std::condition_variable wake_up;
  std::vector<store::PageKey> changed;  // pages to convert next
  bool all_due = true;          // all pages are to be converted next; `changed` is then empty
  bool converting_all = false;  // a conversion of all pages is running
  bool stopping = false;

  ConvertProgress progress;
  std::optional<Converter> converter;  // used by the thread only
  std::thread thread;

  void run();
  void update(std::unique_lock<std::mutex>& lock);
  Status convert(bool all, std::vector<store::PageKey> pages);
};

Updater::Updater(store::Store& store, UpdaterOptions options, const Clock& clock,
                 telemetry::Log& log)
    : impl_(new Impl{.store = store, .options = std::move(options), .clock = clock, .log = log}) {
  impl_->thread = std::thread([this] { impl_->run(); });
}

Updater::~Updater() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stopping = true;
    // A conversion of all pages may take long, so it is stopped. Any other is completed.
    if (impl_->all_due || impl_->converting_all) impl_->progress.stop = true;
  }
  impl_->wake_up.notify_all();
  impl_->thread.join();
}

void Updater::notify(const store::Batch& committed) {
  const std::lock_guard lock(impl_->mutex);
  if (impl_->all_due) return;
  std::vector<store::PageKey>& changed = impl_->changed;
  for (const store::PageState& page : committed.admitted) changed.push_back(page.key);
  for (const store::PageState& page : committed.pages) changed.push_back(page.key);
  for (const store::Batch::Visited& visit : committed.visited) changed.push_back(visit.page.key);
  for (const auto& [page, date] : committed.listed_dates) changed.push_back(page);
  if (changed.size() <= impl_->options.max_changed) return;
  changed.clear();
  impl_->all_due = true;
}

void Updater::Impl::run() {
  // On Linux, this sets the priority of this thread only.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
  std::unique_lock lock(mutex);
  while (!stopping) {
    update(lock);
    wake_up.wait_for(lock, std::chrono::microseconds(options.every.in_microseconds()),
                     [&] { return stopping; });
  }
  if (all_due) return;
  // The destructor may have set it just as the conversion of all pages ended.
  progress.stop = false;
  update(lock);
}

// Pages that change during a conversion are left for the next one.
void Updater::Impl::update(std::unique_lock<std::mutex>& lock) {
  const bool all = all_due;
  if (!all && changed.empty()) return;
  std::vector<store::PageKey> pages = std::exchange(changed, {});
  all_due = false;
  converting_all = all;
  lock.unlock();
  const Status done = convert(all, std::move(pages));
  lock.lock();
  converting_all = false;
  if (done) return;
  all_due = true;
  changed.clear();
  if (!stopping) {
    log.warning("updating the catalogue failed; the next update converts all pages again",
                {{"reason", done.error().message}});
  }
}

Status Updater::Impl::convert(bool all, std::vector<store::PageKey> pages) {
  if (!converter) {
    auto opened = Converter::open(store, options.convert, clock);
    if (!opened) return Unexpected(opened.error());
    converter.emplace(std::move(*opened));
  }
  std::sort(pages.begin(), pages.end());
  pages.erase(std::unique(pages.begin(), pages.end()), pages.end());
  const auto writer = catalog::make_sqlite_writer(options.file);
  const auto summary =
      all ? converter->convert(*writer, progress) : converter->convert(*writer, progress, pages);
  if (!summary) return Unexpected(summary.error());
  log.debug("the catalogue is up to date",
            {{"new_or_changed", summary->put}, {"visited", summary->refreshed}});
  return Done{};
}

}  // namespace freshet::convert

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

  std::mutex mutex;  // guards what follows, up to stopping
  std::condition_variable woken;
  std::vector<store::PageKey> told;
  bool everything = true;  // is to be looked at
  bool looking_at_everything = false;
  bool stopping = false;

  ConvertProgress progress;
  std::optional<Converter> converter;  // of the thread
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
    // Only what takes long is broken off.
    if (impl_->everything || impl_->looking_at_everything) impl_->progress.stop = true;
  }
  impl_->woken.notify_all();
  impl_->thread.join();
}

void Updater::tell(const store::Batch& committed) {
  const std::lock_guard lock(impl_->mutex);
  if (impl_->everything) return;
  std::vector<store::PageKey>& told = impl_->told;
  for (const store::PageState& page : committed.admitted) told.push_back(page.key);
  for (const store::PageState& page : committed.pages) told.push_back(page.key);
  for (const store::Batch::Visited& visit : committed.visited) told.push_back(visit.page.key);
  for (const auto& [page, date] : committed.listed_dates) told.push_back(page);
  if (told.size() <= impl_->options.most_told) return;
  told.clear();
  impl_->everything = true;
}

void Updater::Impl::run() {
  // On Linux this is of the thread alone.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
  std::unique_lock lock(mutex);
  while (!stopping) {
    update(lock);
    woken.wait_for(lock, std::chrono::microseconds(options.every.in_microseconds()),
                   [&] { return stopping; });
  }
  if (everything) return;
  progress.stop = false;  // it came when what it was to break off had ended
  update(lock);
}

// What it is told while it works is for the next time.
void Updater::Impl::update(std::unique_lock<std::mutex>& lock) {
  const bool all = everything;
  if (!all && told.empty()) return;
  std::vector<store::PageKey> pages = std::exchange(told, {});
  everything = false;
  looking_at_everything = all;
  lock.unlock();
  const Status done = convert(all, std::move(pages));
  lock.lock();
  looking_at_everything = false;
  if (done) return;
  everything = true;
  told.clear();
  if (!stopping) {
    log.warning("the catalogue is not up to date; trying again",
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

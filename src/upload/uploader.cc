#include "upload/uploader.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace freshet::upload {

Uploader::Uploader(UploadOptions options, std::unique_ptr<fetch::ObjectStorage> storage,
                   telemetry::Log& log, Retry retry)
    : storage_(std::move(storage)),
      uploads_(std::move(options), *storage_),
      log_(log),
      retry_(retry),
      thread_([this] { work(); }) {}

Uploader::~Uploader() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = is_cancelled_ = true;
  }
  uploads_.stop();
  storage_->cancel();
  wake_up_.notify_all();
  thread_.join();
}

void Uploader::complete(uint32_t last) {
  {
    const std::lock_guard lock(mutex_);
    if (last <= last_complete_) return;
    last_complete_ = last;
    has_news_ = true;
  }
  wake_up_.notify_all();
}

void Uploader::finish() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    if (last_complete_ == 0) is_cancelled_ = true;  // the archive was never opened
  }
  wake_up_.notify_all();
  const warc::UploadStatus left = status();
  if (left.waiting_files > 0) {
    log_.info(
        "uploading the rest of the archive; if the program is ended before, the next run does it",
        {{"files", left.waiting_files}, {"bytes", left.waiting_bytes}});
  }
  thread_.join();
}

void Uploader::report(const Status& status) {
  if (status) {
    if (!reported_.empty()) log_.info("archive files are uploaded again");
    reported_.clear();
    return;
  }
  if (status.error().message == reported_) return;
  reported_ = status.error().message;
  log_.warning("archive files cannot be uploaded; it is tried again, and they stay here until then",
               {{"reason", reported_}});
}

void Uploader::work() {
  Duration pause;
  std::unique_lock lock(mutex_);
  while (true) {
    const auto is_due = [this] { return has_news_ || is_ending_; };
    const auto is_ending = [this] { return is_ending_; };
    // After a failure, a new file is no reason to try earlier.
    if (pause == Duration())
      wake_up_.wait(lock, is_due);
    else
      wake_up_.wait_for(lock, std::chrono::microseconds(pause.in_microseconds()), is_ending);
    if (is_cancelled_) return;
    const bool is_last = is_ending_;
    has_news_ = false;
    const uint32_t last = last_complete_;
    lock.unlock();
    const Status uploaded = uploads_.upload_up_to(last);
    lock.lock();
    if (is_cancelled_) return;
    report(uploaded);
    if (is_last) return;
    pause = uploaded ? Duration() : std::min(std::max(pause * 2, retry_.first), retry_.longest);
  }
}

}  // namespace freshet::upload

#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "clock/instant.h"
#include "telemetry/log.h"
#include "upload/uploads.h"

namespace freshet::upload {

struct Retry {
  Duration first = Duration::seconds(5);  // doubled after each failure
  Duration longest = Duration::minutes(5);
};

// Uploads archive files beside a crawl, on a thread of its own, as soon as they are complete. If
// the object storage does not answer, logs it once and tries again after a back-off.
class Uploader {
 public:
  Uploader(UploadOptions options, std::unique_ptr<fetch::ObjectStorage> storage,
           telemetry::Log& log, Retry retry = {});
  // Ends a transfer in progress; the file is uploaded by the next run.
  ~Uploader();

  // The archive files up to this number are complete. May be called by any thread.
  void complete(uint32_t last);
  // Uploads what is left, and returns when nothing is or when something fails. Call it once, at the
  // end.
  void finish();
  // May be called by any thread.
  warc::UploadStatus status() const { return uploads_.status(); }

 private:
  void work();
  void report(const Status& status);

  std::unique_ptr<fetch::ObjectStorage> storage_;
  Uploads uploads_;
  telemetry::Log& log_;
  const Retry retry_;
  std::string reported_;  // the error that was logged last; empty: none since the last success

  std::mutex mutex_;  // guards the members below, up to the thread
  std::condition_variable wake_up_;
  uint32_t last_complete_ = 0;
  bool has_news_ = false;
  bool is_ending_ = false;
  bool is_cancelled_ = false;
  std::thread thread_;
};

}  // namespace freshet::upload

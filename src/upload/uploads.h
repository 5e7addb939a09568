#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>

#include "digest/sha.h"
#include "fetch/object_storage.h"
#include "result/result.h"
#include "warc/file.h"
#include "warc/upload_mark.h"

namespace freshet::upload {

struct UploadOptions {
  std::filesystem::path folder;  // of the archive
  std::string agent;             // warc::ArchiveOptions::agent
  // Whether a local file stays when it is in the object storage.
  bool keep_local = true;
};

// Uploads archive files and their indexes. A file has the mark of an upload (warc::UploadMark) when
// the object storage has been asked for it and has it, whole. Only then is the local file removed;
// symbolic links are never removed. Everything can be interrupted at any time and repeated.
//
// An object of another content with the name of an archive file is never replaced: another
// collection may have written it.
class Uploads {
 public:
  // `storage` must outlive this.
  Uploads(UploadOptions options, fetch::ObjectStorage& storage);

  // Uploads the archive files with numbers up to `last_complete` that were not uploaded, the oldest
  // first. If a file cannot be uploaded for a reason of its own, continues with the next one.
  // Returns the first error.
  Status upload_up_to(uint32_t last_complete);
  // Ends upload_up_to() before the next file. May be called by any thread.
  void stop() { is_stopped_ = true; }

  // May be called by any thread.
  warc::UploadStatus status() const;

 private:
  struct Local;
  void count(uint32_t last_complete);
  Status upload(uint32_t number);
  Status put_archive(const Local& local);
  Status put(const Local& local);
  Status check_existing(const Local& local);
  Status remove_local(uint32_t number);
  Result<Local> open_local(const std::filesystem::path& name) const;

  const UploadOptions options_;
  fetch::ObjectStorage& storage_;
  std::atomic<bool> is_stopped_ = false;
  mutable std::mutex mutex_;  // guards status_
  warc::UploadStatus status_;
};

}  // namespace freshet::upload

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "fetch/object_storage.h"
#include "result/result.h"
#include "warc/random_access.h"

namespace freshet::upload {

// Opens archive files in an object storage. Those who open the same file at the same time share its
// bytes. Thread-safe, and so are the files.
class RemoteArchives {
 public:
  using MakeStorage = std::function<std::unique_ptr<fetch::ObjectStorage>()>;
  explicit RemoteArchives(MakeStorage make_storage) : make_storage_(std::move(make_storage)) {}

  // Returns an error if the storage has no such file, or does not answer (kUnavailable, kDenied).
  Result<std::shared_ptr<warc::RandomAccess>> open(const std::string& name);

 private:
  const MakeStorage make_storage_;
  std::mutex mutex_;  // guards open_
  std::map<std::string, std::weak_ptr<warc::RandomAccess>> open_;
};

}  // namespace freshet::upload

#pragma once

#include <functional>
#include <map>
#include <string>

#include "fetch/object_storage.h"

namespace freshet::fetch {

// An object storage in memory, for tests. The functions `before_*` may be set to let a call fail,
// and `after_put` to damage what was stored.
class MemoryObjects final : public ObjectStorage {
 public:
  struct Object {
    std::string bytes;
    std::string etag;
    std::optional<digest::Digest256> computed_sha256;
    std::optional<digest::Digest256> noted_sha256;
  };

  Result<std::string> put(const std::string& name, const ObjectContent& content) override;
  Result<std::optional<StoredObject>> head(const std::string& name) override;
  Result<ObjectPart> get(const std::string& name, const ObjectRange& range) override;
  std::string url_of(const std::string& name) const override { return "memory://" + name; }
  void cancel() override {}

  std::map<std::string, Object> objects;
  std::function<Status(const std::string& name)> before_put;
  std::function<Status(const std::string& name)> before_head;
  std::function<Status(const std::string& name, const ObjectRange& range)> before_get;
  std::function<void(Object& object)> after_put;
  size_t puts = 0;
  size_t gets = 0;
};

}  // namespace freshet::fetch

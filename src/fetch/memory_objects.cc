#include "fetch/memory_objects.h"

#include <algorithm>
#include <utility>

namespace freshet::fetch {

Result<std::string> MemoryObjects::put(const std::string& name, const ObjectContent& content) {
  ++puts;
  if (before_put) {
    if (const Status status = before_put(name); !status) return Unexpected(status.error());
  }
  Object object{.bytes = std::string(content.bytes, '\0')};
  const auto read = content.read(0, object.bytes);
  if (!read) return Unexpected(read.error());
  object.computed_sha256 = digest::sha256(object.bytes);
  object.noted_sha256 = content.sha256;
  object.etag = object.computed_sha256->hex().substr(0, 32);
  if (*read < content.bytes || *object.computed_sha256 != content.sha256) {
    return fail("storing " + url_of(name) + ": the content is not what was signed");
  }
  std::string etag = object.etag;
  if (after_put) after_put(object);
  objects.insert_or_assign(name, std::move(object));
  return etag;
}

Result<std::optional<StoredObject>> MemoryObjects::head(const std::string& name) {
  if (before_head) {
    if (const Status status = before_head(name); !status) return Unexpected(status.error());
  }
  const auto found = objects.find(name);
  if (found == objects.end()) return std::optional<StoredObject>();
  std::optional<StoredObject> object(std::in_place);
  object->bytes = found->second.bytes.size();
  object->etag = found->second.etag;
  object->computed_sha256 = found->second.computed_sha256;
  object->noted_sha256 = found->second.noted_sha256;
  return object;
}

Result<ObjectPart> MemoryObjects::get(const std::string& name, const ObjectRange& range) {
  ++gets;
  if (before_get) {
    if (const Status status = before_get(name, range); !status) return Unexpected(status.error());
  }
  const auto found = objects.find(name);
  if (found == objects.end()) return fail("reading " + url_of(name) + ": 404 NoSuchKey");
  const std::string& bytes = found->second.bytes;
  ObjectPart part{.object_bytes = bytes.size()};
  if (range.offset < bytes.size()) part.bytes = bytes.substr(range.offset, range.bytes);
  return part;
}

}  // namespace freshet::fetch

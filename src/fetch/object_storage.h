#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "clock/instant.h"
#include "digest/sha.h"
#include "result/result.h"

namespace freshet::fetch {

// The largest object that one PUT may store, a limit of S3.
inline constexpr uint64_t kMaxObjectBytes = 5'000'000'000;

// What is to be stored. `read` fills a piece of the content from an offset on, and returns fewer
// bytes only at the end; it may be called several times for the same bytes.
struct ObjectContent {
  uint64_t bytes = 0;
  digest::Digest256 sha256;
  std::function<Result<size_t>(uint64_t offset, std::span<char> into)> read;
};

// What the storage says about an object.
struct StoredObject {
  uint64_t bytes = 0;
  std::string etag;  // empty: not given
  // The digest that the storage itself has computed, and the one that we stored beside the object.
  // nullopt: not given.
  std::optional<digest::Digest256> computed_sha256;
  std::optional<digest::Digest256> noted_sha256;
};

struct ObjectRange {
  uint64_t offset = 0;
  size_t bytes = 0;
};

// The bytes of a range: at least one and at most as many as requested. None only if the range
// begins at or after the end of the object.
struct ObjectPart {
  std::string bytes;
  uint64_t object_bytes = 0;  // size of the whole object
};

// A folder of objects in a storage that speaks the S3 protocol. Each call waits for its result.
// Names consist of letters, digits, '.', '_', '~' and '-'.
//
// Kinds of error: kUnavailable if the storage does not answer, breaks off, or fails (5xx); kDenied
// if it refuses us (401, 403); kOther for everything else.
//
// One thread calls the functions, except cancel(), which any thread may call.
class ObjectStorage {
 public:
  virtual ~ObjectStorage() = default;

  // Stores an object, in place of any other with this name. Returns its ETag, which may be empty.
  virtual Result<std::string> put(const std::string& name, const ObjectContent& content) = 0;
  // Returns nullopt if there is no such object.
  virtual Result<std::optional<StoredObject>> head(const std::string& name) = 0;
  virtual Result<ObjectPart> get(const std::string& name, const ObjectRange& range) = 0;

  virtual std::string url_of(const std::string& name) const = 0;
  // Ends the call that waits, and lets all later ones fail.
  virtual void cancel() = 0;
};

struct ObjectStorageOptions {
  // "https://host/bucket/folder/": the URL of an object without its name. The path has no
  // characters that need to be escaped.
  std::string url;
  std::string region;
  std::string access_key;
  std::string secret_key;
  std::string session_token;     // empty: none
  std::string credentials_from;  // where the user has set them, for messages
  std::string ca_file;           // empty: that of the system
  Duration connect_timeout = Duration::seconds(20);
  // A transfer ends if it is slower than 1 KiB/s for this long; whole seconds.
  Duration idle_timeout = Duration::seconds(60);
  Duration head_timeout = Duration::seconds(60);
  // head() and get() are tried so often if the storage is not available, after pauses that begin
  // with this one and become four times as long. put() is tried once.
  int attempts = 4;
  Duration first_pause = Duration::milliseconds(500);
};

// Signs requests with AWS Signature Version 4, with the digest of the content, and verifies the
// certificate of the server. Addresses of every kind are allowed. Uses no proxy.
std::unique_ptr<ObjectStorage> make_object_storage(ObjectStorageOptions options);

}  // namespace freshet::fetch

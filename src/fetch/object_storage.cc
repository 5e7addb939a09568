// libcurl signs the requests (CURLOPT_AWS_SIGV4). It takes the digest of the content from the field
// x-amz-content-sha256, so that the storage refuses a content that differs from what was signed.
#include "fetch/object_storage.h"

#include <curl/curl.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <utility>

#include "fetch/object_reply.h"
#include "json/base64.h"
#include "result/check.h"

namespace freshet::fetch {
namespace {

constexpr size_t kMaxHeadBytes = 64 << 10;
constexpr size_t kMaxErrorBytes = 64 << 10;  // of the body of a reply that is not a part
constexpr long kLeastBytesPerSecond = 1 << 10;

template <typename Value>
void set(CURL* easy, CURLoption option, Value value) {
  const CURLcode code = curl_easy_setopt(easy, option, value);
  FRESHET_CHECK(code == CURLE_OK, curl_easy_strerror(code));
}

long milliseconds(Duration duration) {
  return static_cast<long>(duration.in_microseconds() / 1000);
}

struct Fields {
  Fields() = default;
  ~Fields() { curl_slist_free_all(list); }
  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;
  void add(std::string_view name, std::string_view value) {
    curl_slist* const longer =
        curl_slist_append(list, std::string(name).append(": ").append(value).c_str());
    FRESHET_CHECK(longer != nullptr, "libcurl ran out of memory");
    list = longer;
  }
  curl_slist* list = nullptr;
};

std::string base64(const digest::Digest256& digest) {
  return json::base64_encode({reinterpret_cast<const char*>(digest.bytes.data()), 32});
}

class CurlObjectStorage final : public ObjectStorage {
 public:
  explicit CurlObjectStorage(ObjectStorageOptions options)
      : options_(std::move(options)),
        signature_("aws:amz:" + options_.region + ":s3"),
        easy_(curl_easy_init()) {
    FRESHET_CHECK(easy_ != nullptr, "libcurl ran out of memory");
  }
  ~CurlObjectStorage() override { curl_easy_cleanup(easy_); }

  Result<std::string> put(const std::string& name, const ObjectContent& content) override;
  Result<std::optional<StoredObject>> head(const std::string& name) override;
  Result<ObjectPart> get(const std::string& name, const ObjectRange& range) override;
  std::string url_of(const std::string& name) const override { return options_.url + name; }
  void cancel() override {
    const std::lock_guard lock(mutex_);
    is_cancelled_ = true;
    cancelled_.notify_all();
  }

 private:
  // One request and its reply.
  struct Exchange {
    const ObjectContent* content = nullptr;  // of a PUT
    uint64_t sent = 0;
    std::optional<Error> reading;  // the content could not be read
    size_t max_part_bytes = 0;     // of a GET
    size_t head_bytes = 0;
    bool is_too_long = false;
    ObjectReply reply;
  };

  void prepare(const std::string& url, Fields& fields, Exchange& exchange);
  // Sends the request that the options of the handle describe.
  Result<ObjectReply> perform(const Fields& fields, Exchange& exchange);
  // Calls `attempt` until it succeeds, fails for good, or has failed often enough.
  Status retry(const std::function<Status()>& attempt);
  Status try_head(const std::string& url, std::optional<StoredObject>& object);
  Status try_get(const std::string& url, const ObjectRange& range, ObjectPart& part);
  bool is_cancelled() {
    const std::lock_guard lock(mutex_);
    return is_cancelled_;
  }

  static size_t on_line(char* data, size_t size, size_t count, void* exchange);
  static size_t on_body(char* data, size_t size, size_t count, void* exchange);
  static size_t on_read(char* into, size_t size, size_t count, void* exchange);
  static int on_seek(void* exchange, curl_off_t offset, int origin);
  static int on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

  const ObjectStorageOptions options_;
  const std::string signature_;
  CURL* const easy_;
  char error_[CURL_ERROR_SIZE] = {};
  std::mutex mutex_;  // guards the two below
  std::condition_variable cancelled_;
  bool is_cancelled_ = false;
};

size_t CurlObjectStorage::on_line(char* data, size_t size, size_t count, void* exchange) {
  auto& now = *static_cast<Exchange*>(exchange);
  now.head_bytes += size * count;
  now.is_too_long |= now.head_bytes > kMaxHeadBytes;
  if (now.is_too_long) return 0;
  now.reply.add_line({data, size * count});
  return size * count;
}

size_t CurlObjectStorage::on_body(char* data, size_t size, size_t count, void* exchange) {
  auto& now = *static_cast<Exchange*>(exchange);
  const bool is_part = now.reply.status == 206;
  const size_t most = is_part ? now.max_part_bytes : kMaxErrorBytes;
  now.is_too_long |= now.reply.body.size() + size * count > most;
  if (now.is_too_long) return 0;
  now.reply.body.append(data, size * count);
  return size * count;
}

size_t CurlObjectStorage::on_read(char* into, size_t size, size_t count, void* exchange) {
  auto& now = *static_cast<Exchange*>(exchange);
  const uint64_t left = now.content->bytes - now.sent;
  const auto wanted = static_cast<size_t>(std::min<uint64_t>(left, size * count));
  const auto read = now.content->read(now.sent, {into, wanted});
  if (!read || *read < wanted) {
    now.reading = read ? Error{"the file has become shorter"} : read.error();
    return CURL_READFUNC_ABORT;
  }
  now.sent += wanted;
  return wanted;
}

int CurlObjectStorage::on_seek(void* exchange, curl_off_t offset, int origin) {
  if (origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
  static_cast<Exchange*>(exchange)->sent = static_cast<uint64_t>(offset);
  return CURL_SEEKFUNC_OK;
}

int CurlObjectStorage::on_progress(void* self, curl_off_t /*to_receive*/, curl_off_t /*received*/,
                                   curl_off_t /*to_send*/, curl_off_t /*sent*/) {
  return static_cast<CurlObjectStorage*>(self)->is_cancelled() ? 1 : 0;
}

void CurlObjectStorage::prepare(const std::string& url, Fields& fields, Exchange& exchange) {
  curl_easy_reset(easy_);  // keeps the connection
  set(easy_, CURLOPT_ERRORBUFFER, error_);
  set(easy_, CURLOPT_NOSIGNAL, 1L);
  set(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
  set(easy_, CURLOPT_FOLLOWLOCATION, 0L);
  set(easy_, CURLOPT_PATH_AS_IS, 1L);
  set(easy_, CURLOPT_PROXY, "");
  set(easy_, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  if (!options_.ca_file.empty()) {
    set(easy_, CURLOPT_CAINFO, options_.ca_file.c_str());
    set(easy_, CURLOPT_CAPATH, static_cast<const char*>(nullptr));
  }
  set(easy_, CURLOPT_URL, url.c_str());
  set(easy_, CURLOPT_AWS_SIGV4, signature_.c_str());
  set(easy_, CURLOPT_USERNAME, options_.access_key.c_str());
  set(easy_, CURLOPT_PASSWORD, options_.secret_key.c_str());
  set(easy_, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(options_.connect_timeout));
  set(easy_, CURLOPT_LOW_SPEED_LIMIT, kLeastBytesPerSecond);
  set(easy_, CURLOPT_LOW_SPEED_TIME,
      std::max(static_cast<long>(options_.idle_timeout.in_seconds()), 1L));
  set(easy_, CURLOPT_HEADERFUNCTION, &CurlObjectStorage::on_line);
  set(easy_, CURLOPT_HEADERDATA, &exchange);
  set(easy_, CURLOPT_WRITEFUNCTION, &CurlObjectStorage::on_body);
  set(easy_, CURLOPT_WRITEDATA, &exchange);
  set(easy_, CURLOPT_NOPROGRESS, 0L);
  set(easy_, CURLOPT_XFERINFOFUNCTION, &CurlObjectStorage::on_progress);
  set(easy_, CURLOPT_XFERINFODATA, this);
  fields.add("x-amz-content-sha256",
             (exchange.content ? exchange.content->sha256 : digest::sha256("")).hex());
  if (!options_.session_token.empty()) {
    fields.add("x-amz-security-token", options_.session_token);
  }
}

Result<ObjectReply> CurlObjectStorage::perform(const Fields& fields, Exchange& exchange) {
  set(easy_, CURLOPT_HTTPHEADER, fields.list);
  if (is_cancelled()) return fail("cancelled");
  error_[0] = '\0';
  const CURLcode code = curl_easy_perform(easy_);
  if (exchange.reading) return Unexpected(*exchange.reading);
  if (code == CURLE_ABORTED_BY_CALLBACK) return fail("cancelled");
  // The storage may refuse an object before it has received all of it, and close the connection.
  const bool is_refusal = exchange.reply.status >= 300 && exchange.content != nullptr;
  if (code == CURLE_OK || (is_refusal && !exchange.is_too_long)) return std::move(exchange.reply);
  std::string why = error_[0] != '\0' ? error_ : curl_easy_strerror(code);
  if (exchange.is_too_long) why = "the reply is longer than it may be";
  return Unexpected(Error{std::move(why), ErrorKind::kUnavailable});
}

Status CurlObjectStorage::retry(const std::function<Status()>& attempt) {
  Duration pause = options_.first_pause;
  for (int i = 1;; ++i) {
    Status result = attempt();
    if (result || result.error().kind != ErrorKind::kUnavailable || i >= options_.attempts) {
      return result;
    }
    std::unique_lock lock(mutex_);
    cancelled_.wait_for(lock, std::chrono::microseconds(pause.in_microseconds()),
                        [this] { return is_cancelled_; });
    pause = pause * 4;
  }
}

Result<std::string> CurlObjectStorage::put(const std::string& name, const ObjectContent& content) {
  const std::string url = url_of(name);
  const auto failed = [&](Error why) {
    return Unexpected(std::move(why).within("storing " + url));
  };
  if (content.bytes > kMaxObjectBytes) {
    return failed({"it has " + std::to_string(content.bytes) + " bytes, and at most " +
                   std::to_string(kMaxObjectBytes) +
                   " can be stored as an object: lower warc.max_file_bytes"});
  }
  Exchange exchange{.content = &content};
  Fields fields;
  prepare(url, fields, exchange);
  set(easy_, CURLOPT_UPLOAD, 1L);
  set(easy_, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(content.bytes));
  set(easy_, CURLOPT_READFUNCTION, &CurlObjectStorage::on_read);
  set(easy_, CURLOPT_READDATA, &exchange);
  set(easy_, CURLOPT_SEEKFUNCTION, &CurlObjectStorage::on_seek);
  set(easy_, CURLOPT_SEEKDATA, &exchange);
  fields.add(kChecksumField, base64(content.sha256));
  fields.add(kNotedField, content.sha256.hex());
  auto reply = perform(fields, exchange);
  if (!reply) return failed(std::move(reply.error()));
  if (reply->status != 200) return failed(error_of(*reply, options_.credentials_from));
  return std::move(reply->etag);
}

Result<std::optional<StoredObject>> CurlObjectStorage::head(const std::string& name) {
  const std::string url = url_of(name);
  std::optional<StoredObject> object;
  Status asked = retry([&] { return try_head(url, object); });
  if (!asked) return Unexpected(std::move(asked.error()).within("asking for " + url));
  return object;
}

Status CurlObjectStorage::try_head(const std::string& url, std::optional<StoredObject>& object) {
  object.reset();
  Exchange exchange;
  Fields fields;
  prepare(url, fields, exchange);
  set(easy_, CURLOPT_NOBODY, 1L);
  set(easy_, CURLOPT_TIMEOUT_MS, milliseconds(options_.head_timeout));
  fields.add("x-amz-checksum-mode", "ENABLED");
  const auto reply = perform(fields, exchange);
  if (!reply) return Unexpected(reply.error());
  if (reply->status == 404) return Done{};
  if (reply->status != 200) return Unexpected(error_of(*reply, options_.credentials_from));
  const auto bytes = parse_length(reply->content_length);
  if (!bytes) return fail("the reply does not give the size of the object");
  object.emplace();
  object->bytes = *bytes;
  object->etag = reply->etag;
  object->computed_sha256 = digest_of_base64(reply->checksum_sha256);
  object->noted_sha256 = digest::digest_of_hex(reply->noted_sha256);
  return Done{};
}

Result<ObjectPart> CurlObjectStorage::get(const std::string& name, const ObjectRange& range) {
  const std::string url = url_of(name);
  ObjectPart part;
  Status read = retry([&] { return try_get(url, range, part); });
  if (!read) return Unexpected(std::move(read.error()).within("reading " + url));
  return part;
}

Status CurlObjectStorage::try_get(const std::string& url, const ObjectRange& range,
                                  ObjectPart& part) {
  Exchange exchange{.max_part_bytes = range.bytes};
  Fields fields;
  prepare(url, fields, exchange);
  const std::string wanted =
      std::to_string(range.offset) + "-" + std::to_string(range.offset + range.bytes - 1);
  set(easy_, CURLOPT_RANGE, wanted.c_str());
  auto reply = perform(fields, exchange);
  if (!reply) return Unexpected(std::move(reply.error()));
  if (reply->status == 416) {
    const auto bytes = parse_unsatisfied_range(reply->content_range);
    if (bytes && *bytes <= range.offset) {
      part.object_bytes = *bytes;
      return Done{};
    }
  }
  if (reply->status == 200) return fail("the object storage ignores ranges");
  if (reply->status != 206) return Unexpected(error_of(*reply, options_.credentials_from));
  const auto given = parse_content_range(reply->content_range);
  if (!given || given->first != range.offset ||
      given->last - given->first + 1 != reply->body.size()) {
    return Unexpected(Error{"the reply is not the requested range", ErrorKind::kUnavailable});
  }
  part.bytes = std::move(reply->body);
  part.object_bytes = given->object_bytes;
  return Done{};
}

}  // namespace

std::unique_ptr<ObjectStorage> make_object_storage(ObjectStorageOptions options) {
  static std::once_flag once;
  std::call_once(once, [] {
    curl_global_init(CURL_GLOBAL_DEFAULT);  // counts its calls
    std::signal(SIGPIPE, SIG_IGN);          // see make_curl_fetcher()
  });
  return std::make_unique<CurlObjectStorage>(std::move(options));
}

}  // namespace freshet::fetch

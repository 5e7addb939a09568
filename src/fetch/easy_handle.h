#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fetch/fetcher.h"
#include "fetch/request_fields.h"
#include "fetch/route.h"

struct curl_slist;

namespace freshet::fetch {

// An easy handle of libcurl with the options that do not depend on what calls its callbacks.
// Options are set once and changed only if requests differ.
class EasyHandle {
 public:
  explicit EasyHandle(const FetchOptions& options);
  ~EasyHandle();
  EasyHandle(const EasyHandle&) = delete;
  EasyHandle& operator=(const EasyHandle&) = delete;

  void* get() const { return easy_; }
  // Checks the result of curl_easy_setopt(). An option that libcurl refuses is a bug.
  static void check(int curl_code);
  // Return the value of a CURLINFO, a long or a time.
  long number(int info) const;
  Duration time(int info) const;

  // Sets the options for a request. The pointers of the route, and the route's names, must be valid
  // until forget().
  void prepare(const Request& request, const Route& route);
  // The request has ended.
  void forget(const Route& route);

  void clear_error() { error_[0] = '\0'; }
  const char* error() const { return error_; }  // the message of libcurl
  // The fields of the request, except those that libcurl adds.
  const RequestFields& fields() const { return fields_; }
  bool is_https() const { return is_https_; }

 private:
  void set_protocol(bool multiplexes);

  const FetchOptions& options_;
  void* easy_;
  RequestFields fields_;
  std::vector<curl_slist> resolve_list_;
  char error_[256];  // CURL_ERROR_SIZE
  std::string url_;

  // The current options of the handle.
  bool is_https_ = false;
  bool multiplexes_ = false;
  bool verifies_tls_ = true;
  bool has_user_password_ = false;
};

}  // namespace freshet::fetch

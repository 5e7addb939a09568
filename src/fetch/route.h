#pragma once

#include <memory>

#include "fetch/cookie_jars.h"
#include "fetch/curl_names.h"

struct curl_slist;

namespace freshet::fetch {

// How a request is sent to its server. The pointers must be valid until the transfer ends.
struct Route {
  curl_slist* connect_to = nullptr;          // a server other than the URL's; null: the URL's
  CurlNames::Updates dns_updates = nullptr;  // for libcurl; null: none
  bool private_allowed = false;
  bool by_proxy = false;
  bool verify_tls = true;
  bool http2 = true;                    // over TLS, if the server supports it
  const char* user_password = nullptr;  // for Basic authentication
  std::shared_ptr<CookieJars::Jar> cookies = nullptr;
};

}  // namespace freshet::fetch

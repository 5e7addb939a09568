#include "fetch/easy_handle.h"

#include <curl/curl.h>

#include "result/check.h"

namespace freshet::fetch {
namespace {

static_assert(CURL_ERROR_SIZE == 256);

// libcurl allocates this buffer for every request and frees it at its end.
constexpr long kReceiveBuffer = 16 << 10;

template <typename Value>
void set(CURL* easy, CURLoption option, Value value) {
  EasyHandle::check(curl_easy_setopt(easy, option, value));
}

}  // namespace

EasyHandle::EasyHandle(const FetchOptions& options)
    : options_(options), easy_(curl_easy_init()), fields_(options.user_agent) {
  FRESHET_CHECK(easy_ != nullptr, "libcurl ran out of memory");
  set(easy_, CURLOPT_ERRORBUFFER, error_);
  set(easy_, CURLOPT_NOSIGNAL, 1L);
  set(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
  set(easy_, CURLOPT_PATH_AS_IS, 1L);
  set(easy_, CURLOPT_FOLLOWLOCATION, 0L);
  // CURLOPT_ACCEPT_ENCODING is not set, so libcurl does not decode content codings. Turning off
  // CURLOPT_HTTP_CONTENT_DECODING instead would also keep transfer codings.
  set(easy_, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  set(easy_, CURLOPT_TCP_NODELAY, 1L);
  set(easy_, CURLOPT_BUFFERSIZE, kReceiveBuffer);
  // Addresses come from our resolver, which knows how long they are valid. Without this, libcurl
  // would search its whole cache for expired addresses after every request.
  set(easy_, CURLOPT_DNS_CACHE_TIMEOUT, -1L);
  set(easy_, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  // An empty string means no proxy. If the option were not set, libcurl would use the environment.
  set(easy_, CURLOPT_PROXY, options.proxy.c_str());

  // With a file and without a folder of certificates, libcurl reads them once for all connections.
  const char* authorities = options.ca_file.empty() ? curl_version_info(CURLVERSION_NOW)->cainfo
                                                    : options.ca_file.c_str();
  if (authorities != nullptr) {
    set(easy_, CURLOPT_CAINFO, authorities);
    set(easy_, CURLOPT_CAPATH, static_cast<const char*>(nullptr));
  }
  if (options.cookies) set(easy_, CURLOPT_COOKIEFILE, "");
}

EasyHandle::~EasyHandle() {
  curl_easy_cleanup(easy_);
}

void EasyHandle::check(int curl_code) {
  const auto code = static_cast<CURLcode>(curl_code);
  FRESHET_CHECK(code == CURLE_OK, curl_easy_strerror(code));
}

long EasyHandle::number(int info) const {
  long number = 0;
  curl_easy_getinfo(easy_, static_cast<CURLINFO>(info), &number);
  return number;
}

Duration EasyHandle::time(int info) const {
  curl_off_t us = 0;
  curl_easy_getinfo(easy_, static_cast<CURLINFO>(info), &us);
  return Duration::microseconds(us);
}

void EasyHandle::prepare(const Request& request, const Route& route) {
  const url::Url& url = request.url;
  // The user and password of the URL are left out, so that a link cannot make us log in.
  url_.assign(url.scheme_text());
  url_.append("://").append(url.host_and_port()).append(url.request_target());
  set(easy_, CURLOPT_URL, url_.c_str());

  fields_.set(request.headers);
  set(easy_, CURLOPT_HTTPHEADER, fields_.list());
  set(easy_, CURLOPT_CONNECT_TO, route.connect_to);

  if (route.dns_updates) {
    resolve_list_.resize(route.dns_updates->size());
    for (size_t i = 0; i < resolve_list_.size(); ++i) {
      resolve_list_[i] = {const_cast<char*>((*route.dns_updates)[i].c_str()),
                          i + 1 < resolve_list_.size() ? &resolve_list_[i + 1] : nullptr};
    }
    set(easy_, CURLOPT_RESOLVE, resolve_list_.data());
  }
  is_https_ = url.scheme() == url::Scheme::kHttps;
  if (const bool multiplex = is_https_ && route.http2; multiplex != multiplexes_) {
    set_protocol(multiplex);
  }
  if (route.verify_tls != verifies_tls_) {
    verifies_tls_ = route.verify_tls;
    set(easy_, CURLOPT_SSL_VERIFYPEER, verifies_tls_ ? 1L : 0L);
    set(easy_, CURLOPT_SSL_VERIFYHOST, verifies_tls_ ? 2L : 0L);
  }
  if (has_user_password_ || route.user_password != nullptr) {
    has_user_password_ = route.user_password != nullptr;
    set(easy_, CURLOPT_USERPWD, route.user_password);
  }
  if (route.cookies) set(easy_, CURLOPT_SHARE, route.cookies->share());
  if (!options_.proxy.empty()) set(easy_, CURLOPT_NOPROXY, route.by_proxy ? "" : "*");
  const bool needs_debug_callback = has_user_password_ || options_.cookies || route.by_proxy;
  set(easy_, CURLOPT_VERBOSE, needs_debug_callback ? 1L : 0L);
}

void EasyHandle::set_protocol(bool multiplexes) {
  multiplexes_ = multiplexes;
  set(easy_, CURLOPT_HTTP_VERSION,
      static_cast<long>(multiplexes ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
  // Wait for a connection that is being established, instead of opening one for each request.
  set(easy_, CURLOPT_PIPEWAIT, multiplexes ? 1L : 0L);
}

void EasyHandle::forget(const Route& route) {
  if (route.dns_updates) set(easy_, CURLOPT_RESOLVE, static_cast<curl_slist*>(nullptr));
  if (route.cookies) set(easy_, CURLOPT_SHARE, static_cast<void*>(nullptr));
}

}  // namespace freshet::fetch

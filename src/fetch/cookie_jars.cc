#include "fetch/cookie_jars.h"

#include <curl/curl.h>

#include "result/check.h"
#include "url/site.h"

namespace freshet::fetch {

// All handles that share it are used by one thread, so it needs no locks.
CookieJars::Jar::Jar() : share_(curl_share_init()) {
  FRESHET_CHECK(share_ != nullptr, "libcurl ran out of memory");
  curl_share_setopt(static_cast<CURLSH*>(share_), CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
}

CookieJars::Jar::~Jar() {
  const CURLSHcode code = curl_share_cleanup(static_cast<CURLSH*>(share_));
  FRESHET_CHECK(code == CURLSHE_OK, curl_share_strerror(code));
}

std::shared_ptr<CookieJars::Jar> CookieJars::jar_of(std::string_view host) {
  const std::string domain = url::PublicSuffixes::system().domain_of(host);
  const auto found = by_domain_.find(domain);
  if (found != by_domain_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->jar;
  }
  if (entries_.size() >= max_jars_ && !entries_.empty()) {
    by_domain_.erase(entries_.back().domain);
    entries_.pop_back();
  }
  entries_.push_front({domain, std::make_shared<Jar>()});
  by_domain_.emplace(entries_.front().domain, entries_.begin());
  return entries_.front().jar;
}

}  // namespace freshet::fetch

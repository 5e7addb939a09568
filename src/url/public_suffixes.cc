#include <libpsl.h>

#include <algorithm>
#include <utility>

#include "text/utf8.h"
#include "url/idna.h"
#include "url/ip_address.h"
#include "url/site.h"

namespace freshet::url {
namespace {

constexpr size_t kMaxName = 253;  // RFC 1035, without the final dot
constexpr size_t kMaxLabel = 63;

// Returns the name in the form of the list: ASCII, in lower case, without a final dot; nullopt if
// the host is not a domain name. The length limit also bounds the time of a look-up.
std::optional<std::string> lookup_name(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  auto name = domain_to_ascii(host);
  if (!name || name->size() > kMaxName || name->front() == '[' || ends_in_number(*name)) {
    return std::nullopt;
  }
  for (size_t at = 0; at <= name->size();) {
    const size_t end = std::min(name->find('.', at), name->size());
    if (end == at || end - at > kMaxLabel) return std::nullopt;
    at = end + 1;
  }
  return name;
}

// Returns the last `labels` labels of a name.
std::string_view ending(std::string_view name, size_t labels) {
  size_t start = name.size();
  for (; labels > 0 && start != std::string_view::npos; --labels) {
    start = start == 0 ? std::string_view::npos : name.rfind('.', start - 1);
  }
  return start == std::string_view::npos ? name : name.substr(start + 1);
}

size_t count_labels(std::string_view name) {
  return static_cast<size_t>(std::count(name.begin(), name.end(), '.')) + 1;
}

// Returns how many labels the public suffix of the name has; 0 if no rule matches.
size_t suffix_labels(const psl_ctx_st* list, const std::string& name) {
  for (size_t at = 0;;) {
    if (psl_is_public_suffix2(list, name.c_str() + at, PSL_TYPE_ANY) != 0) {
      return count_labels(std::string_view(name).substr(at));
    }
    at = name.find('.', at);
    if (at++ == std::string::npos) return 0;
  }
}

// Returns the last labels of the host in lower case: in Unicode if the host contains Unicode,
// otherwise in ASCII.
std::optional<std::string> ending_like(std::string_view host, const std::string& name,
                                       size_t labels) {
  if (text::is_ascii(host)) return std::string(ending(name, labels));
  if (host.ends_with('.')) host.remove_suffix(1);
  const auto unicode = domain_to_unicode(host);
  if (!unicode) return std::nullopt;
  return std::string(ending(*unicode, labels));
}

}  // namespace

const PublicSuffixes& PublicSuffixes::system() {
  static const PublicSuffixes kList = [] {
    const psl_ctx_t* latest = psl_latest(nullptr);
    return latest != nullptr ? PublicSuffixes(latest, true) : PublicSuffixes(psl_builtin(), false);
  }();
  return kList;
}

Result<PublicSuffixes> PublicSuffixes::from_file(const std::string& path) {
  const psl_ctx_t* list = psl_load_file(path.c_str());
  if (list == nullptr) return fail("cannot read the public suffix list " + path);
  return PublicSuffixes(list, true);
}

PublicSuffixes::PublicSuffixes(PublicSuffixes&& other) noexcept
    : list_(std::exchange(other.list_, nullptr)), owned_(std::exchange(other.owned_, false)) {}

PublicSuffixes& PublicSuffixes::operator=(PublicSuffixes&& other) noexcept {
  std::swap(list_, other.list_);
  std::swap(owned_, other.owned_);
  return *this;
}

PublicSuffixes::~PublicSuffixes() {
  if (owned_) psl_free(const_cast<psl_ctx_t*>(list_));
}

std::optional<std::string> PublicSuffixes::registrable_domain(std::string_view host) const {
  const auto name = lookup_name(host);
  if (!name) return std::nullopt;
  const size_t labels = suffix_labels(list_, *name);
  if (labels == 0 || labels == count_labels(*name)) return std::nullopt;
  return ending_like(host, *name, labels + 1);
}

std::string PublicSuffixes::domain_of(std::string_view host) const {
  return registrable_domain(host).value_or(std::string(host));
}

}  // namespace freshet::url

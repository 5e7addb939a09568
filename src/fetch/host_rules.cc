#include "fetch/host_rules.h"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>

#include "result/check.h"
#include "text/ascii.h"

namespace freshet::fetch {
namespace {

struct Target {
  Address address;
  uint16_t port = 0;
};

// "127.0.0.1:8080", "[::1]:8080"
std::optional<Target> parse_target(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto address = Address::parse(text.substr(0, colon));
  const std::string_view digits = text.substr(colon + 1);
  uint16_t port = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), port);
  if (!address || error != std::errc() || end != digits.end() || port == 0) return std::nullopt;
  return Target{*address, port};
}

// Whether a value of a header field must not contain the character (RFC 9110, section 5.5).
bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
}

bool is_proxy(std::string_view text) {
  const auto url = url::parse(text);
  return url && (url->scheme_text() == "http" || url->scheme_text() == "socks5h") &&
         !url->host().empty();
}

}  // namespace

Status validate(const FetchOptions& options) {
  if (std::any_of(options.user_agent.begin(), options.user_agent.end(), is_control)) {
    return fail("the User-Agent contains a line end or another control character: remove it");
  }
  for (const auto& [host, target] : options.host_map) {
    if (host.empty()) return fail("a mapping of hosts has no name: write the host's name or *");
    if (!parse_target(target)) {
      std::string message = "mapping " + host;
      message.append(": '").append(target);
      return fail(message.append("' is not an address with a port, such as 127.0.0.1:8080"));
    }
  }
  if (!options.proxy.empty() && !is_proxy(options.proxy)) {
    // The part before the last '@' may contain a password.
    const size_t at = options.proxy.rfind('@');
    const std::string shown =
        at == std::string::npos ? options.proxy : "***" + options.proxy.substr(at);
    return fail("proxy '" + shown +
                "' is not valid: write http://host:port or socks5h://host:port");
  }
  if (!options.ca_file.empty() && !std::ifstream(options.ca_file)) {
    return fail("the file of certificates " + options.ca_file + " cannot be read");
  }
  for (const auto& [host, user_password] : options.basic_auth) {
    if (host.empty() || user_password.find(':') == std::string::npos) {
      return fail("the login for '" + host + "' must be written as user:password");
    }
  }
  for (const std::string& server : options.dns_servers) {
    if (!Address::parse(server) && !parse_target(server)) {
      return fail("name server '" + server + "' is not an address");
    }
  }
  for (const Duration limit :
       {options.connect_timeout, options.idle_timeout, options.total_timeout}) {
    if (limit <= Duration()) return fail("a time limit of a request must be greater than 0");
  }
  return Done{};
}

HostRules::Mapped::Mapped(Address to, uint16_t port) : list(std::make_unique<curl_slist>()) {
  const std::string host = to.is_ipv4() ? to.text() : "[" + to.text() + "]";
  connect_to = "::" + host + ":" + std::to_string(port);
  *list = {connect_to.data(), nullptr};
}

HostRules::Mapped::~Mapped() = default;

HostRules::HostRules(const FetchOptions& options) {
  for (const auto& [host, text] : options.host_map) {
    const auto target = parse_target(text);
    FRESHET_CHECK(target, "the options were not validated");
    auto mapped = std::make_unique<Mapped>(target->address, target->port);
    (host == "*" ? all_mapped_ : mapped_[text::lower_case(host)]) = std::move(mapped);
  }
  for (const std::string& host : options.unverified_tls_hosts) {
    unverified_.insert(text::lower_case(host));
  }
  for (const auto& [host, user_password] : options.basic_auth) {
    user_passwords_[text::lower_case(host)] = user_password;
  }
}

HostRules::~HostRules() = default;

const HostRules::Mapped* HostRules::mapped(std::string_view host) const {
  if (!mapped_.empty()) {
    if (const auto found = mapped_.find(host); found != mapped_.end()) return found->second.get();
  }
  return all_mapped_.get();
}

bool HostRules::verifies_tls(std::string_view host) const {
  return unverified_.empty() || !unverified_.contains(host);
}

const char* HostRules::user_password(std::string_view host) const {
  if (user_passwords_.empty()) return nullptr;
  const auto found = user_passwords_.find(host);
  return found == user_passwords_.end() ? nullptr : found->second.c_str();
}

}  // namespace freshet::fetch

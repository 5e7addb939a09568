#include "crawl/challenge.h"

#include <algorithm>
#include <array>
#include <span>

#include "text/ascii.h"
#include "text/percent.h"

namespace freshet::crawl {
namespace {

constexpr size_t kSearched = 64 * 1024;
// The most that a challenge shows; ordinary pages with the same scripts show more.
constexpr size_t kMostText = 1000;
constexpr size_t kMostLinks = 5;
constexpr size_t kMostTextOfReload = 300;

struct Mark {
  std::string_view sign;  // in lower case
  std::string_view name;
};

// Scripts and addresses of the services. Some are in ordinary pages, too.
constexpr std::array<Mark, 12> kServices = {{
    {"_cf_chl_opt", "Cloudflare challenge"},
    {"/cdn-cgi/challenge-platform/", "Cloudflare challenge"},
    {"_incapsula_resource", "Imperva challenge"},
    {"captcha-delivery.com", "DataDome challenge"},
    {"px-captcha", "HUMAN challenge"},
    {"/.well-known/sgcaptcha", "SiteGround challenge"},
    {".awswaf.com/", "AWS WAF challenge"},
    {"sec-if-cpt-container", "Akamai challenge"},
    {"validate.perfdrive.com", "Radware challenge"},
    {"/ddos-guard/", "DDoS-Guard challenge"},
    {"anubis_challenge", "Anubis challenge"},
    {"__kpsdk", "Kasada challenge"},
}};

// Parts of forms that are in ordinary pages, too.
constexpr std::array<Mark, 5> kCaptchas = {{
    {"g-recaptcha", "captcha"},
    {"recaptcha/api.js", "captcha"},
    {"h-captcha", "captcha"},
    {"hcaptcha.com", "captcha"},
    {"cf-turnstile", "captcha"},
}};

constexpr std::array<std::string_view, 18> kTitles = {
    "just a moment",
    "attention required! | cloudflare",
    "one moment, please",
    "checking your browser",
    "verify you are human",
    "verifying you are human",
    "human verification",
    "are you a robot",
    "are you human",
    "robot check",
    "bot verification",
    "pardon our interruption",
    "security check",
    "ddos protection",
    "making sure you're not",
    "nur einen moment",
    "un instant",
    "captcha",
};

std::string_view find_mark(std::string_view lower, std::span<const Mark> marks) {
  const auto found = std::find_if(marks.begin(), marks.end(), [&](const Mark& mark) {
    return lower.find(mark.sign) != std::string_view::npos;
  });
  return found == marks.end() ? std::string_view() : found->name;
}

bool contains(const http::HeaderMap& headers, std::string_view name, std::string_view value) {
  const auto field = headers.get(name);
  return field && text::lower_case(*field).find(value) != std::string::npos;
}

std::string_view header_mark(const http::HeaderMap& headers) {
  if (contains(headers, "cf-mitigated", "challenge")) return "Cloudflare challenge";
  if (contains(headers, "x-amzn-waf-action", "challenge") ||
      contains(headers, "x-amzn-waf-action", "captcha")) {
    return "AWS WAF challenge";
  }
  return {};
}

std::string_view title_in(std::string_view lower) {
  const size_t tag = lower.find("<title");
  const size_t begin = tag == std::string_view::npos ? tag : lower.find('>', tag);
  if (begin == std::string_view::npos) return {};
  return text::trim(lower.substr(begin + 1, lower.find('<', begin) - begin - 1));
}

bool is_challenge_title(std::string_view lower) {
  return std::any_of(kTitles.begin(), kTitles.end(), [&](std::string_view words) {
    return lower.find(words) != std::string_view::npos;
  });
}

bool may_be_refusal(int status) {
  return status == 401 || status == 403 || status == 405 || status == 429 || status == 503;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const int byte = text::escaped_byte(text, i);
    out += byte < 0 ? text[i] : static_cast<char>(byte);
    if (byte >= 0) i += 2;
  }
  return out;
}

}  // namespace

std::string_view challenge_mark(const ChallengeSigns& signs) {
  if (const std::string_view mark = header_mark(signs.headers); !mark.empty()) return mark;
  const bool is_refusal = may_be_refusal(signs.status);
  const bool is_bare =
      signs.status == 200 && signs.text_bytes <= kMostText && signs.links <= kMostLinks;
  if (!is_refusal && !is_bare) return {};
  const std::string lower = text::lower_case(signs.body.substr(0, kSearched));
  if (const std::string_view mark = find_mark(lower, kServices); !mark.empty()) return mark;
  const std::string title =
      signs.title.empty() ? std::string(title_in(lower)) : text::lower_case(signs.title);
  const bool has_title = is_challenge_title(title);
  const std::string_view captcha = find_mark(lower, kCaptchas);
  if (is_refusal && has_title) return "challenge";
  if (!captcha.empty() && (is_refusal || has_title)) return captcha;
  const bool needs_cookie = is_bare && signs.reloads_itself &&
                            signs.text_bytes <= kMostTextOfReload &&
                            signs.headers.get("set-cookie").has_value();
  return needs_cookie ? "cookie check" : std::string_view();
}

std::string_view redirect_mark(const url::Url& from, std::string_view to) {
  const std::string lower = text::lower_case(to);
  const size_t query = lower.find('?');
  if (query == std::string::npos) return {};
  const std::string_view place = std::string_view(lower).substr(0, query);
  constexpr std::array<Mark, 7> kPlaces = {{
      {"//consent.", "consent wall"},
      {"/consent", "consent wall"},
      {"/cookiewall", "consent wall"},
      {"/cookie-wall", "consent wall"},
      {"/privacy-gate", "consent wall"},
      {"/captcha", "captcha"},
      {"/challenge", "challenge"},
  }};
  const std::string_view mark = find_mark(place, kPlaces);
  // The address of a page about consent does not have the address to return to.
  const std::string back = unescaped(std::string_view(lower).substr(query));
  const std::string target = text::lower_case(from.request_target());
  const std::string host = text::lower_case(from.host());
  const bool names_us = back.find(host + target) != std::string::npos ||
                        (target.size() > 1 && back.find("=" + target) != std::string::npos);
  return !mark.empty() && names_us ? mark : std::string_view();
}

}  // namespace freshet::crawl

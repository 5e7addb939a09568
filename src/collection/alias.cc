#include "collection/alias.h"

#include <algorithm>

#include "collection/fixed_bytes.h"
#include "store/site_id.h"

namespace freshet::collection {
namespace {

constexpr size_t kLongestSite = 512;
constexpr size_t kLongestPath = 256;
constexpr size_t kFixedBytes = 8 + 1 + 4 + 8 + 1 + 1 + 1;

void write_text(std::string& out, std::string_view text, size_t longest) {
  text = text.substr(0, longest);
  write_number(out, text.size(), 2);
  out += text;
}

bool read_text(std::string_view& bytes, std::string& text) {
  if (bytes.size() < 2) return false;
  const size_t size = read_number(bytes, 2);
  if (bytes.size() < size) return false;
  text = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}

std::string_view plain_host(std::string_view site) {
  std::string_view host = store::host_of(site);
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

// The port as the text of the site has it; empty: the default of the scheme.
std::string_view port_of(std::string_view site) {
  const size_t colon = site.find_last_of(":]/");
  const bool has_port = colon != std::string_view::npos && site[colon] == ':';
  return has_port ? site.substr(colon + 1) : std::string_view();
}

}  // namespace

std::string Alias::words() const {
  const std::string number = std::to_string(pages);
  switch (evidence) {
    case Evidence::kContent:
      return "its root and " + number + " other pages have the content of the same path there";
    case Evidence::kRedirects:
      return "its root and " + number + " other pages redirect to the same path there";
    case Evidence::kCanonical:
      return "its root and " + number + " other pages name the same path there with rel=canonical";
  }
  return "";
}

std::string Alias::encode() const {
  std::string out;
  write_time(out, since);
  write_number(out, static_cast<uint8_t>(evidence), 1);
  write_number(out, pages, 4);
  write_time(out, checked);
  write_number(out, misses, 1);
  write_number(out, is_handed_over ? 1 : 0, 1);
  const size_t count = std::min(examples.size(), kMostExamples);
  write_number(out, count, 1);
  write_text(out, of, kLongestSite);
  for (size_t i = 0; i < count; ++i) write_text(out, examples[i], kLongestPath);
  return out;
}

std::optional<Alias> Alias::decode(std::string_view bytes) {
  if (bytes.size() < kFixedBytes) return std::nullopt;
  Alias alias;
  alias.since = read_time(bytes);
  const uint64_t evidence = read_number(bytes, 1);
  if (evidence < 1 || evidence > 3) return std::nullopt;
  alias.evidence = static_cast<Evidence>(evidence);
  alias.pages = static_cast<uint32_t>(read_number(bytes, 4));
  alias.checked = read_time(bytes);
  alias.misses = static_cast<uint8_t>(read_number(bytes, 1));
  alias.is_handed_over = read_number(bytes, 1) == 1;
  const size_t count = read_number(bytes, 1);
  if (count > kMostExamples || !read_text(bytes, alias.of) || alias.of.empty()) {
    return std::nullopt;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!read_text(bytes, alias.examples.emplace_back())) return std::nullopt;
  }
  return alias;
}

std::string_view name_of(Alias::Evidence evidence) {
  switch (evidence) {
    case Alias::Evidence::kContent: return "content";
    case Alias::Evidence::kRedirects: return "redirects";
    case Alias::Evidence::kCanonical: return "canonical";
  }
  return "";
}

std::string_view path_of(std::string_view canonical_url) {
  return canonical_url.substr(store::site_text(canonical_url).size());
}

std::string at_site(std::string_view site, std::string_view canonical_url) {
  return std::string(site) + std::string(path_of(canonical_url));
}

bool have_same_host(std::string_view site, std::string_view other) {
  return plain_host(site) == plain_host(other);
}

bool have_same_port(std::string_view site, std::string_view other) {
  return port_of(site) == port_of(other);
}

}  // namespace freshet::collection

#include "upload/target.h"

#include <algorithm>

#include "text/ascii.h"
#include "url/url.h"

namespace freshet::upload {
namespace {

constexpr std::string_view kDefaultRegion = "us-east-1";  // that of storages without regions

bool is_unescaped(char c) {
  return text::is_alnum(c) || c == '-' || c == '_' || c == '.' || c == '~' || c == '/';
}

// Values that go into a header field or a signature: no white space or control characters.
bool is_token(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

Result<url::Url> checked_url(const std::string& text) {
  constexpr const char* kForm =
      "warc.upload_to must be the URL of a folder in a bucket, such as "
      "https://s3.eu-west-1.amazonaws.com/bucket/folder/: ";
  const auto refuse = [&](const std::string& why) { return fail(kForm + why); };
  auto parsed = url::parse(text);
  if (!parsed) return refuse(std::string(url::describe(parsed.error())));
  if (!parsed->is_web()) return refuse("it must begin with https:// or http://");
  if (!parsed->username().empty() || !parsed->password().empty()) {
    return refuse("it must not contain a user or password");
  }
  if (parsed->has_query() || parsed->has_fragment()) {
    return refuse("it must not contain '?' or '#'");
  }
  const std::string_view path = parsed->path();
  if (!std::all_of(path.begin(), path.end(), is_unescaped)) {
    return refuse("its path may have letters, digits, '-', '_', '.' and '~'");
  }
  return std::move(*parsed);
}

Credentials of_environment(const std::function<const char*(const char*)>& environment) {
  const auto value = [&](const char* name) {
    const char* const text = environment ? environment(name) : nullptr;
    return std::string(text::trim(text != nullptr ? text : ""));
  };
  Credentials found{.access_key = value("AWS_ACCESS_KEY_ID"),
                    .secret_key = value("AWS_SECRET_ACCESS_KEY"),
                    .session_token = value("AWS_SESSION_TOKEN"),
                    .region = value("AWS_REGION")};
  if (found.region.empty()) found.region = value("AWS_DEFAULT_REGION");
  return found;
}

}  // namespace

Credentials parse_credentials(std::string_view text) {
  Credentials found;
  bool is_default = true;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text::trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with('[')) is_default = line == "[default]";
    const size_t equals = line.find('=');
    if (!is_default || line.starts_with('#') || equals == std::string_view::npos) continue;
    const std::string_view name = text::trim(line.substr(0, equals));
    const std::string_view value = text::trim(line.substr(equals + 1));
    if (name == "aws_access_key_id") found.access_key = value;
    if (name == "aws_secret_access_key") found.secret_key = value;
    if (name == "aws_session_token") found.session_token = value;
    if (name == "region") found.region = value;
  }
  return found;
}

std::optional<std::string> region_of_host(std::string_view host) {
  std::string_view before;
  while (!host.empty()) {
    const size_t dot = std::min(host.find('.'), host.size());
    const std::string_view label = host.substr(0, dot);
    host.remove_prefix(std::min(dot + 1, host.size()));
    // "s3.amazonaws.com" names no region.
    if (before == "s3" && host.find('.') != std::string_view::npos) return std::string(label);
    before = label;
  }
  return std::nullopt;
}

Result<fetch::ObjectStorageOptions> storage_options(const TargetSettings& settings) {
  const auto url = checked_url(settings.url);
  if (!url) return Unexpected(url.error());
  Credentials found = of_environment(settings.environment);
  std::string from = "the environment variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
  if (!settings.credentials_file.empty()) {
    const std::string region = found.region;
    found = parse_credentials(settings.credentials);
    if (found.region.empty()) found.region = region;
    from = settings.credentials_file + " (warc.upload_credentials_file)";
  }
  if (found.access_key.empty() || found.secret_key.empty()) {
    const std::string what = settings.credentials_file.empty()
                                 ? " are not both set"
                                 : " has no aws_access_key_id or no aws_secret_access_key";
    return fail("warc.upload_to needs credentials: " + from + what +
                (settings.credentials_file.empty()
                     ? ", and warc.upload_credentials_file names no file"
                     : ""));
  }
  for (const std::string& one :
       {found.access_key, found.secret_key, found.session_token, found.region}) {
    if (!is_token(one)) {
      return fail("the credentials or the region for warc.upload_to, in " + from +
                  ", have characters that are not printable ASCII");
    }
  }
  if (found.region.empty()) {
    found.region = region_of_host(url->host()).value_or(std::string(kDefaultRegion));
  }
  fetch::ObjectStorageOptions options;
  options.url = url->href();
  if (!options.url.ends_with('/')) options.url += '/';
  options.region = std::move(found.region);
  options.access_key = std::move(found.access_key);
  options.secret_key = std::move(found.secret_key);
  options.session_token = std::move(found.session_token);
  options.credentials_from = std::move(from);
  options.ca_file = settings.ca_file;
  return options;
}

}  // namespace freshet::upload

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "fetch/object_storage.h"
#include "result/result.h"

namespace freshet::upload {

// Where archive files are uploaded to, as the user has set it.
struct TargetSettings {
  std::string url;               // warc.upload_to
  std::string credentials_file;  // warc.upload_credentials_file; empty: the environment is used
  std::string credentials;       // the text of that file
  // Returns the value of an environment variable; nullptr if it is not set.
  std::function<const char*(const char* name)> environment;
  std::string ca_file;
};

// Returns an error that names the setting to correct, and has no secret in it.
Result<fetch::ObjectStorageOptions> storage_options(const TargetSettings& settings);

// What a file of credentials or the environment says; empty where it says nothing.
struct Credentials {
  std::string access_key;
  std::string secret_key;
  std::string session_token;
  std::string region;
};

// Reads a file of the form of ~/.aws/credentials: "aws_access_key_id = ..." and so on, in the
// section [default] or before any section.
Credentials parse_credentials(std::string_view text);

// Returns the region that is part of a host name such as "s3.eu-west-1.amazonaws.com" or
// "bucket.s3.eu-west-1.example.com": the name after "s3".
std::optional<std::string> region_of_host(std::string_view host);

}  // namespace freshet::upload

#include "upload/target.h"

#include <gtest/gtest.h>

#include <map>

namespace freshet::upload {
namespace {

using Environment = std::map<std::string, std::string>;

std::function<const char*(const char*)> environment_of(Environment values) {
  return [values = std::move(values)](const char* name) -> const char* {
    const auto found = values.find(name);
    return found == values.end() ? nullptr : found->second.c_str();
  };
}

const Environment kKeys = {{"AWS_ACCESS_KEY_ID", "AK"}, {"AWS_SECRET_ACCESS_KEY", "secret"}};

std::string refusal(const TargetSettings& settings) {
  const auto options = storage_options(settings);
  return options ? "" : options.error().message;
}

TEST(UploadTarget, TheEnvironmentGivesTheKeys) {
  Environment values = kKeys;
  values["AWS_SESSION_TOKEN"] = "token";
  values["AWS_REGION"] = "eu-north-1";
  const auto options = storage_options(
      {.url = "http://127.0.0.1:9000/bucket/a", .environment = environment_of(values)});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->url, "http://127.0.0.1:9000/bucket/a/");
  EXPECT_EQ(options->access_key, "AK");
  EXPECT_EQ(options->secret_key, "secret");
  EXPECT_EQ(options->session_token, "token");
  EXPECT_EQ(options->region, "eu-north-1");
}

TEST(UploadTarget, AFileOfCredentialsReplacesTheKeysOfTheEnvironment) {
  const auto options = storage_options({.url = "https://bucket.s3.eu-west-1.example.com/",
                                        .credentials_file = "keys",
                                        .credentials = "[other]\naws_access_key_id = no\n"
                                                       "[default]\r\n# a comment = x\n"
                                                       "aws_access_key_id=FK\n"
                                                       "aws_secret_access_key = f/s+e=\n",
                                        .environment = environment_of(kKeys)});
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->access_key, "FK");
  EXPECT_EQ(options->secret_key, "f/s+e=");
  EXPECT_EQ(options->region, "eu-west-1");
  EXPECT_EQ(options->credentials_from, "keys (warc.upload_credentials_file)");
}

TEST(UploadTarget, TheRegionIsPartOfManyHostNames) {
  EXPECT_EQ(region_of_host("s3.eu-west-1.amazonaws.com"), "eu-west-1");
  EXPECT_EQ(region_of_host("bucket.s3.eu-west-1.amazonaws.com"), "eu-west-1");
  EXPECT_EQ(region_of_host("s3.amazonaws.com"), std::nullopt);
  EXPECT_EQ(region_of_host("minio.example"), std::nullopt);
  EXPECT_EQ(region_of_host(""), std::nullopt);
}

TEST(UploadTarget, MistakesAreNamedWithoutSecrets) {
  for (const auto& [url, why] :
       std::map<std::string, std::string>{{"", "warc.upload_to"},
                                          {"bucket", "warc.upload_to"},
                                          {"ftp://host/bucket/", "https://"},
                                          {"https://me:hidden@host/bucket/", "user or password"},
                                          {"https://host/bucket/?x=1", "'?'"},
                                          {"https://host/bucket/a%20b/", "letters"}}) {
    const std::string message = refusal({.url = url, .environment = environment_of(kKeys)});
    EXPECT_NE(message.find(why), std::string::npos) << url << ": " << message;
    EXPECT_EQ(message.find("hidden"), std::string::npos);
  }
  const std::string missing = refusal({.url = "https://host/b/"});
  EXPECT_NE(missing.find("AWS_SECRET_ACCESS_KEY"), std::string::npos) << missing;
  EXPECT_NE(missing.find("warc.upload_credentials_file"), std::string::npos) << missing;
  const std::string empty = refusal({.url = "https://host/b/",
                                     .credentials_file = "keys",
                                     .credentials = "aws_access_key_id = hidden",
                                     .environment = environment_of(kKeys)});
  EXPECT_NE(empty.find("keys (warc.upload_credentials_file) has no"), std::string::npos) << empty;
  EXPECT_EQ(empty.find("hidden"), std::string::npos);
  Environment values = kKeys;
  values["AWS_SESSION_TOKEN"] = "hidden\r\nX-Field: 1";
  const std::string split =
      refusal({.url = "https://host/b/", .environment = environment_of(values)});
  EXPECT_NE(split.find("printable"), std::string::npos) << split;
  EXPECT_EQ(split.find("hidden"), std::string::npos);
}

}  // namespace
}  // namespace freshet::upload

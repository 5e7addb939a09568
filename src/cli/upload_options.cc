#include "cli/upload_options.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "settings/secret_file.h"
#include "upload/remote_archives.h"
#include "upload/target.h"

namespace freshet::cli {
namespace {

// A file becomes larger than warc.max_file_bytes by one visit.
constexpr uint64_t kRoom = 500'000'000;

Result<fetch::ObjectStorageOptions> storage_of(const settings::Settings& settings) {
  upload::TargetSettings target{.url = settings.warc.upload_to,
                                .credentials_file = settings.warc.upload_credentials_file,
                                .environment = [](const char* name) { return std::getenv(name); },
                                .ca_file = settings.net.ca_file};
  if (!target.credentials_file.empty()) {
    auto text = settings::read_secret_file(target.credentials_file);
    if (!text) return Unexpected(std::move(text.error()).within("warc.upload_credentials_file"));
    target.credentials = std::move(*text);
  }
  return upload::storage_options(target);
}

}  // namespace

Status prepare_uploads(const settings::Settings& settings, crawl::CrawlOptions& options) {
  if (settings.warc.upload_to.empty()) {
    if (settings.warc.upload_keep_local) return Done{};
    return fail(
        "warc.upload_keep_local = false removes what was uploaded, but warc.upload_to is not set");
  }
  if (const auto storage = storage_of(settings); !storage) return Unexpected(storage.error());
  if (settings.warc.max_file_bytes > fetch::kMaxObjectBytes - kRoom) {
    return fail("warc.max_file_bytes must be at most " +
                std::to_string(fetch::kMaxObjectBytes - kRoom) +
                " if warc.upload_to is set, because an object has at most " +
                std::to_string(fetch::kMaxObjectBytes) + " bytes");
  }
  options.archive.continues_closed = false;
  return Done{};
}

Result<std::unique_ptr<upload::Uploader>> start_uploader(const Invocation& invocation,
                                                         const std::string& agent) {
  const settings::Settings& settings = invocation.settings.values;
  if (settings.warc.upload_to.empty()) return std::unique_ptr<upload::Uploader>();
  auto storage = storage_of(settings);
  if (!storage) return Unexpected(storage.error());
  storage->attempts = 1;  // the uploader tries again itself
  return std::make_unique<upload::Uploader>(
      upload::UploadOptions{.folder = std::filesystem::path(invocation.data_folder) / "warc",
                            .agent = agent,
                            .keep_local = settings.warc.upload_keep_local},
      fetch::make_object_storage(std::move(*storage)), invocation.log);
}

Result<warc::OpenUploaded> uploaded_archives(const settings::Settings& settings) {
  if (settings.warc.upload_to.empty()) return warc::OpenUploaded();
  auto storage = storage_of(settings);
  if (!storage) return Unexpected(storage.error());
  auto archives = std::make_shared<upload::RemoteArchives>(
      [options = std::move(*storage)] { return fetch::make_object_storage(options); });
  return warc::OpenUploaded([archives](const std::string& name) { return archives->open(name); });
}

}  // namespace freshet::cli

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/command.h"
#include "crawl/options.h"
#include "result/result.h"
#include "settings/settings.h"
#include "upload/uploader.h"

namespace freshet::cli {

// Prepares the options of a crawl for uploads, if the settings want them: its archive must not
// continue files that are uploaded. Returns an error that names the setting to correct.
Status prepare_uploads(const settings::Settings& settings, crawl::CrawlOptions& options);

// Starts the uploader of the archive in the data folder; nullptr if the settings want no uploads.
// `agent` is the part of the names of files. It waits for Uploader::complete().
Result<std::unique_ptr<upload::Uploader>> start_uploader(const Invocation& invocation,
                                                         const std::string& agent);

// What opens archive files that were uploaded; empty if the settings name no object storage.
Result<warc::OpenUploaded> uploaded_archives(const settings::Settings& settings);

}  // namespace freshet::cli

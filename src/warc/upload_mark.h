#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "digest/sha.h"
#include "result/result.h"
#include "warc/random_access.h"

namespace freshet::warc {

// What the file freshet-000001.uploaded says about an archive file that was uploaded to object
// storage and verified there. Such a file is never written again. docs/formats/warc.md describes
// the format.
struct UploadMark {
  std::string url;           // of the object
  digest::Digest256 sha256;  // of the archive file
  uint64_t bytes = 0;
  bool operator==(const UploadMark&) const = default;
};

std::filesystem::path mark_name(uint32_t number, std::string_view agent = {});

// Returns nullopt if there is no mark, and an error if it cannot be read or is not a mark.
Result<std::optional<UploadMark>> read_upload_mark(const std::filesystem::path& folder,
                                                   uint32_t number, std::string_view agent = {});
// Returns when the mark is on the disk. A crash leaves the whole mark or none.
Status write_upload_mark(const std::filesystem::path& folder, uint32_t number,
                         std::string_view agent, const UploadMark& mark);

// Returns the numbers of the archive files that are in the folder or were uploaded, in order.
Result<std::vector<uint32_t>> held_numbers(const std::filesystem::path& folder,
                                           std::string_view agent = {});

// Returns the size of an archive file that is in the folder or was uploaded; nullopt if neither.
Result<std::optional<uint64_t>> held_bytes(const std::filesystem::path& folder, uint32_t number,
                                           std::string_view agent = {});

struct UploadStatus {
  uint64_t files = 0;  // uploaded
  uint64_t bytes = 0;
  uint64_t waiting_files = 0;  // complete and not uploaded
  uint64_t waiting_bytes = 0;
  std::string last_error;  // empty: the last upload succeeded, or there was none
};

// Counts the files of an archive that were uploaded, and those that are complete and were not:
// they have an index, or a number up to `last_complete`.
Result<UploadStatus> count_uploads(const std::filesystem::path& folder, uint32_t last_complete,
                                   std::string_view agent = {});

// Opens an archive file in object storage by its name. Empty: no object storage is set.
using OpenUploaded = std::function<Result<std::shared_ptr<RandomAccess>>(const std::string& name)>;

// Opens an archive file in the folder, or if it is not there, in object storage. If it was uploaded
// and no object storage is set, is_outage() holds for the error.
Result<std::shared_ptr<RandomAccess>> open_held(const std::filesystem::path& folder,
                                                uint32_t number, std::string_view agent,
                                                const OpenUploaded& open_uploaded);

}  // namespace freshet::warc

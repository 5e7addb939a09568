#include "upload/uploads.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "warc/archive_folder.h"

namespace freshet::upload {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPieceBytes = 1 << 20;

Result<digest::Digest256> digest_of(const warc::File& file, uint64_t bytes) {
  digest::Sha256 sha;
  std::vector<char> piece(kPieceBytes);
  for (uint64_t at = 0; at < bytes;) {
    const auto read = file.read_at(at, piece);
    if (!read) return Unexpected(read.error());
    if (*read == 0) return fail(file.path().string() + " has become shorter");
    sha.update({piece.data(), *read});
    at += *read;
  }
  return sha.finish();
}

}  // namespace

// A file to upload.
struct Uploads::Local {
  std::string name;
  warc::File file;
  uint64_t bytes = 0;
  digest::Digest256 sha256;
};

Uploads::Uploads(UploadOptions options, fetch::ObjectStorage& storage)
    : options_(std::move(options)), storage_(storage) {
  count(0);
}

warc::UploadStatus Uploads::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

void Uploads::count(uint32_t last_complete) {
  auto counted = warc::count_uploads(options_.folder, last_complete, options_.agent);
  if (!counted) return;  // the folder may not exist yet
  const std::lock_guard lock(mutex_);
  counted->last_error = status_.last_error;
  status_ = std::move(*counted);
}

Status Uploads::upload_up_to(uint32_t last_complete) {
  Status first = Done{};
  const auto numbers = warc::archive_numbers(options_.folder, options_.agent);
  if (!numbers) return Unexpected(numbers.error());
  count(last_complete);
  for (const uint32_t number : *numbers) {
    if (number > last_complete || is_stopped_) break;
    const Status uploaded = upload(number);
    if (uploaded) continue;
    if (first) first = uploaded;
    if (warc::is_outage(uploaded.error())) break;
  }
  const std::lock_guard lock(mutex_);
  status_.last_error = first ? "" : first.error().message;
  return first;
}

Result<Uploads::Local> Uploads::open_local(const fs::path& name) const {
  Local local{.name = name.string()};
  auto file = warc::File::open(options_.folder / name, warc::File::Mode::kRead);
  if (!file) return Unexpected(std::move(file.error()));
  local.file = std::move(*file);
  const auto bytes = local.file.size();
  if (!bytes) return Unexpected(bytes.error());
  local.bytes = *bytes;
  const auto digest = digest_of(local.file, local.bytes);
  if (!digest) return Unexpected(digest.error());
  local.sha256 = *digest;
  return local;
}

Status Uploads::upload(uint32_t number) {
  const auto mark = warc::read_upload_mark(options_.folder, number, options_.agent);
  if (!mark) return Unexpected(mark.error());
  if (*mark && options_.keep_local) return Done{};
  const auto local = open_local(warc::archive_name(number, options_.agent));
  if (!local) return Unexpected(local.error());
  if (!*mark) {
    if (Status put = put_archive(*local); !put) return put;
    // Indexes are small and can be made again, so the archive file is what counts.
    const fs::path index = warc::index_name(number, options_.agent);
    std::error_code error;
    if (fs::exists(options_.folder / index, error)) {
      const auto opened = open_local(index);
      if (!opened) return Unexpected(opened.error());
      if (Status put = this->put(*opened); !put) return put;
    }
    const warc::UploadMark made{
        .url = storage_.url_of(local->name), .sha256 = local->sha256, .bytes = local->bytes};
    if (Status written = warc::write_upload_mark(options_.folder, number, options_.agent, made);
        !written) {
      return written;
    }
    const std::lock_guard lock(mutex_);
    ++status_.files;
    status_.bytes += local->bytes;
    status_.waiting_files -= std::min<uint64_t>(status_.waiting_files, 1);
    status_.waiting_bytes -= std::min(status_.waiting_bytes, local->bytes);
  } else if ((*mark)->sha256 != local->sha256 || (*mark)->bytes != local->bytes) {
    return fail((options_.folder / local->name).string() + " differs from what was uploaded to " +
                (*mark)->url + ": it is kept; move one of them elsewhere");
  } else if (Status checked = check_existing(*local); !checked) {
    return checked;
  }
  return options_.keep_local ? Status(Done{}) : remove_local(number);
}

// Puts an archive file, unless the storage has it already, as after a crash.
Status Uploads::put_archive(const Local& local) {
  const auto found = storage_.head(local.name);
  if (!found) return Unexpected(found.error());
  if (*found) {
    const fetch::StoredObject& there = **found;
    if (there.bytes == local.bytes && there.computed_sha256 == local.sha256) return Done{};
    if (there.noted_sha256 != local.sha256) {
      return fail(storage_.url_of(local.name) +
                  " is there with another content: another collection may have written it. Set "
                  "another folder in warc.upload_to, or remove the object");
    }
  }
  return put(local);
}

// Puts a file, and asks the storage whether it has it.
Status Uploads::put(const Local& local) {
  const auto etag = storage_.put(local.name, {.bytes = local.bytes,
                                              .sha256 = local.sha256,
                                              .read = [&](uint64_t offset, std::span<char> into) {
                                                return local.file.read_at(offset, into);
                                              }});
  if (!etag) return Unexpected(etag.error());
  const auto found = storage_.head(local.name);
  if (!found) return Unexpected(found.error());
  const auto differs = [&](const std::string& how) {
    return fail(storage_.url_of(local.name) + " is not what was uploaded: " + how +
                "; the local file is kept");
  };
  if (!*found) return differs("it is not there");
  const fetch::StoredObject& there = **found;
  if (there.bytes != local.bytes) {
    return differs("it has " + std::to_string(there.bytes) + " of " + std::to_string(local.bytes) +
                   " bytes");
  }
  if (there.computed_sha256 && *there.computed_sha256 != local.sha256) {
    return differs("it has another checksum");
  }
  if (!etag->empty() && !there.etag.empty() && *etag != there.etag) {
    return differs("it has another ETag");
  }
  if (!there.computed_sha256 && (etag->empty() || there.etag.empty())) {
    return differs("the object storage gives neither a checksum nor an ETag");
  }
  return Done{};
}

// Checks that the storage still has a file that was uploaded before; otherwise puts it again.
Status Uploads::check_existing(const Local& local) {
  const auto found = storage_.head(local.name);
  if (!found) return Unexpected(found.error());
  if (!*found) return put(local);
  const fetch::StoredObject& there = **found;
  const auto digest = there.computed_sha256 ? there.computed_sha256 : there.noted_sha256;
  if (there.bytes == local.bytes && digest == local.sha256) return Done{};
  return fail(storage_.url_of(local.name) +
              " is not what was uploaded any more; the local file is kept");
}

Status Uploads::remove_local(uint32_t number) {
  for (const fs::path& name :
       {warc::archive_name(number, options_.agent), warc::index_name(number, options_.agent)}) {
    const fs::path path = options_.folder / name;
    std::error_code error;
    if (fs::symlink_status(path, error).type() != fs::file_type::regular) continue;
    fs::remove(path, error);
    if (error) return fail("removing " + path.string() + ": " + error.message());
  }
  return Done{};
}

}  // namespace freshet::upload

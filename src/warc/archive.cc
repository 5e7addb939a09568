#include "warc/archive.h"

#include <algorithm>
#include <utility>

#include "warc/archive_folder.h"
#include "warc/cdxj.h"
#include "warc/file.h"
#include "warc/scan.h"
#include "warc/upload_mark.h"
#include "warc/visit_writer.h"

namespace freshet::warc {
namespace {

namespace fs = std::filesystem;

// How many bytes are collected before they are written to the file in one call.
constexpr size_t kBufferBytes = 1 << 20;

constexpr const char* kAdvice =
    "Restore the file, or run freshet recover to adapt the state to the archive.";

}  // namespace

struct Archive::Impl {
  Impl(fs::path folder_, ArchiveOptions options_, OwnFiles own_)
      : folder(std::move(folder_)),
        options(std::move(options_)),
        own(std::move(own_)),
        writer(options.compression_level) {}

  Status resume(const ArchiveEnd& end);
  // Whether the last file, which `end` is in, must not be continued.
  Result<bool> is_complete(const ArchiveEnd& end) const;
  Status begin_after(const ArchiveEnd& end, const std::vector<uint32_t>& found);
  Status start_file();
  // Closes the open file and writes its index; the next append() starts another file.
  Status finish_file();
  // Closes the open file without an index if it is not at its path any more.
  Status leave_lost_file();
  bool is_lost(uint32_t number) const;
  Status flush();
  Status write_buffer();
  Status make_room();
  Result<Written> append(const PackedVisit& visit);
  Status sync();

  uint64_t logical_size() const { return in_file + buffer.size(); }

  fs::path folder;
  ArchiveOptions options;
  OwnFiles own;
  VisitWriter writer;
  std::vector<uint32_t> numbers;  // of the files of the archive
  uint32_t next_number = 1;       // of the file after the open one
  File file;                      // not open before the first write and between two files
  uint64_t in_file = 0;           // bytes of complete records in the file, without the buffer
  std::string buffer;             // complete records
  Index index;                    // of file and buffer
  bool folder_unsynced = false;
  bool closed = false;
  std::vector<std::string> remarks;
  std::vector<LostFile> lost;        // all lost files
  std::vector<LostFile> unreported;  // those that take_lost() has not returned yet
};

Status Archive::Impl::resume(const ArchiveEnd& end) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail("creating " + folder.string() + ": " + error.message());
  auto found = archive_numbers(folder, options.agent);
  if (!found) return Unexpected(std::move(found.error()));
  if (end.file == 0) {
    const auto held = held_numbers(folder, options.agent);
    if (!held) return Unexpected(held.error());
    if (!held->empty()) next_number = held->back() + 1;
    return Done{};
  }

  const auto complete = is_complete(end);
  if (!complete) return Unexpected(complete.error());
  if (*complete) return begin_after(end, *found);
  const fs::path path = folder / archive_name(end.file, options.agent);
  if (!std::binary_search(found->begin(), found->end(), end.file)) {
    return fail(path.string() + " is not there: " + std::to_string(end.bytes) +
                " bytes of records are lost. " + kAdvice);
  }
  auto opened = File::open(path, File::Mode::kWrite);
  if (!opened) return Unexpected(std::move(opened.error()));
  const auto size = opened->size();
  if (!size) return Unexpected(size.error());
  if (*size < end.bytes) {
    return fail(path.string() + " has " + std::to_string(*size) + " of " +
                std::to_string(end.bytes) + " bytes: the records in the last " +
                std::to_string(end.bytes - *size) + " bytes are lost. " + kAdvice);
  }

  if (auto status = remove_after(folder, end.file, own.last, options.agent); !status) return status;
  if (*size > end.bytes) {
    if (auto status = opened->truncate(end.bytes); !status) return status;
  }
  if (auto status = index_file(path, index, remarks); !status) return status;
  file = std::move(*opened);
  in_file = end.bytes;
  next_number = end.file + 1;
  numbers.assign(found->begin(), std::upper_bound(found->begin(), found->end(), end.file));
  folder_unsynced = true;
  return Done{};
}

Result<bool> Archive::Impl::is_complete(const ArchiveEnd& end) const {
  // A closed file has an index. If it has more bytes than the state knows, they must be cut off.
  std::error_code error;
  const bool is_closed =
      fs::exists(folder / index_name(end.file, options.agent), error) &&
      fs::file_size(folder / archive_name(end.file, options.agent), error) == end.bytes && !error;
  // Read after that, because an uploader writes the mark before it removes the file.
  const auto mark = read_upload_mark(folder, end.file, options.agent);
  if (!mark) return Unexpected(mark.error());
  if (!*mark) return is_closed && !options.continues_closed;
  if ((*mark)->bytes >= end.bytes) return true;
  return fail((*mark)->url + " has " + std::to_string((*mark)->bytes) + " of " +
              std::to_string(end.bytes) + " bytes: the records behind them are lost. " + kAdvice);
}

Status Archive::Impl::begin_after(const ArchiveEnd& end, const std::vector<uint32_t>& found) {
  if (auto status = remove_later(folder, end.file, own.last, options.agent); !status) return status;
  const auto held = held_numbers(folder, options.agent);
  if (!held) return Unexpected(held.error());
  next_number = std::max(end.file, held->empty() ? 0 : held->back()) + 1;
  numbers.assign(found.begin(), std::lower_bound(found.begin(), found.end(), end.file));
  numbers.push_back(end.file);
  in_file = end.bytes;
  folder_unsynced = true;
  return Done{};
}

Status Archive::Impl::start_file() {
  if (own.begin) {
    if (auto status = own.begin(next_number); !status) return status;
  }
  // Somebody may have removed the folder and all files in it.
  std::error_code error;
  if (!fs::exists(folder, error)) fs::create_directory(folder, error);
  auto created = File::open(folder / archive_name(next_number, options.agent), File::Mode::kCreate);
  if (!created) return Unexpected(std::move(created.error()));
  file = std::move(*created);
  numbers.push_back(next_number++);
  folder_unsynced = true;
  in_file = 0;
  return Done{};
}

bool Archive::Impl::is_lost(uint32_t number) const {
  return std::any_of(lost.begin(), lost.end(),
                     [&](const LostFile& one) { return one.file == number; });
}

// Writes the buffer to the lost file first, because its records have offsets in that file. Somebody
// may have moved the file and may move it back.
Status Archive::Impl::leave_lost_file() {
  const auto in_place = file.is_in_place();
  if (!in_place) return Unexpected(in_place.error());
  if (*in_place) return Done{};
  (void)write_buffer();
  lost.push_back({.file = numbers.back(), .bytes = logical_size()});
  unreported.push_back(lost.back());
  buffer.clear();
  index.clear();
  file = File();
  return Done{};
}

Status Archive::Impl::flush() {
  if (file.is_open()) {
    if (auto status = leave_lost_file(); !status) return status;
  }
  // end(), which the crawl commits, must be in an existing file.
  if (!file.is_open() && !numbers.empty() && is_lost(numbers.back())) {
    if (auto status = start_file(); !status) return status;
  }
  return write_buffer();
}

Status Archive::Impl::finish_file() {
  if (auto status = leave_lost_file(); !status) return status;
  if (!file.is_open()) return Done{};
  if (auto status = write_buffer(); !status) return status;
  // After this, a power failure can damage only the last file.
  if (auto status = file.sync(); !status) return status;
  const uint32_t number = numbers.back();
  if (auto status = index.write(folder / index_name(number, options.agent),
                                archive_name(number, options.agent).native());
      !status) {
    return status;
  }
  index.clear();
  file = File();
  return Done{};
}

Status Archive::Impl::write_buffer() {
  if (buffer.empty()) return Done{};
  if (auto status = file.write_at(in_file, buffer); !status) {
    // Remove incomplete records. If that fails too, the next attempt overwrites them.
    (void)file.truncate(in_file);
    return status;
  }
  in_file += buffer.size();
  if (buffer.capacity() > 4 * kBufferBytes) std::string().swap(buffer);
  buffer.clear();
  return Done{};
}

// Nothing is appended before the full buffer has been written.
Status Archive::Impl::make_room() {
  if (closed) return fail("the archive in " + folder.string() + " is closed");
  if (buffer.size() >= kBufferBytes) {
    if (auto status = write_buffer(); !status) return status;
  }
  const bool is_full =
      logical_size() >= options.max_file_bytes || index.size() >= options.max_file_replies;
  if (file.is_open() && is_full) {
    if (auto status = finish_file(); !status) return status;
  }
  return file.is_open() ? Status(Done{}) : start_file();
}

Result<Written> Archive::Impl::append(const PackedVisit& visit) {
  if (auto status = make_room(); !status) return Unexpected(std::move(status.error()));
  if (logical_size() == 0) {
    writer.write_warcinfo({.filename = file.path().filename().native(),
                           .date = visit.date,
                           .software = options.software,
                           .operator_contact = options.operator_contact},
                          buffer);
  }

  const Written written{.file = numbers.back(),
                        .offset = logical_size(),
                        .length = visit.reply_length,
                        .payload_digest = visit.payload_digest};
  const std::string digest =
      visit.payload_digest ? "sha256:" + visit.payload_digest->hex() : std::string();
  index.add({.url = visit.url,
             .date = visit.date,
             .revisit = visit.revisit,
             .mime = visit.mime,
             .status = visit.status,
             .digest = digest,
             .offset = written.offset,
             .length = written.length});
  buffer += visit.members;
  return written;
}

Status Archive::Impl::sync() {
  if (file.is_open()) {
    if (auto status = file.sync(); !status) return status;
  }
  if (folder_unsynced) {
    if (auto status = sync_folder(folder); !status) return status;
    folder_unsynced = false;
  }
  return Done{};
}

Archive::Archive(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Archive::~Archive() = default;

Result<std::unique_ptr<Archive>> Archive::open(const fs::path& folder, const ArchiveEnd& end,
                                               const ArchiveOptions& options, OwnFiles own) {
  auto impl = std::make_unique<Impl>(folder, options, std::move(own));
  if (auto status = impl->resume(end); !status) {
    return Unexpected(std::move(status.error()).within("opening the archive"));
  }
  return std::unique_ptr<Archive>(new Archive(std::move(impl)));
}

Result<Written> Archive::append(const PackedVisit& visit) {
  return impl_->append(visit);
}

Status Archive::make_room() {
  return impl_->make_room();
}

Result<Written> Archive::write(const Exchange& exchange) {
  return impl_->append(impl_->writer.pack(exchange));
}

Status Archive::flush(bool sync) {
  if (auto status = impl_->flush(); !status) return status;
  return sync ? impl_->sync() : Status(Done{});
}

std::vector<LostFile> Archive::take_lost() {
  return std::exchange(impl_->unreported, {});
}

ArchiveEnd Archive::end() const {
  if (impl_->numbers.empty()) return {};
  return {impl_->numbers.back(), impl_->logical_size()};
}

uint32_t Archive::last_complete() const {
  if (impl_->numbers.empty()) return 0;
  return impl_->numbers.back() - (impl_->file.is_open() ? 1 : 0);
}

Status Archive::close() {
  if (impl_->closed) return Done{};
  if (impl_->file.is_open()) {
    if (auto status = impl_->finish_file(); !status) return status;
  }
  impl_->closed = true;
  return Done{};
}

std::vector<fs::path> Archive::files() const {
  std::vector<fs::path> paths;
  for (const uint32_t number : impl_->numbers) {
    if (!impl_->is_lost(number))
      paths.push_back(impl_->folder / archive_name(number, impl_->options.agent));
  }
  return paths;
}

const std::vector<std::string>& Archive::remarks() const {
  return impl_->remarks;
}

}  // namespace freshet::warc

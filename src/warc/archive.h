#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "digest/sha.h"
#include "result/result.h"
#include "warc/packed_visit.h"
#include "warc/record.h"

namespace freshet::warc {

struct ArchiveOptions {
  std::string software;  // "freshet/0.1.0", for the warcinfo record
  std::string operator_contact;
  uint64_t max_file_bytes = 1'000'000'000;  // a file that has grown past this is closed
  size_t max_file_replies = 250'000;        // and one of so many: its index is held in memory
  int compression_level = 1;                // libdeflate's, 0 to 12
};

// Where the archive ends, as the state of the crawl knows it.
struct ArchiveEnd {
  uint32_t file = 0;  // 0: nothing written yet
  uint64_t bytes = 0;
  bool operator==(const ArchiveEnd&) const = default;
};

// Which files in the folder are ours, as the state of the crawl knows it. Only those are ever cut
// or removed.
struct OwnFiles {
  // The highest number that was ever begun; none: not known, and names decide.
  std::optional<uint32_t> last;
  // Is called before a file is created, so that the state can note its number. After an error the
  // file is not created. May be empty.
  std::function<Status(uint32_t number)> begin;
};

// A file of the archive that was removed, moved or replaced while it was written.
struct LostFile {
  uint32_t file = 0;
  uint64_t bytes = 0;  // of records that were in it
  bool operator==(const LostFile&) const = default;
};

struct Written {
  uint32_t file = 0;
  uint64_t offset = 0;  // of the response or revisit record, and its length there
  uint64_t length = 0;
  // SHA-256 of the payload as recorded; none for a 304 that came without one.
  std::optional<digest::Digest256> payload_digest;
};

// A folder of WARC files, freshet-000001.warc.gz and on, one gzip member a record, each closed file
// with its CDXJ index beside it. The records of one visit stand in one file. For one thread.
//
// The format is described in docs/formats/warc.md.
class Archive {
 public:
  // `end` is what was last committed: whatever stands behind it in the folder (a crash between
  // writing and committing) is cut off first. Fails if what stands before it is not all there.
  // With `end.file` 0, files that are in the folder are left alone, and ours come after them.
  static Result<std::unique_ptr<Archive>> open(const std::filesystem::path& folder,
                                               const ArchiveEnd& end, const ArchiveOptions& options,
                                               OwnFiles own = {});
  // Without close(), what was not flushed is lost and the open file has no index.
  ~Archive();

  // Sees to it that the next append() succeeds. After an error (the disk is full) all that was
  // written is kept, and a later call can succeed.
  Status make_room();
  // After an error, which is one of make_room(), nothing of the visit is in the archive.
  Result<Written> append(const PackedVisit& visit);
  Result<Written> write(const Exchange& exchange);  // packs it first
  // After this, end() is in the file system (kill -9); with `sync` also on the disk. Notices if the
  // open file is not in its place any more: then another is begun, and take_lost() names it.
  Status flush(bool sync);
  // The files that were found to be lost since the last call. Nothing that was written to them is
  // in the archive.
  std::vector<LostFile> take_lost();
  // Behind all that was written, flushed or not.
  ArchiveEnd end() const;
  // Flushes and writes the index of the open file; the archive takes no more. May be tried again
  // after an error.
  Status close();

  // Ours, in order; the open one too. Without those that were lost.
  std::vector<std::filesystem::path> files() const;
  // What opening found odd in the file that is continued.
  const std::vector<std::string>& remarks() const;

 private:
  struct Impl;
  explicit Archive(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::warc

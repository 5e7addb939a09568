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
  std::string agent;     // a part of the names of files, if several agents write a collection
  std::string software;  // "freshet/0.1.0", for the warcinfo record
  std::string operator_contact;
  uint64_t max_file_bytes = 1'000'000'000;  // a file that is larger than this is closed
  size_t max_file_replies = 250'000;        // likewise; the index of the open file is in memory
  int compression_level = 1;                // that of libdeflate, 0 to 12
  // Whether open() continues the last file although it was closed. A file that is uploaded must
  // not be continued.
  bool continues_closed = true;
};

// The end of the archive that the crawl committed to its state.
struct ArchiveEnd {
  uint32_t file = 0;  // number of the last file; 0 if there is none
  uint64_t bytes = 0;
  bool operator==(const ArchiveEnd&) const = default;
};

// Which files in the folder belong to the archive, according to the state of the crawl. Only these
// are truncated or removed.
struct OwnFiles {
  // The highest number of a file that was ever created. nullopt if it is not known; then every file
  // with the name of an archive file belongs to the archive.
  std::optional<uint32_t> last;
  // Called before a file is created, to store its number in the state. If it fails, the file is not
  // created. May be empty.
  std::function<Status(uint32_t number)> begin;
};

// A file of the archive that was removed, moved or replaced while it was open.
struct LostFile {
  uint32_t file = 0;
  uint64_t bytes = 0;  // of the records in it
  bool operator==(const LostFile&) const = default;
};

// The position of a visit in the archive.
struct Written {
  uint32_t file = 0;
  uint64_t offset = 0;  // of the response or revisit record
  uint64_t length = 0;  // of its gzip member
  // SHA-256 of the payload, as recorded. nullopt for a 304 if the caller did not give it.
  std::optional<digest::Digest256> payload_digest;
};

// A folder of WARC files freshet-000001.warc.gz and so on. Each record is one gzip member, and the
// records of one visit are in one file. Each closed file has a CDXJ index. Not thread-safe.
//
// docs/formats/warc.md describes the format.
class Archive {
 public:
  // Opens the archive to continue after `end`, the end that was committed last. First removes all
  // that was written after `end` (there was a crash before the commit). Fails if a part of the
  // archive before `end` is missing. If `end.file` is 0, files in the folder are not changed, and
  // the archive's files get higher numbers. A last file that was uploaded is not continued.
  static Result<std::unique_ptr<Archive>> open(const std::filesystem::path& folder,
                                               const ArchiveEnd& end, const ArchiveOptions& options,
                                               OwnFiles own = {});
  // Call close() before. Otherwise visits that were not flushed are lost, and the open file has no
  // index.
  ~Archive();

  // Prepares for append(), so that the next call of it succeeds. If this fails (for example because
  // the disk is full), no written record is lost, and a later call may succeed.
  Status make_room();
  // Calls make_room() and returns its error. In that case nothing of the visit is in the archive.
  Result<Written> append(const PackedVisit& visit);
  Result<Written> write(const Exchange& exchange);  // packs and appends it
  // Writes all records to the file, so that they survive kill -9; with `sync`, also to the disk. If
  // the open file is not at its path any more, begins another one, and take_lost() will return the
  // lost file.
  Status flush(bool sync);
  // Returns the files that were found lost since the last call. Their records are not in the
  // archive.
  std::vector<LostFile> take_lost();
  // The end after all records that were written, flushed or not.
  ArchiveEnd end() const;
  // The number of the last file that is complete, and will not be written again as long as the
  // state has end(). All files before it are complete, too. 0: there is none.
  uint32_t last_complete() const;
  // Flushes and writes the index of the open file. Afterwards nothing can be appended. May be
  // called again after an error.
  Status close();

  // The files of the archive in order, including the open one, without lost ones.
  std::vector<std::filesystem::path> files() const;
  // Problems that open() found in the file that is continued.
  const std::vector<std::string>& remarks() const;

 private:
  struct Impl;
  explicit Archive(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::warc

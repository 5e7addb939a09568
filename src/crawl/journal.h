#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "clock/instant.h"
#include "collection/lost_files.h"
#include "crawl/evaluate_visit.h"
#include "crawl/originals.h"
#include "crawl/worker.h"
#include "result/result.h"
#include "store/store.h"
#include "telemetry/log.h"
#include "warc/archive.h"
#include "warc/visit_writer.h"

namespace freshet::crawl {

// Writes the results of visits: the exchange to the archive, everything else to one batch for the
// store. The archive is always written first: after a crash, records that only the archive has are
// cut off, whereas data that only the state had would be lost.
//
// While writing fails (the disk is full, say) the journal is stalled: it keeps the batch, and
// commit() tries again. For the engine's thread.
class Journal {
 public:
  struct Options {
    int compression_level = 0;
    uint16_t writer = 0;     // of the archive: store::ArchivePosition::writer
    Duration sync_interval;  // between commits that survive a power failure
  };
  struct Moment {
    Instant now;
    Duration monotonic;    // see eventloop::TaskLoop
    bool is_last = false;  // survives a power failure, whatever the interval
  };
  struct Hooks {
    std::function<Moment()> moment;  // returns the time of a commit
    // Called before a commit: adds what changes with almost every visit, once for the whole batch.
    std::function<void(store::Batch&)> complete;
  };

  Journal(store::Store& store, warc::Archive& archive, const Options& options, Hooks hooks,
          telemetry::Log& log);

  // The batch that the next commit writes.
  store::Batch& batch() { return batch_; }
  // Records a page after a visit. `was_due` is the time for which that visit was scheduled.
  void record(store::PageState page, Instant was_due);
  // Returns whether the batch has newer data of the page than the store.
  bool has_uncommitted(store::PageId page) const { return recorded_.contains(page.value); }

  // Returns the first page with this content.
  std::optional<store::Original> original_of(const digest::Digest256& content) const {
    return originals_.of(content);
  }
  // Reads at once what original_of() will be asked for.
  void expect(const std::vector<Completed>& completed);
  // Returns false, and stalls the journal, if no visit can be archived now.
  bool has_room();
  // Archives the exchange as the record requires, and fills in the page's place in the archive.
  void archive(VisitRecord& record, const Completed& completed);
  // Writes the record of a visit that does not replace the page's copy, with the verdict unless it
  // is empty.
  void archive_apart(const Completed& completed, std::string_view verdict);
  // Returns whether the archive has the same bytes from an earlier visit to the page.
  bool has_archived(const store::PageState& page, const Reading& reading) const;
  // Whether this archive has had the record. Others cannot be read here, nor referred to.
  bool is_own(const store::ArchivePosition& position) const {
    return position.writer == options_.writer;
  }
  bool is_lost(const store::ArchivePosition& position) const {
    return is_own(position) && lost_files_.contains(position.file);
  }
  const collection::LostFiles& lost_files() const { return lost_files_; }

  // Sets the function that is called with each committed batch.
  void watch_commits(std::function<void(const store::Batch&)> watch) { watch_ = std::move(watch); }
  // Commits the batch. Does nothing if it is empty. If writing fails, the journal keeps the batch;
  // commit() then returns false and stalls the journal, try_commit() returns the error and does
  // not.
  Status try_commit();
  bool commit();
  // How long the store takes for a commit, on average over the last ones.
  Duration commit_time() const { return commit_time_; }
  bool is_stalled() const { return is_stalled_; }
  // Another writer has taken one of the shards: nothing can be committed any more.
  bool is_fenced() const { return is_fenced_; }
  // Closes the archive's last file. Call it after the last commit.
  Status close() { return archive_.close(); }
  std::vector<std::string> archive_files() const;

 private:
  // Records the page as the first with its content.
  void claim_content(const store::PageState& page, const Completed& completed);
  // Writes the page's own record.
  void archive_visit(store::PageState& page, const Completed& completed);
  // Writes a record that refers to the one with the body, which stays the page's place.
  void archive_unchanged(store::PageState& page, const Completed& completed);
  std::optional<warc::PackedVisit> pack_duplicate(const store::PageState& page,
                                                  const store::Original& original,
                                                  const Completed& completed);
  void note_lost_files();
  void stall(const Error& why);

  store::Store& store_;
  warc::Archive& archive_;
  const Options options_;
  const Hooks hooks_;
  telemetry::Log& log_;
  warc::VisitWriter writer_;
  store::Batch batch_;
  std::unordered_set<uint64_t> recorded_;  // PageIds in the batch
  Originals originals_;
  collection::LostFiles lost_files_;
  std::function<void(const store::Batch&)> watch_;  // may be empty
  Duration last_sync_;
  Duration commit_time_;
  bool is_stalled_ = false;
  bool is_fenced_ = false;
};

}  // namespace freshet::crawl

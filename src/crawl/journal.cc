#include "crawl/journal.h"

#include <algorithm>

#include "collection/clock_correction.h"
#include "crawl/archive_state.h"
#include "crawl/packing.h"
#include "warc/archive_folder.h"

namespace freshet::crawl {

Journal::Journal(store::Store& store, warc::Archive& archive, const Options& options, Hooks hooks,
                 telemetry::Log& log)
    : store_(store),
      archive_(archive),
      options_(options),
      hooks_(std::move(hooks)),
      log_(log),
      writer_(options.compression_level),
      originals_(store) {}

void Journal::record(store::PageState page, Instant was_due) {
  recorded_.insert(page.key.page.value);
  batch_.visited.push_back({std::move(page), was_due});
}

void Journal::expect(const std::vector<Completed>& completed) {
  std::vector<digest::Digest256> contents;
  for (const Completed& one : completed) {
    if (one.reading && one.reading->size > 0) contents.push_back(one.reading->content);
  }
  if (contents.size() > 1) originals_.read_ahead(contents);
}

void Journal::claim_content(const store::PageState& page, const Completed& completed) {
  store::Original original{.page = page.key, .at = completed.at};
  if (completed.packed) original.payload = completed.reading->received_digest;
  batch_.contents.emplace_back(page.content, original);
  originals_.claim(page.content, original, page.url);
}

void Journal::archive(VisitRecord& record, const Completed& completed) {
  using Archive = VisitRecord::Archive;
  if (record.claims_content) claim_content(record.page, completed);
  switch (record.archive) {
    case Archive::kNothing: break;
    case Archive::kOwnRecord: archive_visit(record.page, completed); break;
    case Archive::kUnchanged: archive_unchanged(record.page, completed); break;
    case Archive::kApart: archive_apart(completed, ""); break;
    case Archive::kBlocked: archive_apart(completed, kBlockedVerdict); break;
  }
}

bool Journal::has_room() {
  const Status room = archive_.make_room();
  if (!room) stall(room.error());
  return room.has_value();
}

// A duplicate gets a revisit record that refers to the original, instead of its content, if both
// were received as the same bytes; with another coding they are not.
void Journal::archive_visit(store::PageState& page, const Completed& completed) {
  std::optional<warc::PackedVisit> revisit;
  if (page.duplicate_of) {
    const std::optional<store::Original> original = originals_.of(page.content);
    if (original && original->payload == completed.reading->received_digest &&
        is_own(original->archived) && !is_lost(original->archived)) {
      revisit = pack_duplicate(page, *original, completed);
    }
  }
  // The archive alone does not show this.
  std::optional<warc::PackedVisit> noted;
  if (page.result == store::VisitResult::kSoftGone) {
    noted = *completed.packed;
    note_verdict(writer_, *noted, kSoft404Verdict);
  }
  const auto written = archive_.append(revisit ? *revisit : noted ? *noted : *completed.packed);
  if (!written) {
    stall(written.error());
    return;
  }
  page.archived = {.writer = options_.writer, .file = written->file, .offset = written->offset};
  // Later pages with the same content can refer to this record.
  if (revisit || batch_.contents.empty()) return;
  auto& [content, claim] = batch_.contents.back();
  if (claim.page == page.key && content == page.content) claim.archived = page.archived;
}

std::optional<warc::PackedVisit> Journal::pack_duplicate(const store::PageState& page,
                                                         const store::Original& original,
                                                         const Completed& completed) {
  auto url = originals_.url_of(page.content);
  if (!url) return std::nullopt;
  const VisitFacts facts{.url = page.url,
                         .at = completed.at,
                         .depth = page.depth,
                         .sitemap = page.sitemap,
                         .original = {{.url = std::move(*url), .date = original.at}},
                         .payload_digest = completed.packed->payload_digest};
  return pack(writer_, std::get<fetch::Reply>(completed.outcome), facts);
}

// Records archive files that were removed while they were written. The state has the fact from this
// commit on: the records in the file are lost, also those of visits in this commit.
void Journal::note_lost_files() {
  const std::vector<warc::LostFile> lost = archive_.take_lost();
  if (lost.empty()) return;
  for (const warc::LostFile& file : lost) {
    lost_files_.add(file);
    log_.error(
        "an archive file was removed or moved while it was written: its records are lost. The run "
        "continues in another file. The next start visits the pages again unless the file is "
        "back",
        {{"file", warc::archive_name(file.file).string()}, {"bytes", file.bytes}});
  }
  batch_.facts.emplace_back(collection::kLostFact, lost_files_.encode());
}

void Journal::archive_apart(const Completed& completed, std::string_view verdict) {
  if (!completed.packed) return;
  warc::PackedVisit packed = *completed.packed;
  if (!verdict.empty()) note_verdict(writer_, packed, verdict);
  const auto written = archive_.append(packed);
  if (!written) stall(written.error());
}

bool Journal::has_archived(const store::PageState& page, const Reading& reading) const {
  if (page.archived.file == 0 || page.content != reading.content) return false;
  if (!is_own(page.archived) || is_lost(page.archived)) return false;
  const std::optional<store::Original> original = originals_.of(page.content);
  return original && original->page == page.key && original->payload == reading.received_digest;
}

void Journal::archive_unchanged(store::PageState& page, const Completed& completed) {
  const std::optional<store::Original> original = originals_.of(page.content);
  if (!completed.packed || !original || original->payload == digest::Digest256()) return;
  if (is_lost(original->archived)) return;
  const auto holder =
      original->page == page.key ? std::optional(page.url) : originals_.url_of(page.content);
  if (!holder) return;
  const auto& reply = std::get<fetch::Reply>(completed.outcome);
  VisitFacts facts{
      .url = page.url,
      .at = completed.at,
      .depth = page.depth,
      .sitemap = page.sitemap,
      .original = {{.url = *holder, .date = original->at, .not_modified = reply.status == 304}},
      .payload_digest = original->payload};
  const auto written = archive_.append(pack(writer_, reply, facts));
  if (!written) stall(written.error());
}

Status Journal::try_commit() {
  hooks_.complete(batch_);
  const Moment moment = hooks_.moment();
  if (batch_.empty() && !is_stalled_) return Done{};
  if (is_stalled_) {
    if (Status room = archive_.make_room(); !room) return room;
  }
  const bool sync = moment.is_last || moment.monotonic - last_sync_ >= options_.sync_interval;
  Status flushed = archive_.flush(sync);
  note_lost_files();
  if (!flushed) return flushed;
  note_archive_end(batch_, archive_.end(), sync);
  collection::note_latest_time(batch_, moment.now);
  const auto durability = sync ? store::Durability::kPower : store::Durability::kProcess;
  if (Status committed = store_.commit(batch_, durability); !committed) {
    is_fenced_ = committed.error().kind == ErrorKind::kFenced;
    return committed;
  }
  // The loop reads its own time only once in an iteration.
  const Duration taken = std::max(hooks_.moment().now - moment.now, Duration());
  commit_time_ += (taken - commit_time_) / 8;
  if (sync) last_sync_ = moment.monotonic;
  if (watch_) watch_(batch_);
  batch_.clear();
  originals_.committed();
  recorded_.clear();
  return Done{};
}

bool Journal::commit() {
  if (const Status committed = try_commit(); !committed) {
    stall(committed.error());
    return false;
  }
  if (is_stalled_) log_.info("there is room again: the run continues");
  is_stalled_ = false;
  return true;
}

std::vector<std::string> Journal::archive_files() const {
  std::vector<std::string> names;
  for (const auto& file : archive_.files()) names.push_back(file.string());
  return names;
}

void Journal::stall(const Error& why) {
  // Nothing can be corrected if another writer has the shards.
  if (!is_stalled_ && why.kind != ErrorKind::kFenced) {
    log_.error("nothing more is fetched until this is corrected", {{"reason", why.message}});
  }
  is_stalled_ = true;
}

}  // namespace freshet::crawl

// What visits leave in the archive.
#include "crawl/keeper.h"
#include "crawl/packing.h"
#include "warc/archive_folder.h"

namespace freshet::crawl {

// False if a visit could not be archived now: it is put back, and asked for again when there is
// room.
bool Keeper::has_room() {
  const Status room = archive_.make_room();
  if (!room) wait_for_room(room.error());
  return room.has_value();
}

// A duplicate leaves a revisit record that names the original, instead of its content, if both were
// received as the same bytes: under another coding they are not.
void Keeper::archive_visit(store::PageState& page, const Completed& completed) {
  std::optional<warc::PackedVisit> revisit;
  if (page.duplicate_of) {
    const std::optional<store::Original> original = originals_.of(page.content);
    if (original && original->payload == completed.reading->received_digest &&
        !lost_files_.contains(original->archived.file)) {
      revisit = pack_revisit(page, *original, completed);
    }
  }
  // Whoever reads the archive alone could not tell.
  std::optional<warc::PackedVisit> noted;
  if (page.result == store::VisitResult::kSoftGone) {
    noted = *completed.packed;
    note_verdict(writer_, *noted, kSoft404Verdict);
  }
  const auto written = archive_.append(revisit ? *revisit : noted ? *noted : *completed.packed);
  if (!written) {
    wait_for_room(written.error());
    return;
  }
  page.archived = {.file = written->file, .offset = written->offset};
  // Whoever has the same content later can be told where it is.
  if (revisit || batch_.contents.empty()) return;
  auto& [content, claim] = batch_.contents.back();
  if (claim.page == page.key && content == page.content) claim.archived = page.archived;
}

std::optional<warc::PackedVisit> Keeper::pack_revisit(const store::PageState& page,
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

// Somebody removed a file that was being written. The state says so from the commit on that it goes
// into: what was in the file is lost, also of visits that are committed with it.
void Keeper::note_lost_files() {
  const std::vector<warc::LostFile> lost = archive_.take_lost();
  if (lost.empty()) return;
  for (const warc::LostFile& file : lost) {
    lost_files_.add(file);
    log_.error(
        "an archive file was removed or moved while it was written: its records are lost, the run "
        "goes on in another file, and the next start visits the pages again unless the file is "
        "back",
        {{"file", warc::archive_name(file.file).string()}, {"bytes", file.bytes}});
  }
  batch_.facts.emplace_back(kLostFact, lost_files_.encode());
}

// The record of a visit that leaves the page's copy as it is.
void Keeper::archive_apart(const Completed& completed, std::string_view verdict) {
  if (!completed.packed) return;
  warc::PackedVisit packed = *completed.packed;
  if (!verdict.empty()) note_verdict(writer_, packed, verdict);
  const auto written = archive_.append(packed);
  if (!written) wait_for_room(written.error());
}

// Whether the very bytes that came now are there from an earlier visit to the page.
bool Keeper::has_in_archive(const store::PageState& page, const Reading& reading) const {
  if (page.archived.file == 0 || page.content != reading.content) return false;
  if (lost_files_.contains(page.archived.file)) return false;
  const std::optional<store::Original> original = originals_.of(page.content);
  return original && original->page == page.key && original->payload == reading.received_digest;
}

// Nothing is new: the record refers to the one that has the body, if it is known, and that stays
// the page's place in the archive.
void Keeper::archive_again(store::PageState& page, const Completed& completed) {
  const std::optional<store::Original> original = originals_.of(page.content);
  if (!completed.packed || !original || original->payload == digest::Digest256()) return;
  if (lost_files_.contains(original->archived.file)) return;
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
  if (!written) wait_for_room(written.error());
}

}  // namespace freshet::crawl

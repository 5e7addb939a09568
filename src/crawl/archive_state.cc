#include "crawl/archive_state.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include "collection/lost_files.h"
#include "warc/archive_folder.h"
#include "warc/recovery.h"
#include "warc/upload_mark.h"

namespace freshet::crawl {
namespace {

namespace fs = std::filesystem;

std::string format_end(const warc::ArchiveEnd& end) {
  return std::to_string(end.file) + " " + std::to_string(end.bytes);
}

// Returns zeros if the state has no end.
warc::ArchiveEnd parse_end(std::string_view text) {
  warc::ArchiveEnd end;
  const char* const stop = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), stop, end.file);
  if (error == std::errc() && after != stop) std::from_chars(after + 1, stop, end.bytes);
  return end;
}

// Of positions in the same archive.
bool is_behind(const store::ArchivePosition& position, const warc::ArchiveEnd& end) {
  return position.file != end.file ? position.file > end.file : position.offset >= end.bytes;
}

// Returns nothing if the state is older than this fact.
Result<std::optional<uint32_t>> last_begun(const store::Store& store) {
  const auto fact = store.fact(kArchiveBegunFact);
  if (!fact) return Unexpected(fact.error());
  if (!*fact) return std::nullopt;
  uint32_t number = 0;
  std::from_chars((*fact)->data(), (*fact)->data() + (*fact)->size(), number);
  return number;
}

Status note_begun(store::Store& store, uint32_t number) {
  store::Batch batch;
  batch.facts.emplace_back(kArchiveBegunFact, std::to_string(number));
  return store.commit(batch, store::Durability::kPower);
}

struct ArchiveFiles {
  fs::path folder;
  std::string agent;  // warc::ArchiveOptions::agent
};
// Records in a new state, before anything is written, that the archive begins. After a crash,
// uncommitted files can then be distinguished from files that were there before. The latter are
// never removed.
Status begin_archive(store::Store& store, const ArchiveFiles& files, bool is_new,
                     std::optional<uint32_t> last_own) {
  if (!is_new) {
    if (Status removed = warc::remove_after(files.folder, 0, last_own, files.agent); !removed)
      return removed;
    return Done{};
  }
  const auto present = warc::held_numbers(files.folder, files.agent);
  if (!present) return Unexpected(present.error());
  if (!present->empty()) {
    return fail(files.folder.string() +
                " has archive files of which the state knows nothing, such as " +
                warc::archive_name(present->front(), files.agent).string() +
                ": use another --data, or rebuild the state from the archive with freshet recover");
  }
  store::Batch first;
  note_archive_end(first, {}, true);
  first.facts.emplace_back(kArchiveBegunFact, "0");
  return store.commit(first, store::Durability::kPower);
}

// Queues pages whose last record is lost, as if that visit had not taken place. Commits the facts
// of `batch` with them.
Result<size_t> visit_again(store::Store& store, uint16_t writer, store::Batch batch, Instant now,
                           const std::function<bool(const store::ArchivePosition&)>& is_lost) {
  std::map<store::SiteId, uint64_t> lost;
  Status read = store.each_page([&](const store::PageState& page) {
    if (page.archived.file == 0 || page.archived.writer != writer) return true;
    if (!is_lost(page.archived)) return true;
    ++lost[page.key.site];
    // Other pages with the same content must not refer to it.
    batch.contents.emplace_back(page.content, store::Original{.page = page.key});
    store::PageState again = page;
    again.archived = {};
    again.duplicate_of.reset();
    again.result = store::VisitResult::kNever;
    again.next_visit = now;
    batch.pages.push_back(std::move(again));
    return true;
  });
  if (!read) return Unexpected(read.error());
  for (const auto& [id, pages] : lost) {
    auto site = store.site(id);
    if (!site) return Unexpected(site.error());
    if (!*site) continue;
    (*site)->waiting += pages;
    (*site)->pages -= std::min((*site)->pages, pages);
    batch.sites.push_back(std::move(**site));
  }
  const size_t pages = batch.pages.size();
  if (Status kept = store.commit(batch, store::Durability::kPower); !kept) {
    return Unexpected(kept.error());
  }
  return pages;
}

Result<size_t> visit_again_behind(store::Store& store, uint16_t writer, const warc::ArchiveEnd& end,
                                  Instant now) {
  store::Batch batch;
  note_archive_end(batch, end, true);
  return visit_again(
      store, writer, std::move(batch), now,
      [&](const store::ArchivePosition& position) { return is_behind(position, end); });
}

// Queues pages whose records were in files that were lost in an earlier run.
Status visit_lost_again(store::Store& store, const ArchivePlace& place, Instant now,
                        telemetry::Log& log) {
  const auto kept = collection::stored_lost_files(store);
  if (!kept) return Unexpected(kept.error());
  if (kept->empty()) return Done{};
  const collection::LostFiles lost = kept->still_lost(place.folder);
  store::Batch batch;
  batch.facts.emplace_back(collection::kLostFact, "");
  const auto pages = visit_again(
      store, place.writer, std::move(batch), now,
      [&](const store::ArchivePosition& position) { return lost.contains(position.file); });
  if (!pages) return Unexpected(pages.error());
  if (!lost.empty()) {
    log.error("archive files were removed during the last run: visiting their pages again",
              {{"files", uint64_t{lost.all().size()}}, {"pages", uint64_t{*pages}}});
  }
  return Done{};
}

}  // namespace

void note_archive_end(store::Batch& batch, const warc::ArchiveEnd& end, bool synced) {
  const std::string text = format_end(end);
  if (synced) batch.facts.emplace_back(kArchiveSyncedFact, text);
  batch.facts.emplace_back(kArchiveEndFact, text);
}

std::optional<warc::ArchiveEnd> synced_end(const store::Batch& batch) {
  std::optional<warc::ArchiveEnd> end;
  for (const auto& [name, value] : batch.facts) {
    if (name == kArchiveSyncedFact) end = parse_end(value);
  }
  return end;
}

Result<warc::ArchiveEnd> known_archive_end(const store::Store& store) {
  const auto fact = store.fact(kArchiveEndFact);
  if (!fact) return Unexpected(fact.error());
  return parse_end(fact->value_or(""));
}

Result<std::unique_ptr<warc::Archive>> open_archive(store::Store& store, const ArchivePlace& place,
                                                    const warc::ArchiveOptions& options,
                                                    Instant now, telemetry::Log& log) {
  const std::string& folder = place.folder;
  const auto known_fact = store.fact(kArchiveEndFact);
  if (!known_fact) return Unexpected(known_fact.error());
  const auto synced_fact = store.fact(kArchiveSyncedFact);
  if (!synced_fact) return Unexpected(synced_fact.error());
  warc::ArchiveEnd known = parse_end(known_fact->value_or(""));
  const warc::ArchiveEnd synced = parse_end(synced_fact->value_or(""));

  if (known != synced) {
    const auto real = warc::surviving_end(folder, synced, known, options.agent);
    if (!real) return Unexpected(real.error());
    if (*real != known) {
      const auto pages = visit_again_behind(store, place.writer, *real, now);
      if (!pages) return Unexpected(pages.error());
      log.error("the end of the archive is lost, as after a power failure: visiting again",
                {{"pages", uint64_t{*pages}}});
      known = *real;
    }
  }
  if (Status again = visit_lost_again(store, place, now, log); !again) {
    return Unexpected(again.error());
  }
  const auto last_own = last_begun(store);
  if (!last_own) return Unexpected(last_own.error());
  if (known.file == 0) {
    if (Status begun = begin_archive(store, {folder, options.agent}, !*known_fact, *last_own);
        !begun) {
      return Unexpected(begun.error());
    }
  }
  const auto begin = [&store](uint32_t number) { return note_begun(store, number); };
  auto archive = warc::Archive::open(folder, known, options, {.last = *last_own, .begin = begin});
  if (archive && !*last_own) {
    // From now on the state has the number.
    if (Status noted = note_begun(store, known.file); !noted) return Unexpected(noted.error());
  }
  return archive;
}

}  // namespace freshet::crawl

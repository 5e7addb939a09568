#include "crawl/archive_state.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

#include "warc/recovery.h"

namespace freshet::crawl {
namespace {

namespace fs = std::filesystem;

// "FILE BYTES"
constexpr char kEndFact[] = "archive_end";
// The same, when last all of it was surely on the disk.
constexpr char kSyncedFact[] = "archive_synced";

std::string format_end(const warc::ArchiveEnd& end) {
  return std::to_string(end.file) + " " + std::to_string(end.bytes);
}

// Zeros from a state that has none.
warc::ArchiveEnd parse_end(std::string_view text) {
  warc::ArchiveEnd end;
  const char* const stop = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), stop, end.file);
  if (error == std::errc() && after != stop) std::from_chars(after + 1, stop, end.bytes);
  return end;
}

bool is_behind(const store::ArchivePosition& position, const warc::ArchiveEnd& end) {
  if (position.file == 0) return false;
  return position.file != end.file ? position.file > end.file : position.offset >= end.bytes;
}

// A state that is new says so before anything is written, so that after a crash what no commit has
// seen can be told from files that were there before us.
Status begin_archive(store::Store& store, const fs::path& folder, bool is_new) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (is_new) {
      return fail(
          folder.string() +
          " has files of which the state knows nothing: use another --data, or rebuild the state "
          "from the archive with freshet recover");
    }
    fs::remove(entry.path(), error);
  }
  if (error) return fail("reading " + folder.string() + ": " + error.message());
  store::Batch first;
  note_archive_end(first, {}, true);
  return store.commit(first, store::Durability::kPower);
}

// Pages whose last record stood behind `end` wait again, as if that visit had not been.
Result<size_t> visit_again_behind(store::Store& store, const warc::ArchiveEnd& end, Instant now) {
  store::Batch batch;
  std::map<store::SiteId, uint64_t> lost;
  Status read = store.each_page([&](const store::PageState& page) {
    if (!is_behind(page.archived, end)) return true;
    ++lost[page.key.site];
    // Others with its content must not refer to it.
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
  note_archive_end(batch, end, true);
  const size_t pages = batch.pages.size();
  if (Status kept = store.commit(batch, store::Durability::kPower); !kept) {
    return Unexpected(kept.error());
  }
  return pages;
}

}  // namespace

void note_archive_end(store::Batch& batch, const warc::ArchiveEnd& end, bool synced) {
  const std::string text = format_end(end);
  if (synced) batch.facts.emplace_back(kSyncedFact, text);
  batch.facts.emplace_back(kEndFact, text);
}

Result<warc::ArchiveEnd> known_archive_end(const store::Store& store) {
  const auto fact = store.fact(kEndFact);
  if (!fact) return Unexpected(fact.error());
  return parse_end(fact->value_or(""));
}

Result<std::unique_ptr<warc::Archive>> open_archive(store::Store& store, const std::string& folder,
                                                    const warc::ArchiveOptions& options,
                                                    Instant now, telemetry::Log& log) {
  const auto known_fact = store.fact(kEndFact);
  if (!known_fact) return Unexpected(known_fact.error());
  const auto synced_fact = store.fact(kSyncedFact);
  if (!synced_fact) return Unexpected(synced_fact.error());
  warc::ArchiveEnd known = parse_end(known_fact->value_or(""));
  const warc::ArchiveEnd synced = parse_end(synced_fact->value_or(""));

  if (known != synced) {
    const auto real = warc::surviving_end(folder, synced, known);
    if (!real) return Unexpected(real.error());
    if (*real != known) {
      const auto pages = visit_again_behind(store, *real, now);
      if (!pages) return Unexpected(pages.error());
      log.error("the end of the archive is lost, as after a power failure: visiting again",
                {{"pages", uint64_t{*pages}}});
      known = *real;
    }
  }
  if (known.file == 0) {
    if (Status begun = begin_archive(store, folder, !*known_fact); !begun) {
      return Unexpected(begun.error());
    }
  }
  return warc::Archive::open(folder, known, options);
}

}  // namespace freshet::crawl

#pragma once

#include <atomic>

#include "catalog/writer.h"
#include "convert/content.h"
#include "convert/page_row.h"
#include "convert/site_boilerplate.h"
#include "store/store.h"
#include "url/communities.h"
#include "words/segmenter.h"

namespace freshet::convert {

// A page whose row is to be written.
struct Job {
  store::PageKey key;
  digest::Digest256 content;
  store::ArchivePosition archived;
  bool refresh = false;  // the content is unchanged, so nothing is read from the archive
  catalog::Entry entry;  // the part that comes from the store
};

struct BuiltEntry {
  store::PageKey key;
  catalog::Entry entry;
  bool refresh = false;
  bool unreadable = false;  // the record could not be read, so the row has no text
  // The participant that can read the record; then the entry is incomplete.
  std::optional<size_t> holder;
};

// CPU time in nanoseconds, of all threads together.
struct StepTimes {
  std::atomic<uint64_t> read_ns = 0;
  std::atomic<uint64_t> parse_ns = 0;
  std::atomic<uint64_t> segment_ns = 0;
};

// Completes entries with text from the archive, words and links. Each thread has one of its own.
class EntryBuilder {
 public:
  // Shared by all threads; nobody changes them while entries are built.
  struct Sources {
    const store::Store& store;
    const Ids& ids;
    const SiteBoilerplate& boilerplate;
    const url::Communities& communities;
    const ArchiveHolders* holders = nullptr;  // null: all entries are to be completed here
  };
  EntryBuilder(const Sources& sources, ContentReader content, bool wants_words, StepTimes& times);

  Result<BuiltEntry> build(Job job);

 private:
  Result<Content> read(const Job& job, BuiltEntry& built);
  bool is_elsewhere(uint16_t writer, BuiltEntry& built) const;
  void fill_in(Content content, const RepeatedLines* repeated, catalog::Page& row) const;

  const Sources sources_;
  ContentReader content_;
  const bool wants_words_;
  StepTimes& times_;
  ContentTimes reported_;  // the times of content_ that times_ already includes
  words::Segmenter segmenter_;
};

}  // namespace freshet::convert

#pragma once

#include <atomic>

#include "catalog/writer.h"
#include "convert/content.h"
#include "convert/page_row.h"
#include "convert/site_profiles.h"
#include "store/store.h"
#include "url/communities.h"
#include "words/segmenter.h"

namespace freshet::convert {

// A page on its way to its row.
struct Job {
  store::PageKey key;
  digest::Digest256 content;
  store::ArchivePosition archived;
  bool refresh = false;  // nothing is read from the archive
  catalog::Entry entry;  // as far as the store knows it
};

struct Made {
  catalog::Entry entry;
  bool refresh = false;
  bool unreadable = false;
};

struct StepTimes {
  std::atomic<uint64_t> read_ns = 0;
  std::atomic<uint64_t> parse_ns = 0;
  std::atomic<uint64_t> segment_ns = 0;
};

// Completes entries: text from the archive, words, links. For one thread.
class EntryMaker {
 public:
  // What others know, which they do not change meanwhile.
  struct Known {
    const store::Store& store;
    const Ids& ids;
    const SiteProfiles& profiles;
    const url::Communities& communities;
  };
  EntryMaker(const Known& known, ContentReader content, bool wants_words, StepTimes& times);

  Result<Made> make(Job job);

 private:
  Result<Content> read(const Job& job);
  void fill_in(Content content, const RepeatedLines* repeated, catalog::Page& row) const;

  const Known known_;
  ContentReader content_;
  const bool wants_words_;
  StepTimes& times_;
  ContentTimes told_;  // of content_, that times_ has
  words::Segmenter segmenter_;
};

}  // namespace freshet::convert

#include "convert/entry_maker.h"

#include "convert/cpu_watch.h"
#include "crawl/result_names.h"

namespace freshet::convert {

EntryMaker::EntryMaker(const Known& known, ContentReader content, bool wants_words,
                       StepTimes& times)
    : known_(known), content_(std::move(content)), wants_words_(wants_words), times_(times) {}

// Its own record has the body, or says that another has it.
Result<Content> EntryMaker::read(const Job& job) {
  auto content = content_.read(job.archived, job.entry.page.url);
  if (!content || content->has_body || job.entry.page.duplicate_of) return content;
  const auto original = known_.store.original_of(job.content);
  if (!original) return Unexpected(original.error());
  if (!*original || (*original)->archived.file == 0) {
    return fail("nobody knows where its text is");
  }
  return content_.read((*original)->archived, job.entry.page.url);
}

void EntryMaker::fill_in(Content content, const RepeatedLines* repeated, catalog::Page& row) const {
  row.media_type = std::move(content.media_type);
  row.translation_group = translation_group({.url = row.url,
                                             .language = content.language,
                                             .alternates = content.alternates,
                                             .communities = known_.communities});
  row.language = std::move(content.language);
  row.language_from = std::move(content.language_from);
  if (content.title) row.title = std::move(*content.title);
  row.description = std::move(content.description);
  // A duplicate's original has it.
  if (row.duplicate_of) return;
  SplitText split = split_text(content.visible, row.title, repeated);
  row.text = std::move(split.content);
  row.boilerplate = std::move(split.boilerplate);
  row.link_share = split.link_share;
}

Result<Made> EntryMaker::make(Job job) {
  Made made{.refresh = job.refresh};
  catalog::Page& row = job.entry.page;
  if (job.refresh) {
    made.entry = std::move(job.entry);
    return made;
  }
  // What stands in the place of a page that is gone is not its text.
  const bool is_soft_gone = row.result == crawl::name_of(store::VisitResult::kSoftGone);
  if (job.archived.file != 0 && !is_soft_gone) {
    auto content = read(job);
    made.unreadable = !content;
    if (content)
      fill_in(std::move(*content), known_.profiles.repeated_on(job.key.site), row);
    else
      job.entry.stamp = {};  // so that the next conversion tries again
    const ContentTimes& now = content_.times();
    times_.read_ns += now.read_ns - told_.read_ns;
    times_.parse_ns += now.parse_ns - told_.parse_ns;
    told_ = now;
  }
  const auto links = known_.store.links(job.key);
  if (!links) return Unexpected(links.error());
  if (*links) row.links = link_rows(**links, known_.ids);
  if (wants_words_) {
    uint64_t passed = 0;
    {
      const CpuWatch watch(passed);
      job.entry.words = catalog::words_of(row, segmenter_);
    }
    times_.segment_ns += passed;
  }
  made.entry = std::move(job.entry);
  return made;
}

}  // namespace freshet::convert

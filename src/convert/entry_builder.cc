#include "convert/entry_builder.h"

#include "collection/result_names.h"
#include "convert/cpu_timer.h"

namespace freshet::convert {

EntryBuilder::EntryBuilder(const Sources& sources, ContentReader content, bool wants_words,
                           StepTimes& times)
    : sources_(sources), content_(std::move(content)), wants_words_(wants_words), times_(times) {}

// Notes in `built` if another participant can read the archive of this writer.
bool EntryBuilder::is_elsewhere(uint16_t writer, BuiltEntry& built) const {
  if (sources_.holders == nullptr || content_.has_archive(writer)) return false;
  const auto holder = sources_.holders->find(writer);
  if (holder == sources_.holders->end()) return false;
  built.holder = holder->second;
  return true;
}

// The record of the page has the body, or it is a revisit record; then the record of the page that
// had the content first has the body. That record also serves if the archive with the page's own
// cannot be read.
Result<Content> EntryBuilder::read(const Job& job, BuiltEntry& built) {
  const std::string& url = job.entry.page.url;
  const bool is_duplicate = job.entry.page.duplicate_of.has_value();
  const bool is_here = content_.has_archive(job.archived.writer);
  if (is_here || is_duplicate) {
    if (is_elsewhere(job.archived.writer, built)) return fail("another one reads it");
    auto content = content_.read(job.archived, url);
    if (!content || content->has_body || is_duplicate) return content;
  }
  const auto original = sources_.store.original_of(job.content);
  if (!original) return Unexpected(original.error());
  const bool has_original = *original && (*original)->archived.file != 0;
  if (has_original && content_.has_archive((*original)->archived.writer)) {
    return content_.read((*original)->archived, url);
  }
  if ((!is_here && is_elsewhere(job.archived.writer, built)) ||
      (has_original && is_elsewhere((*original)->archived.writer, built))) {
    return fail("another one reads it");
  }
  return fail("no archive has a record with the body of " + url);
}

void EntryBuilder::fill_in(Content content, const RepeatedLines* repeated,
                           catalog::Page& row) const {
  row.media_type = std::move(content.media_type);
  row.translation_group = translation_group({.url = row.url,
                                             .language = content.language,
                                             .alternates = content.alternates,
                                             .communities = sources_.communities});
  row.language = std::move(content.language);
  row.language_from = std::move(content.language_from);
  if (content.title) row.title = std::move(*content.title);
  row.description = std::move(content.description);
  // The row of the original has the text.
  if (row.duplicate_of) return;
  SplitText split = split_text(content.visible, row.title, repeated);
  row.text = std::move(split.content);
  row.boilerplate = std::move(split.boilerplate);
  row.link_share = split.link_share;
}

Result<BuiltEntry> EntryBuilder::build(Job job) {
  BuiltEntry built{.key = job.key, .refresh = job.refresh};
  catalog::Page& row = job.entry.page;
  if (job.refresh) {
    built.entry = std::move(job.entry);
    return built;
  }
  // A soft 404 replaces a page that is gone; its text is not the text of that page.
  const bool is_soft_gone = row.result == collection::name_of(store::VisitResult::kSoftGone);
  if (job.archived.file != 0 && !is_soft_gone) {
    auto content = read(job, built);
    if (built.holder) return built;
    if (!content && warc::is_outage(content.error())) return Unexpected(content.error());
    built.unreadable = !content;
    if (content)
      fill_in(std::move(*content), sources_.boilerplate.repeated_on(job.key.site), row);
    else
      job.entry.stamp = {};  // so that the next conversion tries again
    const ContentTimes& now = content_.times();
    times_.read_ns += now.read_ns - reported_.read_ns;
    times_.parse_ns += now.parse_ns - reported_.parse_ns;
    reported_ = now;
  }
  const auto links = sources_.store.links(job.key);
  if (!links) return Unexpected(links.error());
  if (*links) row.links = link_rows(**links, sources_.ids);
  if (wants_words_) {
    uint64_t cpu_ns = 0;
    {
      const CpuTimer timer(cpu_ns);
      job.entry.words = catalog::words_of(row, segmenter_);
    }
    times_.segment_ns += cpu_ns;
  }
  built.entry = std::move(job.entry);
  return built;
}

}  // namespace freshet::convert

// Pages that are not there and say "200 OK" all the same. What raises suspicion proves nothing: the
// site is asked for an address that was made up, and only what looks like its answer is gone.
#include "crawl/keeper.h"
#include "crawl/keys.h"
#include "crawl/soft_404.h"

namespace freshet::crawl {
namespace {

Likeness likeness_of(const Reading& reading) {
  return Likeness::of(reading.content, reading.title, reading.simhash);
}

}  // namespace

// `before` is nullptr at the first visit. A front page is never gone this way, nor is what looked
// like the answer before: a site may give one page to all who come.
Keeper::Soft404 Keeper::soft_404(const frontier::Queued& queued, const store::PageState* before,
                                 const Completed& completed, Instant now) {
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  const bool can_be = refresher_ && reply != nullptr && reply->status == 200 && !queued.sitemap &&
                      completed.reading && !is_front_page(queued.url);
  if (!can_be) return Soft404::kNo;
  const Reading& reading = *completed.reading;
  const bool had_content = before != nullptr && before->last_success != Instant();
  if (had_content && (reading.same || before->duplicate_of)) return Soft404::kNo;

  SiteEntry& entry = sites_.at(queued.key.site.value);
  const NothingThere& nothing = entry.remembered().presence.nothing_there;
  const bool is_like = nothing.is_like(likeness_of(reading));
  if (is_like && nothing.is_proof(now)) {
    const bool was_other =
        had_content
            ? !nothing.is_like(Likeness::of(before->content, before->title, before->simhash))
            : front_page_differs(entry.state, nothing);
    return was_other ? Soft404::kYes : Soft404::kNo;
  }
  const bool is_suspicious =
      is_like || says_not_found(reading.title) || is_of_another(queued, reading);
  const bool asks = is_suspicious && nothing.may_be_asked(now) && ask_made_up(queued, now);
  return asks ? Soft404::kAskFirst : Soft404::kNo;
}

bool Keeper::is_of_another(const frontier::Queued& queued, const Reading& reading) const {
  if (reading.size == 0) return false;
  const auto original = originals_.of(reading.content);
  return original && original->page != queued.key && original->page.site == queued.key.site;
}

// A page that was never seen with anything else is gone only if there are other pages.
bool Keeper::front_page_differs(const store::SiteState& site, const NothingThere& nothing) const {
  const auto front = store_.page(page_key(site.text + "/"));
  if (!front || !*front || (*front)->last_success == Instant()) return false;
  const store::PageState& page = **front;
  return !nothing.is_like(Likeness::of(page.content, page.title, page.simhash));
}

// False if it may not be asked.
bool Keeper::ask_made_up(const frontier::Queued& suspect, Instant now) {
  SiteEntry& entry = sites_.at(suspect.key.site.value);
  if (entry.asking_made_up) return false;
  const std::string address =
      made_up_address(suspect.url, static_cast<uint64_t>(now.unix_microseconds()));
  const auto url = url::parse(address);
  const bool may = url && scope_.admits(*url) && entry.rules.ask(url->request_target()).allowed;
  if (!may) return false;
  entry.asking_made_up = true;
  // Whatever comes of it, it is not tried again and again.
  entry.remembered().presence.nothing_there.asked = now;
  frontier_.queue_first({.key = page_key(address), .url = address, .made_up = true});
  return true;
}

void Keeper::on_made_up(Outstanding outstanding, const Completed& completed, Instant now) {
  SiteEntry& entry = sites_.at(outstanding.site.value);
  touch(entry);
  entry.asking_made_up = false;
  NothingThere& nothing = entry.remembered().presence.nothing_there;
  Retry once = options_.retry;
  once.attempts = 1;
  frontier::Settlement settlement =
      judge(completed.outcome, {}, once, options_.politeness.longest_rest, now).settlement;
  settlement.page = frontier::Settlement::Page::kDone;
  nothing = {.asked = now};
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  const bool is_challenge = completed.reading && !completed.reading->challenge.empty();
  if (reply != nullptr && !is_challenge) {
    if (reply->status == 200 && completed.reading) {
      nothing.answer = NothingThere::Answer::kContent;
      nothing.likeness = likeness_of(*completed.reading);
    } else if (reply->status < 500 && reply->status != 429) {
      nothing.answer = NothingThere::Answer::kRefusal;
    }
    count("made_up_address");
  }
  settle(std::move(*outstanding.lease), settlement, now);
}

}  // namespace freshet::crawl

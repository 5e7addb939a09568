#include "crawl/soft_404_detector.h"

#include "collection/keys.h"
#include "crawl/soft_404.h"

namespace freshet::crawl {
namespace {

using collection::Likeness;
using collection::Soft404Signature;

Likeness likeness_of(const Reading& reading) {
  return Likeness::of(reading.content, reading.title, reading.simhash);
}

Likeness likeness_of(const store::PageState& page) {
  return Likeness::of(page.content, page.title, page.simhash);
}

}  // namespace

// A front page is never a soft 404, nor is a page that always looked like the signature: a site may
// send one page for all requests.
Soft404Detector::Verdict Soft404Detector::judge(const frontier::Queued& queued,
                                                const store::PageState* before,
                                                const Completed& completed, Instant now) {
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  const bool can_be = reply != nullptr && reply->status == 200 && !queued.sitemap &&
                      completed.reading && !is_front_page(queued.url);
  if (!can_be) return Verdict::kThere;
  const Reading& reading = *completed.reading;
  const bool had_content = before != nullptr && before->last_success;
  if (had_content && (reading.same || before->duplicate_of)) return Verdict::kThere;

  SiteEntry& entry = tables_.sites.at(queued.key.site);
  const Soft404Signature& signature = entry.profile().presence.soft_404_signature;
  const bool is_like = signature.is_like(likeness_of(reading));
  if (is_like && signature.is_proof(now)) {
    const bool was_other = had_content ? !signature.is_like(likeness_of(*before))
                                       : front_page_differs(entry.state, signature);
    return was_other ? Verdict::kGone : Verdict::kThere;
  }
  const bool is_suspicious =
      is_like || says_not_found(reading.title) || is_of_another(queued, reading);
  const bool probes = is_suspicious && signature.may_be_probed(now) && queue_probe(queued, now);
  return probes ? Verdict::kProbeFirst : Verdict::kThere;
}

bool Soft404Detector::is_of_another(const frontier::Queued& queued, const Reading& reading) const {
  if (reading.size == 0) return false;
  const auto original = tables_.journal.original_of(reading.content);
  return original && original->page != queued.key && original->page.site == queued.key.site;
}

// A page that never had other content is gone only if the site has other pages.
bool Soft404Detector::front_page_differs(const store::SiteState& site,
                                         const Soft404Signature& signature) const {
  const auto front = tables_.store.page(collection::page_key(site.text + "/"));
  if (!front || !*front || !(*front)->last_success) return false;
  return !signature.is_like(likeness_of(**front));
}

// Returns false if the probe may not be sent.
bool Soft404Detector::queue_probe(const frontier::Queued& suspect, Instant now) {
  SiteEntry& entry = tables_.sites.at(suspect.key.site);
  if (entry.is_probing) return false;
  const std::string address =
      probe_address(suspect.url, static_cast<uint64_t>(now.unix_microseconds()));
  const auto url = url::parse(address);
  const bool may = url && scope_.admits(*url) && entry.rules.check(url->request_target()).allowed;
  if (!may) return false;
  entry.is_probing = true;
  // Limits how often the site is probed, whatever the result.
  entry.profile().presence.soft_404_signature.probed = now;
  tables_.frontier.queue_first(
      {.key = collection::page_key(address), .url = address, .is_probe = true});
  return true;
}

void Soft404Detector::learn(store::SiteId site, const Completed& completed, Instant now) {
  SiteEntry& entry = tables_.sites.at(site);
  tables_.sites.touch(entry);
  entry.is_probing = false;
  Soft404Signature& signature = entry.profile().presence.soft_404_signature;
  signature = {.probed = now};
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  const bool is_challenge = completed.reading && !completed.reading->challenge.empty();
  if (reply == nullptr || is_challenge) return;
  if (reply->status == 200 && completed.reading) {
    signature.answer = Soft404Signature::Answer::kContent;
    signature.likeness = likeness_of(*completed.reading);
  } else if (reply->status < 500 && reply->status != 429) {
    signature.answer = Soft404Signature::Answer::kRefusal;
  }
  tables_.stats.count(collection::Event::kSoft404Probe);
}

void Soft404Detector::give_up(store::SiteId site) {
  tables_.sites.at(site).is_probing = false;
}

}  // namespace freshet::crawl

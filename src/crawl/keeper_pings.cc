// Whoever publishes a page may say that it has changed.
#include "crawl/keeper.h"
#include "crawl/keys.h"

namespace freshet::crawl {

Result<Answer> Keeper::perform_here(const Ping& ping) {
  if (!refresher_) return fail("this crawl looks at nothing again: pings are for freshet run");
  const Instant now = clock_.now();
  PingReport report;
  for (const std::string& url : ping.urls) {
    // What has not happened yet is no news.
    const std::string why = hear_ping(url, std::min(ping.changed.value_or(now), now), now, report);
    if (!why.empty()) report.ignored.push_back({url, why});
  }
  nothing_to_revisit_until_ = Instant();
  pump_soon();
  return report;
}

// Gives the reason if nothing comes of it.
std::string Keeper::hear_ping(std::string_view text, Instant changed, Instant now,
                              PingReport& report) {
  const auto named = url::parse(text);
  const auto canonical = named && named->is_web()
                             ? url::Canonicalizer(options_.canonical).canonical(*named)
                             : std::nullopt;
  if (!canonical) return "it is no URL of the web";
  const std::string& url = canonical->text();
  const store::PageKey key = page_key(url);
  if (!scope_.admits(*url::parse(url))) return "it is outside the scope";
  if (absent_.due(key.page)) {
    absent_.heard_of(key.page, changed, now);
    ++report.announced;
  } else if (refresher_->knows(key.page)) {
    refresher_->pinged(key.page, changed, now);
    ++report.announced;
  } else if (frontier_.met(key.page)) {
    return "it waits for its visit already";
  } else {
    if (const auto reason = try_to_admit({.key = key, .url = url}, {.depth = 1}, now)) {
      return std::string(describe(*reason));
    }
    ++report.queued;
  }
  return "";
}

}  // namespace freshet::crawl

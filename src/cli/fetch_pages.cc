#include "cli/fetch_pages.h"

#include <filesystem>

#include "charset/decode.h"
#include "charset/encoding.h"
#include "cli/check.h"
#include "cli/module_options.h"
#include "cli/temporary_folder.h"
#include "coding/content_coding.h"
#include "crawl/archived_visits.h"
#include "crawl/crawl.h"
#include "http/content_type.h"
#include "systemclock/system_clock.h"

namespace freshet::cli {
namespace {

namespace fs = std::filesystem;

std::string in_utf8(std::string_view body, std::string_view charset_label) {
  const charset::Decision decision = charset::decide(body.substr(0, charset::kDetectBytes),
                                                     charset::encoding_for_label(charset_label));
  std::string text;
  charset::Decoder(decision.encoding).decode(body.substr(decision.bom_length), true, text);
  return text;
}

Result<FetchedPage> page_of(const crawl::ArchivedVisit& visit, size_t max_bytes) {
  auto url = url::parse(visit.url);
  if (!url) return fail(visit.url + " cannot be read");
  std::string body = visit.reply.body;
  if (const auto coding = visit.reply.headers.get("content-encoding"); coding && !coding->empty()) {
    body = coding::decode_content(body, *coding, max_bytes).bytes;
  }
  const http::ContentType type = http::content_type_of(visit.reply.headers);
  return FetchedPage{.url = *std::move(url), .html = in_utf8(body, type.charset_label)};
}

Result<std::vector<FetchedPage>> pages_in(const fs::path& archive, size_t max_bytes) {
  auto visits = crawl::ArchivedVisits::open(archive);
  if (!visits) return Unexpected(visits.error());
  std::vector<FetchedPage> pages;
  while (const auto visit = visits->next()) {
    const bool is_page = !visit->rules && visit->has_body && visit->reply.status == 200;
    if (!is_page) continue;
    auto page = page_of(*visit, max_bytes);
    if (!page) return Unexpected(page.error());
    pages.push_back(*std::move(page));
  }
  if (!visits->status()) return Unexpected(visits->status().error());
  return pages;
}

}  // namespace

Result<std::vector<FetchedPage>> fetch_pages(const Invocation& invocation,
                                             const CrawlArguments& arguments) {
  const TemporaryFolder folder("freshet-fetch");
  if (folder.path().empty()) return fail("cannot create a folder for temporary files");
  auto options = crawl_options(invocation.settings.values, folder.path(), arguments);
  if (!options) return Unexpected(options.error());
  // Redirects are followed, and links are not.
  options->collection.scope = {.kind = collection::ScopeKind::kAny, .max_depth = uint16_t{0}};
  options->collection.aliases = false;
  options->sitemaps = false;
  options->warn_of_failing_seeds = false;
  const size_t max_bytes = options->fetch.max_body_bytes;
  const SystemClock clock;
  auto crawl = crawl::Crawl::open(*std::move(options), clock, invocation.log);
  if (!crawl) return Unexpected(crawl.error());
  if (Status done = (*crawl)->run(); !done) return Unexpected(done.error());
  const crawl::Progress progress = (*crawl)->progress();
  if (!progress.seeds_failed.empty()) {
    const auto& failed = progress.seeds_failed.front();
    return fail("fetching " + failed.url + ": " + failed.reason);
  }
  return pages_in(fs::path(folder.path()) / "warc", max_bytes);
}

Result<FetchedPage> read_page_file(const Invocation& invocation, const std::string& path,
                                   const std::string& url) {
  auto body = read_whole_file(path);
  if (!body) return Unexpected(body.error());
  const auto parsed = url::parse(url.empty() ? "http://localhost/" : url);
  if (!parsed) return fail("--url: " + std::string(url::describe(parsed.error())));
  const url::Canonicalizer canonicalizer(canonical_rules(invocation.settings.values));
  const auto canonical = canonicalizer.canonical(*parsed);
  if (!canonical) return fail("--url: " + url + " is no address of a page");
  return FetchedPage{.url = url::parse(canonical->text()).value(), .html = in_utf8(*body, "")};
}

}  // namespace freshet::cli

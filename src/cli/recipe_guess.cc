#include "cli/recipe_guess.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/fetch_pages.h"
#include "cli/module_options.h"
#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/recipe_arguments.h"
#include "extract/guess.h"
#include "json/write.h"
#include "telemetry/terminal.h"
#include "url/canonical.h"
#include "url/url.h"

namespace freshet::cli {
namespace {

constexpr size_t kMostItems = 5;  // pages that are fetched to find fields

// A page that was named as FILE=URL.
struct PageFile {
  std::string path;
  std::string url;
};

// Returns nullopt if the text does not name a file with the URL of its page.
std::optional<PageFile> page_file(const std::string& text) {
  for (const char* scheme : {"=http://", "=https://"}) {
    const size_t at = text.find(scheme);
    if (at != std::string::npos && at > 0) return PageFile{text.substr(0, at), text.substr(at + 1)};
  }
  return std::nullopt;
}

void add_pages(std::vector<FetchedPage> fetched, std::vector<extract::GuessPage>& pages) {
  for (FetchedPage& page : fetched) {
    pages.push_back({.html = std::move(page.html), .url = std::move(page.url)});
  }
}

Result<std::vector<FetchedPage>> fetch(const Invocation& invocation,
                                       const RecipeArguments& arguments,
                                       std::vector<std::string> urls) {
  if (!invocation.quiet) {
    telemetry::write_stderr_line("fetching " + counted(urls.size(), "page") +
                                 " with the usual delay between requests");
  }
  CrawlArguments fetching = arguments.fetching;
  fetching.seeds = std::move(urls);
  return fetch_pages(invocation, fetching);
}

// Up to kMostItems of the links, from everywhere in the lists.
std::vector<std::string> some_items(const std::vector<std::string>& links) {
  const size_t count = std::min(links.size(), kMostItems);
  std::vector<std::string> some;
  for (size_t i = 0; i < count; ++i) some.push_back(links[i * links.size() / count]);
  return some;
}

// Fetches pages of items that the guess names, or explains in a remark why there are none.
void add_items(const Invocation& invocation, const RecipeArguments& arguments,
               const std::vector<std::string>& urls, extract::GuessExamples& examples) {
  // The second crawl does not know when the first one sent its last request.
  const Duration delay = invocation.settings.values.politeness.delay;
  std::this_thread::sleep_for(std::chrono::microseconds(delay.in_microseconds()));
  auto fetched = fetch(invocation, arguments, urls);
  if (!fetched) {
    examples.remarks.push_back(
        "No fields are proposed, because pages of items cannot be fetched: " +
        fetched.error().message);
    return;
  }
  examples.remarks.emplace_back("These pages of items were fetched to find the fields:");
  for (const FetchedPage& page : *fetched) {
    examples.remarks.push_back("  " + std::string(page.url.without_fragment()));
  }
  add_pages(*std::move(fetched), examples.items);
}

void print(const Invocation& invocation, const extract::Guess& guess) {
  if (!invocation.json) {
    print_exact(guess.toml);
    return;
  }
  std::string out;
  json::Writer w(out);
  w.begin_object().member("recipe", guess.toml).member("fields", guess.fields).end_object();
  print_exact(out + "\n");
}

}  // namespace

int guess_recipe(const Invocation& invocation, const RecipeArguments& arguments) {
  std::vector<std::string> urls;
  extract::GuessExamples examples;
  for (const std::string& subject : arguments.subjects) {
    const auto file = page_file(subject);
    if (const auto url = url::parse(subject); url && url->is_web()) {
      urls.push_back(subject);
    } else if (file) {
      auto page = read_page_file(invocation, file->path, file->url);
      if (!page) return report_error(kExitFailed, page.error().message);
      examples.pages.push_back({.html = std::move(page->html), .url = std::move(page->url)});
    } else {
      return report_error(kExitUsage, "recipe guess: " + subject +
                                          " is neither a URL nor a file with its URL, FILE=URL");
    }
  }
  if (arguments.subjects.empty() || arguments.subjects.size() > extract::kMaxGuessPages) {
    return report_error(kExitUsage, "recipe guess: name 1 to " +
                                        std::to_string(extract::kMaxGuessPages) +
                                        " URLs of lists or items");
  }
  if (!urls.empty()) {
    auto fetched = fetch(invocation, arguments, urls);
    if (!fetched) return report_error(kExitFailed, fetched.error().message);
    add_pages(*std::move(fetched), examples.pages);
    if (examples.pages.empty()) return report_error(kExitFailed, urls[0] + " is no page");
  }
  const url::Canonicalizer canonicalizer(canonical_rules(invocation.settings.values));
  auto guess = extract::guess_recipe(examples, canonicalizer);
  const bool can_fetch =
      !urls.empty() && examples.pages.size() + kMostItems <= extract::kMaxGuessPages;
  if (guess && guess->items == 0 && can_fetch && !guess->item_links.empty()) {
    add_items(invocation, arguments, some_items(guess->item_links), examples);
    guess = extract::guess_recipe(examples, canonicalizer);
  }
  if (!guess) return report_error(kExitFailed, "recipe guess: " + guess.error().message);
  print(invocation, *guess);
  return kExitDone;
}

}  // namespace freshet::cli

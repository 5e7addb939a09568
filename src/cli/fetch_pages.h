#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "result/result.h"
#include "url/url.h"

namespace freshet::cli {

// A page in UTF-8.
struct FetchedPage {
  url::Url url;  // in canonical form; where redirects led
  std::string html;
};

// Fetches pages as a crawl does, by a crawl of their own in a temporary folder: robots.txt, delays
// and the limits of the settings hold. Pages that cannot be fetched are an error that names the
// first of them.
Result<std::vector<FetchedPage>> fetch_pages(const Invocation& invocation,
                                             const CrawlArguments& arguments);

// Reads a file as the page of `url`. If `url` is empty, the page counts as that of
// http://localhost/.
Result<FetchedPage> read_page_file(const Invocation& invocation, const std::string& path,
                                   const std::string& url);

}  // namespace freshet::cli

#pragma once

#include <string>
#include <vector>

namespace freshet::bench {

// A page of an installed manual. Many translations are incomplete: a page counts as English if more
// than 95 % of it is equal to the English edition. If more than 10 % is equal, it may be listings
// of commands or paragraphs that are not yet translated, so the page is left out.
struct CorpusPage {
  std::string path;
  std::string language;  // BCP 47, lower case
  std::string text;      // as parse_page() returns it
};

// Returns the installed manuals of the Debian packages debian-handbook (26 languages),
// gimp-help-{en,ja,ko}, debian-reference-{en,ja} and maint-guide.
std::vector<CorpusPage> installed_manuals();

}  // namespace freshet::bench

#pragma once

#include <string>
#include <vector>

namespace freshet::bench {

// A page of an installed manual. Many translations are incomplete: a page of which more than 95 %
// is the same as in the English edition counts as English. Where more than 10 % is, it may be
// listings of commands as well as paragraphs that nobody has translated yet, so the page is left
// out.
struct CorpusPage {
  std::string path;
  std::string language;  // BCP 47, lower case
  std::string text;      // as parse_page() finds it
};

// The manuals of the Debian packages debian-handbook (26 languages), gimp-help-{en,ja,ko},
// debian-reference-{en,ja} and maint-guide, as far as they are installed.
std::vector<CorpusPage> installed_manuals();

}  // namespace freshet::bench

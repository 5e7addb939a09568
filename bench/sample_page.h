#pragma once

#include <string>

namespace freshet::bench {

// Returns a page such as an article: about 9.5 kB, 40 links, a head with meta and style, a
// navigation, paragraphs and a footer. It is the same every time.
inline std::string sample_page() {
  const char* const words[] = {"river",   "water",  "melting", "snow",    "spring",
                               "bridge",  "valley", "stone",   "morning", "signal",
                               "harbour", "winter", "meadow",  "light"};
  unsigned state = 12345;
  const auto word = [&] {
    state = state * 1103515245u + 12345u;
    return std::string(words[(state >> 16) % std::size(words)]);
  };
  const auto sentence = [&](int n) {
    std::string text;
    for (int i = 0; i < n; ++i) text += (i > 0 ? " " : "") + word();
    return text + ". ";
  };
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<title>A sample page &amp; its links</title>\n"
      "<meta name=\"description\" content=\"What a page of a site of articles looks like\">\n"
      "<link rel=\"canonical\" href=\"http://www.example.com/articles/sample.html\">\n"
      "<link rel=\"stylesheet\" href=\"/style.css\">\n"
      "<style>body { margin: 0; font: 16px/1.5 serif } nav a { padding: 4px 8px }</style>\n"
      "<script>window.start = function (a) { if (a < 3) return 1; };</script>\n"
      "</head>\n<body>\n<nav class=\"top\"><ul>\n";
  for (int i = 0; i < 12; ++i) {
    page += "<li class=\"item\"><a href=\"/section/" + std::to_string(i) + "/\">" + word() +
            "</a></li>\n";
  }
  page += "</ul></nav>\n<main><h1>A sample page</h1>\n";
  for (int i = 0; i < 22; ++i) {
    page += "<p class=\"text\">" + sentence(24) + "<a href=\"../articles/" + word() + "-" +
            std::to_string(i) + ".html?page=" + std::to_string(i) + "&amp;sort=new\" title=\"" +
            word() + "\">" + word() + " " + word() + "</a> " + sentence(11) + "</p>\n";
  }
  page += "</main>\n<footer><ul>\n";
  for (int i = 0; i < 6; ++i) {
    page += "<li><a rel=\"nofollow\" href=\"https://other" + std::to_string(i) +
            ".example.org/about?id=" + std::to_string(i) + "\">" + word() + "</a></li>\n";
  }
  return page + "</ul><p>&copy; " + sentence(6) + "</p></footer>\n</body>\n</html>\n";
}

}  // namespace freshet::bench

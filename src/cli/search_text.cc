#include "cli/search_text.h"

#include <algorithm>
#include <cstdio>

#include "cli/numbers.h"
#include "clock/civil.h"
#include "json/write.h"
#include "text/ascii.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

// Puts text of a page on one line, with spaces for line breaks.
std::string one_line(std::string_view text) {
  std::string out(text);
  std::replace_if(out.begin(), out.end(), text::is_space, ' ');
  return text::printable(out);
}

std::string marked(const search::Snippet& snippet, const Marks& marks) {
  const std::string_view text = snippet.text;
  std::string out = snippet.cut_before ? "… " : "";
  size_t at = 0;
  for (const search::Mark& mark : snippet.marks) {
    out += one_line(text.substr(at, mark.begin - at)) + marks.before +
           one_line(text.substr(mark.begin, mark.end - mark.begin)) + marks.behind;
    at = mark.end;
  }
  out += one_line(text.substr(at));
  return out + (snippet.cut_after ? " …" : "");
}

std::string age_text(double seconds) {
  constexpr double kDay = 86'400;
  if (seconds < 2 * kDay) return short_time(seconds < 0 ? 0 : seconds);
  return grouped(static_cast<uint64_t>(seconds / kDay)) + " days";
}

std::string freshness_line(const search::Match& match, Instant now) {
  std::string out;
  if (match.last_verified) {
    const double ago = (now - *match.last_verified).in_seconds();
    char current[64];
    std::snprintf(current, sizeof current, " ago, %.0f %% likely to be current",
                  match.probability_current * 100);
    out += "verified " + age_text(ago) + current;
  }
  if (match.modified) {
    if (!out.empty()) out += ", ";
    out += "modified " + format_iso8601(*match.modified).substr(0, 10) + " (" +
           text::printable(match.modified_from) + ")";
  }
  return out;
}

std::string also_in(const search::Match& match) {
  std::string out;
  for (const search::Translation& other : match.translations) {
    out += (out.empty() ? "also in: " : ", ") + text::printable(other.language);
  }
  return out;
}

std::string total_of(const search::SearchResult& found) {
  return (found.total_is_estimate ? "about " : "") + counted(found.total, "page");
}

void write_hit(json::Writer& w, const search::Hit& hit) {
  const search::Match& match = hit.match;
  w.begin_object().member("page_id", match.page_id).member("url", match.url);
  w.member("title", match.title).member("language", match.language);
  w.member("snippet", hit.snippet.text).key("marks").begin_array();
  for (const search::Mark& mark : hit.snippet.marks) {
    w.begin_array().value(mark.begin).value(mark.end).end_array();
  }
  w.end_array().member("score", match.score).member("rank", match.rank);
  w.member("last_verified", format_iso8601(match.last_verified));
  w.member("last_change", format_iso8601(match.last_change));
  w.member("modified", format_iso8601(match.modified));
  w.member("modified_from", match.modified_from);
  w.member("probability_current", match.probability_current);
  w.key("translations").begin_array();
  for (const search::Translation& other : match.translations) {
    w.begin_object().member("lang", other.language).member("url", other.url).end_object();
  }
  w.end_array().end_object();
}

}  // namespace

std::string format_search_result(const search::SearchResult& found, const SearchRequest& request,
                                 const Marks& marks) {
  std::string out;
  size_t number = request.slice.offset;
  for (const search::Hit& hit : found.hits) {
    const search::Match& match = hit.match;
    const std::string indent(4, ' ');
    char head[32];
    std::snprintf(head, sizeof head, "%2zu. ", ++number);
    out += head + one_line(match.title.empty() ? match.url : match.title) + "\n";
    out += indent + text::printable(match.url) + "\n";
    if (!hit.snippet.text.empty()) out += indent + marked(hit.snippet, marks) + "\n";
    if (const std::string line = freshness_line(match, request.slice.now); !line.empty()) {
      out += indent + line + "\n";
    }
    if (const std::string line = also_in(match); !line.empty()) out += indent + line + "\n";
    out += "\n";
  }
  if (found.total == 0) {
    out += "Nothing found";
  } else if (found.hits.empty()) {
    out += "No more results of " + total_of(found);
  } else {
    out += grouped(request.slice.offset + 1) + " to " + grouped(number) + " of " + total_of(found);
  }
  char seconds[48];
  std::snprintf(seconds, sizeof seconds, ", %.0f ms\n", request.seconds * 1e3);
  out += seconds;
  if (found.did_you_mean) out += "Did you mean: " + text::printable(*found.did_you_mean) + "\n";
  return out;
}

std::string search_result_as_json(const search::SearchResult& found, const SearchRequest& request) {
  std::string out;
  json::Writer w(out);
  w.begin_object().member("query", request.query).member("total", found.total);
  w.member("total_is_estimate", found.total_is_estimate);
  w.member("offset", request.slice.offset).member("seconds", request.seconds).key("did_you_mean");
  if (found.did_you_mean)
    w.value(*found.did_you_mean);
  else
    w.null();
  w.key("hits").begin_array();
  for (const search::Hit& hit : found.hits) write_hit(w, hit);
  w.end_array().end_object();
  return out + "\n";
}

}  // namespace freshet::cli

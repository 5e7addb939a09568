#include "dom/doctype.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "text/ascii.h"

namespace freshet::dom {
namespace {

// Public identifiers that begin with one of these, in any case, mean quirks mode.
constexpr std::string_view kQuirky[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
};

// These mean quirks mode if there is no system identifier.
constexpr std::string_view kQuirkyAlone[] = {
    "-//w3c//dtd html 4.01 frameset//",
    "-//w3c//dtd html 4.01 transitional//",
};

constexpr std::string_view kQuirkyWhole[] = {
    "-//w3o//dtd w3 html strict 3.0//en//",
    "-/w3c/dtd html 4.0 transitional/en",
    "html",
};

constexpr std::string_view kQuirkySystem =
    "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

// Takes an identifier in quotes from the front of `rest`. An identifier that is not closed makes
// `broken` true.
std::optional<std::string_view> take_quoted(std::string_view& rest, bool& broken) {
  rest = text::trim_start(rest);
  if (rest.empty() || (rest.front() != '"' && rest.front() != '\'')) return std::nullopt;
  const size_t end = rest.find(rest.front(), 1);
  if (end == std::string_view::npos) {
    broken = true;
    return std::nullopt;
  }
  const std::string_view quoted = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  return quoted;
}

bool begins_with_one_of(std::string_view identifier, const auto& list) {
  return std::any_of(std::begin(list), std::end(list), [&](std::string_view start) {
    return text::starts_with_ignoring_case(identifier, start);
  });
}

bool are_quirky(std::string_view public_id, std::optional<std::string_view> system_id) {
  for (const std::string_view whole : kQuirkyWhole) {
    if (text::equals_ignoring_case(public_id, whole)) return true;
  }
  return begins_with_one_of(public_id, kQuirky) ||
         (!system_id && begins_with_one_of(public_id, kQuirkyAlone));
}

}  // namespace

bool means_quirks(std::string_view doctype) {
  std::string_view rest = text::trim_start(doctype);
  size_t name_end = 0;
  while (name_end < rest.size() && !text::is_space(rest[name_end])) ++name_end;
  if (!text::equals_ignoring_case(rest.substr(0, name_end), "html")) return true;
  rest = text::trim_start(rest.substr(name_end));
  if (rest.empty()) return false;

  const bool has_public = text::starts_with_ignoring_case(rest, "public");
  if (!has_public && !text::starts_with_ignoring_case(rest, "system")) return true;
  rest.remove_prefix(6);
  bool broken = false;
  std::optional<std::string_view> public_id;
  if (has_public) {
    public_id = take_quoted(rest, broken);
    if (!public_id) return true;
  }
  const auto system_id = take_quoted(rest, broken);
  if (broken || (!has_public && !system_id)) return true;
  // What follows a public identifier without being a quoted one is an error; after a system
  // identifier it is ignored.
  if (has_public && !system_id && !text::trim(rest).empty()) return true;
  if (system_id && text::equals_ignoring_case(*system_id, kQuirkySystem)) return true;
  return public_id && are_quirky(*public_id, system_id);
}

}  // namespace freshet::dom

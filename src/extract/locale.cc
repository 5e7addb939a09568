#include "extract/locale.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace freshet::extract {
namespace {

// Each name is surrounded by spaces, so that it can be found.
constexpr std::string_view kLanguages =
    " ar bg bs ca cs da de el en es et fi fr he hi hr hu id is it ja ko lt lv mk ms nb nl nn no pl "
    "pt ro ru sk sl sq sr sv th tr uk vi zh ";
constexpr std::string_view kDotDecimal = " ar en he hi ja ko ms th zh ";
constexpr std::string_view kSpaceGroups = " bg cs et fi fr hu lt lv nb nn no pl ru sk sl sq sv uk ";
// Countries that write numbers otherwise than others with their language.
constexpr std::string_view kDotDecimalCountries =
    " de-ch de-li fr-ch it-ch es-mx es-us es-gt es-hn es-ni es-pa es-pr es-sv es-do es-pe ";
constexpr std::string_view kMonthFirst = " en en-us en-ph ";

bool contains(std::string_view names, std::string_view name) {
  const std::string word = " " + std::string(name) + " ";
  return names.find(word) != std::string_view::npos;
}

}  // namespace

std::optional<Locale> find_locale(std::string_view name) {
  std::string full = text::lower_case(name);
  std::replace(full.begin(), full.end(), '_', '-');
  const std::string language = full.substr(0, full.find('-'));
  const bool is_well_formed =
      std::all_of(full.begin(), full.end(), [](char c) { return text::is_alnum(c) || c == '-'; });
  if (!is_well_formed || language.empty() || !contains(kLanguages, language)) return std::nullopt;
  const bool has_dot = contains(kDotDecimal, language) || contains(kDotDecimalCountries, full);
  return Locale{
      .decimal = has_dot ? '.' : ',',
      .groups_by_space = contains(kSpaceGroups, language),
      .order = contains(kMonthFirst, full) ? Locale::DateOrder::kMonthFirst
                                           : Locale::DateOrder::kDayFirst,
  };
}

std::string_view known_languages() {
  return text::trim(kLanguages);
}

}  // namespace freshet::extract

#include "language/portuguese.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace freshet::language {
namespace {

// Beginnings of words that are used or spelled like this only in Brazil, or only in Portugal, also
// since the spelling reform of 1990. In lower case.
constexpr std::array<std::string_view, 18> kBrazilian = {
    "você",   "arquivo", "usuário", "tela ",     "gerenci", "registro",
    "senha ", "celular", "ônibus",  "contato",   "equipe",  "planej",
    "baixar", "acadêm",  "econôm",  "eletrônic", "gênero",  "trem "};
constexpr std::array<std::string_view, 19> kEuropean = {
    "ficheiro",   "utilizador", "ecrã",    "registo", "palavra-passe", "telemóvel", "autocarro",
    "contacto",   "equipa ",    "planeam", "facto",   "rato ",         "académ",    "económ",
    "electrónic", "eletrónic",  "comboio", "vossa",   "género"};

bool is_of_word(char c) {
  return text::is_alpha(c) || static_cast<unsigned char>(c) >= 0x80;
}

template <typename Words>
bool begins_with_any(std::string_view text, const Words& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.starts_with(word); });
}

}  // namespace

std::string portuguese_variant(std::string_view text) {
  // Accented capitals are not converted, because they are rare.
  const std::string lower = text::lower_case(text) + " ";
  size_t brazilian = 0;
  size_t european = 0;
  for (size_t i = 0; i < lower.size(); ++i) {
    if (!is_of_word(lower[i]) || (i > 0 && is_of_word(lower[i - 1]))) continue;
    const std::string_view rest = std::string_view(lower).substr(i);
    brazilian += begins_with_any(rest, kBrazilian) ? 1 : 0;
    european += begins_with_any(rest, kEuropean) ? 1 : 0;
  }
  constexpr size_t kMinRatio = 3;
  if (brazilian > kMinRatio * european) return "pt-br";
  if (european > kMinRatio * brazilian) return "pt-pt";
  return "pt";
}

}  // namespace freshet::language

#include "extract/currency.h"

#include <algorithm>
#include <array>
#include <optional>

#include "extract/folded_text.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

constexpr std::string_view kCodes =
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP "
    "BYN "
    "BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL "
    "GHS "
    "GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW "
    "KRW "
    "KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN "
    "NAD "
    "NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK "
    "SGD "
    "SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS "
    "VES "
    "VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG";

struct Symbol {
  std::string_view text;
  std::string_view code;    // empty: only what is expected
  std::string_view others;  // codes that it also stands for
  bool is_word = false;     // no letter may stand beside it
};

constexpr std::string_view kDollars =
    "ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP CVE DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD "
    "SGD "
    "SRD TTD TWD UYU XCD";
constexpr std::string_view kPounds = "EGP FKP GIP LBP SHP SSP SYP";
constexpr std::string_view kRupees = "LKR MUR NPR PKR SCR";
constexpr std::string_view kCrowns = "CZK DKK ISK NOK SEK";

// A symbol that is the start of another one comes after it.
constexpr auto kSymbols = std::to_array<Symbol>({
    {"US$", "USD"},
    {"US $", "USD"},
    {"AU$", "AUD"},
    {"A$", "AUD"},
    {"CA$", "CAD"},
    {"C$", "CAD"},
    {"NZ$", "NZD"},
    {"HK$", "HKD"},
    {"NT$", "TWD"},
    {"MX$", "MXN"},
    {"R$", "BRL"},
    {"S$", "SGD"},
    {"$", "USD", kDollars},
    {"€", "EUR"},
    {"Euros", "EUR", "", true},
    {"Euro", "EUR", "", true},
    {"euros", "EUR", "", true},
    {"euro", "EUR", "", true},
    {"EURO", "EUR", "", true},
    {"£", "GBP", kPounds},
    {"￡", "GBP", kPounds},
    {"¥", "JPY", "CNY"},
    {"円", "JPY"},
    {"元", "CNY", "TWD"},
    {"￥", "JPY", "CNY"},
    {"₩", "KRW", "KPW"},
    {"￦", "KRW", "KPW"},
    {"원", "KRW"},
    {"₹", "INR"},
    {"Rs", "INR", kRupees, true},
    {"₨", "INR", kRupees},
    {"₽", "RUB"},
    {"руб", "RUB", "BYN", true},
    {"₴", "UAH"},
    {"грн", "UAH", "", true},
    {"₺", "TRY"},
    {"TL", "TRY", "", true},
    {"₪", "ILS"},
    {"₫", "VND"},
    {"฿", "THB"},
    {"₱", "PHP"},
    {"₦", "NGN"},
    {"₡", "CRC"},
    {"₲", "PYG"},
    {"₸", "KZT"},
    {"₾", "GEL"},
    {"₼", "AZN"},
    {"zł", "PLN", "", true},
    {"Kč", "CZK", "", true},
    {"Ft", "HUF", "", true},
    {"lei", "RON", "MDL", true},
    {"Lei", "RON", "MDL", true},
    {"лв", "BGN", "", true},
    {"SFr", "CHF", "", true},
    {"Fr.", "CHF", "", true},
    {"RM", "MYR", "", true},
    {"Rp", "IDR", "", true},
    {"S/", "PEN", "", true},
    {"kr", "", kCrowns, true},
    {"Kr", "", kCrowns, true},
    {"KR", "", kCrowns, true},
    {"R", "", "ZAR", true},
});

// The codes that are also recognised in other letters than capitals, because no word is like them.
constexpr std::string_view kCodesInAnyCase = "EUR USD GBP CHF PLN CZK SEK NOK DKK KRW JPY HUF";

// Codes that are English words in capitals. They count only if a text has no other mark.
constexpr std::string_view kCodesLikeWords = "ALL BAM BOB COP CUP GEL MAD MOP PEN SOS TOP TRY";

// Returns the code in the list, which outlives the argument; empty if it is not in the list.
std::string_view code_in(std::string_view codes, std::string_view code) {
  if (code.size() != 3) return {};
  for (size_t at = 0; at + 3 <= codes.size(); at += 4) {
    if (codes.substr(at, 3) == code) return codes.substr(at, 3);
  }
  return {};
}

bool stands_alone(std::string_view text, size_t begin, size_t end) {
  return (begin == 0 || !is_letter_byte(text[begin - 1])) &&
         (end == text.size() || !is_letter_byte(text[end]));
}

std::string_view code_of(const Symbol& symbol, std::string_view expected) {
  const std::string_view other = code_in(symbol.others, expected);
  return other.empty() ? symbol.code : other;
}

std::optional<CurrencyMark> symbol_at(std::string_view text, size_t at, std::string_view expected) {
  for (const Symbol& symbol : kSymbols) {
    if (!text.substr(at).starts_with(symbol.text)) continue;
    const size_t end = at + symbol.text.size();
    if (symbol.is_word && !stands_alone(text, at, end)) continue;
    const std::string_view code = code_of(symbol, expected);
    if (!code.empty()) return CurrencyMark{at, end, code};
  }
  return std::nullopt;
}

std::optional<CurrencyMark> code_at(std::string_view text, size_t at) {
  if (text.size() - at < 3 || !stands_alone(text, at, at + 3)) return std::nullopt;
  std::string code(text.substr(at, 3));
  std::string_view known = code_in(kCodes, code);
  if (known.empty()) {
    for (char& c : code) c = text::is_alpha(c) ? static_cast<char>(c & ~0x20) : c;
    known = code_in(kCodesInAnyCase, code);
  }
  if (known.empty()) return std::nullopt;
  return CurrencyMark{at, at + 3, known};
}

}  // namespace

bool is_currency_code(std::string_view code) {
  return !code_in(kCodes, code).empty();
}

std::vector<CurrencyMark> find_currencies(std::string_view folded, std::string_view expected) {
  std::vector<CurrencyMark> marks;
  for (size_t at = 0; at < folded.size();) {
    auto mark = is_letter_byte(folded[at]) || folded[at] == '$' ? symbol_at(folded, at, expected)
                                                                : std::nullopt;
    if (!mark && text::is_alpha(folded[at])) mark = code_at(folded, at);
    at = mark ? mark->end : at + 1;
    if (mark) marks.push_back(*mark);
  }
  const auto is_word = [&](const CurrencyMark& mark) {
    return folded.substr(mark.begin, mark.end - mark.begin) == mark.code &&
           !code_in(kCodesLikeWords, mark.code).empty();
  };
  if (!std::all_of(marks.begin(), marks.end(), is_word)) {
    marks.erase(std::remove_if(marks.begin(), marks.end(), is_word), marks.end());
  }
  return marks;
}

}  // namespace freshet::extract

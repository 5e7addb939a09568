#include "extract/month_names.h"

#include <array>

#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::extract {
namespace {

// English, German, French, Spanish, Italian, Dutch, Portuguese, Swedish, Danish, Norwegian, Polish,
// Czech, Russian, Ukrainian, Turkish, Finnish, Hungarian and Romanian. Each name is surrounded by
// spaces, so that it can be found.
constexpr std::array<std::string_view, 12> kMonths = {
    " january jan januar jänner jän janvier janv enero ene gennaio gen januari janeiro stycznia "
    "styczeń sty ledna leden января январь янв січня січень ocak oca tammikuuta tammikuu január "
    "ianuarie ian ",
    " february feb februar februari feber février févr fév febrero febbraio fevereiro fev lutego "
    "luty lut února únor февраля февраль февр фев лютого лютий şubat şub helmikuuta helmikuu "
    "február "
    "febr februarie ",
    " march mar märz mär mrz mars marzo maart mrt março marts marca marzec března březen bře марта "
    "март мар березня березень mart maaliskuuta maaliskuu március márc martie ",
    " april apr avril avr abril abr aprile aprilie kwietnia kwiecień kwi dubna duben апреля апрель "
    "апр квітня квітень nisan nis huhtikuuta huhtikuu április ápr ",
    " may mai mayo maggio mag mei maio maj maja května květen kvě мая май травня травень mayıs "
    "toukokuuta toukokuu május máj ",
    " june jun juni juin junio giugno giu junho czerwca czerwiec cze června červen июня июнь июн "
    "червня червень haziran haz kesäkuuta kesäkuu június jún iunie iun ",
    " july jul juli juillet juil julio luglio lug julho lipca lipiec lip července červenec июля "
    "июль "
    "июл липня липень temmuz tem heinäkuuta heinäkuu július júl iulie iul ",
    " august aug août aout agosto ago augustus augusti sierpnia sierpień sie srpna srpen srp "
    "августа "
    "август авг серпня серпень ağustos ağu elokuuta elokuu augusztus ",
    " september sep sept septembre septiembre setiembre settembre set setembro września wrzesień "
    "wrz "
    "září zář сентября сентябрь сент сен вересня вересень eylül eyl syyskuuta syyskuu szeptember "
    "szept septembrie ",
    " october oct oktober okt octobre octubre ottobre ott outubro out października październik paź "
    "října říjen říj октября октябрь окт жовтня жовтень ekim eki lokakuuta lokakuu október "
    "octombrie ",
    " november nov novembre noviembre novembro listopada listopad listopadu lis ноября ноябрь нояб "
    "ноя листопада листопад kasım kas marraskuuta marraskuu noiembrie ",
    " december dec dezember dez décembre déc diciembre dic dicembre dezembro desember des grudnia "
    "grudzień gru prosince prosinec декабря декабрь дек грудня грудень aralık ara joulukuuta "
    "joulukuu decembrie ",
};

char32_t lower(char32_t c) {
  if (c < 0x80) return static_cast<char32_t>(text::to_lower(static_cast<char>(c)));
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 0x20;
  if (c >= 0x410 && c <= 0x42F) return c + 0x20;
  if (c >= 0x400 && c <= 0x40F) return c + 0x50;
  return c;
}

}  // namespace

int month_of(std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return 0;
  const std::string name = " " + std::string(word) + " ";
  for (size_t i = 0; i < kMonths.size(); ++i) {
    if (kMonths[i].find(name) != std::string_view::npos) return static_cast<int>(i) + 1;
  }
  return 0;
}

std::string lower_word(std::string_view word) {
  std::string out;
  while (!word.empty()) {
    const auto sequence = text::utf8_sequence(word);
    if (sequence.kind == text::Utf8Sequence::kWhole) {
      text::append_utf8(out, lower(text::utf8_scalar(word)));
    }
    word.remove_prefix(sequence.length);
  }
  return out;
}

}  // namespace freshet::extract

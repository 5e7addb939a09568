#include "aquarium/vocabulary.h"

namespace freshet::aquarium {
namespace {

constexpr std::string_view kEnglishWords[] = {
    "harbour",   "river",   "morning",  "market",   "letter",   "garden",   "winter",   "copper",
    "bridge",    "captain", "paper",    "window",   "village",  "council",  "machine",  "summer",
    "journey",   "silver",  "station",  "teacher",  "mountain", "engine",   "forest",   "kitchen",
    "library",   "meadow",  "number",   "orchard",  "painter",  "question", "railway",  "season",
    "theatre",   "valley",  "weather",  "workshop", "answer",   "basket",   "candle",   "doctor",
    "evening",   "feather", "glacier",  "history",  "island",   "jacket",   "lantern",  "museum",
    "notice",    "office",  "pepper",   "quarter",  "report",   "shelter",  "ticket",   "union",
    "voyage",    "water",   "year",     "account",  "balance",  "chapter",  "debate",   "effort",
    "figure",    "ground",  "harvest",  "interest", "journal",  "keeper",   "layer",    "measure",
    "neighbour", "opening", "project",  "record",   "service",  "tenant",   "visitor",  "welcome",
    "the",       "a",       "of",       "in",       "and",      "with",     "from",     "before",
    "after",     "under",   "between",  "without",  "near",     "against",  "over",     "during",
    "small",     "quiet",   "bright",   "early",    "heavy",    "narrow",   "open",     "plain",
    "rough",     "sharp",   "steady",   "tall",     "useful",   "warm",     "young",    "old",
    "carries",   "opens",   "keeps",    "shows",    "brings",   "follows",  "answers",  "builds",
    "changes",   "draws",   "explains", "finds",    "gathers",  "holds",    "joins",    "knows",
    "leaves",    "meets",   "needs",    "offers",   "prints",   "reaches",  "sells",    "turns",
    "visits",    "waits",   "writes",   "again",    "always",   "slowly",   "together", "tomorrow",
};

constexpr std::string_view kFrenchWords[] = {
    "été",    "rivière", "marché",  "école",  "forêt",   "fenêtre", "théâtre",   "musée",
    "cœur",   "île",     "château", "pêche",  "période", "société", "journée",   "façade",
    "garçon", "leçon",   "maïs",    "Noël",   "hôtel",   "côte",    "août",      "goût",
    "prix",   "maison",  "jardin",  "port",   "pont",    "lettre",  "vallée",    "bibliothèque",
    "le",     "la",      "les",     "un",     "une",     "de",      "du",        "avec",
    "sans",   "près",    "après",   "avant",  "entre",   "où",      "déjà",      "très",
    "petit",  "léger",   "ancien",  "étroit", "ouvert",  "gelé",    "élevé",     "naïf",
    "porte",  "mène",    "achète",  "répète", "espère",  "possède", "préfère",   "reçoit",
    "arrive", "écrit",   "lève",    "gère",   "demain",  "bientôt", "peut-être", "ici",
};

constexpr std::string_view kKoreanWords[] = {
    "가을",   "강물",   "거리",   "건물",   "겨울",   "계획",     "고양이",   "공원",   "과학",
    "교실",   "구름",   "기차",   "나무",   "날씨",   "노래",     "논문",     "다리",   "도서관",
    "동네",   "마을",   "매일",   "문서",   "문제",   "바다",     "바람",     "방법",   "병원",
    "봄비",   "사람",   "사진",   "산길",   "새벽",   "서버",     "선생님",   "소식",   "수집",
    "시간",   "시장",   "신문",   "아침",   "약속",   "여름",     "여행",     "역사",   "연구",
    "오늘",   "우체국", "운동장", "음식",   "음악",   "의견",     "이웃",     "일기",   "자료",
    "저녁",   "정보",   "주소",   "주말",   "지도",   "책상",     "친구",     "커피",   "편지",
    "하늘",   "학교",   "항구",   "회의",   "그리고", "그러나",   "조용한",   "새로운", "오래된",
    "작은",   "넓은",   "따뜻한", "천천히", "다시",   "함께",     "언제나",   "먼저",   "읽는다",
    "만든다", "바꾼다", "모은다", "찾는다", "보낸다", "기다린다", "시작한다", "지킨다", "알린다",
    "걷는다", "머문다", "나눈다", "배운다", "연다",   "닫는다",
};

constexpr std::string_view kJapaneseWords[] = {
    "朝",       "海",     "駅",       "図書館",   "学校",   "新聞",   "天気",   "山道",
    "手紙",     "市場",   "時間",     "写真",     "音楽",   "歴史",   "研究",   "情報",
    "地図",     "友達",   "空",       "港",       "会議",   "電車",   "公園",   "言葉",
    "コーヒー", "ページ", "サーバー", "ニュース", "カメラ", "ホテル", "テスト", "リンク",
    "は",       "が",     "を",       "に",       "で",     "と",     "の",     "も",
    "新しい",   "古い",   "小さな",   "静かな",   "明るい", "広い",   "いつも", "また",
    "読む",     "作る",   "変わる",   "集める",   "探す",   "送る",   "待つ",   "始まる",
};

constexpr Vocabulary kEnglish = {"en", kEnglishWords,   " ", ", ", ". ", true, "s",
                                 "s",  "Page not found"};
constexpr Vocabulary kFrench = {"fr",        kFrenchWords,      " ", ", ", ". ", true, "rubrique-",
                                "rubrique-", "Page non trouvée"};
constexpr Vocabulary kKorean = {"ko",
                                kKoreanWords,
                                " ",
                                ", ",
                                ". ",
                                false,
                                "%EC%86%8C%EC%8B%9D",
                                "소식",
                                "페이지를 찾을 수 없습니다"};
constexpr Vocabulary kJapanese = {"ja",   kJapaneseWords,          "", "、", "。", false, "kiji",
                                  "kiji", "ページが見つかりません"};

}  // namespace

const Vocabulary& vocabulary(Writing writing) {
  switch (writing) {
    case Writing::kKorean:
    case Writing::kKoreanEucKr: return kKorean;
    case Writing::kFrenchWindows1252: return kFrench;
    case Writing::kJapaneseShiftJis: return kJapanese;
    case Writing::kEnglish: break;
  }
  return kEnglish;
}

charset::Encoding encoding(Writing writing) {
  switch (writing) {
    case Writing::kKoreanEucKr: return charset::Encoding::kEucKr;
    case Writing::kFrenchWindows1252: return charset::Encoding::kWindows1252;
    case Writing::kJapaneseShiftJis: return charset::Encoding::kShiftJis;
    default: return charset::Encoding::kUtf8;
  }
}

}  // namespace freshet::aquarium

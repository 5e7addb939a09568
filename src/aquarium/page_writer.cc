#include "aquarium/page_writer.h"

#include <algorithm>
#include <cmath>
#include <concepts>

#include "aquarium/decimal.h"
#include "aquarium/random.h"
#include "aquarium/text_pool.h"
#include "clock/civil.h"

namespace freshet::aquarium {
namespace {

constexpr uint64_t kVersionsPerRewrite = 16;
constexpr size_t kFrameBytes = 800;  // about the size of a page without text and links
constexpr size_t kLinkBytes = 60;
constexpr size_t kMaxParagraphs = 1'000;

enum class Salt : uint64_t { kSize = 20, kTitle, kText, kOrder, kLook, kBanner, kImprint };

// What a redesign adds to every page of a host, above and below the text; in the host's encoding.
struct Template {
  std::string_view banner;
  std::string_view imprint;
};
Template new_template(const World& world, uint32_t host) {
  const HostFacts& facts = world.host(host);
  const TextPool& texts = world.texts(facts.writing);
  return {texts.sentence(mix(facts.seed, uint64_t(Salt::kBanner))),
          texts.sentence(mix(facts.seed, uint64_t(Salt::kImprint)))};
}
void append_banner(const Template& design, std::string& out) {
  out.append("<div class=\"banner\"><p>").append(design.banner).append("</p></div>\n");
}
void append_imprint(const Template& design, std::string& out) {
  out.append("<p class=\"imprint\">").append(design.imprint).append("</p>\n");
}

// Writes one page; see write_page().
class PageWriter {
 public:
  PageWriter(const World& world, PageId page, const Moment& moment, std::string& out)
      : world_(world),
        facts_(world.host(page.host)),
        texts_(world.texts(facts_.writing)),
        page_(page),
        kind_(world.kind(page)),
        seed_(world.page_seed(page)),
        moment_(moment),
        out_(out) {}

  void write(const PageVersion& version) {
    head(version.number);
    if (version.is_redesigned) append_banner(new_template(world_, page_.host), out_);
    navigation();
    article(version);
    related();
    footer(version.is_redesigned);
  }

 private:
  PageWriter& operator<<(std::string_view text) {
    out_ += text;
    return *this;
  }
  PageWriter& operator<<(char c) {
    out_ += c;
    return *this;
  }
  template <std::unsigned_integral Number>
  PageWriter& operator<<(Number number) {
    append_decimal(out_, number);
    return *this;
  }
  uint64_t random(Salt salt) const { return mix(seed_, uint64_t(salt)); }

  void head(uint64_t version) {
    *this << "<!DOCTYPE html>\n<html lang=\"" << texts_.lang() << "\">\n<head>\n<meta charset=\""
          << declared_charset() << "\">\n<title>" << texts_.title(random(Salt::kTitle)) << ' '
          << page_.number << "</title>\n<meta name=\"description\" content=\""
          << texts_.sentence(random(Salt::kTitle)) << "\">\n<meta name=\"revision\" content=\""
          << version << "\">\n";
    if (kind_ == PageKind::kNoindex) *this << "<meta name=\"robots\" content=\"noindex\">\n";
    if (kind_ == PageKind::kNofollow) {
      *this << "<meta name=\"robots\" content=\"index, nofollow\">\n";
    }
    // On hosts with sessions a crawler must recognise session ids without this hint.
    if (!facts_.places.has(Place::kSessions)) {
      *this << "<link rel=\"canonical\" href=\"";
      world_.append_origin(out_, page_.host);
      world_.append_path(out_, page_);
      *this << "\">\n";
    }
    *this << "</head>\n<body>\n";
  }

  std::string_view declared_charset() const {
    if (kind_ != PageKind::kWrongCharset) return texts_.charset();
    return facts_.writing == Writing::kFrenchWindows1252 ? "UTF-8" : "iso-8859-1";
  }

  void navigation() {
    *this << "<nav><ul>\n<li><a href=\"/\">" << texts_.title(facts_.seed) << "</a></li>\n";
    const uint32_t tree = std::min(world_.options().links_within, branching(world_.options()));
    for (uint32_t slot = 0; slot < tree; ++slot) item(slot);
    if (page_.number == 0) places();
    *this << "</ul></nav>\n";
  }

  void places() {
    if (page_.host == 0 && world_.directory_pages() > 0) {
      *this << "<li><a href=\"/directory/0.html\">directory</a></li>\n";
    }
    if (facts_.places.has(Place::kCalendar)) {
      *this << "<li><a href=\"/calendar/\">calendar</a></li>\n";
    }
    if (facts_.places.has(Place::kMaze)) *this << "<li><a href=\"/maze/\">maze</a></li>\n";
    for (uint32_t i = 0; i < world_.near_duplicates(page_.host); ++i) {
      *this << "<li><a href=\"/catalogue/item-" << i << ".html\">item " << i << "</a></li>\n";
    }
    if (facts_.places.has(Place::kOddLinks)) {
      *this << "<li><a href=\"mailto:someone@example.com\">mail</a></li>\n"
               "<li><a href=\"javascript:void(0)\">menu</a></li>\n"
               "<li><a href=\"tel:+123456789\">call</a></li>\n"
               "<li><a href=\"http://127.0.0.1:1/\">here</a></li>\n"
               "<li><a href=\"http://[::1]:1/\">here too</a></li>\n"
               "<li><a href=\"http://10.0.0.1/admin\">intranet</a></li>\n"
               "<li><a href=\"http://192.168.1.1/\">router</a></li>\n"
               "<li><a href=\"http://169.254.169.254/latest/meta-data/\">metadata</a></li>\n"
               "<li><a href=\"http://0x7f.1/\">odd form</a></li>\n"
               "<li><a href=\"http:///\">nothing</a></li>\n"
               "<li><a href=\"data:text/html,hello\">data</a></li>\n";
    }
  }

  void article(const PageVersion& version) {
    *this << "<main><article>\n<h1>" << texts_.title(random(Salt::kTitle)) << "</h1>\n";
    if (kind_ == PageKind::kBroken) broken();
    const size_t count = paragraphs();
    const uint64_t rewrite = version.edits() / kVersionsPerRewrite;
    for (size_t j = 0; j < count; ++j) {
      *this << "<p>";
      // The version number makes every version differ, even if the pool returns the same paragraph
      // for two of them.
      if (j == 0) *this << '(' << version.number << ") " << dated(version.since) << ": ";
      // Changes replace the paragraphs in turn, beginning at a random one.
      const uint64_t turn = (j + random(Salt::kOrder)) % count;
      const uint64_t revision = (version.edits() + count - 1 - turn) / count;
      *this << texts_.paragraph(mix(random(Salt::kText) + j, rewrite << 32 | revision)) << "</p>\n";
    }
    if ((random(Salt::kLook) & 3) == 0) {
      *this << "<img src=\"/img/" << page_.number << ".gif\" alt=\""
            << texts_.title(random(Salt::kLook)) << "\">\n";
    }
    *this << "</article></main>\n";
  }

  size_t paragraphs() const {
    if (kind_ == PageKind::kHuge) {
      return world_.options().huge_page_bytes / texts_.mean_paragraph_bytes() + 1;
    }
    const double bytes = lognormal(random(Salt::kSize), world_.options().page_bytes,
                                   world_.options().page_bytes_sigma);
    const double text = bytes - kFrameBytes - static_cast<double>(kLinkBytes * world_.link_count());
    const double count = text / static_cast<double>(texts_.mean_paragraph_bytes());
    return static_cast<size_t>(std::clamp<double>(std::round(count), 1, kMaxParagraphs));
  }

  static std::string dated(Instant instant) { return format_iso8601(instant); }

  void broken() {
    out_ += "<div><p<b>no end <table><tr><td>cell<div>";
    out_ += '\0';
    *this
        << "</td></p></span></div></ul><a href=/unquoted?a=1&b=2>x<a href='/half>&nosuch;&#x110000;"
           "' title=\"a\"b\"c>y</a><!-- open --!><!- odd -><script>if (a</b) '</scr'</script >"
           "<![CDATA[ no ]]><font<i>&amp</i></font></ article x=1>\n";
  }

  void related() {
    const WorldOptions& options = world_.options();
    const uint32_t tree = std::min(options.links_within, branching(options));
    *this << "<aside><ul>\n";
    for (uint32_t slot = tree; slot < options.links_within; ++slot) item(slot);
    if (world_.is_volatile(page_)) {
      *this << "<li>" << texts_.title(mix(moment_.nonce)) << "</li>\n";
    }
    *this << "</ul></aside>\n";
  }

  void footer(bool is_redesigned) {
    *this << "<footer><ul>\n";
    for (uint32_t slot = world_.options().links_within; slot < world_.link_count(); ++slot) {
      item(slot);
    }
    *this << "</ul>\n";
    if (world_.is_volatile(page_)) {
      *this << "<p>" << format_iso8601_fraction(moment_.now) << "</p><p>no. " << moment_.nonce
            << "</p><input type=\"hidden\" name=\"token\" value=\"";
      append_hex(out_, mix(moment_.nonce, 1));
      *this << "\">\n";
    }
    if (is_redesigned) append_imprint(new_template(world_, page_.host), out_);
    *this << "</footer>\n</body>\n</html>\n";
  }

  void item(uint32_t slot) {
    const WorldLink link = world_.link(page_, slot);
    *this << "<li><a href=\"";
    const bool within = link.to.host == page_.host;
    if (world_.options().varied_links) {
      varied(link, within);
    } else {
      if (!within) world_.append_origin(out_, link.to.host);
      world_.append_path(out_, link.to);
      session(link.to.host, slot);
      *this << "\">";
    }
    *this << texts_.title(link.random) << "</a></li>\n";
  }

  // Writes the link's target in one of the forms that authors use.
  void varied(const WorldLink& link, bool within) {
    const uint64_t form = mix(link.random, 7) % 8;
    if (!within || form == 0) {
      world_.append_origin(out_, link.to.host);
      world_.append_path(out_, link.to);
    } else {
      const size_t start = out_.size();
      world_.append_path(out_, link.to);
      const std::string path = out_.substr(start);
      const bool deep = page_.number != 0;
      if (form == 1 && path.size() > 1) {
        out_.replace(start, path.size(), deep ? ".." + path : path.substr(1));
      } else if (form == 2) {
        out_.replace(start, path.size(), "//" + world_.host_name(link.to.host) + port() + path);
      } else if (form == 3 && path.find('%') != std::string::npos) {
        raw_section(start, path);
      } else if (form == 4) {
        out_.insert(start, "  ");
        out_ += "\n";
      } else if (form == 5 && deep && path.size() > 1) {
        out_.replace(start, path.size(), "./../x/.." + path);
      }
    }
    if (form != 4) session(link.to.host, static_cast<uint32_t>(form));
    if (form == 6) *this << "#part-" << (link.random & 7);
    *this << '"';
    if (form == 7 && !link.is_tree) *this << " rel=\"nofollow\"";
    *this << '>';
  }

  std::string port() const {
    const uint16_t port = world_.options().url_port;
    return port == 80 ? std::string() : ":" + std::to_string(port);
  }

  // Writes "/%EC%86%8C%EC%8B%9D3/p177.html" with the section as raw characters instead of
  // percent-encoded.
  void raw_section(size_t start, const std::string& path) {
    const size_t end = path.rfind('%') + 3;
    out_.resize(start);
    *this << '/' << texts_.section_raw() << std::string_view(path).substr(end);
  }

  void session(uint32_t host, uint32_t slot) {
    if (!facts_.places.has(Place::kSessions) || host != page_.host) return;
    *this << (slot % 2 == 0 ? "?sid=" : ";jsessionid=");
    append_hex(out_, mix(moment_.nonce, 2));
  }

  const World& world_;
  const HostFacts& facts_;
  const TextPool& texts_;
  const PageId page_;
  const PageKind kind_;
  const uint64_t seed_;
  const Moment& moment_;
  std::string& out_;
};

}  // namespace

void write_page(const World& world, PageId page, const PageVersion& version, const Moment& moment,
                std::string& out) {
  PageWriter(world, page, moment, out).write(version);
}

void write_link_page(const World& world, const HostMoment& at, const LinkPage& page,
                     std::string& out) {
  const TextPool& texts = world.texts(world.host(at.host).writing);
  const bool is_redesigned = world.is_redesigned(at.host, at.now);
  out.append("<!DOCTYPE html>\n<html lang=\"").append(texts.lang());
  out.append("\">\n<head><meta charset=\"").append(texts.charset()).append("\"><title>");
  out.append(page.title).append("</title></head>\n<body>");
  if (is_redesigned) append_banner(new_template(world, at.host), out);
  out.append("<h1>").append(page.title).append("</h1>\n<p>").append(page.text);
  out.append("</p>\n<ul>\n").append(page.links).append("</ul>");
  if (is_redesigned) append_imprint(new_template(world, at.host), out);
  out.append("</body></html>\n");
}

void write_not_found(const World& world, const HostMoment& at, std::string& out) {
  const std::string_view text = world.texts(world.host(at.host).writing).not_found();
  write_link_page(world, at, {text, text, "<li><a href=\"/\">/</a></li>\n"}, out);
}

}  // namespace freshet::aquarium

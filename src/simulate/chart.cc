#include "simulate/chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "text/utf8.h"

namespace freshet::simulate {
namespace {

constexpr double kWidth = 860;
constexpr double kLeft = 64;
constexpr double kRight = 190;  // space for the names of lines
constexpr double kTop = 34;
constexpr double kBottom = 50;
constexpr double kHeight = 400;  // of a chart with lines
constexpr double kBarStep = 24;  // from one bar to the next
constexpr double kBarNames = 190;
constexpr double kNameStep = 14;  // the least distance between two names

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string colour_class(int colour) {
  return colour < kColours ? "c" + std::to_string(colour) : "other";
}

// An element under construction: <name a="1" b="2">.
class Element {
 public:
  explicit Element(std::string_view name) { (text_ += '<') += name; }
  Element& with(std::string_view attribute, std::string_view value) {
    ((text_ += ' ') += attribute) += "=\"";
    (text_ += escaped(value)) += '"';
    return *this;
  }
  Element& with(std::string_view attribute, double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.2f", value);
    return with(attribute, digits);
  }
  std::string empty() { return text_ + "/>\n"; }
  std::string around(std::string_view name, std::string_view content) {
    return text_ + ">" + escaped(content) + "</" + std::string(name) + ">\n";
  }

 private:
  std::string text_;
};

std::string text_at(double x, double y, std::string_view anchor, std::string_view content,
                    std::string_view kind = "") {
  Element text("text");
  text.with("x", x).with("y", y).with("text-anchor", anchor);
  if (!kind.empty()) text.with("class", kind);
  return text.around("text", content);
}

std::string line_between(Point a, Point b, std::string_view kind) {
  return Element("line")
      .with("x1", a.x)
      .with("y1", a.y)
      .with("x2", b.x)
      .with("y2", b.y)
      .with("class", kind)
      .empty();
}

std::string opening(double height, std::string_view title) {
  char box[64];
  std::snprintf(box, sizeof box, "0 0 %.0f %.0f", kWidth, height);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"";
  ((svg += box) += "\" aria-label=\"") += escaped(title);
  return (svg += "\">\n") + text_at(0, 18, "start", title, "title");
}

// Maps values to coordinates in the picture.
class Frame {
 public:
  explicit Frame(const LineChart& chart) : chart_(chart) {}
  double right() const { return kWidth - kRight; }
  double bottom() const { return kHeight - kBottom; }
  double x(double value) const {
    const auto scaled = [&](double v) { return chart_.log_x ? std::log(v) : v; };
    const double from = scaled(chart_.x_from);
    const double share = (scaled(value) - from) / (scaled(chart_.x_to) - from);
    return kLeft + share * (right() - kLeft);
  }
  double y(double value) const {
    const double share = (value - chart_.y_from) / (chart_.y_to - chart_.y_from);
    return bottom() - std::clamp(share, 0.0, 1.0) * (bottom() - kTop);
  }

 private:
  const LineChart& chart_;
};

std::string axes(const LineChart& chart, const Frame& frame) {
  std::string svg;
  if (chart.shaded_until > chart.x_from) {
    svg += Element("rect")
               .with("x", kLeft)
               .with("y", kTop)
               .with("width", frame.x(chart.shaded_until) - kLeft)
               .with("height", frame.bottom() - kTop)
               .with("class", "shade")
               .empty();
  }
  for (const double tick : round_ticks(chart.y_from, chart.y_to)) {
    const double y = frame.y(tick);
    svg += line_between({kLeft, y}, {frame.right(), y}, "grid");
    svg += text_at(kLeft - 8, y + 4, "end", number(tick));
  }
  for (const auto& [at, label] : chart.x_ticks) {
    const double x = frame.x(at);
    svg += line_between({x, frame.bottom()}, {x, frame.bottom() + 5}, "axis");
    svg += text_at(x, frame.bottom() + 19, "middle", label);
  }
  svg += line_between({kLeft, frame.bottom()}, {frame.right(), frame.bottom()}, "axis");
  svg += text_at((kLeft + frame.right()) / 2, kHeight - 10, "middle", chart.x_label, "label");
  Element label("text");
  label.with("transform", "translate(14 " + number((kTop + frame.bottom()) / 2) + ") rotate(-90)");
  return svg +
         label.with("text-anchor", "middle").with("class", "label").around("text", chart.y_label);
}

struct Name {
  const Line* line;
  double line_end;  // the y at which its line ends
  double y;
};

// Writes each name where its line ends. Names that would overlap are moved apart.
std::string names(const LineChart& chart, const Frame& frame) {
  std::vector<Name> all;
  for (const Line& line : chart.lines) {
    if (line.points.empty()) continue;
    const double y = frame.y(line.points.back().y);
    all.push_back({&line, y, y});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Name& a, const Name& b) { return a.line_end < b.line_end; });
  for (size_t i = 1; i < all.size(); ++i) all[i].y = std::max(all[i].y, all[i - 1].y + kNameStep);
  double lowest = frame.bottom();
  for (size_t i = all.size(); i-- > 0; lowest = all[i].y - kNameStep) {
    all[i].y = std::min(all[i].y, lowest);
  }
  std::string svg;
  for (const Name& name : all) {
    const double end = frame.x(name.line->points.back().x);
    svg += line_between({end, name.line_end}, {frame.right() + 14, name.y}, "leader");
    svg += text_at(frame.right() + 18, name.y + 4, "start", name.line->name,
                   "name " + colour_class(name.line->colour));
  }
  return svg;
}

std::string draw(const Line& line, const Frame& frame) {
  constexpr size_t kFewPoints = 12;  // a line with no more points than this has dots
  std::string points;
  std::string dots;
  for (const Point& point : line.points) {
    const double x = frame.x(point.x);
    const double y = frame.y(point.y);
    char text[48];
    std::snprintf(text, sizeof text, "%.2f,%.2f ", x, y);
    points += text;
    if (line.points.size() > kFewPoints) continue;
    Element dot("circle");
    dot.with("cx", x).with("cy", y).with("r", 3.0);
    dots += dot.with("class", "dot " + colour_class(line.colour)).empty();
  }
  Element path("polyline");
  path.with("points", points).with("class", "line " + colour_class(line.colour));
  return path.empty() + dots;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string whole;
  text::append_well_formed(whole, text);
  std::string out;
  for (const char c : whole) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default:
        if (static_cast<unsigned char>(c) < ' ')
          out += ' ';
        else
          out += c;
    }
  }
  return out;
}

std::vector<double> round_ticks(double from, double to) {
  const double rough = (to - from) / 5;
  if (!(rough > 0)) return {from};
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double step = power * (rough / power < 1.5   ? 1
                               : rough / power < 3.5 ? 2
                               : rough / power < 7.5 ? 5
                                                     : 10);
  std::vector<double> ticks;
  // Multiples of the step, so that rounding errors do not add up. The tolerance keeps the last
  // tick.
  for (double i = std::ceil(from / step - 1e-9); i * step <= to + step * 1e-9; ++i) {
    ticks.push_back(i * step + 0.0);  // no -0
  }
  return ticks;
}

std::vector<Tick> ticks_at(const std::vector<double>& numbers) {
  std::vector<Tick> ticks;
  ticks.reserve(numbers.size());
  for (const double at : numbers) ticks.push_back({at, number(at)});
  return ticks;
}

std::string svg_of(const LineChart& chart) {
  const Frame frame(chart);
  std::string svg = opening(kHeight, chart.title) + axes(chart, frame);
  // Drawn in reverse order, so that the first lines are on top.
  for (size_t i = chart.lines.size(); i-- > 0;) svg += draw(chart.lines[i], frame);
  return svg + names(chart, frame) + "</svg>\n";
}

std::string svg_of(const BarChart& chart) {
  const double bottom = kTop + kBarStep * static_cast<double>(chart.bars.size());
  const double width = kWidth - kBarNames - 60;
  const auto x = [&](double value) { return kBarNames + value * width; };
  std::string svg = opening(bottom + kBottom, chart.title);
  for (const double tick : round_ticks(0, 1)) {
    svg += line_between({x(tick), kTop}, {x(tick), bottom}, "grid");
    svg += text_at(x(tick), bottom + 17, "middle", number(tick));
  }
  double y = kTop;
  for (const Bar& bar : chart.bars) {
    svg += text_at(kBarNames - 8, y + kBarStep / 2 + 4, "end", bar.name, "label");
    svg += Element("rect")
               .with("x", kBarNames)
               .with("y", y + 4)
               .with("width", std::max(bar.value, 0.0) * width)
               .with("height", kBarStep - 8)
               .with("class", "bar " + colour_class(bar.colour))
               .empty();
    char value[16];
    std::snprintf(value, sizeof value, "%.3f", bar.value);
    svg += text_at(x(bar.value) + 6, y + kBarStep / 2 + 4, "start", value);
    y += kBarStep;
  }
  svg += line_between({kBarNames, kTop}, {kBarNames, bottom}, "axis");
  return svg + text_at(x(0.5), bottom + 40, "middle", chart.x_label, "label") + "</svg>\n";
}

}  // namespace freshet::simulate

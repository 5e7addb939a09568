#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freshet::simulate {

// Charts as SVG elements, to be put into an HTML page. Colours are CSS classes (c0 to c7, and
// `other`), which the page defines for light and dark mode.
inline constexpr int kColours = 8;

// Escapes a text for XML, and removes characters that XML does not allow.
std::string escaped(std::string_view text);

struct Point {
  double x = 0;
  double y = 0;
};

struct Line {
  std::string name;
  int colour = 0;  // kColours or more: the inconspicuous colour `other`
  std::vector<Point> points;
};

// A labelled tick on an axis.
struct Tick {
  double at = 0;
  std::string label;
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;  // a logarithmic x axis
  double x_from = 0;
  double x_to = 1;
  double y_from = 0;  // smaller values are drawn at this value
  double y_to = 1;
  std::vector<Tick> x_ticks;
  double shaded_until = 0;  // the range from x_from to here is shaded
  std::vector<Line> lines;
};
// Each line has its name at its right end.
std::string svg_of(const LineChart& chart);

struct Bar {
  std::string name;
  int colour = 0;
  double value = 0;  // 0 to 1
};
struct BarChart {
  std::string title;
  std::string x_label;
  std::vector<Bar> bars;  // from top to bottom
};
std::string svg_of(const BarChart& chart);

// About five round numbers in [from, to].
std::vector<double> round_ticks(double from, double to);
// Ticks at these numbers, which are also their labels.
std::vector<Tick> ticks_at(const std::vector<double>& numbers);

}  // namespace freshet::simulate

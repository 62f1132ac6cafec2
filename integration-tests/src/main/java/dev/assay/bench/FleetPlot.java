package dev.assay.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws how many machines had reached each step as curves over time: an SVG picture that follows
 * the light or dark mode of the reader.
 */
final class FleetPlot {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 500;
  private static final int LEFT = 80;
  private static final int RIGHT = 200;
  private static final int TOP = 60;
  private static final int BOTTOM = 60;
  private static final int INNER_WIDTH = WIDTH - LEFT - RIGHT;
  private static final int INNER_HEIGHT = HEIGHT - TOP - BOTTOM;
  private static final int TICKS = 6;
  private static final int LEGEND_LINE = 26;

  /** More points than this would only make the file larger. */
  private static final int POINTS = 360;

  /**
   * Colours differ in lightness too, and lines in their dashes, for readers who see few colours.
   */
  private static final String STYLE =
      """
      <style>
        text { font: 14px sans-serif; fill: #1f2328; }
        .title { font-size: 17px; font-weight: bold; }
        .paper { fill: #ffffff; }
        .grid { stroke: #d1d9e0; stroke-width: 1; }
        .curve { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
        .curve0 { stroke: #6e7781; }
        .curve1 { stroke: #bc4c00; stroke-dasharray: 9 4; }
        .curve2 { stroke: #8250df; stroke-dasharray: 3 3; }
        .curve3 { stroke: #0969da; stroke-dasharray: 12 3 2 3; }
        .curve4 { stroke: #1a7f37; }
        @media (prefers-color-scheme: dark) {
          text { fill: #f0f6fc; }
          .paper { fill: #0d1117; }
          .grid { stroke: #3d444d; }
          .curve0 { stroke: #9198a1; }
          .curve1 { stroke: #f0883e; }
          .curve2 { stroke: #bc8cff; }
          .curve3 { stroke: #58a6ff; }
          .curve4 { stroke: #3fb950; }
        }
      </style>
      """;

  private final String title;
  private final Map<String, List<Integer>> series;
  private final int seconds;
  private final int machines;
  private final StringBuilder svg = new StringBuilder();

  private FleetPlot(String title, Map<String, List<Integer>> series) {
    this.title = title;
    this.series = series;
    this.seconds = Math.max(1, series.values().stream().mapToInt(List::size).max().orElse(1) - 1);
    this.machines = Math.max(1, series.values().stream().mapToInt(List::getLast).max().orElse(1));
  }

  /**
   * The picture as text.
   *
   * @param title without characters that have a meaning in XML
   * @param series by the name of the step: machines after 0, 1, 2 ... seconds; up to five
   */
  static String of(String title, Map<String, List<Integer>> series) {
    return new FleetPlot(title, series).draw();
  }

  private String draw() {
    add("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' role='img'>", WIDTH, HEIGHT);
    add("<title>%s</title>", title);
    svg.append(STYLE);
    add("<rect class='paper' width='%d' height='%d'/>", WIDTH, HEIGHT);
    add("<text class='title' x='%d' y='32'>%s</text>", LEFT, title);
    axes();
    curves();
    add("</svg>");
    return svg.toString();
  }

  private void axes() {
    for (int at = 0, step = step(seconds); at <= seconds; at += step) {
      add("<line class='grid' x1='%.1f' y1='%d' x2='%1$.1f' y2='%d'/>", x(at), TOP, bottom());
      add("<text x='%.1f' y='%d' text-anchor='middle'>%d</text>", x(at), bottom() + 20, at);
    }
    for (int at = 0, step = step(machines); at <= machines; at += step) {
      add("<line class='grid' x1='%d' y1='%.1f' x2='%d' y2='%2$.1f'/>", LEFT, y(at), right());
      add("<text x='%d' y='%.1f' text-anchor='end'>%,d</text>", LEFT - 8, y(at) + 5, at);
    }
    add(
        "<text x='%d' y='%d' text-anchor='middle'>seconds since the first order</text>",
        LEFT + INNER_WIDTH / 2, HEIGHT - 14);
    add(
        "<text transform='translate(20 %d) rotate(-90)' text-anchor='middle'>machines</text>",
        TOP + INNER_HEIGHT / 2);
  }

  private void curves() {
    int number = 0;
    for (var curve : series.entrySet()) {
      int line = TOP + 12 + LEGEND_LINE * number;
      add("<polyline class='curve curve%d' points='%s'/>", number, points(curve.getValue()));
      add(
          "<line class='curve curve%d' x1='%d' y1='%d' x2='%d' y2='%3$d'/>",
          number, right() + 16, line, right() + 52);
      add(
          "<text x='%d' y='%d'>%s</text>",
          right() + 60, line + 5, curve.getKey().replace('_', ' '));
      number++;
    }
  }

  private String points(List<Integer> values) {
    var points = new StringBuilder();
    int step = Math.ceilDiv(values.size(), POINTS);
    for (int second = 0; second < values.size() - 1; second += step) {
      point(points, second, values.get(second));
    }
    point(points, values.size() - 1, values.getLast());
    return points.toString().strip();
  }

  private void point(StringBuilder points, int second, int value) {
    points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(second), y(value)));
  }

  /** A distance between marks of 1, 2 or 5 times a power of ten, so that there are few of them. */
  private static int step(int end) {
    for (int power = 1; ; power *= 10) {
      for (int factor : new int[] {1, 2, 5}) {
        if (end / (factor * power) <= TICKS) {
          return factor * power;
        }
      }
    }
  }

  private double x(int second) {
    return LEFT + second * (double) INNER_WIDTH / seconds;
  }

  private double y(int value) {
    return bottom() - value * (double) INNER_HEIGHT / machines;
  }

  private static int right() {
    return LEFT + INNER_WIDTH;
  }

  private static int bottom() {
    return TOP + INNER_HEIGHT;
  }

  @SuppressWarnings("AnnotateFormatMethod") // Error Prone's annotations are no dependency
  private void add(String line, Object... values) {
    svg.append(String.format(Locale.ROOT, line, values)).append('\n');
  }
}

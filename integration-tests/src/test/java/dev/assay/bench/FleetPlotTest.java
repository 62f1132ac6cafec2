package dev.assay.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FleetPlotTest {
  @Test
  void it_has_a_title_axes_with_units_and_a_legend() throws Exception {
    var texts = draw(Map.of("powered_on", List.of(0, 400, 1000))).getElementsByTagName("text");

    assertThat(IntStream.range(0, texts.getLength()).mapToObj(i -> texts.item(i).getTextContent()))
        .contains(
            "A fleet", "seconds since the first order", "machines", "powered on", "2", "1,000");
  }

  @Test
  void a_curve_goes_from_the_lower_left_to_the_upper_right_corner() throws Exception {
    assertThat(points(draw(Map.of("ordered", List.of(0, 250, 1000)))))
        .isEqualTo("80.0,440.0 390.0,345.0 700.0,60.0");
  }

  @Test
  void a_long_curve_has_few_points_and_its_last() throws Exception {
    var hour = IntStream.rangeClosed(0, 3600).boxed().toList();

    var points = points(draw(new TreeMap<>(Map.of("ordered", hour)))).split(" ");

    assertThat(points).hasSizeBetween(300, 361).endsWith("700.0,60.0");
  }

  @Test
  void nothing_can_be_drawn_too() throws Exception {
    assertThat(points(draw(Map.of("ordered", List.of(0))))).isEqualTo("80.0,440.0");
  }

  private static String points(Element svg) {
    return ((Element) svg.getElementsByTagName("polyline").item(0)).getAttribute("points");
  }

  private static Element draw(Map<String, List<Integer>> series) throws Exception {
    var svg = FleetPlot.of("A fleet", series);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)))
        .getDocumentElement();
  }
}

package dev.assay.standalone.inspectorimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.standalone.inspectorimport.ConfigurationFile.Name;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The format of oslo.config. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConfigurationFileTest {
  @Test
  void options_are_in_sections_and_comments_are_left_out() {
    var file =
        ConfigurationFile.parse(
            """
            before = any section
            # a comment
            ; another
            [processing]
            power-off = false
            store_data: database
            empty =
            quoted = " kept "
            """);
    assertThat(file.names())
        .containsExactly(
            new Name("DEFAULT", "before"),
            new Name("processing", "power_off"),
            new Name("processing", "store_data"),
            new Name("processing", "empty"),
            new Name("processing", "quoted"));
    assertThat(file.value("DEFAULT", "before")).hasValue("any section");
    assertThat(file.value("processing", "power_off")).hasValue("false");
    assertThat(file.value("processing", "store_data")).hasValue("database");
    assertThat(file.value("processing", "empty")).hasValue("");
    assertThat(file.value("processing", "quoted")).hasValue(" kept ");
    assertThat(file.value("processing", "absent")).isEmpty();
  }

  @Test
  void a_line_that_begins_with_white_space_goes_on() {
    var file = ConfigurationFile.parse("hooks = one,\n  two,\n\tthree\nnext = 1\n");
    assertThat(file.list("DEFAULT", "hooks")).hasValue(List.of("one", "two", "three"));
    assertThat(file.value("DEFAULT", "next")).hasValue("1");
  }

  @Test
  void the_last_of_several_values_counts_unless_all_do() {
    var file = ConfigurationFile.parse("[pci_devices]\nalias = a\nalias = b\n");
    assertThat(file.value("pci_devices", "alias")).hasValue("b");
    assertThat(file.values("pci_devices", "alias")).containsExactly("a", "b");
  }

  @Test
  void references_are_replaced_by_values() {
    var file =
        ConfigurationFile.parse(
            """
            [DEFAULT]
            base = x
            price = $$5
            [processing]
            defaults = ${base},y
            hooks = $defaults,z
            other = ${iptables.name} $iptables.name $unknown
            [iptables]
            name = chain
            """);
    assertThat(file.value("processing", "hooks")).hasValue("x,y,z");
    assertThat(file.value("processing", "other")).hasValue("chain chain $unknown");
    assertThat(file.value("DEFAULT", "price")).hasValue("$5");
  }

  @Test
  void references_in_a_circle_end() {
    var file = ConfigurationFile.parse("a = $b\nb = $a\n");
    assertThat(file.value("DEFAULT", "a")).hasValueSatisfying(v -> assertThat(v).startsWith("$"));
  }

  @Test
  void a_line_that_is_nothing_is_told_by_its_number() {
    assertThatThrownBy(() -> ConfigurationFile.parse("good = 1\npassword secret\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("line 2 is no option: it needs \"name = value\"");
  }
}

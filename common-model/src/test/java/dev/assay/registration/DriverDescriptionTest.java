package dev.assay.registration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.DriverDescription.Property;
import dev.assay.hardware.DriverDescription.When;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.ValueShape;
import dev.assay.storedjson.StoredJson;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DriverDescriptionTest {
  private static final ValueShape URL = new ValueShape.Url();
  private static final ValueShape VERIFY = new ValueShape.VerifyCa("/etc/assay/ca");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.5",
        "10.0.0.5:8443",
        "bmc.example.com",
        "2001:db8::5",
        "[2001:db8::5]:443",
        "HTTPS://b",
        "http://b:1/redfish/v1",
        "https://b:65535"
      })
  void a_host_or_url_is_an_address(String text) {
    assertThat(URL.problem(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://127.0.0.1:99999 | its port is 99999, and ports are 1 to 65535",
        "http://127.0.0.1:0     | its port is 0, and ports are 1 to 65535",
        "b:123456789012         | it has no host that can be used",
        "ssh://b                | its scheme is neither http nor https",
        "https://u:pw@b         | it has a user in it",
        "u:pw@b                 | it has a user in it",
        "https://               | it is no URL",
        "two words              | it is no URL",
        "https:///path          | it has no host that can be used"
      })
  void what_is_wrong_with_an_address_is_said_without_the_address(String text, String problem) {
    assertThat(URL.problem(text).orElseThrow())
        .startsWith("must be a host or a URL such as https://10.0.0.5, without user and password; ")
        .endsWith(problem)
        .doesNotContain("pw");
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "No", "1", "off", "/etc/assay/ca", "/etc/assay/ca/a/../b.pem"})
  void a_certificate_is_verified_or_not_or_by_what_is_in_the_folder(String text) {
    assertThat(VERIFY.problem(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/shadow",
        "/etc/assay/ca/../key",
        "/etc/assay/cab",
        "ca/b.pem",
        "maybe",
        "a\u0000b"
      })
  void other_paths_are_refused(String text) {
    assertThat(VERIFY.problem(text).orElseThrow()).contains("below /etc/assay/ca of the conductor");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "86401", "1e99999", "soon", "NaN"})
  void seconds_have_bounds(String text) {
    assertThat(new ValueShape.Seconds(BigDecimal.valueOf(86_400)).problem(text)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.5", "bmc_1.example.com", "2001:db8::5", "[2001:db8::5]"})
  void a_host_is_a_name_or_an_address(String text) {
    assertThat(new ValueShape.Host().problem(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-P", "http://b", "b:623", "u@b", "two words", "b;reboot", "a\u0000b", "[b]"})
  void what_else_stands_in_an_address_is_refused_and_not_repeated(String text) {
    assertThat(new ValueShape.Host().problem(text))
        .hasValue(
            "must be a host name or an address, such as 10.0.0.5 or 2001:db8::5, without scheme,"
                + " user and port");
  }

  @ParameterizedTest
  @CsvSource({
    "1, true",
    "0xFF, true",
    "255, true",
    "0, false",
    "256, false",
    "-1, false",
    "0x-1, false",
    "1.5, false",
    "many, false",
    "99999999999, false"
  })
  void a_whole_number_has_bounds(String text, boolean accepted) {
    assertThat(new ValueShape.Whole(1, 255).problem(text).isEmpty()).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource({
    "sixteen-letters., true",
    "'-P with blanks', true",
    "äöüäöüäö,         true",
    "äöüäöüäöü,        false",
    "seventeen-letters, false",
    "'two\nlines',     false",
    "'a\tb',           false"
  })
  void a_password_fits_on_a_line_and_is_never_repeated(String text, boolean accepted) {
    var problem = new ValueShape.Line(16).problem(text);

    assertThat(problem.isEmpty()).isEqualTo(accepted);
    assertThat(problem.orElse("")).doesNotContain(text);
  }

  @ParameterizedTest
  @CsvSource({
    "ABcd, true",
    "ff00, true",
    "0000, true",
    "100f, true",
    "00ff, false",
    "0, false",
    "0x00, false",
    "000102, false",
    "010203, false"
  })
  void a_key_is_pairs_of_digits_with_zeros_at_its_end_only(String text, boolean accepted) {
    assertThat(new ValueShape.HexKey(2).problem(text).isEmpty()).isEqualTo(accepted);
  }

  @Test
  void what_is_missing_is_told_first_and_then_every_flaw() {
    var description = description();

    assertThat(description.invalid(StoredJson.object().put("auth", "x")))
        .hasValue("Missing the following parameters in driver_info for driver d: address.");
    assertThat(description.invalid(StoredJson.object().put("auth", "x").put("address", "x://b")))
        .hasValue(
            "address in driver_info must be a host or a URL such as https://10.0.0.5, without user"
                + " and password; its scheme is neither http nor https."
                + " auth in driver_info must be one of basic, session, not x.");
    assertThat(description.invalid(StoredJson.object().put("auth", " ").put("address", "b")))
        .isEmpty();
    assertThat(description.unusable(StoredJson.object().put("other", 7).putNull("auth"))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'via':'no'}                     |",
        "{'via':'One'}                    | Missing hop in driver_info, which via One needs.",
        "{'via':'two','hop':' '}          | Missing hop in driver_info, which via two needs. Missing next in driver_info, which via two needs.",
        "{'via':'two','hop':1,'next':2}   |",
        "{'via':'one','hop':'x','next':2} | hop in driver_info must be a whole number from 0 to 9, not x.",
        "{'via':'one','hop':1,'next':3}   |",
        "{'via':'two','hop':1,'next':3}   | next in driver_info must be a whole number from 0 to 2, not 3."
      })
  void some_keys_and_values_depend_on_another_key(String driverInfo, @Nullable String problem) {
    var next =
        List.of(When.required("via", "two"), When.shaped(new ValueShape.Whole(0, 2), "via", "two"));
    var digit = new ValueShape.Whole(0, 9);
    var description =
        new DriverDescription(
            "d",
            Map.of(),
            Map.of(
                "via", new Property("A.", false),
                "hop",
                    new Property("B.", false, digit, List.of(When.required("via", "one", "two"))),
                "next", new Property("C.", false, digit, next)),
            Set.of(),
            List.of());

    for (var each : List.of(description, published(description))) {
      assertThat(each.invalid(StoredJson.read(driverInfo.replace('\'', '"'), ObjectNode.class)))
          .isEqualTo(Optional.ofNullable(problem));
    }
  }

  @Test
  void an_older_or_newer_conductor_is_understood() {
    var older =
        "{\"name\":\"d\",\"interfaces\":{},\"properties\":{\"a\":{\"description\":\"A.\",\"required\":true}},\"managedBoot\":[]}";
    var newer =
        "{\"name\":\"d\",\"interfaces\":{},\"properties\":{\"a\":{\"description\":\"A.\",\"required\":true,\"shape\":{\"shape\":\"colour\",\"of\":[1]}}},\"managedBoot\":[],\"bootDevices\":[]}";

    for (var json : List.of(older, newer)) {
      assertThat(StoredJson.read(json, DriverDescription.class).properties())
          .isEqualTo(Map.of("a", new Property("A.", true)));
    }
    var own = description();
    assertThat(published(own)).isEqualTo(own);
  }

  @Test
  void a_driver_that_lists_no_implementation_has_none() {
    var description =
        new DriverDescription(
            "d", Map.of(InterfaceType.BIOS, List.of()), Map.of(), Set.of(), List.of());

    assertThat(description.byDefault(InterfaceType.BIOS)).isEqualTo("no-bios");
  }

  private static DriverDescription published(DriverDescription description) {
    return StoredJson.read(StoredJson.write(description), DriverDescription.class);
  }

  private static DriverDescription description() {
    return new DriverDescription(
        "d",
        Map.of(),
        Map.of(
            "address", new Property("A.", true, URL),
            "auth", new Property("B.", false, new ValueShape.OneOf(List.of("basic", "session"))),
            "verify", new Property("C.", false, VERIFY),
            "delay", new Property("D.", false, new ValueShape.Seconds(BigDecimal.TEN)),
            "host", new Property("F.", false, new ValueShape.Host()),
            "port", new Property("G.", false, new ValueShape.Whole(1, 65_535)),
            "password", new Property("H.", false, new ValueShape.Line(20)),
            "key", new Property("I.", false, new ValueShape.HexKey(20)),
            "any", new Property("E.", false)),
        Set.of(),
        List.of());
  }
}

package dev.assay.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionNegotiationTest {
  @ParameterizedTest(name = "{0}: own {1}, common {2}: {3}")
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "V3 |-        |-                          |1",
        "V3 |latest   |-                          |115",
        "V3 |LaTeST   |-                          |115",
        "V2 |1.50     |-                          |50",
        "V2 |-        |baremetal 1.51             |51",
        "V2 |1.50     |baremetal 1.51             |51",
        "V2 |1.50     |compute 2.1, BareMetal 1.52|52",
        "V2 |1.50     |compute 2.1                |50",
        "V2 |-        |compute 2.1                |1",
        "V2 |-        |baremetal latest           |115",
        "V2 |-        |baremetal                  |1",
        "V1 |1.1      |-                          |1",
        "V1 |1.115    |-                          |115",
        "V5 |1.116    |-                          |-",
        "V5 |1.0      |-                          |-",
        "V5 |2.1      |-                          |-",
        "V5 |0.1      |-                          |-",
        "V5 |1        |-                          |-",
        "V5 |1.2.3    |-                          |-",
        "V5 |1.x      |-                          |-",
        "V5 |junk     |-                          |-",
        "V5 |''       |-                          |-",
        "V5 |1.-5     |-                          |-",
        "V5 |1.99999999999999999999|-             |-",
        "V5 |1.50     |baremetal junk             |-",
      })
  void follows_the_table(
      String rule, @Nullable String own, @Nullable String common, @Nullable Integer minor) {
    var result = VersionNegotiation.of(list(common), list(own));
    if (minor == null) {
      assertThat(result).as(rule).isInstanceOf(VersionNegotiation.Refused.class);
    } else {
      assertThat(result).as(rule).isEqualTo(new VersionNegotiation.Agreed(new ApiVersion(minor)));
    }
  }

  private static List<String> list(@Nullable String value) {
    return value == null ? List.of() : List.of(value);
  }
}

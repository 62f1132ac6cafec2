package dev.assay.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestPathTest {
  @ParameterizedTest(name = "{0} at 1.{1} is {2}")
  @CsvSource({
    "/,                      1, /,                       false",
    "/v1,                    1, /v1,                     false",
    "/v1/,                   1, /v1,                     false",
    "/nodes,                 1, /v1/nodes,               false",
    "/v1/nodes/,             1, /v1/nodes,               false",
    "/v1/nodes.json,         1, /v1/nodes,               true",
    "/v1/nodes/a.json,      90, /v1/nodes/a,             true",
    "/v1/nodes/a.json,      91, /v1/nodes/a.json,        false",
    "/v1/nodes/a.json/,     90, /v1/nodes/a,             true",
    "/v1/nodes/.json,       90, /v1/nodes/.json,         false",
    "/v1foo,                 1, /v1/v1foo,               false",
  })
  void has_one_form(String path, int minor, String text, boolean stripped) {
    assertThat(BareMetalPath.of(path, new ApiVersion(minor)))
        .isEqualTo(new BareMetalPath(text, stripped));
  }

  @ParameterizedTest(name = "{0} is open: {1}")
  @CsvSource({
    "/,                                     true",
    "/v1,                                   true",
    "/v1/lookup,                            true",
    "/v1/heartbeat/abc-1,                   true",
    "/v1/heartbeat/A,                       false",
    "/v1/heartbeat,                         true",
    "/v1/heartbeat/a/b,                     false",
    "/v1/continue_inspection,               true",
    "/v1/continue_inspection/x,             false",
    "/v1/nodes,                             false",
    "/v1/lookup/nodes,                      false",
  })
  void is_open_only_where_the_spec_says(String path, boolean open) {
    assertThat(new BareMetalPath(path, false).open()).isEqualTo(open);
  }
}

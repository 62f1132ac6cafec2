package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.HardwareKind;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CollectionQueryTest {
  private final RedfishClient bmc = new RedfishClient(HardwareKind.LARGE_STORAGE);
  private final String interfaces = bmc.machine.systemPath() + "/EthernetInterfaces";

  @AfterEach
  void close() {
    bmc.close();
  }

  @Test
  void is_announced_by_the_root() throws Exception {
    var expand = bmc.resource("/redfish/v1/").at("/ProtocolFeaturesSupported/ExpandQuery");

    assertThat(expand.path("Levels").asBoolean()).isTrue();
    assertThat(expand.path("MaxLevels").asInt()).isOne();
  }

  @Test
  void finds_many_members_page_by_page() throws Exception {
    var sizes = new ArrayList<Integer>();
    var links = new ArrayList<String>();
    for (var path = interfaces; !path.isEmpty(); ) {
      var page = bmc.resource(path);
      assertThat(page.path("Members@odata.count").asInt()).isEqualTo(64);
      sizes.add(page.path("Members").size());
      links.addAll(RedfishClient.values(page.path("Members"), "@odata.id"));
      path = page.path("Members@odata.nextLink").asText();
    }

    assertThat(sizes).containsExactly(20, 20, 20, 4);
    assertThat(links).hasSize(64).doesNotHaveDuplicates();
  }

  @Test
  void finds_no_more_than_there_are() throws Exception {
    var page = bmc.resource(interfaces + "?$skip=64");

    assertThat(page.path("Members")).isEmpty();
    assertThat(page.has("Members@odata.nextLink")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {".($levels=1)", ".", "*", "*($levels=1)", ".(%24levels=1)"})
  void that_expands_replaces_links_by_members(String expand) throws Exception {
    var page = bmc.resource(interfaces + "?$expand=" + expand);
    var first = page.path("Members").path(0);

    assertThat(page.path("Members")).hasSize(20);
    assertThat(first).isEqualTo(bmc.resource(first.path("@odata.id").asText()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Systems", "Chassis", "Managers"})
  void expands_every_collection(String collection) throws Exception {
    var page = bmc.resource("/redfish/v1/" + collection + "?$expand=.($levels=1)");
    var member = page.path("Members").path(0);

    assertThat(member).isEqualTo(bmc.resource(member.path("@odata.id").asText()));
  }

  @Test
  void without_expand_leaves_links() throws Exception {
    var page = bmc.resource(interfaces);

    assertThat(page.path("Members")).allMatch(member -> member.size() == 1);
    assertThat(page.path("Members")).extracting(CollectionQueryTest::path).allMatch(this::isMember);
  }

  @ParameterizedTest
  @ValueSource(strings = {"$skip=-1", "$skip=many", "$skip=", "$expand=.($levels=2)", "$expand=~"})
  void that_is_wrong_is_refused(String query) throws Exception {
    var answer = bmc.get(interfaces + "?" + query);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(RedfishClient.messageId(answer)).endsWith("QueryParameterValueFormatError");
  }

  private static String path(JsonNode link) {
    return link.path("@odata.id").asText();
  }

  private boolean isMember(String path) {
    return path.startsWith(interfaces + "/NIC.");
  }
}

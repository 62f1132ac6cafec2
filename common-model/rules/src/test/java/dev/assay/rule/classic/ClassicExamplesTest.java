package dev.assay.rule.classic;

import static dev.assay.rule.classic.ClassicMachine.object;
import static dev.assay.rule.classic.ClassicMachine.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole rules as sites have them: what is read is what was sent, and it does what it did. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassicExamplesTest {
  /** The rule, a place in the node, and the value there afterwards. */
  enum Example {
    CREDENTIALS_OF_A_DISCOVERED_NODE(
        """
        {"description": "Initialize freshly discovered nodes", "scope": null,
         "conditions": [
           {"op": "eq", "field": "data://auto_discovered", "multiple": "any", "invert": false,
            "value": true},
           {"op": "is-empty", "field": "data://ipmi_address", "multiple": "any", "invert": true}],
         "actions": [
           {"action": "set-attribute", "path": "/driver", "value": "ipmi"},
           {"action": "set-attribute", "path": "/driver_info/ipmi_address",
            "value": "{data[ipmi_address]}"},
           {"action": "set-attribute", "path": "/driver_info/ipmi_username", "value": "admin"},
           {"action": "set-attribute", "path": "/driver_info/ipmi_password", "value": "pa$$w0rd"}]}
        """,
        "/driver_info",
        """
        {"ipmi_address": "10.9.8.7", "ipmi_password": "pa$$w0rd", "ipmi_username": "admin"}
        """),
    KERNEL_UNLESS_THERE_IS_ONE(
        """
        {"description": "Set deploy info if not already set on node", "scope": "lab",
         "conditions": [
           {"op": "is-empty", "field": "node://driver_info.deploy_kernel", "multiple": "any",
            "invert": false}],
         "actions": [
           {"action": "set-attribute", "path": "driver_info/deploy_kernel", "value": "kernel-1"}]}
        """,
        "/driver_info/deploy_kernel",
        "\"kernel-1\""),
    PASSWORD_THAT_IS_THERE(
        """
        {"description": null, "scope": null,
         "conditions": [
           {"op": "is-empty", "field": "node://driver_info.ipmi_password", "multiple": "any",
            "invert": false}],
         "actions": [
           {"action": "set-attribute", "path": "driver_info/ipmi_password", "value": "new"}]}
        """,
        "/driver_info/ipmi_password",
        "\"sekret-pw\""),
    VENDOR_BY_REGULAR_EXPRESSION(
        """
        {"description": "Initialize Dell nodes", "scope": null,
         "conditions": [
           {"op": "contains", "field": "inventory.system_vendor.manufacturer", "multiple": "any",
            "invert": false, "value": "(?i)dell"}],
         "actions": [{"action": "set-attribute", "path": "/driver", "value": "idrac"}]}
        """,
        "/driver",
        "\"idrac\""),
    LARGE_DISKS_ONLY(
        """
        {"description": "fail", "scope": null,
         "conditions": [
           {"op": "lt", "field": "data://inventory.disks[*].size", "multiple": "all",
            "invert": false, "value": 1000}],
         "actions": [{"action": "fail", "message": "no usable disk"}]}
        """,
        "/owner",
        ""),
    NETWORK_AND_CAPABILITY(
        """
        {"description": "rack 9", "scope": null,
         "conditions": [
           {"op": "in-net", "field": "data://ipmi_address", "multiple": "any", "invert": false,
            "value": "10.9.0.0/16"},
           {"op": "ge", "field": "memory_mb", "multiple": "any", "invert": false, "value": 4096}],
         "actions": [
           {"action": "set-capability", "name": "rack", "value": "9-{data[cpus]}"},
           {"action": "extend-attribute", "path": "/extra/tags", "value": "a", "unique": true},
           {"action": "add-trait", "name": "CUSTOM_RACK9"}]}
        """,
        "/properties/capabilities",
        "\"rack:9-8\"");

    private final String rule;
    private final String place;
    private final String after;

    Example(String rule, String place, String after) {
      this.rule = rule;
      this.place = place;
      this.after = after;
    }
  }

  @ParameterizedTest
  @EnumSource
  void is_read_as_it_was_sent_and_does_the_same_then(Example example) {
    var written = object(example.rule);
    var shown = ClassicRule.of(written, Optional.empty()).document();
    shown.remove("uuid");

    assertThat(shown).isEqualTo(written);

    var machine = new ClassicMachine().rule(example.rule);
    var again = new ClassicMachine().rule(shown.toString());
    machine.trace();
    again.trace();
    assertThat(again.node).isEqualTo(machine.node);
    assertThat(machine.node.at(example.place))
        .isEqualTo(example.after.isEmpty() ? machine.node.at("/no-such") : tree(example.after));
  }
}

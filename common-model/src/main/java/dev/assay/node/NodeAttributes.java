package dev.assay.node;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import dev.assay.storedjson.SecretDocument;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/**
 * What a client may set of a node, by the names on the wire. Objects are never changed in place;
 * driver_info and instance_info are encrypted in the database. {@code interfaces} maps "boot",
 * "power" ... to the chosen implementation. Source: api.md 9.1.
 */
@Embeddable
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record NodeAttributes(
    @Nullable String name,
    String driver,
    @JdbcTypeCode(SqlTypes.JSON) @Mutability(Immutability.class) @Column(name = "driver_info")
        SecretDocument secretDriverInfo,
    @JdbcTypeCode(SqlTypes.JSON) @Mutability(Immutability.class) ObjectNode properties,
    @JdbcTypeCode(SqlTypes.JSON) @Mutability(Immutability.class) ObjectNode extra,
    @JdbcTypeCode(SqlTypes.JSON) @Mutability(Immutability.class) @Column(name = "instance_info")
        SecretDocument secretInstanceInfo,
    @Column(name = "instance_uuid") @Nullable UUID instanceUuid,
    @Column(name = "instance_name") @Nullable String instanceName,
    @Column(name = "chassis_uuid") @Nullable UUID chassisUuid,
    boolean maintenance,
    @JdbcTypeCode(SqlTypes.JSON) @Mutability(Immutability.class) Map<String, String> interfaces,
    @Column(name = "resource_class") @Nullable String resourceClass,
    @Column(name = "conductor_group") String conductorGroup,
    @Column(name = "automated_clean") @Nullable Boolean automatedClean,
    @Column(name = "protected") boolean isProtected,
    @Column(name = "protected_reason") @Nullable String protectedReason,
    @Nullable String owner,
    @Nullable String lessee,
    @Nullable String description,
    boolean retired,
    @Column(name = "retired_reason") @Nullable String retiredReason,
    @JdbcTypeCode(SqlTypes.JSON) @Mutability(Immutability.class) @Column(name = "network_data")
        ObjectNode networkData,
    @Nullable String shard,
    @Column(name = "parent_node") @Nullable UUID parentNode,
    @Column(name = "disable_power_off") boolean disablePowerOff) {

  /** The driver_info, secrets in plain text; empty when it cannot be decrypted. */
  public ObjectNode driverInfo() {
    return secretDriverInfo.object();
  }

  /**
   * Tells in sentences why the driver_info cannot be used with {@code driver}, or cannot be
   * decrypted; empty when it can be used.
   */
  public Optional<String> unusableDriverInfo(DriverDescription driver) {
    return secretDriverInfo.unusable().or(() -> driver.invalid(driverInfo()));
  }

  /** The instance_info, secrets in plain text; empty when it cannot be decrypted. */
  public ObjectNode instanceInfo() {
    return secretInstanceInfo.object();
  }

  /** Says whose they are: what is encrypted is so for one node only. */
  NodeAttributes of(UUID node) {
    secretDriverInfo.at("node", node, "driver_info");
    secretInstanceInfo.at("node", node, "instance_info");
    return this;
  }

  /**
   * The same, to replace {@code stored}: what cannot be decrypted there is kept unless something is
   * written in its place.
   */
  NodeAttributes replacing(NodeAttributes stored) {
    return with(
        Map.of(
            "secretDriverInfo", secretDriverInfo.replacing(stored.secretDriverInfo),
            "secretInstanceInfo", secretInstanceInfo.replacing(stored.secretInstanceInfo)));
  }

  /** The same with other properties, as an inspection leaves them. */
  public NodeAttributes withProperties(ObjectNode changed) {
    return with(Map.of("properties", changed));
  }

  /** The same in or out of maintenance. */
  public NodeAttributes withMaintenance(boolean on) {
    return with(Map.of("maintenance", on));
  }

  private NodeAttributes with(Map<String, ?> changed) {
    return NodeAttributeTable.TABLE.with(this, changed);
  }

  /** The implementation chosen for {@code type}; "no-..." never null. */
  public String chosen(InterfaceType type) {
    var chosen = interfaces.get(type.wire());
    return chosen == null ? "no-" + type.wire() : chosen;
  }
}

package dev.assay.port;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.id.MacAddress;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a port that a client or an inspection may set, with their names in JSON; {@code
 * address} is canonical. Objects are never changed in place. Source: api.md 11.
 */
@Embeddable
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record PortAttributes(
    String address,
    @JdbcTypeCode(SqlTypes.JSON) @Mutability(Immutability.class) ObjectNode extra,
    @Column(name = "pxe_enabled") boolean pxeEnabled,
    @JdbcTypeCode(SqlTypes.JSON)
        @Mutability(Immutability.class)
        @Column(name = "local_link_connection")
        ObjectNode localLinkConnection,
    @Column(name = "portgroup_uuid") @Nullable UUID portgroupUuid,
    @Column(name = "physical_network") @Nullable String physicalNetwork,
    @Column(name = "is_smartnic") boolean isSmartnic,
    @Nullable String name,
    @Nullable String description,
    @Nullable String vendor,
    @Nullable String category,
    @Column(name = "available_for_dynamic_portgroup") boolean availableForDynamicPortgroup) {

  /** Attributes of a port that hooks create; everything else has its default. */
  public static PortAttributes found(
      MacAddress address,
      boolean pxeEnabled,
      ObjectNode extra,
      ObjectNode localLinkConnection,
      @Nullable String physicalNetwork) {
    var document = PortAttributeTable.TABLE.defaults();
    document.put("address", address.text());
    document.put("pxe_enabled", pxeEnabled);
    document.set("extra", extra);
    document.set("local_link_connection", localLinkConnection);
    document.put("physical_network", physicalNetwork);
    return PortDocument.read(document);
  }
}

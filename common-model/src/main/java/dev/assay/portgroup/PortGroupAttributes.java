package dev.assay.portgroup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a port group that a client may set, with their names in JSON; {@code address}
 * is canonical, {@code mode} a bonding mode of the operating system that will use the group.
 * Objects are never changed in place. Source: api.md 12.
 */
@Embeddable
public record PortGroupAttributes(
    @Nullable String name,
    @Nullable String address,
    @JdbcTypeCode(SqlTypes.JSON) @Mutability(Immutability.class) ObjectNode extra,
    @Column(name = "standalone_ports_supported") boolean standalonePortsSupported,
    String mode,
    @JdbcTypeCode(SqlTypes.JSON) @Mutability(Immutability.class) ObjectNode properties,
    @Column(name = "physical_network") @Nullable String physicalNetwork,
    @Nullable String category) {}

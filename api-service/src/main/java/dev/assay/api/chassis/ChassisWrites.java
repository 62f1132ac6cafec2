package dev.assay.api.chassis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.field.Patch;
import dev.assay.api.field.UniqueValueTaken;
import dev.assay.api.http.ApiRequest;
import dev.assay.chassis.Chassis;
import dev.assay.chassis.ChassisRows;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.port.PortLikeDocument;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates, changes and deletes chassis. Source: spec api.md 11a. */
@ApplicationScoped
public class ChassisWrites {
  private static final String DESCRIPTION = "description";
  private static final String EXTRA = "extra";

  private final ChassisRows rows;
  private final ChassisFinder known;
  private final ApiRequest request;
  private final Clock clock;

  ChassisWrites(ChassisRows rows, ChassisFinder known, ApiRequest request, Clock clock) {
    this.rows = rows;
    this.known = known;
    this.request = request;
    this.clock = clock;
  }

  /** Creates a chassis and returns it. */
  @Transactional
  public ChassisView create(ObjectNode body) {
    var document = ChassisFields.TABLE.accepted(body, request.version());
    var uuid = PortLikeDocument.identity(document);
    var chassis = new Chassis(uuid, description(document), extra(document), clock.instant());
    UniqueValueTaken.unless(
        Map.of("chassis_uuid_key", "A chassis with UUID %s already exists.".formatted(uuid)),
        () -> rows.add(chassis));
    return new ChassisView(chassis, request);
  }

  /** Applies {@code patch} to a chassis and returns it. */
  @Transactional
  public ChassisView patch(String ident, Patch patch) {
    var chassis = known.requireForUpdate(ident);
    var before = StoredJson.object().put(DESCRIPTION, chassis.description());
    before.set(EXTRA, chassis.extra());
    var after = patch.applyTo(before, ChassisFields.TABLE);
    if (!after.equals(before)) {
      chassis.update(description(after), extra(after), clock.instant());
    }
    return new ChassisView(chassis, request);
  }

  /** Deletes the chassis, which must have no nodes. */
  @Transactional
  public void delete(String ident) {
    var chassis = known.requireForUpdate(ident);
    if (rows.hasNodes(chassis)) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Cannot complete the requested action because chassis %s contains nodes."
              .formatted(chassis.uuid()));
    }
    rows.remove(chassis);
  }

  private static @Nullable String description(ObjectNode document) {
    return document.path(DESCRIPTION).textValue();
  }

  private static ObjectNode extra(ObjectNode document) {
    return (ObjectNode) document.path(EXTRA);
  }
}

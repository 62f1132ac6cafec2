package dev.assay.statement;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The named parameters of a statement. */
final class Parameters {
  private final Map<String, Object> values = new HashMap<>();
  private final Set<String> absent = new HashSet<>();

  void set(String name, Object value) {
    values.put(name, value);
  }

  /** Sets one of type text; null is possible. */
  void setText(String name, @Nullable String value) {
    if (value == null) {
      absent.add(name);
    } else {
      values.put(name, value);
    }
  }

  /** Throws IllegalArgumentException when {@code name} is not set. */
  void bind(PreparedStatement prepared, int place, String name) throws SQLException {
    var value = values.get(name);
    if (value instanceof Instant at) {
      prepared.setObject(place, at.atOffset(ZoneOffset.UTC));
    } else if (value != null) {
      prepared.setObject(place, value);
    } else if (absent.contains(name)) {
      prepared.setNull(place, Types.VARCHAR);
    } else {
      throw new IllegalArgumentException("parameter %s is not set".formatted(name));
    }
  }
}

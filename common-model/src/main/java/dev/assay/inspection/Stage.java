package dev.assay.inspection;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The stages of an inspection; the classic API's introspection states. Source: state-machine.md
 * 4.1.
 */
public enum Stage {
  /** Ordered; a conductor prepares the machine and powers it on. */
  STARTING,
  /** Waiting for the ramdisk's data. */
  WAITING,
  /** The data were received and are being processed. */
  PROCESSING,
  /** Ended successfully. */
  FINISHED,
  /** Ended with a failure; the row's error tells the reason. */
  ERROR,
  /** The stored data are being processed again. */
  REAPPLYING,
  /** A node is being created for the data of an unknown machine. */
  ENROLLING,
  /** Aborted by the operator; power is being switched off. */
  ABORTING;

  /** The name in the database and in the classic API: lower case. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True unless the stage is FINISHED or ERROR. */
  public boolean active() {
    return this != FINISHED && this != ERROR;
  }

  /** True when the stage ends only after a command to a conductor. */
  public boolean needsCommand() {
    return this == STARTING || processes() || this == ABORTING;
  }

  /** True while a conductor runs hooks and rules on the data. */
  public boolean processes() {
    return this == PROCESSING || this == REAPPLYING;
  }

  /** Stores a stage by its name. */
  @Converter(autoApply = true)
  public static final class Column implements AttributeConverter<Stage, String> {
    @Override
    public @Nullable String convertToDatabaseColumn(@Nullable Stage stage) {
      return stage == null ? null : stage.wire();
    }

    @Override
    public @Nullable Stage convertToEntityAttribute(@Nullable String name) {
      return name == null ? null : valueOf(name.toUpperCase(Locale.ROOT));
    }
  }
}

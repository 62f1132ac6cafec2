package dev.assay.conductor.hook.rootdevice;

import dev.assay.inventory.Disk;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A condition on whether the disk is rotational. A disk that does not report it matches neither
 * value.
 */
record RotationalHint(boolean rotational) implements Hint {
  static final String NAME = "rotational";

  private static final Set<String> TRUE = Set.of("1", "t", "true", "on", "y", "yes");
  private static final Set<String> FALSE = Set.of("0", "f", "false", "off", "n", "no");

  static RotationalHint parse(String text) {
    return truth(text)
        .map(RotationalHint::new)
        .orElseThrow(
            () ->
                new InvalidHint(
                    "Root device hint \"%s\" is not a Boolean value. Current value: %s"
                        .formatted(NAME, text)));
  }

  @Override
  public boolean matches(Disk disk) {
    return disk.scalar(NAME)
        .flatMap(RotationalHint::truth)
        .filter(reported -> reported == rotational)
        .isPresent();
  }

  private static Optional<Boolean> truth(String text) {
    var word = text.strip().toLowerCase(Locale.ROOT);
    if (TRUE.contains(word)) {
      return Optional.of(true);
    }
    return FALSE.contains(word) ? Optional.of(false) : Optional.empty();
  }
}

package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import dev.assay.conductor.hook.rootdevice.InvalidHint;
import dev.assay.conductor.hook.rootdevice.RootDeviceHints;
import dev.assay.conductor.hook.rootdevice.SkippedDisks;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.inventory.Disk;
import dev.assay.inventory.WholeNumber;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the disk that the operator's root device hints select, and records its size.
 *
 * <p>Reads the properties {@code root_device} (hints) and {@code skip_block_devices} (a list of
 * hints), {@code inventory.disks}, and plugin data {@code root_disk}, the ramdisk's own choice.
 * With hints, {@code root_disk} becomes the first matching disk that is not to be skipped; without,
 * it stays. Sets property and plugin data {@code local_gb}, whole GiB less the option {@code
 * disk-partitioning-spacing}, never below 0; 0 also when there is no root disk. Fails with {@link
 * ErrorCode#ROOT_DEVICE_HINTS_INVALID} or {@link ErrorCode#ROOT_DEVICE_NOT_FOUND}. Source: spec
 * hooks.md 18.
 */
public final class RootDeviceHook implements InspectionHook {
  private static final String ROOT_DISK = "root_disk";
  private static final long GIB = 1L << 30;

  /** In GiB. */
  private final int spacing;

  /** Leaves 1 GiB for partitioning. */
  public RootDeviceHook() {
    this(1);
  }

  private RootDeviceHook(int spacing) {
    this.spacing = spacing;
  }

  @Override
  public String name() {
    return "root-device";
  }

  @Override
  public InspectionHook configured(HookConfig config) {
    return new RootDeviceHook(spacing(config.diskPartitioningSpacing()));
  }

  @Override
  public void process(HookInput in, Changes out) {
    var hints = out.property("root_device");
    var root = isSet(hints) ? Optional.of(find(hints, in, out)) : ramdiskChoice(out);
    var size = LongNode.valueOf(root.map(disk -> usable(disk, out)).orElse(0L));
    out.pluginData("local_gb", size);
    out.property("local_gb", size);
  }

  private static int spacing(String option) {
    return switch (option.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> 1;
      case "false" -> 0;
      default ->
          WholeNumber.parse(option)
              .filter(gib -> gib.signum() >= 0 && gib.bitLength() < Integer.SIZE)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "assay.inspector.disk-partitioning-spacing is \"%s\": use true, false or a number of GiB, 0 or more."
                              .formatted(option)))
              .intValue();
    };
  }

  /** False when there are no hints: the property is absent, null or empty. */
  private static boolean isSet(JsonNode hints) {
    return !hints.isMissingNode()
        && !hints.isNull()
        && !(hints.isContainerNode() && hints.isEmpty())
        && !(hints.isTextual() && hints.textValue().isEmpty());
  }

  private static Disk find(JsonNode given, HookInput in, Changes out) {
    try {
      var hints = RootDeviceHints.parse(given);
      var skipped = SkippedDisks.parse(out.property("skip_block_devices"));
      var root =
          in.inventory().disks().stream()
              .filter(disk -> !skipped.contain(disk))
              .filter(hints::match)
              .findFirst()
              .orElseThrow(() -> notFound(in));
      out.pluginData(ROOT_DISK, root.copy());
      return root;
    } catch (InvalidHint e) {
      throw new InspectionFailure(
          ErrorCode.ROOT_DEVICE_HINTS_INVALID,
          "No disks could be found using root device hints %s for node %s because they failed to validate. Error: %s"
              .formatted(
                  ShortText.shortened(given.toString(), 500),
                  in.node(),
                  ShortText.shortened(String.valueOf(e.getMessage()), 1000)));
    }
  }

  private static InspectionFailure notFound(HookInput in) {
    return new InspectionFailure(
        ErrorCode.ROOT_DEVICE_NOT_FOUND,
        "No disks satisfied root device hints for node %s".formatted(in.node()));
  }

  private static Optional<Disk> ramdiskChoice(Changes out) {
    var disk = out.pluginData(ROOT_DISK);
    if (disk.isObject()) {
      return Optional.of(new Disk(disk));
    }
    if (!disk.isMissingNode() && !disk.isNull()) {
      out.warn(
          "The root disk that the ramdisk chose is not an object: "
              + ShortText.shortened(disk.toString(), 80));
    }
    return Optional.empty();
  }

  /** In GiB. */
  private long usable(Disk root, Changes out) {
    var whole = root.size().orElse(0) / GIB;
    if (whole == 0) {
      out.warn(
          "local_gb is 0: the root disk %s is smaller than 1 GiB, or its size is no number of bytes."
              .formatted(ShortText.shortened(root.name().orElse("without a name"), 80)));
    }
    return Math.max(0, whole - spacing);
  }
}

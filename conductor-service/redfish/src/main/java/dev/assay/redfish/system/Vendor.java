package dev.assay.redfish.system;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hardware.BootDevice;
import dev.assay.redfish.client.RedfishResource.Boot;
import dev.assay.redfish.client.RedfishResource.ComputerSystem;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the BMCs of some makers want otherwise than others, and do not say: the one place where a
 * command depends on who made the BMC. What a BMC says of itself (allowable values, actions, ETags,
 * tasks) is followed without looking at the maker. VendorTest has the answers of each maker and the
 * commands that it gets.
 */
enum Vendor {
  /** Dell iDRAC: nothing but tasks, which all makers may have. */
  DELL,
  /** HPE iLO: refuses a PATCH without an ETag, which every PATCH has where the BMC gives one. */
  HPE,
  /** Lenovo XCC: lists drives that only hold uploaded images; those have no action to insert. */
  LENOVO,
  /** Supermicro: wants the boot mode with every override; its virtual CD is one on USB. */
  SUPERMICRO {
    @Override
    Optional<String> target(BootDevice device, Optional<Boot> boot) {
      var usual = super.target(device, boot);
      var usb = boot.map(now -> now.lists(BootSource.USB_CD)).orElse(false);
      return device == BootDevice.CDROM && usb ? Optional.of(BootSource.USB_CD) : usual;
    }

    @Override
    void complete(ObjectNode override, Optional<Boot> boot) {
      var mode = boot.map(Boot::overrideMode).orElse("UEFI");
      if (!override.has(MODE)) {
        override.put(MODE, mode);
      }
    }

    @Override
    List<ObjectNode> insertions(URI image) {
      return List.of(only(image), full(image), typed(image));
    }
  },
  /**
   * OpenBMC (bmcweb): wants the protocol of an image, and refuses members that it does not know.
   */
  OPENBMC {
    @Override
    List<ObjectNode> insertions(URI image) {
      return List.of(typed(image), full(image), only(image));
    }
  },
  OTHER;

  private static final String MODE = "BootSourceOverrideMode";

  /** The maker of the system at {@code path}. */
  static Vendor of(String path, ComputerSystem system) {
    if (path.matches(".*/Systems/system/?")) { // the only id that bmcweb has
      return OPENBMC;
    }
    var maker = system.manufacturer().orElse("").toLowerCase(Locale.ROOT);
    if (maker.startsWith("dell")) {
      return DELL;
    }
    if (maker.startsWith("hp") || maker.startsWith("hewlett")) {
      return HPE;
    }
    if (maker.startsWith("lenovo")) {
      return LENOVO;
    }
    return maker.replace(" ", "").startsWith("supermicro") ? SUPERMICRO : OTHER;
  }

  /** BootSourceOverrideTarget of {@code device}; empty when Redfish has no such source. */
  Optional<String> target(BootDevice device, Optional<Boot> boot) {
    return BootSource.target(device);
  }

  /** Adds to {@code override}, the member Boot of a PATCH, what the BMC wants besides. */
  void complete(ObjectNode override, Optional<Boot> boot) {}

  /**
   * The bodies of InsertMedia, to be sent in this order until one is accepted: some BMCs refuse
   * members that others need.
   */
  List<ObjectNode> insertions(URI image) {
    return List.of(full(image), only(image), typed(image));
  }

  private static ObjectNode full(URI image) {
    return only(image).put("Inserted", true).put("WriteProtected", true);
  }

  private static ObjectNode only(URI image) {
    return JsonNodeFactory.instance.objectNode().put("Image", image.toString());
  }

  private static ObjectNode typed(URI image) {
    return only(image)
        .put("TransferProtocolType", image.getScheme().toUpperCase(Locale.ROOT))
        .put("TransferMethod", "Stream");
  }
}

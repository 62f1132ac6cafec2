package dev.assay.conductor.request;

import dev.assay.boot.BootMethod;
import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.doctor.Finding;
import dev.assay.error.AssayException;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareInventory;
import dev.assay.hardware.HttpBoot;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.NetworkCards;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.hardware.VirtualMedia;
import dev.assay.id.MacAddress;
import dev.assay.inspection.BmcAddresses;
import dev.assay.inspection.Inspection;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.Nodes;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Checks whether a BMC answers and can do what an inspection of its node needs. It only reads, so
 * it needs no lease. Source: docs/spec/api.md 9.10.
 */
@ApplicationScoped
class ExamineBmc {
  private final Nodes nodes;
  private final Drivers drivers;
  private final BmcAddresses addresses = new BmcAddresses(BmcAddresses::system);

  ExamineBmc(Nodes nodes, Drivers drivers) {
    this.nodes = nodes;
    this.drivers = drivers;
  }

  ConductorReply run(ConductorRequest.ExamineBmc request) {
    var node =
        QuarkusTransaction.requiringNew()
            .call(() -> nodes.find(request.node()).map(Node::attributes))
            .orElseThrow(() -> GetBootDevice.gone(request.node()));
    var unresolved = addresses.unresolved(node);
    if (!unresolved.isEmpty()) {
      var names = String.join(", ", unresolved);
      return new ConductorReply.Examined(
          List.of(
              Finding.failed(
                  "bmc-address",
                  "The conductor cannot resolve %s of driver_info.".formatted(names),
                  "Correct the name, or add it to the DNS that the conductors use.")),
          List.of());
    }
    var driver = drivers.serving(node);
    return new Examination(
            node, driver, StoredBmc.of(request.node(), node.secretDriverInfo()), new ArrayList<>())
        .run();
  }

  private record Examination(
      NodeAttributes node, HardwareDriver driver, Bmc bmc, List<Finding> findings) {
    ConductorReply run() {
      if (!(driver instanceof Power power)) {
        findings.add(
            Finding.skipped("bmc", "Driver %s has no BMC to ask.".formatted(node.driver())));
        return new ConductorReply.Examined(findings, List.of());
      }
      check("bmc", () -> answers(power));
      if (findings.getLast().result() != Finding.Result.OK) {
        return new ConductorReply.Examined(findings, List.of());
      }
      check("boot", this::boot);
      var macs = new ArrayList<String>();
      check("network-cards", () -> networkCards(macs));
      return new ConductorReply.Examined(findings, macs);
    }

    /** A failure of the BMC becomes a finding. */
    private void check(String name, Supplier<Finding> check) {
      try {
        findings.add(check.get());
      } catch (AssayException e) {
        findings.add(Finding.failed(name, e.sentence(), sentence(e.code().hint())));
      }
    }

    private Finding answers(Power power) {
      var state = power.power(bmc).map(PowerState::wire).orElse("unknown");
      return Finding.ok(
          "bmc", "The BMC answers and accepts the credentials; power: %s.".formatted(state));
    }

    private Finding boot() {
      if (Inspection.BMC_INTERFACES.contains(node.chosen(InterfaceType.INSPECT))) {
        return driver instanceof HardwareInventory
            ? Finding.ok("boot", "The inspection asks only the BMC: nothing is booted.")
            : lacks("inspection without a ramdisk", "Set inspect_interface to agent.");
      }
      var chosen = node.chosen(InterfaceType.BOOT);
      return switch (BootMethod.of(chosen)) {
        case VIRTUAL_MEDIA -> virtualMedia();
        case UEFI_HTTP_IMAGE ->
            driver instanceof HttpBoot
                ? settings("UEFI HTTP boot of an image")
                : lacks("UEFI HTTP boot", "Choose another boot_interface.");
        case UEFI_HTTP -> settings("UEFI HTTP boot");
        case NETWORK -> settings("network boot");
      };
    }

    private Finding virtualMedia() {
      if (!(driver instanceof VirtualMedia media) || !media.hasCdDrive(bmc)) {
        return lacks(
            "virtual media",
            "Choose another boot_interface, or buy and enable the BMC's licence for virtual media.");
      }
      return settings("a virtual CD drive");
    }

    private Finding settings(String what) {
      if (!(driver instanceof Boot boot)) {
        return Finding.warning(
            "boot",
            "Nobody sets the boot device of this node.",
            "Make sure that the machine boots the ramdisk by itself.");
      }
      var settings = boot.bootSettings(bmc);
      return Finding.ok(
          "boot",
          "The BMC has %s; boot mode: %s, secure boot: %s."
              .formatted(what, orUnknown(settings.mode()), orUnknown(settings.secureBoot())));
    }

    private static String orUnknown(@org.jspecify.annotations.Nullable Object value) {
      return value == null ? "unknown" : value.toString();
    }

    private Finding lacks(String what, String fix) {
      return Finding.failed(
          "boot", "BMC or driver %s cannot do %s.".formatted(node.driver(), what), fix);
    }

    private Finding networkCards(List<String> macs) {
      if (!(driver instanceof NetworkCards cards)) {
        return Finding.skipped(
            "network-cards", "Driver %s does not report them.".formatted(node.driver()));
      }
      cards.macAddresses(bmc).stream().map(MacAddress::text).forEach(macs::add);
      return Finding.ok(
          "network-cards", "The BMC reports %d network cards.".formatted(macs.size()));
    }

    private static String sentence(String hint) {
      return Character.toUpperCase(hint.charAt(0)) + hint.substring(1) + ".";
    }
  }
}

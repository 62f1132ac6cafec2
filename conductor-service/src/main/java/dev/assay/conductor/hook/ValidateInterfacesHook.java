package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.PortPolicy;
import dev.assay.hook.UsableInterfaces;
import dev.assay.hook.UsableInterfaces.Judged;
import dev.assay.inventory.Inventory;
import dev.assay.inventory.NetworkInterface;
import java.net.InetAddress;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Validates the network interfaces once, so that later hooks need not.
 *
 * <p>Reads {@code inventory.interfaces} and {@code inventory.boot.pxe_interface}; provides {@link
 * UsableInterfaces}; writes plugin data {@code all_interfaces} and {@code valid_interfaces} (name
 * to record), {@code macs} (as reported), and copies {@code bmc_address} and {@code bmc_v6address}
 * unless they exist or mean "none". Fails with {@link ErrorCode#NO_INTERFACES}, {@link
 * ErrorCode#NO_USABLE_INTERFACE}, or {@link ErrorCode#PAYLOAD_UNREADABLE} when {@code boot} is not
 * an object, or there are more than 1,000 interfaces, or more than 100,000 values in them. Source:
 * spec hooks.md 4 and 21.
 */
public final class ValidateInterfacesHook implements InspectionHook {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** A thousand interfaces with LLDP data have fewer; each takes up to 130 bytes, five times. */
  private static final long MOST_VALUES = 100_000;

  private static final Set<String> LOCAL_NAMES = Set.of("localhost", "localhost.localdomain");

  private final PortPolicy.Add policy;

  /** With the default options. */
  public ValidateInterfacesHook() {
    this(PortPolicy.DEFAULT.add());
  }

  private ValidateInterfacesHook(PortPolicy.Add policy) {
    this.policy = policy;
  }

  @Override
  public String name() {
    return "validate-interfaces";
  }

  @Override
  public InspectionHook configured(HookConfig config) {
    return new ValidateInterfacesHook(config.addPorts());
  }

  @Override
  public void preprocess(HookInput in, Changes out) {
    if (!in.inventory().hasInterfaces()) {
      throw invalid(in, ErrorCode.NO_INTERFACES, "no interfaces present in inventory");
    }
    var reported = in.inventory().interfaces();
    if (reported.size() > Inventory.MOST_INTERFACES) {
      throw invalid(
          in,
          ErrorCode.PAYLOAD_UNREADABLE,
          "inventory.interfaces has %d items, at most %d are possible"
              .formatted(reported.size(), Inventory.MOST_INTERFACES));
    }
    requireFewValues(in);
    var pxeMac = pxeMac(in);
    var all = judged(reported, pxeMac, out);
    if (all.isEmpty()) {
      throw invalid(in, ErrorCode.NO_INTERFACES, "no valid network interfaces");
    }
    if (policy == PortPolicy.Add.PXE && pxeMac.isEmpty()) {
      out.warn(
          "The inventory does not say which interface the machine booted from: with add_ports"
              + " set to \"pxe\" every interface but loopback counts as usable.");
    }
    var usable = all.stream().filter(nic -> admits(policy, nic, pxeMac.isPresent())).toList();
    if (usable.isEmpty()) {
      throw invalid(
          in,
          ErrorCode.NO_USABLE_INTERFACE,
          "no network interfaces match the configuration (add_ports set to \"%s\")"
              .formatted(policy.wire()));
    }
    out.fact(new UsableInterfaces(all, usable));
    write(all, usable, out);
    copyBmcAddresses(in.inventory(), out);
  }

  /** What describes interfaces is copied several times. */
  private static void requireFewValues(HookInput in) {
    var most = MOST_VALUES + 1; // the list itself counts, too
    if (values(in.inventory().member("interfaces"), most) > most) {
      throw invalid(
          in,
          ErrorCode.PAYLOAD_UNREADABLE,
          "inventory.interfaces has more than %d values in its items".formatted(MOST_VALUES));
    }
  }

  /**
   * The number of values in {@code json}, itself included; it stops counting above {@code most}.
   */
  private static long values(JsonNode json, long most) {
    long count = 1;
    for (var child : json) {
      if (count > most) {
        break;
      }
      count += values(child, most - count);
    }
    return count;
  }

  private static Optional<String> pxeMac(HookInput in) {
    var boot = in.inventory().member("boot");
    if (!boot.isMissingNode() && !boot.isObject()) {
      throw invalid(in, ErrorCode.PAYLOAD_UNREADABLE, "inventory.boot is not an object");
    }
    return in.inventory().pxeMac();
  }

  private static List<Judged> judged(
      List<NetworkInterface> reported, Optional<String> pxeMac, Changes out) {
    Map<String, Judged> byName = new LinkedHashMap<>();
    for (var nic : reported) {
      var name = nic.name().orElse("");
      var mac = nic.mac();
      if (name.isEmpty()) {
        out.warn("An interface without a name is left out: %s".formatted(shown(nic)));
      } else if (mac.isPresent()) {
        var pxeEnabled = pxeMac.filter(mac.get().text()::equals).isPresent();
        byName.put(name, new Judged(name, mac.get(), pxeEnabled, nic));
      } else if (nic.reportedMac().isPresent()) {
        out.warn(
            "Interface %s is left out: %s is not a MAC address."
                .formatted(
                    ShortText.shortened(name, 80),
                    ShortText.shortened(nic.reportedMac().get(), 80)));
      }
    }
    return List.copyOf(byName.values());
  }

  private static boolean admits(PortPolicy.Add policy, Judged nic, boolean pxeMacKnown) {
    return !loopback(nic)
        && switch (policy) {
          case ALL, DISABLED -> true;
          case ACTIVE -> nic.reported().ip().isPresent();
          case PXE -> nic.pxeEnabled() || !pxeMacKnown;
        };
  }

  private static boolean loopback(Judged nic) {
    return nic.name().equals("lo")
        || nic.reported().ip().filter(ValidateInterfacesHook::loopback).isPresent();
  }

  private static boolean loopback(String ip) {
    try {
      return LOCAL_NAMES.contains(ip) || InetAddress.ofLiteral(ip).isLoopbackAddress();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static void write(List<Judged> all, List<Judged> usable, Changes out) {
    out.pluginData("all_interfaces", records(all));
    out.pluginData("valid_interfaces", records(usable));
    var macs = JSON.arrayNode();
    usable.forEach(nic -> macs.add(nic.reported().reportedMac().orElseThrow()));
    out.pluginData("macs", macs);
  }

  private static ObjectNode records(Collection<Judged> interfaces) {
    var records = JSON.objectNode();
    interfaces.forEach(nic -> records.set(nic.name(), completed(nic)));
    return records;
  }

  private static ObjectNode completed(Judged nic) {
    var fields = nic.reported().copy();
    fields.put("pxe_enabled", nic.pxeEnabled());
    if (fields.path("ipv6_address").isTextual()) {
      fields.put("ipv6_address", nic.reported().ipv6().orElse(""));
    } else if (!fields.has("ipv6_address")) {
      fields.putNull("ipv6_address"); // ramdisks before 2018 do not send it, readers expect it
    }
    return fields;
  }

  private static void copyBmcAddresses(Inventory inventory, Changes out) {
    var known = inventory.bmcAddresses();
    for (var key : List.of("bmc_address", "bmc_v6address")) {
      var address = inventory.member(key);
      if (address.isTextual()
          && known.contains(address.textValue())
          && out.pluginData(key).isMissingNode()) {
        out.pluginData(key, address);
      }
    }
  }

  private static String shown(NetworkInterface nic) {
    return ShortText.shortened(nic.copy().toString(), 200);
  }

  private static InspectionFailure invalid(HookInput in, ErrorCode code, String why) {
    return new InspectionFailure(
        code, "Inventory for node %s is invalid: %s".formatted(in.node(), why));
  }
}

package dev.assay.api.driver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.InterfaceType;
import dev.assay.registration.Conductor;
import dev.assay.storedjson.StoredJson;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** A driver and the conductors that serve it. Source: spec api.md 16. */
record DriverView(DriverDescription description, List<String> hosts) {
  private static final int TYPE_SINCE = 30;
  private static final int PROPERTIES_SINCE = 14;

  /** Returns one view for each driver of {@code conductors}, sorted by name. */
  static List<DriverView> of(Collection<Conductor> conductors) {
    var byName = new TreeMap<String, DriverView>();
    for (var conductor : conductors) {
      for (var driver : conductor.drivers()) {
        byName.merge(
            driver.name(),
            new DriverView(driver, List.of(conductor.hostname())),
            DriverView::servedAlsoBy);
      }
    }
    return List.copyOf(byName.values());
  }

  private DriverView servedAlsoBy(DriverView other) {
    var all = new java.util.ArrayList<>(hosts);
    all.addAll(other.hosts);
    return new DriverView(description, List.copyOf(all));
  }

  String name() {
    return description.name();
  }

  /** The driver as clients of this version see it; with {@code detail} including its interfaces. */
  ObjectNode show(ApiRequest request, boolean detail) {
    var shown = StoredJson.object();
    shown.put("name", name());
    var list = shown.putArray("hosts");
    hosts.forEach(list::add);
    shown.set("links", Links.of(request.base(), "drivers", name()).tree());
    if (request.version().atLeast(PROPERTIES_SINCE)) {
      shown.set("properties", Links.sub(request.base(), "drivers", name(), "properties").tree());
    }
    if (request.version().atLeast(TYPE_SINCE)) {
      shown.put("type", "dynamic");
      if (detail) {
        showInterfaces(shown, request);
      }
    }
    return shown;
  }

  private void showInterfaces(ObjectNode shown, ApiRequest request) {
    for (var type : InterfaceType.values()) {
      if (request.version().atLeast(interfaceSince(type))) {
        shown.put("default_%s_interface".formatted(type.wire()), description.byDefault(type));
        var enabled = shown.putArray("enabled_%s_interfaces".formatted(type.wire()));
        description.accepted(type).forEach(enabled::add);
      }
    }
  }

  /**
   * The version from which drivers show an interface: the first ones since the version that
   * introduced detail.
   */
  private static int interfaceSince(InterfaceType type) {
    return type.since() <= TYPE_SINCE + 1 ? TYPE_SINCE : type.since();
  }
}

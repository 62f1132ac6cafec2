package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.machine.Machine;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * The collection of virtual media of a machine: a floppy drive that nobody needs, a CD drive, and
 * on some kinds a drive for uploaded images, into which no URL can be inserted.
 */
final class VirtualCd {
  private static final String INSERT = "/Actions/VirtualMedia.InsertMedia";
  private static final String EJECT = "/Actions/VirtualMedia.EjectMedia";

  private static final String UPLOADS = "RDOC1";

  private final Machine machine;
  private final BmcRules rules;
  private final Tasks tasks;
  private final String path;

  /**
   * The media of {@code machine}.
   *
   * @param parent path of the system or of the BMC, which link to the collection
   */
  VirtualCd(Machine machine, String parent, BmcRules rules, Tasks tasks) {
    this.machine = machine;
    this.rules = rules;
    this.tasks = tasks;
    this.path = parent + "/VirtualMedia";
  }

  /** Adds the link to the collection if the resource at {@code path} is its parent. */
  void link(ObjectNode json, String path) {
    if (this.path.equals(path + "/VirtualMedia")) {
      json.putObject("VirtualMedia").put("@odata.id", this.path);
    }
  }

  /** The path of the collection. */
  String path() {
    return path;
  }

  BmcResponse route(RedfishRequest request) {
    return switch (request.path().substring(path.length())) {
      case "" -> {
        request.allow("GET");
        yield Inventory.collection(
            path,
            "VirtualMedia",
            rules.hasUploadDrive() ? List.of(UPLOADS, "Floppy", "Cd") : List.of("Floppy", "Cd"));
      }
      case "/" + UPLOADS -> {
        request.allow("GET");
        if (!rules.hasUploadDrive()) {
          throw RedfishRefusal.missing(request.path());
        }
        var drive = drive(UPLOADS, List.of("CD", "DVD"), Optional.empty());
        drive.remove("Actions");
        yield BmcResponse.ok(drive);
      }
      case "/Floppy" -> {
        request.allow("GET");
        yield BmcResponse.ok(drive("Floppy", List.of("Floppy", "USBStick"), Optional.empty()));
      }
      case "/Cd" -> {
        request.allow("GET");
        yield BmcResponse.ok(drive("Cd", List.of("CD", "DVD"), machine.insertedImage()));
      }
      case "/Cd" + INSERT -> {
        request.allow("POST");
        var body = request.json();
        rules.checkInsertion(body);
        yield insert(body);
      }
      case "/Cd" + EJECT -> {
        request.allow("POST");
        machine.ejectImage();
        yield BmcResponse.noContent();
      }
      default -> throw RedfishRefusal.missing(request.path());
    };
  }

  private BmcResponse insert(ObjectNode body) {
    var image = body.path("Image");
    if (!image.isTextual()) {
      throw RedfishRefusal.actionParameterMissing("VirtualMedia.InsertMedia", "Image");
    }
    if (machine.insertedImage().isPresent()) {
      throw RedfishRefusal.inUse();
    }
    try {
      var url = new URI(image.textValue());
      if (rules.insertsByTask()) {
        return tasks.start(() -> machine.insertImage(url));
      }
      machine.insertImage(url);
    } catch (URISyntaxException _) {
      throw RedfishRefusal.actionParameterNotInList(
          image.textValue(), "Image", "VirtualMedia.InsertMedia");
    }
    return BmcResponse.noContent();
  }

  private ObjectNode drive(String id, List<String> types, Optional<URI> image) {
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("@odata.id", path + "/" + id)
            .put("@odata.type", "#VirtualMedia.v1_6_4.VirtualMedia")
            .put("Id", id)
            .put("Name", "Virtual " + id)
            .put("Image", image.map(URI::toString).orElse(null))
            .put("Inserted", image.isPresent())
            .put("WriteProtected", true)
            .put("ConnectedVia", image.isPresent() ? "URI" : "NotConnected");
    types.forEach(json.putArray("MediaTypes")::add);
    var actions = json.putObject("Actions");
    actions.putObject("#VirtualMedia.InsertMedia").put("target", path + "/" + id + INSERT);
    actions.putObject("#VirtualMedia.EjectMedia").put("target", path + "/" + id + EJECT);
    return json;
  }
}

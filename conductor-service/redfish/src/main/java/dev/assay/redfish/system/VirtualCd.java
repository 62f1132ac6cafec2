package dev.assay.redfish.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hardware.Deadline;
import dev.assay.redfish.client.RedfishClient;
import dev.assay.redfish.client.RedfishClient.Found;
import dev.assay.redfish.client.RedfishRequest;
import dev.assay.redfish.client.RedfishResource.ComputerSystem;
import dev.assay.redfish.client.RedfishResource.ManagerMedia;
import dev.assay.redfish.client.RedfishResource.Members;
import dev.assay.redfish.client.RedfishResource.VirtualMedia;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The virtual CD drive of one system. BMCs have it below the system (newer) or below its manager,
 * and change it by actions or, where they have none, by PATCH. Source: DSP0268 VirtualMedia.
 */
public final class VirtualCd {
  /** Most drives that are looked at, one request each. */
  private static final int MOST_DRIVES = 16;

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final RedfishClient client;
  private final Deadline deadline;

  public VirtualCd(RedfishClient client, Deadline deadline) {
    this.client = client;
    this.deadline = deadline;
  }

  /** Whether there is one. */
  public boolean exists(ComputerSystem system) {
    return find(system).isPresent();
  }

  /** Inserts {@code image} in place of what is inserted. */
  public void insert(ComputerSystem system, URI image) {
    var drive =
        find(system)
            .orElseThrow(() -> client.errors().notOffered("a virtual CD drive (VirtualMedia)"));
    if (drive.resource().isInserted()) {
      eject(drive); // also the same image: the BMC may have read an older one from this URL
      drive = client.require(drive.path(), VirtualMedia.class);
    }
    command(drive, drive.resource().insertTarget(), candidates(image));
    await(drive.path(), true);
  }

  /** Ejects what is inserted, if there is a drive. */
  public void eject(ComputerSystem system) {
    find(system).filter(drive -> drive.resource().isInserted()).ifPresent(this::eject);
  }

  private void eject(Found<VirtualMedia> drive) {
    var body = JsonNodeFactory.instance.objectNode();
    var target = drive.resource().ejectTarget();
    if (target.isEmpty()) {
      body.putNull("Image").put("Inserted", false);
    }
    command(drive, target, List.of(body));
    await(drive.path(), false);
  }

  /** What is sent, in this order: some BMCs refuse members that others need. */
  private static List<ObjectNode> candidates(URI image) {
    var json = JsonNodeFactory.instance;
    var url = image.toString();
    return List.of(
        json.objectNode().put("Image", url).put("Inserted", true).put("WriteProtected", true),
        json.objectNode().put("Image", url),
        json.objectNode()
            .put("Image", url)
            .put("TransferProtocolType", image.getScheme().toUpperCase(Locale.ROOT))
            .put("TransferMethod", "Stream"));
  }

  private void command(
      Found<VirtualMedia> drive, Optional<String> action, List<ObjectNode> bodies) {
    for (var i = 0; i < bodies.size(); i++) {
      var request = request(drive, action, bodies.get(i));
      var answer = client.send(request);
      if (answer.isSuccess()) {
        return;
      }
      if (answer.status() != 400 || i == bodies.size() - 1) {
        throw client.errors().unexpected(request, answer);
      }
    }
  }

  private static RedfishRequest request(
      Found<VirtualMedia> drive, Optional<String> action, JsonNode body) {
    return action
        .map(target -> RedfishRequest.post(target, body))
        .orElseGet(() -> RedfishRequest.patch(drive.path(), body, drive.etag()));
  }

  /** Some BMCs answer before it is done, with or without a task. */
  private void await(String path, boolean inserted) {
    while (true) {
      var drive = client.require(path, VirtualMedia.class).resource();
      if (drive.isInserted() == inserted) {
        return;
      }
      if (deadline.passed()) {
        throw client.errors().mediaNotReached(path, inserted);
      }
      deadline.pause(PAUSE);
    }
  }

  /** The first drive that takes CDs or DVDs. */
  private Optional<Found<VirtualMedia>> find(ComputerSystem system) {
    return collections(system).stream()
        .flatMap(path -> client.find(path, Members.class).stream())
        .flatMap(members -> members.resource().paths().stream())
        .limit(MOST_DRIVES)
        .flatMap(path -> client.find(path, VirtualMedia.class).stream())
        .filter(drive -> drive.resource().takesCds())
        .findFirst();
  }

  private List<String> collections(ComputerSystem system) {
    var paths = new ArrayList<String>();
    system.virtualMedia().ifPresent(paths::add);
    system.managers().stream()
        .flatMap(path -> client.find(path, ManagerMedia.class).stream())
        .flatMap(manager -> manager.resource().virtualMedia().stream())
        .forEach(paths::add);
    return paths;
  }
}

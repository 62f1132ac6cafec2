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
import dev.assay.redfish.client.RedfishTask;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private final ComputerSystem system;
  private final Vendor vendor;

  public VirtualCd(RedfishClient client, Deadline deadline, Found<ComputerSystem> system) {
    this.client = client;
    this.deadline = deadline;
    this.system = system.resource();
    this.vendor = Vendor.of(system.path(), system.resource());
  }

  /** Whether there is one. */
  public boolean exists() {
    return find().isPresent();
  }

  /** Inserts {@code image} in place of what is inserted. */
  public void insert(URI image) {
    var drive =
        find().orElseThrow(() -> client.errors().notOffered("a virtual CD drive (VirtualMedia)"));
    if (drive.resource().isInserted()) {
      eject(drive); // also the same image: the BMC may have read an older one from this URL
      drive = client.require(drive.path(), VirtualMedia.class);
    }
    var task = command(drive, drive.resource().insertTarget(), vendor.insertions(image));
    await(drive.path(), true, task);
  }

  /** Ejects what is inserted, if there is a drive. */
  public void eject() {
    find().filter(drive -> drive.resource().isInserted()).ifPresent(this::eject);
  }

  private void eject(Found<VirtualMedia> drive) {
    var body = JsonNodeFactory.instance.objectNode();
    var target = drive.resource().ejectTarget();
    if (target.isEmpty()) {
      body.putNull("Image").put("Inserted", false);
    }
    var task = command(drive, target, List.of(body));
    await(drive.path(), false, task);
  }

  private Optional<RedfishTask> command(
      Found<VirtualMedia> drive, Optional<String> action, List<ObjectNode> bodies) {
    for (var i = 0; i < bodies.size(); i++) {
      var request = request(drive, action, bodies.get(i));
      var answer = client.send(request);
      if (answer.isSuccess()) {
        return client.task(request, answer);
      }
      if (answer.status() != 400 || i == bodies.size() - 1) {
        throw client.errors().unexpected(request, answer);
      }
    }
    throw new IllegalArgumentException("no body to send");
  }

  private static RedfishRequest request(
      Found<VirtualMedia> drive, Optional<String> action, JsonNode body) {
    return action
        .map(target -> RedfishRequest.post(target, body))
        .orElseGet(() -> RedfishRequest.patch(drive.path(), body, drive.etag()));
  }

  /** Some BMCs answer before it is done, with or without a task. */
  private void await(String path, boolean inserted, Optional<RedfishTask> task) {
    while (true) {
      task.ifPresent(RedfishTask::refresh);
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

  /** The first drive for CDs or DVDs that has an action to insert one, else the first for them. */
  private Optional<Found<VirtualMedia>> find() {
    var without = new ArrayList<Found<VirtualMedia>>();
    for (var path : drives()) {
      var drive = client.find(path, VirtualMedia.class).filter(it -> it.resource().takesCds());
      if (drive.filter(it -> it.resource().insertTarget().isPresent()).isPresent()) {
        return drive;
      }
      drive.ifPresent(without::add);
    }
    return without.stream().findFirst();
  }

  private List<String> drives() {
    return collections().stream()
        .flatMap(path -> client.find(path, Members.class).stream())
        .flatMap(members -> members.resource().paths().stream())
        .limit(MOST_DRIVES)
        .toList();
  }

  private List<String> collections() {
    var paths = new ArrayList<String>();
    system.virtualMedia().ifPresent(paths::add);
    system.managers().stream()
        .flatMap(path -> client.find(path, ManagerMedia.class).stream())
        .flatMap(manager -> manager.resource().virtualMedia().stream())
        .forEach(paths::add);
    return paths;
  }
}

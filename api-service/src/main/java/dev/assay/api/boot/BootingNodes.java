package dev.assay.api.boot;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.assay.api.log.LimitedLog;
import dev.assay.boot.BootConfig;
import dev.assay.boot.BootImages;
import dev.assay.boot.BootUrls;
import dev.assay.boot.KernelParameters;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.MacAddress;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.InspectorConfig;
import dev.assay.inspection.Stage;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.port.Ports;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Finds nodes whose machine may boot the ramdisk now: those with an inspection that waits for it.
 */
@ApplicationScoped
class BootingNodes {
  private static final LimitedLog WARNINGS = new LimitedLog(Logger.getLogger(BootingNodes.class));
  private static final String KERNEL_APPEND_PARAMS = "kernel_append_params";
  private static final Duration RECENT = Duration.ofSeconds(5);
  private static final int MOST_RECENT = 20_000;

  private final Nodes nodes;
  private final Ports ports;
  private final Inspections inspections;
  private final BootConfig boot;
  private final InspectorConfig inspector;

  /** BMCs read an image in thousands of pieces, each with a request of its own. */
  private final Cache<UUID, Optional<Booting>> recent =
      Caffeine.newBuilder().expireAfterWrite(RECENT).maximumSize(MOST_RECENT).build();

  BootingNodes(
      Nodes nodes,
      Ports ports,
      Inspections inspections,
      BootConfig boot,
      InspectorConfig inspector) {
    this.nodes = nodes;
    this.ports = ports;
    this.inspections = inspections;
    this.boot = boot;
    this.inspector = inspector;
  }

  /** What the machine of one inspection boots. */
  record Booting(UUID inspection, BootImages images, KernelParameters parameters) {}

  /**
   * Empty when there is no such inspection, or when it does not wait for a ramdisk any more. Looks
   * into the database, after {@code beforeReading}, only when that was not done for this inspection
   * within the last seconds.
   */
  Optional<Booting> find(UUID inspection, Runnable beforeReading) {
    return recent.get(
        inspection,
        id -> {
          beforeReading.run();
          return QuarkusTransaction.requiringNew().call(() -> read(id));
        });
  }

  private Optional<Booting> read(UUID inspection) {
    return inspections
        .find(inspection)
        .filter(BootingNodes::boots)
        .flatMap(run -> nodes.findByNumber(run.nodeId()).map(node -> booting(node, run)));
  }

  /** The same by the address of a network card of the machine. */
  @Transactional
  Optional<Booting> find(MacAddress mac) {
    return ports
        .findByAddress(mac)
        .flatMap(port -> nodes.findByNumber(port.nodeId()))
        .flatMap(
            node ->
                inspections
                    .active(node)
                    .filter(BootingNodes::boots)
                    .map(run -> booting(node, run)));
  }

  private static boolean boots(Inspection run) {
    return run.bootsRamdisk() && (run.stage() == Stage.STARTING || run.stage() == Stage.WAITING);
  }

  private Booting booting(Node node, Inspection run) {
    Optional<BootImages> images;
    KernelParameters parameters;
    try {
      images = BootImages.of(node.attributes().driverInfo(), boot);
      parameters = parameters(node);
    } catch (AssayException e) {
      WARNINGS.warn("Node %s cannot boot the ramdisk: %s".formatted(node.uuid(), e.sentence()));
      throw new AssayException( // the request is not authenticated: it learns no addresses
          ErrorCode.UNAVAILABLE,
          "The driver_info of the node cannot be used; the log of the API tells why.");
    }
    return new Booting(
        run.uuid(),
        images.orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND,
                    "There is no image of the ramdisk: set assay.boot.deploy-kernel and deploy-ramdisk.")),
        parameters);
  }

  private KernelParameters parameters(Node node) {
    var given = node.attributes().driverInfo().path(KERNEL_APPEND_PARAMS).asText("").strip();
    var own = given.isEmpty() ? boot.kernelAppendParams() : withDefault(given);
    var extra = inspector.extraKernelParams().orElse("");
    var parameters =
        KernelParameters.parse(own)
            .and(KernelParameters.parse(extra))
            .and(new KernelParameters(List.of(callback(node))));
    return inspector.forceDhcp() ? parameters.orElse("ipa-collect-lldp", "1") : parameters;
  }

  private String withDefault(String given) {
    return given.replace("%default%", boot.kernelAppendParams());
  }

  private String callback(Node node) {
    var root =
        BootUrls.root(boot)
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.NOT_FOUND,
                        "assay.boot.url is not set: the ramdisk would not know where to send its data."));
    return "ipa-inspection-callback-url=%s/v1/continue_inspection?node_uuid=%s"
        .formatted(root, node.uuid());
  }
}

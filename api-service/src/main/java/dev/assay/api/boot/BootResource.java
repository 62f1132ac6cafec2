package dev.assay.api.boot;

import dev.assay.api.boot.BootingNodes.Booting;
import dev.assay.api.http.ClientConnection;
import dev.assay.api.response.PacedContent;
import dev.assay.api.source.SourceAddress;
import dev.assay.api.source.SourceLimit;
import dev.assay.api.source.TrustedProxies;
import dev.assay.boot.BootConfig;
import dev.assay.boot.BootImages;
import dev.assay.boot.BootUrls;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.MacAddress;
import dev.assay.id.UuidText;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jspecify.annotations.Nullable;

/**
 * Serves what machines boot, without authentication: only while an inspection waits for its
 * ramdisk, whose UUID is in the path. Source: spec conductor.md 6.3.
 */
@Path(BootUrls.PATH)
@RunOnVirtualThread
public class BootResource {
  private static final String BYTES = "bytes";

  private final BootingNodes nodes;
  private final ImageCache images;
  private final Downloads downloads;
  private final BootConfig config;
  private final SourceLimit limit;
  private final TrustedProxies proxies;
  private final CurrentVertxRequest current;

  BootResource(
      BootingNodes nodes,
      ImageCache images,
      Downloads downloads,
      BootConfig config,
      SourceLimit limit,
      TrustedProxies proxies,
      CurrentVertxRequest current) {
    this.limit = limit;
    this.proxies = proxies;
    this.current = current;
    this.nodes = nodes;
    this.images = images;
    this.downloads = downloads;
    this.config = config;
  }

  /** The ISO image with the inspection's kernel parameters in it. */
  @GET
  @Path("{inspection}/" + BootUrls.ISO)
  public Response iso(
      @PathParam("inspection") String inspection, @HeaderParam("Range") @Nullable String range) {
    return part(image(inspection), range);
  }

  /** Length of the ISO image; firmware asks for it first. */
  @HEAD
  @Path("{inspection}/" + BootUrls.ISO)
  public Response isoLength(@PathParam("inspection") String inspection) {
    return headOnly(image(inspection));
  }

  @GET
  @Path("{inspection}/kernel")
  public Response kernel(
      @PathParam("inspection") String inspection, @HeaderParam("Range") @Nullable String range) {
    return part(file(kernelAndRamdisk(inspection).kernel()), range);
  }

  @GET
  @Path("{inspection}/ramdisk")
  public Response ramdisk(
      @PathParam("inspection") String inspection, @HeaderParam("Range") @Nullable String range) {
    return part(file(kernelAndRamdisk(inspection).ramdisk()), range);
  }

  /** The iPXE script that boots kernel and ramdisk. */
  @GET
  @Path("{inspection}/boot.ipxe")
  public Response script(@PathParam("inspection") String inspection) {
    return script(require(inspection));
  }

  /**
   * The iPXE script for the machine with this address, for the DHCP server to name; a script that
   * boots the next device when no inspection waits for that machine.
   */
  @GET
  @Path("mac/{address}/boot.ipxe")
  public Response scriptFor(@PathParam("address") String address) {
    limitRate();
    return MacAddress.parse(address.replace('-', ':'))
        .flatMap(nodes::find)
        .map(this::script)
        .orElseGet(() -> Response.ok(IpxeScript.NOTHING_TO_BOOT, MediaType.TEXT_PLAIN).build());
  }

  private Response script(Booting booting) {
    if (!(booting.images() instanceof BootImages.KernelAndRamdisk)) {
      throw noKernel();
    }
    var root = BootUrls.root(config).orElseThrow(BootResource::nothing);
    return Response.ok(
            IpxeScript.booting(root, booting.inspection(), booting.parameters()),
            MediaType.TEXT_PLAIN)
        .build();
  }

  private PatchedFile image(String inspection) {
    var booting = require(inspection);
    return images.iso(booting.inspection(), booting.images()).with(booting.parameters());
  }

  private BootImages.KernelAndRamdisk kernelAndRamdisk(String inspection) {
    return switch (require(inspection).images()) {
      case BootImages.KernelAndRamdisk both -> both;
      case BootImages.Iso _ -> throw noKernel();
    };
  }

  private PatchedFile file(URI image) {
    var file = images.file(image);
    try {
      return new PatchedFile(file, Files.size(file), List.of());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private Response part(PatchedFile file, @Nullable String range) {
    return switch (ByteRange.of(Optional.ofNullable(range), file.size())) {
      case ByteRange.Meaning.Whole() ->
          content(Response.ok(), file, new ByteRange(0, file.size())).build();
      case ByteRange.Meaning.Part(var part) ->
          content(Response.status(206), file, part)
              .header("Content-Range", part.of(file.size()))
              .build();
      case ByteRange.Meaning.Outside() ->
          Response.status(416).header("Content-Range", "bytes */" + file.size()).build();
    };
  }

  private Response.ResponseBuilder content(
      Response.ResponseBuilder answer, PatchedFile file, ByteRange range) {
    try {
      var request = current.getCurrent().request();
      var content = downloads.counted(file.open(range.first(), range.length()), client(request));
      CurrentRequestManager.get().registerCompletionCallback(_ -> close(content));
      return answer
          .entity(PacedContent.of(content, request))
          .type(MediaType.APPLICATION_OCTET_STREAM_TYPE)
          .header("Accept-Ranges", BYTES)
          .header("Content-Length", range.length());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static void close(InputStream content) {
    try {
      content.close();
    } catch (IOException _) {
      // nothing was written
    }
  }

  private Downloads.Client client(HttpServerRequest request) {
    return new Downloads.Client(
        SourceAddress.of(request, proxies).network(), () -> ClientConnection.cut(request));
  }

  private static Response headOnly(PatchedFile file) {
    return Response.ok()
        .type(MediaType.APPLICATION_OCTET_STREAM_TYPE)
        .header("Accept-Ranges", BYTES)
        .header("Content-Length", file.size())
        .build();
  }

  private Booting require(String inspection) {
    return UuidText.parse(inspection)
        .flatMap(uuid -> nodes.find(uuid, this::limitRate))
        .orElseThrow(BootResource::nothing);
  }

  /** Counts only requests that ask the database. */
  private void limitRate() {
    limit.require(1);
  }

  private static AssayException nothing() {
    return new AssayException(
        ErrorCode.NOT_FOUND, "No inspection with this UUID waits for a ramdisk.");
  }

  private static AssayException noKernel() {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "The node boots an ISO image: iPXE needs deploy_kernel and deploy_ramdisk.");
  }

  private static AssayException unreadable(IOException e) {
    return new AssayException(
        ErrorCode.UNAVAILABLE, "A copy of an image cannot be read: " + e.getMessage());
  }
}

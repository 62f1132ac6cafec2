package dev.assay.redfish.inventory;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Deadline;
import dev.assay.hardware.HardwareFailure;
import dev.assay.redfish.client.RedfishClient;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the resources of one BMC for an inventory: whole collections by $expand where the BMC has
 * that, else one by one. However odd the BMC, requests, pages, members and the heap that they take
 * are limited. Source: DSP0266 7.3, 7.4.
 */
final class BmcResources implements Resources {
  /** Servers with hundreds of drives and devices need about so many without $expand. */
  static final int MOST_REQUESTS = 1000;

  /**
   * Heap for everything that is read, in bytes: a conductor has 512 MiB for all its work. A
   * thousand resources of 130 values each are 20 MiB.
   */
  private static final long LARGEST = 64L * 1024 * 1024;

  /** With these a collection can still be read without $expand, which takes some BMCs too long. */
  private static final Set<ErrorCode> EXPAND_FAILS =
      EnumSet.of(ErrorCode.BMC_ANSWER_UNUSABLE, ErrorCode.BMC_REFUSED, ErrorCode.BMC_UNREACHABLE);

  private static final int MOST_PAGES = 50;
  private static final int MOST_MEMBERS = 512;
  private static final int MOST_UNREAD = 20;

  /** A user without rights to some resources gets no further refusals than this. */
  private static final int MOST_REFUSED = 5;

  private final RedfishClient client;
  private final Deadline deadline;
  private final List<String> unread = new ArrayList<>();
  private Optional<String> expand;
  private int requests;
  private int refused;
  private long size;

  /** {@code root} says whether the service has $expand. */
  BmcResources(RedfishClient client, Deadline deadline, Resource root) {
    this.client = client;
    this.deadline = deadline;
    this.expand = expansion(root);
  }

  @Override
  public Optional<Resource> find(String path) {
    try {
      return get(path);
    } catch (HardwareFailure e) {
      leaveOut(e);
      return Optional.empty();
    }
  }

  @Override
  public List<Resource> members(Resource of, String name) {
    var collection = of.link(name);
    return collection.isPresent()
        ? collection(collection.get())
        : of.objects(name).stream().flatMap(member -> complete(member).stream()).toList();
  }

  @Override
  public List<String> unread() {
    return List.copyOf(unread);
  }

  private List<Resource> collection(String path) {
    var members = new ArrayList<Resource>();
    var visited = new HashSet<>(List.of(path));
    var page = firstPage(path);
    while (page.isPresent()) {
      for (var member : page.get().objects("Members")) {
        if (members.size() < MOST_MEMBERS) {
          complete(member).ifPresent(members::add);
        }
      }
      page =
          page.get()
              .path("Members@odata.nextLink")
              .filter(next -> visited.size() < MOST_PAGES && visited.add(next))
              .filter(_ -> members.size() < MOST_MEMBERS)
              .flatMap(this::find);
    }
    return members;
  }

  /**
   * A BMC that does not answer with $expand, refuses it, or answers with too much, is not asked so
   * again. Whether it refuses the collection itself is seen without $expand.
   */
  private Optional<Resource> firstPage(String path) {
    if (expand.isPresent()) {
      try {
        return get(path + "?$expand=" + expand.get());
      } catch (HardwareFailure e) {
        if (!EXPAND_FAILS.contains(e.code()) || deadline.passed()) {
          throw e;
        }
        expand = Optional.empty();
      }
    }
    return find(path);
  }

  private Optional<Resource> complete(Resource member) {
    return member.isLink() ? member.path().flatMap(this::find) : Optional.of(member);
  }

  private Optional<Resource> get(String path) {
    if (deadline.passed()) {
      throw client.errors().tooSlow(requests);
    }
    if (requests >= MOST_REQUESTS) {
      throw client.errors().tooMany(MOST_REQUESTS);
    }
    if (size > LARGEST) {
      throw client.errors().tooMuch();
    }
    requests++;
    var found = client.find(path).map(Resource::new);
    found.ifPresent(resource -> size += resource.size());
    return found;
  }

  /** Throws {@code e} when there is no sense in reading on. */
  private void leaveOut(HardwareFailure e) {
    var harmless =
        e.code() == ErrorCode.BMC_ANSWER_UNUSABLE
            || (e.code() == ErrorCode.BMC_REFUSED && ++refused <= MOST_REFUSED);
    if (!harmless) {
      throw e;
    }
    if (unread.size() < MOST_UNREAD && !unread.contains(e.sentence())) {
      unread.add(e.sentence());
    }
  }

  /** The value of $expand for the members of a collection. */
  private static Optional<String> expansion(Resource root) {
    var offered = root.object("ProtocolFeaturesSupported").object("ExpandQuery");
    var levels = offered.isTrue("Levels") ? "($levels=1)" : "";
    if (offered.isTrue("NoLinks")) {
      return Optional.of("." + levels);
    }
    return offered.isTrue("ExpandAll") ? Optional.of("*" + levels) : Optional.empty();
  }
}

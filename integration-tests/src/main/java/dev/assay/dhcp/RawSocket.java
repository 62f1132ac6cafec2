package dev.assay.dhcp;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A packet socket (AF_PACKET) at an interface of a network namespace, for Ethernet frames with
 * IPv4.
 */
final class RawSocket implements AutoCloseable {
  private static final int O_RDONLY = 0;
  private static final int CLONE_NEWNET = 0x40000000;
  private static final int AF_PACKET = 17;
  private static final int SOCK_RAW = 3;
  private static final short ETH_P_IP_BIG_ENDIAN = 0x0008;
  private static final int SOL_SOCKET = 1;
  private static final int SO_RCVTIMEO = 20;
  private static final int SO_RCVBUFFORCE = 33;
  private static final int FRAME = 2048;
  private static final int ADDRESS_SIZE = 20;

  private static final MethodHandle OPEN = call("open", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle SETNS = call("setns", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle SOCKET = call("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle INDEX = call("if_nametoindex", JAVA_INT, ADDRESS);
  private static final MethodHandle BIND = call("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle OPTION =
      call("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle SEND =
      call("send", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle RECEIVE =
      call("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle CLOSE = call("close", JAVA_INT, JAVA_INT);

  private final int socket;

  private RawSocket(int socket) {
    this.socket = socket;
  }

  @SuppressWarnings("restricted") // these functions of the C library have these arguments
  private static MethodHandle call(String name, MemoryLayout result, MemoryLayout... arguments) {
    var linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
  }

  /**
   * Opens a socket.
   *
   * @param namespace as {@code ip netns} names it
   */
  static RawSocket open(String namespace, String interfaceName) {
    var opened = new AtomicReference<@Nullable RawSocket>();
    var failure = new AtomicReference<@Nullable Throwable>();
    // A thread of its own, because the namespace is that of a thread.
    var thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    opened.set(openHere(namespace, interfaceName));
                  } catch (Throwable e) {
                    failure.set(e);
                  }
                });
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while opening a socket", e);
    }
    return Optional.ofNullable(opened.get())
        .orElseThrow(
            () -> new IllegalStateException("no socket in namespace " + namespace, failure.get()));
  }

  private static RawSocket openHere(String namespace, String interfaceName) throws Throwable {
    try (var arena = Arena.ofConfined()) {
      var file =
          require((int) OPEN.invokeExact(arena.allocateFrom("/run/netns/" + namespace), O_RDONLY));
      require((int) SETNS.invokeExact(file, CLONE_NEWNET));
      require((int) CLOSE.invokeExact(file));
      var index = require((int) INDEX.invokeExact(arena.allocateFrom(interfaceName)));
      var socket =
          require((int) SOCKET.invokeExact(AF_PACKET, SOCK_RAW, (int) ETH_P_IP_BIG_ENDIAN));
      var address = arena.allocate(ADDRESS_SIZE, 8);
      address.set(JAVA_SHORT, 0, (short) AF_PACKET);
      address.set(JAVA_SHORT, 2, ETH_P_IP_BIG_ENDIAN);
      address.set(JAVA_INT, 4, index);
      require((int) BIND.invokeExact(socket, address, ADDRESS_SIZE));
      var second = arena.allocate(JAVA_LONG, 2);
      second.setAtIndex(JAVA_LONG, 0, 1);
      require((int) OPTION.invokeExact(socket, SOL_SOCKET, SO_RCVTIMEO, second, 16));
      var size = arena.allocateFrom(JAVA_INT, 8 << 20);
      require((int) OPTION.invokeExact(socket, SOL_SOCKET, SO_RCVBUFFORCE, size, 4));
      return new RawSocket(socket);
    }
  }

  private static int require(int result) {
    if (result < 0) {
      throw new IllegalStateException("a call to the kernel failed");
    }
    return result;
  }

  void send(byte[] frame) {
    try (var arena = Arena.ofConfined()) {
      var memory = arena.allocateFrom(JAVA_BYTE, frame);
      var _ = (long) SEND.invokeExact(socket, memory, (long) frame.length, 0);
    } catch (Throwable e) {
      throw new IllegalStateException("cannot send a frame", e);
    }
  }

  /** Returns the next frame; empty when none arrives within a second. */
  Optional<byte[]> receive() {
    try (var arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(FRAME);
      var length = (long) RECEIVE.invokeExact(socket, memory, (long) FRAME, 0);
      return length < 0
          ? Optional.empty()
          : Optional.of(memory.asSlice(0, length).toArray(JAVA_BYTE));
    } catch (Throwable e) {
      throw new IllegalStateException("cannot receive a frame", e);
    }
  }

  static {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new ExceptionInInitializerError("written for little-endian processors");
    }
  }

  @Override
  public void close() {
    try {
      var _ = (int) CLOSE.invokeExact(socket);
    } catch (Throwable e) {
      throw new IllegalStateException("cannot close a socket", e);
    }
  }
}

package dev.assay.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Runs the installed ipmi_sim, a simulated BMC that speaks IPMI, on a free UDP port of 127.0.0.1.
 * Its machine is a folder: the files {@code power} and {@code boot} hold what was set, and {@code
 * commands} every command.
 */
public final class IpmiSim implements AutoCloseable {
  /** The user with all privileges. */
  public static final String USER = "admin";

  /** A user who may only read. */
  public static final String READER = "reader";

  /**
   * Get Channel Authentication Capabilities, which a BMC answers without a session. Source: IPMI
   * v2.0 13.6 and 22.13.
   */
  private static final byte[] HELLO =
      HexFormat.of().parseHex("0600ff07" + "000000000000000000" + "09" + "2018c88100380e0435");

  private final Path folder;
  private final int port;
  private final Server process;

  private IpmiSim(Path folder, int port) {
    this.folder = folder;
    this.port = port;
    this.process =
        new Server(
            "ipmi_sim",
            List.of("ipmi_sim", "-n", "-c", "lan.conf", "-f", "machine.emu", "-s", "state"),
            Map.of(),
            folder.resolve("ipmi_sim.log"),
            () -> answers(port));
  }

  /**
   * Starts a BMC whose machine is off, and whose users have {@code password}; it keeps everything
   * in {@code folder}.
   */
  public static IpmiSim start(Path folder, String password) {
    var home = folder.toAbsolutePath();
    var port = FreePorts.nextUdp();
    try {
      Files.createDirectories(home.resolve("state"));
      var chassis = home.resolve("chassis");
      Files.writeString(chassis, chassisScript(home));
      Files.setPosixFilePermissions(chassis, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.writeString(home.resolve("lan.conf"), configuration(port, chassis, password));
      Files.writeString(
          home.resolve("machine.emu"),
          """
          mc_setbmc 0x20
          mc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x1291 0xf02 persist_sdr
          mc_enable 0x20
          """);
      Files.writeString(home.resolve("power"), "0\n");
      Files.writeString(home.resolve("boot"), "default\n");
      Files.writeString(home.resolve("commands"), "");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare a BMC in " + home, e);
    }
    var sim = new IpmiSim(home, port);
    sim.process.in(home).start();
    return sim;
  }

  private static String configuration(int port, Path chassis, String password) {
    return """
        name "assay"
        set_working_mc 0x20
        startlan 1
          addr 127.0.0.1 %d
          priv_limit admin
          allowed_auths_callback md5
          allowed_auths_user md5
          allowed_auths_operator md5
          allowed_auths_admin md5
          guid a123456789abcdefa123456789abcdef
        endlan
        chassis_control "%s"
        user 2 true "%s" "%s" admin 10 md5
        user 3 true "%s" "%s" user 10 md5
        """
        .formatted(port, chassis, USER, password, READER, password);
  }

  /** What ipmi_sim runs for each command about power and boot device. */
  private static String chassisScript(Path folder) {
    return """
        #!/bin/sh
        cd "%s" || exit 1
        echo "$*" >> commands
        case "$1 $2" in
          "get "*) echo "$2:$(cat "$2")" ;;
          "set shutdown") echo 0 > power ;;
          "set power" | "set boot") echo "$3" > "$2" ;;
        esac
        """
        .formatted(folder);
  }

  public int port() {
    return port;
  }

  /** The process, which tests may kill and start again. */
  public Server process() {
    return process;
  }

  public boolean isOn() {
    return read("power").equals("1");
  }

  /** "pxe", "disk" ... */
  public String bootDevice() {
    return read("boot");
  }

  /** What the machine was told and asked, a line each, such as "set power 1". */
  public List<String> commands() {
    return read("commands").lines().toList();
  }

  @Override
  public void close() {
    process.close();
  }

  private String read(String file) {
    try {
      return Files.readString(folder.resolve(file), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean answers(int port) {
    try (var socket = new DatagramSocket()) {
      socket.setSoTimeout(500);
      socket.connect(InetAddress.getLoopbackAddress(), port);
      socket.send(new DatagramPacket(HELLO, HELLO.length));
      socket.receive(new DatagramPacket(new byte[100], 100));
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}

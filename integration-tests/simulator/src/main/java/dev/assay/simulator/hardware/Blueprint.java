package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Builds the machines of one kind; every value is a pure function of the identity. */
sealed interface Blueprint
    permits Arm64Server, GpuServer, LargeStorage, OldRamdisk, OneUTwoSocket, VirtualMachine {

  static Blueprint of(HardwareKind kind) {
    return switch (kind) {
      case ONE_U_TWO_SOCKET -> new OneUTwoSocket();
      case GPU_SERVER -> new GpuServer();
      case ARM64_SERVER -> new Arm64Server();
      case VIRTUAL_MACHINE -> new VirtualMachine();
      case LARGE_STORAGE -> new LargeStorage();
      case OLD_RAMDISK -> new OldRamdisk();
    };
  }

  DataSheet sheet();

  String serial(Identity identity);

  /** Installed memory in MiB. */
  long memory(Identity identity);

  /** Interfaces in the order in which the ramdisk reports them, including VLANs. */
  List<Nic> nics(Identity identity);

  /** The complete callback body. */
  ObjectNode payload(Identity identity);
}

package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The Processor resources: CPUs and accelerators (DSP0268). */
final class Processors {
  private Processors() {}

  static Members of(Machine machine) {
    var resources = new ArrayList<>(cpus(machine));
    resources.addAll(accelerators(machine));
    return Members.of("Processor", resources);
  }

  private static List<Resource> cpus(Machine machine) {
    var cpu = machine.hardware().reported("inventory/cpu");
    int sockets = machine.hardware().system().at("/ProcessorSummary/Count").asInt();
    return IntStream.rangeClosed(1, sockets).mapToObj(socket -> cpu(socket, sockets, cpu)).toList();
  }

  private static Resource cpu(int socket, int sockets, JsonNode reported) {
    var model = reported.path("model_name").asText();
    boolean arm = reported.path("architecture").asText().equals("aarch64");
    int threads = reported.path("count").asInt() / sockets;
    // All simulated servers with x86 have two threads per core; virtual machines have one CPU a
    // socket.
    int cores = arm || threads == 1 ? threads : threads / 2;
    return Resource.of("Processor", "1_20_1", "CPU." + socket, "Processor " + socket)
        .with("ProcessorType", "CPU")
        .with("Socket", "CPU " + socket)
        .with("Manufacturer", manufacturer(model))
        .with("Model", model)
        .with("ProcessorArchitecture", arm ? "ARM" : "x86")
        .with("InstructionSet", arm ? "ARM-A64" : "x86-64")
        .with("MaxSpeedMHz", (long) reported.path("frequency").asDouble())
        .with("TotalCores", cores)
        .with("TotalThreads", threads);
  }

  private static String manufacturer(String model) {
    if (model.startsWith("Intel")) {
      return "Intel(R) Corporation";
    }
    return model.startsWith("AMD") ? "Advanced Micro Devices, Inc." : "Ampere(R)";
  }

  private static List<Resource> accelerators(Machine machine) {
    var resources = new ArrayList<Resource>();
    for (var device : PciDevice.of(machine.hardware())) {
      if (device.isAccelerator()) {
        var path = PciResources.path(machine) + "/" + device.id();
        resources.add(accelerator(resources.size() + 1, device, path));
      }
    }
    return resources;
  }

  private static Resource accelerator(int number, PciDevice device, String path) {
    var resource =
        Resource.of("Processor", "1_20_1", "GPU." + number, "Accelerator " + number)
            .with("ProcessorType", "GPU")
            .with("Manufacturer", device.manufacturer())
            .with("Model", device.model());
    resource.properties().putObject("Links").putObject("PCIeDevice").put("@odata.id", path);
    return resource;
  }
}

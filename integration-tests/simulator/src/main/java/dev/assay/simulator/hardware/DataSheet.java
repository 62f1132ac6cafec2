package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The data that all machines of one kind have in common.
 *
 * @param product as the SMBIOS tool prints it, with its additions
 * @param model as the BMC prints it
 * @param systemId last part of the system's path on the BMC
 * @param bmcId last part of the path of the BMC's own resource
 * @param bmcPrefix first three octets of the BMC's MAC
 */
record DataSheet(
    String manufacturer,
    String product,
    String model,
    Firmware firmware,
    Cpu cpu,
    String systemId,
    String bmcId,
    String bmcPrefix) {

  record Firmware(String vendor, String version, String buildDate) {
    ObjectNode json() {
      return JsonNodeFactory.instance
          .objectNode()
          .put("vendor", vendor)
          .put("version", version)
          .put("build_date", buildDate);
    }
  }

  /**
   * The processors (spec/ramdisk.md 3.3).
   *
   * @param frequency MHz with decimals, a string in JSON
   * @param count logical processors
   */
  record Cpu(
      String model,
      String frequency,
      int count,
      int sockets,
      String architecture,
      List<String> flags) {
    static final List<String> X86_FLAGS =
        List.of(
            "fpu",
            "vme",
            "de",
            "pse",
            "tsc",
            "msr",
            "pae",
            "mce",
            "cx8",
            "apic",
            "sep",
            "mtrr",
            "pge",
            "mca",
            "cmov",
            "pat",
            "pse36",
            "clflush",
            "dts",
            "acpi",
            "mmx",
            "fxsr",
            "sse",
            "sse2",
            "ss",
            "ht",
            "tm",
            "pbe",
            "syscall",
            "nx",
            "pdpe1gb",
            "rdtscp",
            "lm",
            "constant_tsc",
            "rep_good",
            "nopl",
            "cpuid",
            "pni",
            "pclmulqdq",
            "vmx",
            "ssse3",
            "fma",
            "cx16",
            "pcid",
            "sse4_1",
            "sse4_2",
            "x2apic",
            "movbe",
            "popcnt",
            "aes",
            "xsave",
            "avx",
            "f16c",
            "rdrand",
            "lahf_lm",
            "abm",
            "avx512f",
            "avx512dq");

    Cpu {
      flags = List.copyOf(flags);
    }

    ObjectNode json() {
      var json = oldJson();
      return json.put("socket_count", sockets);
    }

    /** The JSON of ramdisks before 2024, which do not report the number of sockets. */
    ObjectNode oldJson() {
      var json = JsonNodeFactory.instance.objectNode();
      json.put("model_name", model).put("frequency", frequency).put("count", count);
      json.put("architecture", architecture);
      flags.forEach(json.putArray("flags")::add);
      return json;
    }
  }
}

package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.HardwareReport;
import dev.assay.redfish.StubBmc.Reply;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inventories as real BMCs report them, and nonsense. Source: DSP0266 7.3, 7.4, DSP0268. */
class OddInventoryTest extends OddBmc {
  private static final String ROOT = "GET /redfish/v1/";
  private static final String CPUS = StubBmc.SYSTEM + "/Processors";
  private static final String MEMORY = StubBmc.SYSTEM + "/Memory";
  private static final String STORAGE = StubBmc.SYSTEM + "/Storage";
  private static final String GIB_5 = "5368709120";

  @Test
  void of_a_system_that_reports_nothing_has_only_what_is_known() {
    stub.on(GET_SYSTEM, Reply.ok("{}"));

    assertThat(read().inventory())
        .hasToString(
            "{'system_vendor':{'product_name':null,'serial_number':null,'manufacturer':null,'system_uuid':null},'boot':{'current_boot_mode':null,'pxe_interface':null},'interfaces':[],'disks':[]}"
                .replace('\'', '"'));
    assertThat(read().pluginData()).hasToString("{\"local_gb\":0}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'Processors':null,'Memory':{'@odata.id':null},'Storage':{},'Links':{'Chassis':null}}",
        "{'Processors':7,'Memory':'x','Storage':[],'Links':[],'EthernetInterfaces':true}",
        "{'Processors':{'@odata.id':'/gone'},'Storage':{'@odata.id':'/gone'},'Links':{'Chassis':[{'@odata.id':'/gone'}]}}",
        "{'Processors':{'@odata.id':'http://192.0.2.1/x'},'Memory':{'@odata.id':':// %'}}",
        "{'Processors':{'@odata.id':''},'MemorySummary':{'TotalSystemMemoryGiB':'many'}}",
        "{'MemorySummary':{'TotalSystemMemoryGiB':-1},'Boot':{'BootSourceOverrideMode':{}}}",
        "{'MemorySummary':{'TotalSystemMemoryGiB':1e300},'PCIeDevices':[null,1,{'@odata.id':1}]}",
      })
  void of_nonsense_is_without_it(String system) {
    stub.on(GET_SYSTEM, Reply.ok(system));

    var inventory = read().inventory();
    assertThat(inventory.has("cpu")).isFalse();
    assertThat(inventory.has("memory")).isFalse();
    assertThat(inventory.path("disks")).isEmpty();
  }

  @Test
  void needs_the_system() {
    stub.on(GET_SYSTEM, Reply.status(404));

    fails(this::read, ErrorCode.BMC_ANSWER_UNUSABLE, StubBmc.SYSTEM);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 403, 404, 405, 500, 501})
  void leaves_out_what_cannot_be_read(int status) {
    stub.on(GET_SYSTEM, system("Processors", CPUS)).on("GET " + CPUS, Reply.status(status));

    assertThat(read().inventory().has("cpu")).isFalse();
    assertThat(read().pluginData().path("unread_resources").size())
        .isEqualTo(status == 404 ? 0 : 1);
  }

  @Test
  void ends_when_the_bmc_answers_no_more() {
    stub.on(GET_SYSTEM, system("Processors", CPUS)).on("GET " + CPUS, Reply.status(503));

    fails(this::read, ErrorCode.BMC_UNREACHABLE, "busy");
  }

  @Test
  void ends_when_it_takes_too_long() {
    stub.on(GET_SYSTEM, system("Processors", CPUS))
        .on(
            "GET " + CPUS,
            () -> {
              time.pause(Duration.ofHours(1));
              return members(CPUS, 2);
            });

    fails(this::read, ErrorCode.BMC_UNREACHABLE, "too slow");
  }

  @Test
  void counts_cpus_as_the_ramdisk_does() {
    stub.on(GET_SYSTEM, system("Processors", CPUS))
        .on("GET " + CPUS, members(CPUS, 3))
        .on("GET " + CPUS + "/1", cpu("'TotalThreads':64,'MaxSpeedMHz':3500.5,'Model':' EPYC '"))
        .on("GET " + CPUS + "/2", cpu("'TotalThreads':64,'MaxSpeedMHz':3500"))
        .on("GET " + CPUS + "/3", Reply.ok("{'ProcessorType':'GPU','Id':'gpu','Model':'H100'}"));

    var report = read();
    assertThat(report.inventory().path("cpu"))
        .hasToString(
            "{'count':128,'model_name':'EPYC','frequency':'3500','architecture':'x86_64','socket_count':2}"
                .replace('\'', '"'));
    assertThat(report.pluginData().path("processors")).hasSize(2);
    assertThat(report.pluginData().at("/accelerators/0/model").textValue()).isEqualTo("H100");
  }

  @ParameterizedTest
  @CsvSource({
    "ARM-A32, arm",
    "ARM-A64, aarch64",
    "IA-64, ia64",
    "MIPS32, mips",
    "MIPS64, mips64",
    "x86, i686",
    "x86-64, x86_64",
    "OEM, ''",
    "PowerISA,",
  })
  void translates_the_instruction_set(String reported, String architecture) {
    stub.on(GET_SYSTEM, system("Processors", CPUS))
        .on("GET " + CPUS, members(CPUS, 1))
        .on("GET " + CPUS + "/1", Reply.ok("{'InstructionSet':'" + reported + "'}"));

    assertThat(read().inventory().path("cpu").path("architecture").textValue())
        .isEqualTo(architecture);
  }

  @Test
  void adds_the_memory_modules_when_the_sum_is_missing() {
    stub.on(GET_SYSTEM, system("Memory", MEMORY))
        .on("GET " + MEMORY, members(MEMORY, 3))
        .on("GET " + MEMORY + "/1", Reply.ok("{'Id':'A1','CapacityMiB':32768}"))
        .on("GET " + MEMORY + "/2", Reply.ok("{'Id':'A2','CapacityMiB':32768}"))
        .on("GET " + MEMORY + "/3", Reply.ok("{'Id':'A3','Status':{'State':'Absent'}}"));

    var report = read();
    assertThat(report.inventory().path("memory"))
        .hasToString("{\"total\":68719476736,\"physical_mb\":65536}");
    assertThat(report.pluginData().path("memory_devices")).hasSize(2);
  }

  @Test
  void reads_drives_volumes_and_controllers() {
    stub.on(GET_SYSTEM, system("Storage", STORAGE))
        .on("GET " + STORAGE, members(STORAGE, 1))
        .on(
            "GET " + STORAGE + "/1",
            Reply.ok(
                """
                {'Id':'RAID','StorageControllers':[{'MemberId':'0','Name':'PERC','SpeedGbps':12}],
                 'Drives':[{'@odata.id':'/d/1'},{'@odata.id':'/d/2'}],
                 'Volumes':{'@odata.id':'/v'}}\
                """))
        .on(
            "GET /d/1",
            Reply.ok(
                "{'Id':'1','Name':'Disk 1','CapacityBytes':%s,'MediaType':'SSD','Protocol':'SATA'}"
                    .formatted(GIB_5)))
        .on("GET /d/2", Reply.ok("{'Id':'2','Name':'Bay 2','Status':{'State':'Absent'}}"))
        .on("GET /v", members("/v", 1))
        .on("GET /v/1", Reply.ok("{'Id':'0','CapacityBytes':107374182400,'RAIDType':'RAID1'}"));

    var report = read();
    assertThat(report.inventory().path("disks"))
        .hasToString(
            "[{'name':'Disk 1','model':null,'size':5368709120,'rotational':false,'serial':null,'vendor':null,'wwn':null,'tran':'sata'}]"
                .replace('\'', '"'));
    var storage = report.inventory().path("storage_controllers").path(0);
    assertThat(storage.at("/storage_controllers/0/name").textValue()).isEqualTo("PERC");
    assertThat(storage.path("drives")).hasSize(1);
    assertThat(report.pluginData().at("/volumes/0/raid_type").textValue()).isEqualTo("RAID1");
    assertThat(report.pluginData().path("local_gb").asLong()).as("the volume").isEqualTo(99);
  }

  @Test
  void makes_texts_short_and_printable() {
    stub.on(
        GET_SYSTEM,
        Reply.ok("{'Model':'a\\u0000b\\nc','SerialNumber':'" + "9".repeat(100_000) + "'}"));

    var vendor = read().inventory().path("system_vendor");
    assertThat(vendor.path("product_name").textValue()).isEqualTo("a b c");
    assertThat(vendor.path("serial_number").textValue()).hasSize(255).endsWith("...");
  }

  @Test
  void follows_the_pages_of_a_collection_once_each() {
    stub.on(GET_SYSTEM, system("Processors", CPUS))
        .on("GET " + CPUS, page("{'TotalThreads':1,'Id':'1'}", CPUS + "?p=2"))
        .on("GET " + CPUS + "?p=2", page("{'TotalThreads':1,'Id':'2'}", CPUS));

    assertThat(read().inventory().at("/cpu/count").asInt()).isEqualTo(2);
  }

  @Test
  void stops_at_pages_without_end() {
    stub.on(GET_SYSTEM, system("Processors", CPUS));
    var pages = new int[1];
    IntStream.range(0, 200)
        .forEach(
            number ->
                stub.on(
                    "GET " + CPUS + (number == 0 ? "" : "?p=" + number),
                    () -> {
                      pages[0]++;
                      return page("{'TotalThreads':1,'Id':'x'}", CPUS + "?p=" + (number + 1));
                    }));

    assertThat(read().inventory().at("/cpu/count").asInt()).isEqualTo(pages[0]).isEqualTo(50);
  }

  @Test
  void does_not_follow_a_page_to_another_host() {
    stub.on(GET_SYSTEM, system("Processors", CPUS))
        .on("GET " + CPUS, page("{'TotalThreads':1,'Id':'1'}", "http://127.0.0.2:1/more"));

    var report = read();
    assertThat(report.inventory().at("/cpu/count").asInt()).isEqualTo(1);
    assertThat(report.pluginData().at("/unread_resources/0").textValue()).contains("not its own");
  }

  @Test
  void takes_no_more_than_a_server_can_have_of_huge_lists() {
    var many = "{'TotalThreads':1},".repeat(5000) + "{'TotalThreads':1}";
    stub.on(GET_SYSTEM, system("Processors", CPUS))
        .on("GET " + CPUS, Reply.ok("{'Members':[" + many + "]}"));

    assertThat(read().pluginData().path("processors")).hasSize(512);
  }

  @Test
  void ends_after_so_many_requests_with_what_was_read() {
    stub.on(GET_SYSTEM, system("Memory", MEMORY)).on("GET " + MEMORY, members(MEMORY, 512));
    IntStream.rangeClosed(1, 512)
        .forEach(
            number ->
                stub.on(
                    "GET " + MEMORY + "/" + number,
                    Reply.ok("{'CapacityMiB':1,'Id':'%d'}".formatted(number))));
    stub.on(
        GET_SYSTEM,
        Reply.ok(
            "{'Memory':{'@odata.id':'%1$s'},'Processors':{'@odata.id':'%1$s'}}".formatted(MEMORY)));

    var report = read();
    assertThat(stub.requests()).hasSizeLessThan(1010);
    assertThat(report.pluginData().at("/unread_resources/0").textValue())
        .contains("more resources than can be read");
  }

  @Test
  void ends_after_so_much_data_with_what_was_read() {
    var module = Reply.ok("{'Id':'A1','CapacityMiB':1,'Oem':[%s0]}".formatted("0,".repeat(90_000)));
    stub.on(GET_SYSTEM, system("Memory", MEMORY)).on("GET " + MEMORY, members(MEMORY, 100));
    IntStream.rangeClosed(1, 100)
        .forEach(number -> stub.on("GET " + MEMORY + "/" + number, module));

    var report = read();
    assertThat(stub.requests()).hasSizeLessThan(30);
    assertThat(report.pluginData().path("memory_devices")).isNotEmpty();
    assertThat(report.pluginData().path("unread_resources")).hasSize(1);
    assertThat(report.pluginData().at("/unread_resources/0").textValue())
        .contains("more data than");
  }

  @Test
  void asks_for_whole_collections_where_the_bmc_offers_that() {
    stub.on(ROOT, expanding("'NoLinks':true,'Levels':true"))
        .on(GET_SYSTEM, system("Processors", CPUS))
        .on("GET " + CPUS + "?$expand=.($levels=1)", page("{'TotalThreads':8,'Id':'1'}"));

    assertThat(read().inventory().at("/cpu/count").asInt()).isEqualTo(8);
  }

  @Test
  void asks_one_by_one_when_the_bmc_only_claims_to_offer_it() {
    stub.on(ROOT, expanding("'ExpandAll':true"))
        .on(GET_SYSTEM, system("Processors", CPUS))
        .on("GET " + CPUS + "?$expand=*", Reply.status(501))
        .on("GET " + CPUS, members(CPUS, 1))
        .on("GET " + CPUS + "/1", cpu("'TotalThreads':8"));

    assertThat(read().inventory().at("/cpu/count").asInt()).isEqualTo(8);
    assertThat(stub.requests()).filteredOn(request -> request.contains("$expand")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void leaves_out_a_whole_collection_that_is_refused(int status) {
    stub.on(ROOT, expanding("'ExpandAll':true"))
        .on(
            GET_SYSTEM,
            Reply.ok(
                "{'Processors':{'@odata.id':'%s'},'Memory':{'@odata.id':'%s'}}"
                    .formatted(CPUS, MEMORY)))
        .on("GET " + CPUS + "?$expand=*", Reply.status(status))
        .on("GET " + CPUS, Reply.status(status))
        .on("GET " + MEMORY, page("{'CapacityMiB':1024,'Id':'A1'}"));

    var report = read();
    assertThat(report.inventory().has("cpu")).isFalse();
    assertThat(report.inventory().at("/memory/physical_mb").asInt()).isEqualTo(1024);
    assertThat(report.pluginData().path("unread_resources")).hasSize(1);
    assertThat(report.pluginData().at("/unread_resources/0").textValue())
        .contains(CPUS + " with HTTP " + status);
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 503})
  void asks_one_by_one_when_only_whole_collections_are_refused_or_take_too_long(int status) {
    stub.on(ROOT, expanding("'ExpandAll':true"))
        .on(GET_SYSTEM, system("Processors", CPUS))
        .on("GET " + CPUS + "?$expand=*", Reply.status(status))
        .on("GET " + CPUS, members(CPUS, 1))
        .on("GET " + CPUS + "/1", cpu("'TotalThreads':8"));

    var report = read();
    assertThat(report.inventory().at("/cpu/count").asInt()).isEqualTo(8);
    assertThat(report.pluginData().has("unread_resources")).isFalse();
  }

  @Test
  void distinguishes_ports_of_several_adapters_in_what_they_know_of_switches() {
    stub.on(GET_SYSTEM, Reply.ok("{'Links':{'Chassis':[{'@odata.id':'/c'}]}}"))
        .on("GET /c", system("NetworkAdapters", "/a"))
        .on("GET /a", members("/a", 2))
        .on("GET /a/1", Reply.ok("{'Id':'A1','Ports':{'@odata.id':'/p1'}}"))
        .on("GET /a/2", Reply.ok("{'Id':'A2','Ports':{'@odata.id':'/p2'}}"))
        .on("GET /p1", page(port("sw1")))
        .on("GET /p2", page(port("sw2")));

    assertThat(read().pluginData().path("parsed_lldp"))
        .hasToString(
            "{'1':{'switch_system_name':'sw1','switch_vlan_id':7},'A2/1':{'switch_system_name':'sw2','switch_vlan_id':7}}"
                .replace('\'', '"'));
  }

  private HardwareReport read() {
    return driver.inventory(stub.bmc());
  }

  private static String port(String neighbour) {
    return "{'Id':'1','Ethernet':{'LLDPReceive':{'SystemName':'%s','ManagementVlanId':7}}}"
        .formatted(neighbour);
  }

  private static Reply system(String member, String path) {
    return Reply.ok("{'%s':{'@odata.id':'%s'}}".formatted(member, path));
  }

  private static Reply cpu(String members) {
    return Reply.ok("{'ProcessorType':'CPU','InstructionSet':'x86-64'," + members + "}");
  }

  private static Reply expanding(String offered) {
    return Reply.ok(
        "{'Systems':{'@odata.id':'/redfish/v1/Systems'},'ProtocolFeaturesSupported':{'ExpandQuery':{%s}}}"
            .formatted(offered));
  }

  private static Reply page(String member) {
    return Reply.ok("{'Members':[%s]}".formatted(member));
  }

  private static Reply page(String member, String next) {
    return Reply.ok("{'Members':[%s],'Members@odata.nextLink':'%s'}".formatted(member, next));
  }

  private static Reply members(String path, int count) {
    List<String> links =
        IntStream.rangeClosed(1, count)
            .mapToObj(number -> "{'@odata.id':'%s/%d'}".formatted(path, number))
            .toList();
    return Reply.ok("{'Members':%s}".formatted(links));
  }
}

package dev.assay.house;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.assay.liveness.Loop;

/** Checks the dependencies between modules that docs/architecture.md allows. */
@AnalyzeClasses(packages = "dev.assay", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] SERVICES = {
    "dev.assay.api..",
    "dev.assay.conductor..",
    "dev.assay.pxefilter..",
    "dev.assay.standalone..",
    "dev.assay.simulator.."
  };

  private static final String BROKER = "dev.assay.broker..";

  private static final String OBJECT_STORE = "dev.assay.objectstore..";

  /** The packages of common-model/plugin-api. */
  private static final String[] PLUGIN_API = {
    "dev.assay.error..",
    "dev.assay.hardware..",
    "dev.assay.hook..",
    "dev.assay.id..",
    "dev.assay.inspect..",
    "dev.assay.inventory..",
    "dev.assay.rule"
  };

  /** The module conductor-service/redfish, which can be published beside the plug-in API. */
  private static final String[] REDFISH = {"dev.assay.redfish..", "dev.assay.http.."};

  /** What they may use besides. */
  private static final String[] USED_BY_PLUGIN_API = {
    "java..",
    "com.fasterxml.jackson..",
    "org.jspecify.annotations",
    "io.quarkus.arc", // annotations of HookConfig, as those below
    "io.smallrye.config"
  };

  @ArchTest
  static final ArchRule plug_ins_need_nothing_but_jackson =
      classes()
          .that()
          .resideInAnyPackage(PLUGIN_API)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(PLUGIN_API).or(resideInAnyPackage(USED_BY_PLUGIN_API)))
          .because("plug-ins are compiled against these packages and Jackson alone");

  @ArchTest
  static final ArchRule redfish_needs_no_service_and_no_framework =
      classes()
          .that()
          .resideInAnyPackage(REDFISH)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(REDFISH)
                  .or(resideInAnyPackage(PLUGIN_API))
                  .or(
                      resideInAnyPackage(
                          "java..",
                          "javax.net.ssl..",
                          "com.fasterxml.jackson..",
                          "com.github.benmanes.caffeine..",
                          "org.jboss.logging..",
                          "org.jspecify.annotations")))
          .because("it is a library that others can use with the plug-in API alone");

  @ArchTest
  static final ArchRule the_domain_knows_no_service =
      noClasses()
          .that()
          .resideOutsideOfPackages(SERVICES)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(SERVICES)
          .because("services use the domain; move what both need into common-model");

  @ArchTest
  static final ArchRule the_domain_knows_neither_http_nor_a_broker =
      noClasses()
          .that()
          .resideOutsideOfPackages(SERVICES)
          .and()
          .resideOutsideOfPackage(BROKER)
          .and()
          .resideOutsideOfPackages(REDFISH)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.ws.rs..", "io.vertx..", "java.net.http..", BROKER)
          .because("how a message or request travels is the services' own affair");

  @ArchTest
  static final ArchRule the_domain_has_no_cycles =
      slices()
          .matching("dev.assay.(*)..")
          .should()
          .beFreeOfCycles()
          .because("two packages that need each other are one concept, or hide a third");

  @ArchTest
  static final ArchRule the_api_runs_no_hook_and_talks_to_no_bmc =
      noClasses()
          .that()
          .resideInAPackage("dev.assay.api..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.assay.conductor..", "dev.assay.pxefilter..", "dev.assay.standalone..")
          .because("the API writes state and outbox; a conductor does the work");

  @ArchTest
  static final ArchRule conductors_serve_no_public_api =
      noClasses()
          .that()
          .resideInAnyPackage("dev.assay.conductor..", "dev.assay.pxefilter..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.ws.rs..", "dev.assay.api..", "dev.assay.standalone..")
          .because("clients talk to the API service only");

  @ArchTest
  static final ArchRule the_simulator_is_for_tests_and_the_demo =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.assay.simulator..", "dev.assay.standalone.demo..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.assay.simulator..")
          .because("production code must not need it");

  @ArchTest
  static final ArchRule only_the_broker_module_knows_rabbitmq =
      noClasses()
          .that()
          .resideOutsideOfPackage(BROKER)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.rabbitmq..")
          .because("connections, confirms and resubscription are written once");

  @ArchTest
  static final ArchRule only_the_tracing_package_knows_opentelemetry =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.assay.tracing")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.opentelemetry..")
          .because("none of its classes may be loaded while tracing is off");

  @ArchTest
  static final ArchRule only_the_object_store_module_knows_s3 =
      noClasses()
          .that()
          .resideOutsideOfPackage(OBJECT_STORE)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("software.amazon..")
          .because("limits, checksums and the kinds of failures are written once");

  @ArchTest
  static final ArchRule only_the_ways_in_and_out_know_the_broker =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.assay.broker..",
              "dev.assay.conductor.dispatch..",
              "dev.assay.conductor.command..",
              "dev.assay.standalone")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(BROKER)
          .because("everything behind the inboxes is the same with and without a broker");

  @ArchTest
  static final ArchRule requests_of_conductors_are_bounded =
      noClasses()
          .that()
          .resideInAnyPackage("dev.assay.conductor..", "dev.assay.redfish..")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.net.http.HttpClient")
          .because("BoundedHttpClient limits time and size of each exchange: use that");

  @ArchTest
  static final ArchRule nobody_uses_reactive_messaging =
      noClasses()
          .that()
          .resideInAPackage("dev.assay..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.eclipse.microprofile.reactive..", "io.smallrye.reactive..")
          .because("services are plain blocking code on virtual threads");

  @ArchTest
  static final ArchRule deciding_is_pure =
      noClasses()
          .that()
          .resideInAnyPackage("dev.assay.hook..", "dev.assay.hardware..", "dev.assay.rule..")
          .and()
          .resideOutsideOfPackage("dev.assay.rule.store..")
          .or(resideInAPackage("dev.assay.conductor.hook..").and(hooks()))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..", "jakarta.persistence..", "jakarta.enterprise..", "org.hibernate..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.time.Clock")
          .because("a hook or rule gets values and gives values; others commit them");

  @ArchTest
  static final ArchRule names_say_what_a_thing_is =
      noClasses()
          .that()
          .resideInAPackage("dev.assay..")
          .should()
          .haveNameMatching(
              ".*(Manager|Helper|Utils?|Impl|Base|DTO|Mapper|Processor)|.*\\.Abstract[^.]*")
          .because("such a name hides which concept it is: name that");

  @ArchTest
  static final ArchRule nobody_prints =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.assay.standalone..", "dev.assay.simulator..")
          .and()
          .areNotAssignableTo(Loop.class) // as the process ends, when a log may not be written
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .because("services log; only commands print");

  @ArchTest
  static final ArchRule api_packages_have_no_cycles =
      slices()
          .matching("dev.assay.api.(**)")
          .should()
          .beFreeOfCycles()
          .because("two packages that need each other are one concept, or hide a third");

  @ArchTest
  static final ArchRule conductor_packages_have_no_cycles =
      slices()
          .matching("dev.assay.conductor.(*)..")
          .should()
          .beFreeOfCycles()
          .because("two packages that need each other are one concept, or hide a third");

  @ArchTest
  static final ArchRule rule_packages_have_no_cycles =
      slices()
          .matching("dev.assay.rule.(*)..")
          .should()
          .beFreeOfCycles()
          .because("two packages that need each other are one concept, or hide a third");

  @ArchTest
  static final ArchRule queries_are_not_streamed =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.assay.node.Nodes$Selection")
          .should()
          .callMethodWhere(target(name("getResultStream")))
          .because(
              "outside of a transaction nothing gives the connection back before the request ends,"
                  + " which may wait for another one");

  @ArchTest
  static final ArchRule classes_live_in_known_places =
      classes()
          .that()
          .resideInAPackage("dev.assay..")
          .should()
          .resideOutsideOfPackages(
              "..dto..",
              "..entity..",
              "..mapper..",
              "..service..",
              "..util..",
              "..impl..",
              "..model..")
          .because("folders are named for concepts of the field, not for layers");

  private static com.tngtech.archunit.base.DescribedPredicate<
          com.tngtech.archunit.core.domain.JavaClass>
      hooks() {
    return com.tngtech.archunit.base.DescribedPredicate.describe(
        "are hooks", type -> type.isAssignableTo(dev.assay.hook.InspectionHook.class));
  }
}

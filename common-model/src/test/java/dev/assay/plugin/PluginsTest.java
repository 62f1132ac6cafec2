package dev.assay.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.hook.InspectionHook;
import dev.assay.testing.TinyJar;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PluginsTest {
  private static final String HOOK =
      """
      public class Hook implements dev.assay.hook.InspectionHook {
        public String name() {
          return "%s";
        }
      }
      """;

  private final Path folder;

  PluginsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void are_looked_for_in_the_folder_plugins_of_the_working_directory() {
    var config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(PluginConfig.class)
            .build()
            .getConfigMapping(PluginConfig.class);

    assertThat(config.folder()).isEqualTo(Path.of("plugins"));
    assertThat(Plugins.in(config.folder()).folder()).isEqualTo(Path.of("plugins").toAbsolutePath());
  }

  @Test
  void are_none_without_the_folder() {
    assertThat(names(Plugins.in(folder.resolve("nosuch")))).isEmpty();
  }

  @Test
  void are_loaded_by_the_names_of_the_jars_and_the_order_of_the_services_file() throws IOException {
    jar("one.Hook", "last").write(folder.resolve("z.jar"));
    jar("two.Hook", "second")
        .source("two.More", HOOK.replace("class Hook", "class More").formatted("first"))
        .offers(InspectionHook.class, "two.More # the first", "", "  two.Hook", "two.More")
        .write(folder.resolve("a.JAR"));
    jar("three.Hook", "backup").write(folder.resolve("a.jar.bak"));
    Files.createDirectory(folder.resolve("old"));
    jar("four.Hook", "old").write(folder.resolve("old/a.jar"));

    assertThat(names(Plugins.in(folder))).containsExactly("first", "second", "last");
  }

  @Test
  void tell_which_class_of_which_jar_they_are() throws IOException {
    jar("one.Hook", "a").write(folder.resolve("a.jar"));
    var hook = Plugins.in(folder).load(InspectionHook.class).getFirst();

    assertThat(Plugins.jarOf(hook)).contains("a.jar");
    assertThat(Plugins.describe(hook)).isEqualTo("one.Hook of a.jar");
    assertThat(Plugins.jarOf(this)).isEmpty();
    assertThat(Plugins.describe(this)).isEqualTo(getClass().getName() + " (built in)");
  }

  @Test
  void may_bring_different_libraries_of_one_name() throws IOException {
    for (var version : List.of("one", "two")) {
      new TinyJar()
          .source(
              "lib.Version",
              "public class Version { public static String it() { return \"%s\"; } }"
                  .formatted(version))
          .source("plug.Hook", HOOK.replace("\"%s\"", "lib.Version.it()"))
          .offers(InspectionHook.class, "plug.Hook")
          .write(folder.resolve(version + ".jar"));
    }

    assertThat(names(Plugins.in(folder))).containsExactly("one", "two");
  }

  @Test
  void may_load_classes_and_files_of_their_own_at_any_time_later() throws IOException {
    new TinyJar()
        .source("late.Name", "class Name { static String it() { return \"late\"; } }")
        .source(
            "late.Hook",
            """
            public class Hook implements dev.assay.hook.InspectionHook {
              public String name() {
                try (var in = Hook.class.getResourceAsStream("/rack.txt")) {
                  return Name.it() + new String(in.readAllBytes());
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              }
            }
            """)
        .text("rack.txt", "-r1")
        .offers(InspectionHook.class, "late.Hook")
        .write(folder.resolve("late.jar"));
    var hooks = Plugins.in(folder).load(InspectionHook.class);
    System.gc(); // whatever held the jar open only for loading is gone

    assertThat(hooks.getFirst().name()).isEqualTo("late-r1");
  }

  @Nested
  class Refuse_to_start {
    @Test
    void over_a_folder_that_is_a_file() throws IOException {
      var file = Files.createFile(folder.resolve("file"));

      refused(() -> Plugins.in(file))
          .contains("The plug-ins folder " + file, "assay.plugins.folder");
    }

    @ParameterizedTest(name = "content \"{0}\"")
    @CsvSource({"''", "not a jar", "PK\u0003\u0004 cut off"})
    void over_a_file_that_is_no_jar(String content) throws IOException {
      var file = Files.writeString(folder.resolve("bad.jar"), content);

      refused(() -> Plugins.in(folder))
          .startsWith("Plug-in %s cannot be read as a jar".formatted(file))
          .endsWith("copy it again, or take it away.");
    }

    @Test
    void over_a_folder_named_like_a_jar() throws IOException {
      Files.createDirectory(folder.resolve("bad.jar"));

      refused(() -> Plugins.in(folder)).contains("bad.jar cannot be read as a jar");
    }

    @Test
    void over_a_jar_that_offers_nothing() throws IOException {
      new TinyJar().text("META-INF/services/java.sql.Driver", "a.B").write(jarFile());

      refused(() -> Plugins.in(folder))
          .contains("bad.jar: it has no services file", "dev.assay.hook.InspectionHook");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "dev.assay.hook.InspektionHook",
          "dev.assay.hardware.HardwareDriverOfLater",
          "dev.assay.node.Node"
        })
    void over_a_services_file_of_what_is_not_taken_from_plug_ins(String type) throws IOException {
      new TinyJar().text("META-INF/services/" + type, "a.B").write(jarFile());

      refused(() -> Plugins.in(folder))
          .contains(type, "does not support plug-ins for that interface");
    }

    @Test
    void over_a_services_file_without_a_line() throws IOException {
      new TinyJar().offers(InspectionHook.class, "# todo").write(jarFile());

      refused(() -> Plugins.in(folder)).contains("InspectionHook names no class");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
        delimiter = '|',
        value = {
          "a class that is missing | bad.NoSuch | there is no such class",
          "a class of another case | bad.plain | there is no such class",
          "nonsense | bad/Plain; | there is no such class",
          "a class that is no hook | bad.Plain | which does not implement it",
          "a class of the platform | java.lang.String | which does not implement it",
          "an abstract class | bad.Half | must be a public class, not abstract",
          "the interface itself | dev.assay.hook.InspectionHook | must be a public class",
          "a constructor with arguments | bad.Wants | public constructor without arguments",
          "a private constructor | bad.Hides | public constructor without arguments",
          "a constructor that fails | bad.Fails | creating an instance of bad.Fails failed:"
              + " java.lang.IllegalStateException: no rack",
          "an initialiser that fails | bad.Starts | creating an instance of bad.Starts failed:"
              + " java.lang.ArithmeticException: / by zero",
          "a library that is missing | bad.Needs | NoClassDefFoundError: lib/Gone"
        })
    void over_a_services_file_that_names(String what, String line, String why) throws IOException {
      var hook =
          "implements dev.assay.hook.InspectionHook { public String name() { return \"a\"; }";
      new TinyJar()
          .source("bad.Plain", "public class Plain {}")
          .source("bad.Half", "public abstract class Half " + hook + "}")
          .source("bad.Wants", "public class Wants " + hook + "public Wants(int number) {}}")
          .source("bad.Hides", "public class Hides " + hook + "private Hides() {}}")
          .source(
              "bad.Fails",
              "public class Fails %spublic Fails() { throw new IllegalStateException(\"no rack\"); }}"
                  .formatted(hook))
          .source("bad.Starts", "public class Starts " + hook + "static int i = 1 / 0;}")
          .absent("lib.Gone", "public class Gone {}")
          .source("bad.Needs", "public class Needs extends lib.Gone " + hook + "}")
          .offers(InspectionHook.class, line)
          .write(jarFile());
      var plugins = Plugins.in(folder);

      refused(() -> plugins.load(InspectionHook.class))
          .as(what)
          .startsWith("Plug-in " + folder.resolve("bad.jar"))
          .contains(line, why);
    }

    @Test
    void over_a_class_made_for_a_newer_java() throws IOException {
      int here = Runtime.version().feature();
      jar("bad.Hook", "newer").classFilesOf(here + 1).write(jarFile());
      var plugins = Plugins.in(folder);

      refused(() -> plugins.load(InspectionHook.class))
          .contains("bad.jar: bad.Hook is made for a newer Java than the " + here)
          .contains("compile it with --release " + here);
    }

    private Path jarFile() {
      return folder.resolve("bad.jar");
    }

    private static AbstractStringAssert<?> refused(Supplier<?> loading) {
      return assertThat(catchThrowableOfType(PluginRefused.class, loading::get).getMessage());
    }
  }

  private static TinyJar jar(String type, String name) {
    return new TinyJar().source(type, HOOK.formatted(name)).offers(InspectionHook.class, type);
  }

  private static List<String> names(Plugins plugins) {
    return plugins.load(InspectionHook.class).stream().map(InspectionHook::name).toList();
  }
}

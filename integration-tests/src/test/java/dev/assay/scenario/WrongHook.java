package dev.assay.scenario;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** A plug-in with a hook that fails in the way that the property {@code wrong} of the node says. */
final class WrongHook {
  private static final String SOURCE =
      """
      package org.example;

      import com.fasterxml.jackson.databind.node.POJONode;
      import dev.assay.hook.Changes;
      import dev.assay.hook.HookInput;
      import dev.assay.hook.InspectionHook;

      public final class WrongHook implements InspectionHook {
        @Override
        public String name() {
          return "wrong";
        }

        @Override
        public void process(HookInput in, Changes out) {
          switch (out.property("wrong").asText("")) {
            case "throw" -> throw new IllegalStateException("broken on purpose");
            case "loop" -> loop(System.nanoTime() + 10_000_000_000L);
            case "recurse" -> recurse(0);
            case "link" -> throw new NoClassDefFoundError("org/example/Missing");
            case "nonsense" -> out.property("x", new POJONode(new Object()));
            case "nothing" -> out.property(null, null);
            default -> {}
          }
        }

        private static void loop(long end) {
          while (System.nanoTime() < end) {
            Thread.onSpinWait();
          }
        }

        private static int recurse(int depth) {
          return depth < 0 ? depth : 1 + recurse(depth + 1);
        }
      }
      """;

  private WrongHook() {}

  /** Compiles the hook and creates {@code wrong.jar} in a folder. */
  static void pack(Path plugins) throws IOException {
    var source = plugins.resolve("WrongHook.java");
    Files.writeString(source, SOURCE);
    var path = ExtendingPage.jars().stream().map(Path::toString).collect(joining(":"));
    var compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", plugins.toString(), "-cp", path, source.toString());
    if (compiled != 0) {
      throw new AssertionError("the hook does not compile");
    }
    try (var jar = new JarOutputStream(Files.newOutputStream(plugins.resolve("wrong.jar")))) {
      add(
          jar,
          "org/example/WrongHook.class",
          Files.readAllBytes(plugins.resolve("org/example/WrongHook.class")));
      add(
          jar,
          "META-INF/services/dev.assay.hook.InspectionHook",
          "org.example.WrongHook\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(content);
    jar.closeEntry();
  }
}

package dev.assay.testing;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Builds a jar from a few lines of Java: a plug-in for a test. */
public final class TinyJar {
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<String> leftOut = new ArrayList<>();
  private int major;

  /** Adds a class; {@code name} includes the package, {@code body} does not. */
  public TinyJar source(String name, String body) {
    var dot = name.lastIndexOf('.');
    sources.put(name, "package %s;\n%s".formatted(name.substring(0, dot), body));
    return this;
  }

  /**
   * Gives all class files the version of Java {@code release}, which may be newer than the
   * compiler's.
   */
  public TinyJar classFilesOf(int release) {
    major = release + 44; // JVMS 4.1, table 4.1-A
    return this;
  }

  /** Adds a class that is compiled against but not packed. */
  public TinyJar absent(String name, String body) {
    leftOut.add(name);
    return source(name, body);
  }

  /** Adds the services file of {@code spi} with these lines. */
  public TinyJar offers(Class<?> spi, String... lines) {
    return text("META-INF/services/" + spi.getName(), String.join("\n", lines));
  }

  /** Adds any other file. */
  public TinyJar text(String path, String content) {
    texts.put(path, content);
    return this;
  }

  /** Writes the jar; returns {@code file}. */
  public Path write(Path file) throws IOException {
    var classes = Files.createTempDirectory(file.getParent(), "classes");
    compile(classes);
    try (var jar = new JarOutputStream(Files.newOutputStream(file));
        var walk = Files.walk(classes)) {
      for (var type : walk.filter(Files::isRegularFile).sorted().toList()) {
        var path = classes.relativize(type).toString();
        if (!leftOut.contains(path.replace(".class", "").replace('/', '.'))) {
          jar.putNextEntry(new JarEntry(path));
          jar.write(versioned(Files.readAllBytes(type)));
        }
      }
      for (var text : texts.entrySet()) {
        jar.putNextEntry(new JarEntry(text.getKey()));
        jar.write(text.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return file;
  }

  private byte[] versioned(byte[] classFile) {
    if (major != 0) {
      ByteBuffer.wrap(classFile).putShort(6, (short) major);
    }
    return classFile;
  }

  private void compile(Path classes) {
    if (sources.isEmpty()) {
      return;
    }
    var options =
        List.of(
            "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    var units = sources.entrySet().stream().map(e -> unit(e.getKey(), e.getValue())).toList();
    var compiler = ToolProvider.getSystemJavaCompiler();
    if (!compiler.getTask(null, null, null, options, null, units).call()) {
      throw new IllegalArgumentException("does not compile: " + sources);
    }
  }

  private static JavaFileObject unit(String name, String text) {
    var uri = URI.create("string:///" + name.replace('.', '/') + ".java");
    return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }
}

# Starts a benchmark: sourced with the name of its class in $bench and its arguments in "$@".
# Everything runs on loopback; nothing is left running.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
. "$root/deploy/set-up.sh"
need_java

module=$root/integration-tests
jar=$root/deploy/standalone/target/quarkus-app/quarkus-run.jar

# Is there a source that is newer than what was built?
outdated() {
  [ -n "$(cd "$root" && find . \( -name target -o -name '.?*' -o -path '*/src/test' -o -path ./docs \) -prune \
    -o \( -name pom.xml -o -path '*/src/main/*' \) -type f -newer "$jar" -print 2>/dev/null | head -n 1)" ]
}

if [ ! -f "$module/target/bench.classpath" ] || [ ! -f "$jar" ] || outdated; then
  say "Building everything; this takes some minutes ..."
  need_maven
  (cd "$root" && ./mvnw -q -B -DskipTests -Dspotless.check.skip=true package >&2) ||
    die "The build failed; the reason stands above."
fi
# Of PostgreSQL there must be one on the class path, and the module has it.
libraries=$(find "$root/deploy/standalone/target/quarkus-app/lib/main" \
  "$root/deploy/standalone/target/quarkus-app/lib/boot" -name '*.jar' ! -name 'io.zonky.*' |
  tr '\n' ':')
cd "$root"
exec "$JAVA_HOME/bin/java" -Xmx1g -XX:+UseSerialGC -Djava.util.logging.manager=org.jboss.logmanager.LogManager \
  -cp "$module/target/classes:$(cat "$module/target/bench.classpath"):$libraries" \
  "dev.assay.bench.$bench" "$@"

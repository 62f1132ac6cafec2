# Starts a benchmark or fault run: sourced with the name of its class in $class and its arguments
# in "$@".
# Everything runs on loopback; nothing is left running.

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
while [ ! -f "$root/mvnw" ]; do root=${root%/*}; done
. "$root/deploy/set-up.sh"
. "$root/deploy/sources.sh"
need_java

module=$root/integration-tests
jar=$root/deploy/standalone/target/quarkus-app/quarkus-run.jar
class_path=$module/target/bench.classpath

if outdated "$jar" || outdated "$class_path"; then
  say "Building everything; this takes some minutes ..."
  need_maven
  (cd "$root" && ./mvnw -q -B -DskipTests -Dspotless.check.skip=true package >&2) ||
    die "The build failed; the reason stands above."
  touch "$jar" "$class_path"
fi
# Of PostgreSQL there must be one on the class path, and the module has it.
libraries=$(find "$root/deploy/standalone/target/quarkus-app/lib/main" \
  "$root/deploy/standalone/target/quarkus-app/lib/boot" -name '*.jar' ! -name 'io.zonky.*' |
  tr '\n' ':')
cd "$root"
exec "$JAVA_HOME/bin/java" -Xmx2g -XX:+UseSerialGC --sun-misc-unsafe-memory-access=allow \
  --enable-native-access=ALL-UNNAMED -Djava.util.logging.manager=org.jboss.logmanager.LogManager \
  -Dslf4j.provider=org.slf4j.impl.JBossSlf4jServiceProvider -Dslf4j.internal.verbosity=ERROR \
  -cp "$module/target/classes:$(cat "$class_path"):$libraries" \
  "$class" "$@"

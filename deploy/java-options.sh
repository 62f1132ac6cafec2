# The options of Java with which the services run. $ASSAY_JAVA_OPTS adds to or overrides them.
#
# To be sourced.

# Prints those of service $1. Small on purpose; a heap that is full ends the service, which its
# supervisor starts again.
java_options() {
  # Less inlining than by default: the second compiler works less in the first minutes, and what it
  # compiles was not slower in the benchmarks (docs/performance.md).
  inlining='-XX:MaxInlineLevel=9 -XX:FreqInlineSize=150 -XX:InlineSmallCode=1500'
  case $1 in
    api-service | conductor-service) printf '%s ' -Xmx512m "$inlining" ;;
    pxe-filter-service) printf '%s ' -Xmx64m -XX:TieredStopAtLevel=1 ;;
    standalone)
      # One process holds the three services. Survivor spaces hold the pieces of long bodies that
      # are being received: too small, they fill the old generation, and the service stops for a
      # full collection every ten seconds.
      printf '%s ' -Xmx256m -Xmn128m -XX:SurvivorRatio=4 "$inlining" \
        -Djava.util.logging.manager=org.jboss.logmanager.LogManager
      ;;
  esac
  printf '%s ' -XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError \
    -XX:-UsePerfData --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
}

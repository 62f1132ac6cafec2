# What the launchers of a checkout and of an installed Assay have in common.
#
# To be sourced after java-options.sh, with $program set to the name that users type, $cache to the
# file of the AOT cache, and $environment to lines of the help about variables that this launcher
# alone reads, or to nothing.

help() {
  cat <<END
Assay inspects bare metal and speaks OpenStack's Bare Metal API.

usage: $program demo  [--machines N] [--seed S] [--bmc-kinds K,K] [--exit] [OPTIONS]
       $program serve [OPTIONS]
       $program simulate [--url URL] [--ca FILE] [--machines N] [--seed S] [--bmc-kinds K,K] [--host HOST]
                       [--rounds N] [--wait SECONDS] [--exit]
       $program doctor [--url URL] [--ca FILE] [--all] [NODE ...]
       $program doctor --deployment [--url URL] [--ca FILE] [--database URL] [--broker URL]
                       [--haproxy URL] [--process URL ...] [--key-file FILE]
       $program import-inspector --config FILE [--database URL] [--url URL] [--ca FILE] [--dry-run] [--all]
       $program new-key [FILE | --data DIR] [--last]
       $program reencrypt [--data DIR | --url URL --user NAME --key-file FILE] [--give-up-lost-keys]
       $program move-inventories --to s3|database [--no-wait] [--data DIR | --url URL --user NAME]
       $program train [--port N] [--machines N]
       $program help

  demo    starts the service and a rack of simulated machines, enrols and inspects them all,
          shows a live table, and stays up until Ctrl-C
            --machines N        how many machines (8)
            --seed S            which rack: the same seed gives the same machines
            --bmc-kinds K,K     kinds of their BMCs, in rotation (all): generic, idrac, ilo,
                                supermicro, lenovo, openbmc
            --exit              ends after the summary; status 0 only if all were inspected
  serve   starts the service alone and prints one line when it is ready
  simulate starts simulated machines for a running API, enrols and inspects them, and stays up.
          \$OS_USERNAME and \$OS_PASSWORD log in
            --url, --ca         as for doctor
            --host HOST         the address of the BMCs, at which conductors reach them (127.0.0.1)
            --rounds N          how many times each machine is inspected (1)
            --wait SECONDS      how long to wait for an API and a conductor that start (120)
            --machines, --seed, --bmc-kinds, --exit  as for demo
  doctor  asks a running API whether its nodes can be inspected, before anything is powered on:
          BMCs, credentials, boot, enrolled twice, conductors, PXE filters; says what to do;
          status 0 only if all can. \$OS_USERNAME and \$OS_PASSWORD log in
            --url URL           the API (\$OS_ENDPOINT, else http://127.0.0.1:6385)
            --ca FILE           PEM file of its authority (\$OS_CACERT)
            --all               prints also what is well
            --deployment        examines the installation instead of nodes: is it fit for production?
                                One line for each check; status 0 only without an error
            --database URL      its database, jdbc:postgresql://... (\$ASSAY_DATABASE_URL), as user
                                --database-user (\$ASSAY_DATABASE_USERNAME), with the password in
                                \$ASSAY_DATABASE_PASSWORD
            --broker URL        RabbitMQ's management plug-in, http://HOST:15672, as --broker-user
                                (\$ASSAY_BROKER_USERNAME), with the password in \$ASSAY_BROKER_PASSWORD
            --haproxy URL       HAProxy's page of statistics, http://HOST:8404
            --process URL       where a process serves health and metrics; may be repeated
            --key-file FILE     the key file, or the copy in your backup (\$ASSAY_SECRETS_KEY_FILE)
  import-inspector takes over rules, data and options of an ironic-inspector: reads its database and
          configuration file, gives a running API the rules and the last introspection of each
          node, prints the options for application.properties, and what was left out and why;
          status 0 only if nothing was. Can be repeated. \$OS_USERNAME and \$OS_PASSWORD log in
            --config FILE       the configuration file of ironic-inspector
            --database URL      its database, mysql://... or postgresql://... ([database]connection
                                of the file); \$INSPECTOR_DATABASE_PASSWORD replaces the password
            --url, --ca         as for doctor
            --dry-run           reads and checks everything, and changes nothing
            --all               prints every line of the report
  new-key makes the file with the keys that encrypt BMC passwords and other secrets in the
          database, or puts a new key first into it; without FILE \$ASSAY_SECRETS_KEY_FILE, else
          secrets.keys in the data folder
            --last              behind the other keys, to be made the first one later
  reencrypt encrypts all stored secrets with the first key of the file, in small steps, also while
          services run; the database is that of the data folder, or of services:
            --url URL           JDBC URL of their database
            --user NAME         its user; the password is taken from \$ASSAY_DATABASE_PASSWORD
            --key-file FILE     their key file
            --give-up-lost-keys forgets keys that the file does not have, so that services start
                                again: what they encrypted must be entered again
  move-inventories has running conductors move all stored inventories to the object store of
          assay.inventory.s3, or back, and shows how far they are; the database as for reencrypt
            --to s3|database    where to
            --no-wait           only orders it
  train   makes all later starts faster: inspects simulated machines with a service and data of its
          own, and writes what Java learned (an AOT cache of 160 MB) to
          $cache
            --machines N        how many machines (40)

  options of demo and serve
            --port N            port of the API (assay.api.port, else 6385), also of train
            --set NAME=VALUE    any option of the configuration; may be repeated

  option of demo, serve, new-key, reencrypt and move-inventories
            --data DIR          folder of the data: database, keys, logs (\$ASSAY_DATA, else ~/.assay)

  environment$environment
            ASSAY_JAVA_OPTS     further options for java
            ASSAY_DATA          folder of the data, when --data is not given
END
}

# Ends with the help when $1 is no command.
check_command() {
  case "${1:-help}" in
    help | -h | --help)
      help
      exit 0
      ;;
    demo | serve | simulate | doctor | import-inspector | new-key | reencrypt | move-inventories | train) ;;
    *)
      say "$program: there is no command '$1'."
      help >&2
      exit 2
      ;;
  esac
}

# Runs the command "$@" with the Java $1 and the application in folder $2 in place of this process.
launch() {
  java=$1 application=$2
  shift 2
  if [ "$1" = train ]; then
    shift
    train "$@"
    exit
  fi
  trained=
  ! may_use_cache "$1" || trained=yes
  # shellcheck disable=SC2046,SC2086 # options are words
  exec "$java" $(java_options standalone) ${trained:+"-XX:AOTCache=$cache"} \
    ${trained:+"-Xlog:aot*=off"} ${ASSAY_JAVA_OPTS:-} -jar "$application/quarkus-run.jar" "$@"
}

# Is there an AOT cache of this Java and this application, for command $1?
may_use_cache() {
  [ -r "$cache" ] || return 1
  # With these options of the user Java would refuse to start.
  case "${ASSAY_JAVA_OPTS:-} ${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-}" in
    *-XX:AOT* | *-Xshare* | *-XX:SharedArchiveFile*) return 1 ;;
  esac
  # By ctime: packages set the mtime of their files to that of the build. The file that tells for
  # which Java it is has the time at which the training began.
  [ "$(java_identity)" != "$(cat "$cache.java" 2>/dev/null)" ] ||
    [ -n "$(find "$application" -type f -name '*.jar' -cnewer "$cache.java" | head -n 1)" ] ||
    return 0
  case $1 in
    demo | serve)
      say "Starting without the AOT cache, which was made before Assay or Java changed: $program train"
      ;;
  esac
  return 1
}

java_identity() {
  echo "$java"
  cat "${java%/*}/../release"
}

# Writes the AOT cache (JEP 514, with the profiles of JEP 515); options are those of demo.
train() {
  folder=${cache%/*}
  [ -w "$folder" ] || {
    say "$program train: cannot write to $folder: run it as a user that can, such as root."
    exit 1
  }
  case " $*" in
    *" --machines"*) ;;
    *) set -- --machines 40 "$@" ;;
  esac
  data=$(mktemp -d)
  made=$(mktemp -d "$folder/training.XXXXXX")
  trap 'rm -rf "$data" "$made"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  say "Training: an Assay with data of its own inspects simulated machines; this takes a minute ..."
  java_identity >"$made/java"
  # shellcheck disable=SC2046,SC2086 # options are words
  "$java" $(java_options standalone) ${ASSAY_JAVA_OPTS:-} "-XX:AOTCacheOutput=$made/aot" \
    "-Xlog:aot*=error" -jar "$application/quarkus-run.jar" \
    demo --exit --data "$data/data" --set "assay.secrets.key-file=$data/data/secrets.keys" \
    --set "assay.ramdisk-logs.folder=$data/data/ramdisk-logs" \
    --set "assay.api.body-folder=$data/data" "$@" >"$data/log" 2>&1 && [ -s "$made/aot" ] || {
    tail -n 40 "$data/log" >&2
    say "$program train: the training failed; its last lines stand above. Starts remain as they were."
    exit 1
  }
  chmod 0644 "$made/aot" "$made/java"
  mv "$made/aot" "$cache"
  mv "$made/java" "$cache.java"
  say "Written: $cache. Later starts use it; after an upgrade, or with another Java, train again."
}

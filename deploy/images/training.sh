# The training run: each service of the new images runs under load, against PostgreSQL, RabbitMQ and
# simulated machines, and writes its AOT cache (JEP 514, with the profiles of JEP 515) when it stops.
# Afterwards each finished image is started once, and measured. To be sourced by build.

# Machines and rounds: enough requests for the compiler to see what matters.
training_machines=40
training_rounds=2

# Names of containers and of the volume of this run.
run=assay-build-$$

# Runs a container in the network of the one with PostgreSQL.
run_beside() {
  name=$1
  shift
  "$engine" run --detach --name "$run-$name" --network "container:$run-postgres" "$@" >/dev/null
}

# Ends a container at once.
remove() {
  "$engine" kill "$run-$1" >/dev/null 2>&1 || true # it may have ended
  "$engine" rm --force --volumes "$run-$1" >/dev/null 2>&1 || true
}

remove_training() {
  for name in standalone pxe-filter conductor api rabbitmq postgres; do
    remove "$name"
  done
  "$engine" volume rm --force "$run" >/dev/null 2>&1 || true
}

# Starts PostgreSQL and RabbitMQ, and a volume with keys that the user of the images can read.
start_servers() {
  trap 'remove_training; wait; remove_training' EXIT # what was starting meanwhile, too
  remove_training
  "$engine" run --detach --name "$run-postgres" \
    --publish 127.0.0.1::6385 --publish 127.0.0.1::8088 --publish 127.0.0.1::8089 \
    --env POSTGRES_USER=assay --env POSTGRES_PASSWORD=training --env POSTGRES_DB=assay \
    "$postgres_image" >/dev/null
  run_beside rabbitmq --env RABBITMQ_DEFAULT_USER=assay --env RABBITMQ_DEFAULT_PASS=training \
    "$rabbitmq_image"
  "$engine" volume create "$run" >/dev/null
  "$engine" run --rm --user 0 --volume "$run:/training" --entrypoint sh "$postgres_image" -c '
    mkdir -p /training/dhcp-hosts
    (umask 077 && printf "k1 %s\n" "$(head -c 32 /dev/urandom | base64 -w 0)" >/training/secrets.keys)
    chown -R 10001:10001 /training
    chmod 1777 /training /training/dhcp-hosts # root without capabilities is a user like others'
}

# Starts service $1 with the image of tag $2 and the options of Java $3, in which SERVICE stands for
# its name, under the restrictions that docs/containers.md recommends. The conductor waits for no BMC
# when it stops: the simulated ones are gone then.
start_service() {
  java=$(printf '%s' "$3" | sed "s/SERVICE/$(service "$1")/g")
  run_beside "$1" --read-only --tmpfs /tmp --cap-drop all \
    --security-opt no-new-privileges --volume "$run:/training" \
    --env ASSAY_DATABASE_URL=jdbc:postgresql://127.0.0.1/assay \
    --env ASSAY_DATABASE_USERNAME=assay --env ASSAY_DATABASE_PASSWORD=training \
    --env ASSAY_BROKER_HOST=127.0.0.1 --env ASSAY_BROKER_USERNAME=assay \
    --env ASSAY_BROKER_PASSWORD=training --env ASSAY_SECRETS_KEY_FILE=/training/secrets.keys \
    --env ASSAY_API_AUTH_STRATEGY=noauth --env ASSAY_RAMDISK_LOGS_FOLDER=/tmp/logs \
    --env ASSAY_CONDUCTOR_GRACEFUL_SHUTDOWN_TIMEOUT=2s \
    --env ASSAY_API_HOST=0.0.0.0 --env ASSAY_API_ALLOW_UNAUTHENTICATED_REMOTE=true \
    --env ASSAY_PXE_FILTER_DRIVER=dnsmasq --env ASSAY_PXE_FILTER_DHCP_HOSTSDIR=/training/dhcp-hosts \
    --env ASSAY_JAVA_OPTS="$java" "$prefix/$1:$2"
}

# The address of a port of the services on this machine.
address() {
  "$engine" port "$run-postgres" "$1/tcp" | head -n 1
}

port() {
  case $1 in api | standalone) printf 6385 ;; conductor) printf 8088 ;; pxe-filter) printf 8089 ;; esac
}

# Waits until service $1 is ready, two minutes at most.
await_ready() {
  url=http://$(address "$(port "$1")")/q/health/ready
  tries=0
  until curl -sf -m 2 -o /dev/null "$url"; do
    tries=$((tries + 1))
    [ "$tries" -lt 1200 ] && [ "$("$engine" inspect -f '{{.State.Running}}' "$run-$1")" = true ] || {
      "$engine" logs "$run-$1" 2>&1 | grep -v "\[aot\]" | tail -n 60 >&2
      die "The service of image $1 was not ready; its last lines stand above."
    }
    sleep 0.1
  done
}

need_curl() {
  command -v curl >/dev/null 2>&1 || apt_install curl ||
    die "The training run needs curl (sudo apt-get install curl)."
}

# Writes a cache for each image to $out/aot; $1 is the suffix of the tags.
train_images() {
  need_curl
  say "Training: the services inspect $training_machines simulated machines $training_rounds times ..."
  rm -rf "$out/aot"
  mkdir -p "$out/aot"
  for image in conductor api pxe-filter; do
    start_service "$image" "$tag$1-untrained" -XX:AOTCacheOutput=/training/SERVICE.aot
  done
  for image in conductor api pxe-filter; do
    await_ready "$image"
  done
  simulate "$prefix/standalone:$tag$1-untrained" >"$out/training.log" 2>&1 ||
    die "Not all simulated machines were inspected: $out/training.log says why."
  train_standalone "$1" >>"$out/training.log" 2>&1 &
  standalone=$!
  # Writing a cache takes seconds of a processor, and far longer on one that is emulated.
  "$engine" stop --time 600 "$run-conductor" "$run-api" "$run-pxe-filter" >/dev/null
  wait "$standalone" ||
    die "The all-in-one did not inspect its machines: $out/training.log says why."
  for image in $images; do
    "$engine" cp "$run-standalone:/training/$(service "$image").aot" "$out/aot/" ||
      die "Image $image wrote no AOT cache: $("$engine" logs --tail 20 "$run-$image" 2>&1)"
  done
  chmod 0644 "$out"/aot/*.aot
  touch -d "@$SOURCE_DATE_EPOCH" "$out"/aot/*.aot
}

simulate() {
  "$engine" run --rm --network "container:$run-postgres" "$1" simulate \
    --machines "$training_machines" --rounds "$training_rounds" --exit
}

train_standalone() {
  "$engine" run --name "$run-standalone" --volume "$run:/training" \
    --env ASSAY_JAVA_OPTS=-XX:AOTCacheOutput=/training/standalone.aot \
    "$prefix/standalone:$tag$1-untrained" demo --machines "$training_machines" --exit
}

# Starts each finished image as a user would, beside the servers of the training run, and prints what
# it needs; $1 is the suffix of the tags.
measure_images() {
  printf '%-14s %10s %14s %10s\n' IMAGE SIZE 'READY AFTER' MEMORY
  for image in $images; do
    remove "$image"
    began=$(date +%s%3N)
    case $image in
      standalone)
        run_beside standalone --env ASSAY_API_HOST=0.0.0.0 \
          --env ASSAY_API_ALLOW_UNAUTHENTICATED_REMOTE=true \
          "$prefix/standalone:$tag$1"
        ;;
      *) start_service "$image" "$tag$1" '' ;;
    esac
    await_ready "$image"
    took=$(($(date +%s%3N) - began))
    bytes=$("$engine" image inspect -f '{{.Size}}' "$prefix/$image:$tag$1")
    process=$("$engine" inspect -f '{{.State.Pid}}' "$run-$image")
    # That of Java alone: the PostgreSQL of the all-in-one shares memory among its processes.
    memory=$(awk '/^Pss:/ { print int($2 / 1024) }' "/proc/$process/smaps_rollup" 2>/dev/null || true)
    printf '%-14s %7d MB %11d ms %7s MB\n' "$image" $((bytes / 1000000)) "$took" "${memory:--}"
    remove "$image"
  done
  remove_training
}

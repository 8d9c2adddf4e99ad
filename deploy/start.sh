# How the service is started, here and where it is installed: JVM options, class path, and the cache that makes
# starts fast. Read by a launcher that has set
#   JAVA_HOME, java_major                the JDK or runtime
#   service_jar, service_libraries       the service, and the folder of its libraries
#   cache_folder                         where the cache is kept
# and, for a release, whose files all have the same date,
#   build_id                             a name for what its jars contain
#   service_options                      further JVM options
# A test may set system_root, in whose proc and sys the memory is looked up.
# shellcheck shell=sh disable=SC2154

# Memory beside the heap: classes, compiled code, threads, buffers of sockets. Measured under bursts: 100 to 140 MiB.
beside_heap_mib=160
least_heap_mib=96
most_heap_mib=1024

# lower_to FILE: lowers memory_kib to the limit in a file, if it has one.
lower_to() {
  limit=$(cat "$1" 2>/dev/null) || return 0
  case $limit in
    '' | *[!0-9]*) return 0 ;; # "max": no limit
  esac
  if [ $((limit / 1024)) -lt "$memory_kib" ]; then
    memory_kib=$((limit / 1024))
  fi
}

# The memory that this process may use, in memory_kib: the machine's, or less where a container, a pod or a unit of
# systemd is limited. The limit may be that of any group above ours. Fails where there is no /proc.
find_memory() {
  memory_kib=$(sed -n 's/^MemTotal: *\([0-9]*\) kB$/\1/p' "${system_root:-}/proc/meminfo" 2>/dev/null)
  [ -n "$memory_kib" ] || return 1
  [ -r "${system_root:-}/proc/self/cgroup" ] || return 0
  while IFS=: read -r number controllers group; do
    case "$number:$controllers" in
      0:) groups=${system_root:-}/sys/fs/cgroup limit_file=memory.max ;;
      *:memory | *:memory,* | *:*,memory | *:*,memory,*)
        groups=${system_root:-}/sys/fs/cgroup/memory limit_file=memory.limit_in_bytes
        ;;
      *) continue ;;
    esac
    group=${group%/}
    while [ -n "$group" ]; do
      lower_to "$groups$group/$limit_file"
      group=${group%/*}
    done
    lower_to "$groups/$limit_file"
  done <"${system_root:-}/proc/self/cgroup"
}

# The heap, in heap_mib: two thirds of what the rest leaves. Listeners take as many connections and bodies as it holds.
find_heap() {
  heap_mib=$most_heap_mib
  find_memory || return 0
  room=$(((memory_kib / 1024 - beside_heap_mib) * 2 / 3))
  if [ "$room" -lt "$least_heap_mib" ]; then
    heap_mib=$least_heap_mib
  elif [ "$room" -lt "$most_heap_mib" ]; then
    heap_mib=$room
  fi
}

java_options() {
  find_heap
  options="-XX:+UseParallelGC -Xmx${heap_mib}m -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED"
  # Threads of the least priority, which hash passwords, get what payments leave. Anyone may lower a priority;
  # the JVM's warning is about raising one.
  options="$options -XX:ThreadPriorityPolicy=1 -XX:JavaPriority1_To_OSPriority=10 -XX:-PrintWarnings"
  if [ "$java_major" -ge 24 ]; then
    options="$options --sun-misc-unsafe-memory-access=allow"
  fi
  if [ "$java_major" -ge 25 ]; then
    options="$options -XX:+UseCompactObjectHeaders"
  fi
  options="$options ${service_options:-}"
}

# Jars in a fixed order: a cache is only good for the class path that it was made with.
service_classpath() {
  printf %s "$service_jar"
  for jar in "$service_libraries"/*.jar; do
    printf ':%s' "$jar"
  done
}

# The JVM's cache of our classes: one for each JDK.
find_cache() {
  cache="$cache_folder/start-${build_id:-}$java_major-$(cksum <"$JAVA_HOME/release" | tr -d ' ').cache"
  cache_options
}

# How a JVM uses a cache of classes (use_cache), makes one (make_cache), and what it says (cache_log). The JVM looks
# whether the cache fits. When it does not, since the tree was moved or copied, it starts without, and need not say so.
cache_options() {
  if [ "$java_major" -ge 25 ]; then
    use_cache=-XX:AOTCache make_cache=-XX:AOTCacheOutput quiet=aot
  else
    use_cache=-XX:SharedArchiveFile make_cache=-XX:ArchiveClassesAtExit quiet=cds
  fi
  cache_log="-Xlog:disable -Xlog:all=error:stderr -Xlog:$quiet*=off:stderr"
}

# Whether there is a cache, made after the jars.
has_cache() {
  [ -f "$cache" ] && [ -z "$(find "$service_jar" "$service_libraries" -newer "$cache" 2>/dev/null | head -n 1)" ]
}

# Makes the cache by a run of the service in a temporary folder: one at a time, whole or not at all. A start
# without it is slower and nothing else, so what goes wrong here is only told in a file.
train() {
  find_cache
  java_options
  folder=$(mktemp -d)
  (
    flock -n 9 || exit 0
    ! has_cache || exit 0
    rm -f "$cache_folder"/start-*.cache*
    # shellcheck disable=SC2086 # options are words
    nice -n 19 "$JAVA_HOME/bin/java" $options "$make_cache=$cache.new" -cp "$(service_classpath)" \
      dev.paylink.app.Main train "$folder" </dev/null && mv "$cache.new" "$cache"
  ) >"$cache_folder/train.log" 2>&1 9>"$cache_folder/train.lock" || true
  rm -rf "$folder"
}

# service_run ARGUMENTS...: becomes the service.
service_run() {
  find_cache
  java_options
  if has_cache; then
    options="$options $use_cache=$cache $cache_log"
  elif [ -w "$cache_folder" ]; then
    # Later, so that this start has the machine for itself.
    (
      (
        sleep 30
        train
      ) </dev/null >/dev/null 2>&1 &
    )
  fi
  # shellcheck disable=SC2086 # options are words
  exec "$JAVA_HOME/bin/java" $options ${PAYLINK_JAVA_OPTS:-} -cp "$(service_classpath)" dev.paylink.app.Main "$@"
}

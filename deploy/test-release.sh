#!/bin/sh
# ./paylink soak release: builds two releases, each from a copy of these sources, compares their bytes, and installs them in a
# bare Debian that has no JDK: a payment made by the first is there after the upgrade to the second, from the
# tarball and from the package. Needs root, the network for debootstrap, and some minutes.
set -eu

home=$(cd "$(dirname "$0")/.." && pwd)
build="$home/.build"
bare="$build/bare-bookworm.tar"
port=$((20000 + $$ % 5000 * 2)) # likely to be free; start makes sure
internal=$((port + 1))
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
service=

finish() {
  status=$?
  stop || true
  [ $status -eq 0 ] || tail -n 30 "$work/out.log" >&2 || true
  rm -rf "$work"
  exit $status
}

die() {
  echo "paylink soak release: $*" >&2
  exit 1
}

say() {
  echo "paylink soak release: $*" >&2
}

# make_release NAME REVISION: from a copy of the sources, so that neither the folder nor an old build matters.
make_release() {
  mkdir -p "$work/$1"
  (cd "$home" && git ls-files -z --cached --others --exclude-standard | tar --null -T - --ignore-failed-read -cf -) |
    tar -xf - -C "$work/$1"
  RELEASE_REVISION=$2 "$work/$1/paylink" release >"$work/$1.log" 2>&1 || {
    cat "$work/$1.log" >&2
    die "the release failed"
  }
}

# inside COMMAND...: in the bare root, with its own /proc and without our environment.
inside() {
  unshare --mount --pid --fork --kill-child --root="$root" --wd=/ --mount-proc \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"
}

new_root() {
  root="$work/$1"
  mkdir "$root"
  tar -xf "$bare" -C "$root"
  [ ! -e "$root/usr/bin/java" ] || die "the bare root has a Java"
}

# start DATA COMMAND...: returns when the service is ready.
start() {
  data=$1
  shift
  if curl -s -o /dev/null "http://127.0.0.1:$internal/"; then
    die "something else listens on port $internal"
  fi
  inside "$@" --port $port --internal-port $internal >"$work/out.log" 2>&1 &
  service=$!
  began=$(date +%s%3N)
  until curl -sf -o /dev/null "http://127.0.0.1:$internal/health/ready"; do
    kill -0 $service 2>/dev/null || die "the service did not start"
    sleep 0.05
  done
  say "ready after $(($(date +%s%3N) - began)) ms"
}

child_of() {
  tr -d ' ' <"/proc/$1/task/$1/children"
}

stop() {
  [ -n "$service" ] || return 0
  # A shell of ours has unshare as its child, and that the service, which is process 1 in there.
  kill -TERM "$(child_of "$(child_of "$service")")" 2>/dev/null || true
  wait "$service" || true
  service=
}

value() {
  sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p' "$root$data/sandbox.json"
}

pay() {
  body='{"amount":"12.50","reference":"upgrade"}'
  time=$(date +%s)
  hash=$(printf %s "$body" | openssl dgst -sha256 -r | cut -d ' ' -f 1)
  signature=$(printf 'POST\n/sdk/server/create-payment\n%s\n%s\nupgrade' "$time" "$hash" |
    openssl dgst -sha256 -hmac "$(value secretKey)" -r | cut -d ' ' -f 1)
  payment=$(curl -sf "http://127.0.0.1:$port/sdk/server/create-payment" \
    -H "X-API-Key: $(value apiKey)" -H "X-Secret-Key: $(value secretKey)" \
    -H "X-Timestamp: $time" -H "X-Signature: $signature" \
    -H "X-Idempotency-Key: upgrade" -H "Content-Type: application/json" -d "$body" |
    sed -n 's/.*"paymentId":"\([^"]*\)".*/\1/p')
  [ -n "$payment" ] || die "no payment was made"
}

is_there() {
  curl -sf "http://127.0.0.1:$port/sdk/server/status/$payment" \
    -H "X-API-Key: $(value apiKey)" -H "X-Secret-Key: $(value secretKey)" | grep -q '"amount":"12.50"' ||
    die "the payment is not there after the upgrade"
}

[ "$(id -u)" = 0 ] || die "needs root, for debootstrap and chroot"
mkdir -p "$build"
trap finish EXIT
trap 'exit 130' INT TERM
if [ ! -f "$bare" ]; then
  say "making a bare Debian"
  debootstrap --variant=minbase bookworm "$work/bare" >"$work/out.log" 2>&1
  tar -C "$work/bare" -cf "$bare.new" .
  mv "$bare.new" "$bare"
fi

say "building the first release"
make_release first 1
say "building the second release"
make_release second 1
diff "$work/first/target/release/SHA256SUMS" "$work/second/target/release/SHA256SUMS" ||
  die "two builds gave different bytes"
say "two builds gave the same bytes"

say "tarball"
new_root tarball
mkdir "$root/opt/first" "$root/opt/second"
tar -xzf "$work"/first/target/release/paylink-*-linux-"$architecture".tar.gz -C "$root/opt/first" --strip-components=1
start /srv/data /opt/first/bin/paylink sandbox --data /srv/data
pay
stop
tar -xzf "$work"/second/target/release/paylink-*-linux-"$architecture".tar.gz -C "$root/opt/second" --strip-components=1
start /srv/data /opt/second/bin/paylink sandbox --data /srv/data
is_there
stop

say "package"
RELEASE_REVISION=2 "$work/second/paylink" release >"$work/second.log" 2>&1
new_root package
cp "$work"/first/target/release/paylink_*-1_"$architecture".deb "$root/first.deb"
cp "$work"/second/target/release/paylink_*-2_"$architecture".deb "$root/second.deb"
as_unit="setpriv --reuid=paylink --regid=paylink --clear-groups
  env CACHE_DIRECTORY=/var/cache/paylink /usr/bin/paylink sandbox --config /etc/paylink/paylink.properties"
inside dpkg -i /first.deb >"$work/out.log" 2>&1
# shellcheck disable=SC2086 # words
start /var/lib/paylink $as_unit
pay
stop
inside dpkg -i /second.deb >"$work/out.log" 2>&1
# shellcheck disable=SC2086 # words
start /var/lib/paylink $as_unit
is_there
stop
if command -v systemd-analyze >/dev/null; then
  # What it says about a line of the unit; this machine lacks the program, and the bare root lacks systemd.
  ! systemd-analyze verify --man=no "$root/usr/lib/systemd/system/paylink.service" 2>&1 |
    grep 'paylink.service:[0-9]' || die "systemd does not accept the unit"
fi
say "running, paid, stopped, upgraded, still there"

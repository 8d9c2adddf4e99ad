#!/bin/sh
# ./paylink release: packs what was built into target/release. The same sources and the same JDK give the same bytes.
# The launcher sets JAVA_HOME. Environment:
#   RELEASE_REVISION   the revision of the Debian package (1)
#   RELEASE_JMODS_ARM64, RELEASE_JMODS_AMD64
#                              the jmods folder of a JDK for the other architecture, to pack for that, too
set -eu
umask 022
export LC_ALL=C TZ=UTC

home=$(cd "$(dirname "$0")/.." && pwd)
work="$home/target/release.work"
out="$home/target/release"
version=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' "$home/pom.xml")
revision=${RELEASE_REVISION:-1}
date=$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)</project.*:\1:p' "$home/pom.xml")
SOURCE_DATE_EPOCH=$(date -d "$date" +%s)
export SOURCE_DATE_EPOCH

# What the service and its libraries use, found with jdeps, and what is only looked up by name: locales of
# the pages, elliptic curves, name service, recordings for a profile.
modules=java.base,java.compiler,java.desktop,java.instrument,java.logging,java.management,java.naming,java.net.http
modules=$modules,java.security.jgss,java.security.sasl,java.sql,java.xml,jdk.crypto.ec,jdk.jfr,jdk.localedata
modules=$modules,jdk.management,jdk.naming.dns,jdk.unsupported,jdk.zipfs

die() {
  echo "paylink release: $*" >&2
  exit 1
}

# The changelog names the version that is packed.
check_changelog() {
  heading=$(grep -m 1 "^## \[$version\]" "$home/CHANGELOG.md") || die "CHANGELOG.md has no heading for $version"
  case $heading in
    *unreleased*) echo "paylink release: CHANGELOG.md calls $version unreleased; set its date before you publish" >&2 ;;
  esac
}

# The file that is packed has the defaults alone. Who runs the service from its sources may have secrets in it.
check_settings() {
  ! grep -q '^[[:space:]]*[^#[:space:]]' "$home/paylink.properties" ||
    die "paylink.properties has settings, and would be packed; move them to a file elsewhere, for --config"
}

# same_date FOLDER: every file gets the date of the release.
same_date() {
  find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

# archive FILE FOLDER: the contents of a folder as a jar or zip, in a fixed order.
archive() {
  (
    cd "$2"
    find . -type f | sed 's:^\./::' | sort >"$work/entries"
    "$JAVA_HOME/bin/jar" --create --no-manifest --date="$date" --file "$1" "@$work/entries"
  )
}

# of_machine NUMBER FILE...: stops unless all are ELF files for that machine (62: amd64, 183: arm64).
of_machine() {
  wanted=$1
  shift
  for file in "$@"; do
    magic=$(od -An -c -N4 "$file" | tr -d ' ')
    low=$(od -An -tu1 -j18 -N1 "$file" | tr -d ' ')
    [ "$magic $low" = "177ELF $wanted" ] || die "$file is not for this architecture"
  done
}

# tree ARCHITECTURE POSTGRES CRYPTO MACHINE [JMODS]: everything of a release, in $work/ARCHITECTURE/paylink-VERSION.
tree() {
  tree="$work/$1/paylink-$version"
  mkdir -p "$tree/bin" "$tree/lib/libraries" "$tree/postgres"
  "$JAVA_HOME/bin/jlink" ${5:+--module-path "$5"} --add-modules "$modules" --no-header-files --no-man-pages \
    --strip-java-debug-attributes --output "$tree/runtime"
  if [ "$1" = "$here" ]; then
    # The JDK's own classes, for a start that has no cache yet.
    "$tree/runtime/bin/java" -XX:+UseCompactObjectHeaders -Xshare:dump >/dev/null 2>&1
  fi
  cp "$home/deploy/launcher.sh" "$tree/bin/paylink"
  cp "$home/deploy/start.sh" "$home/server/target/paylink-server.jar" "$tree/lib/"
  for jar in "$home"/server/target/lib/*.jar; do
    case $jar in
      */embedded-postgres-binaries-* | */AmazonCorrettoCryptoProvider-*) ;;
      *) cp "$jar" "$tree/lib/libraries/" ;;
    esac
  done
  cp "$home/server/target/machine"/AmazonCorrettoCryptoProvider-*-linux-"$3".jar "$tree/lib/libraries/"
  (cd "$tree/lib" && sha256sum paylink-server.jar libraries/* | sha256sum | cut -c 1-16) >"$tree/lib/build-id"
  (
    cd "$work"
    "$JAVA_HOME/bin/jar" --extract --file "$home"/server/target/lib/embedded-postgres-binaries-linux-"$2"-*.jar
    tar -xJf postgres-linux-*.txz -C "$tree/postgres"
    rm -rf postgres-linux-*.txz META-INF
    "$JAVA_HOME/bin/jar" --extract --file "$tree/lib/libraries"/AmazonCorrettoCryptoProvider-*.jar \
      com/amazon/corretto/crypto/provider/libamazonCorrettoCryptoProvider.so
    of_machine "$4" com/amazon/corretto/crypto/provider/libamazonCorrettoCryptoProvider.so \
      "$tree/runtime/bin/java" "$tree/runtime/lib/server/libjvm.so" "$tree/postgres/bin/postgres" "$tree/postgres/bin/initdb"
    rm -rf com
  )
  "$home/deploy/manual.sh" "$tree"
  cp "$home/target/bom.json" "$tree/"
  chmod -R u=rwX,go=rX "$tree"
  same_date "$tree"
}

tarball() {
  tar -C "$work/$1" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -cf - "paylink-$version" |
    gzip -n -6 >"$out/paylink-$version-linux-$1.tar.gz"
}

# deb ARCHITECTURE: the same tree in /usr/lib/paylink, with its user, unit and configuration.
deb() {
  root="$work/$1/deb"
  mkdir -p "$root/DEBIAN" "$root/usr/lib/systemd/system" "$root/usr/bin" "$root/etc/paylink" "$root/usr/share/doc/paylink"
  cp -a "$work/$1/paylink-$version" "$root/usr/lib/paylink"
  ln -s ../lib/paylink/bin/paylink "$root/usr/bin/paylink"
  cp "$home/deploy/debian/paylink.service" "$root/usr/lib/systemd/system/"
  sed 's:^#data.folder = data$:data.folder = /var/lib/paylink:' "$home/paylink.properties" \
    >"$root/etc/paylink/paylink.properties"
  for part in $(cut -d / -f 1 "$home/deploy/manual.txt" | sort -u); do
    mv "$root/usr/lib/paylink/$part" "$root/usr/share/doc/paylink/"
  done
  cp "$root/usr/share/doc/paylink/LICENSE" "$root/usr/share/doc/paylink/copyright"
  cp "$home/deploy/debian/postinst" "$home/deploy/debian/prerm" "$home/deploy/debian/postrm" "$root/DEBIAN/"
  echo /etc/paylink/paylink.properties >"$root/DEBIAN/conffiles"
  cat >"$root/DEBIAN/control" <<TEXT
Package: paylink
Version: $version-$revision
Architecture: $1
Maintainer: The Paylink project <release@paylink.dev>
Installed-Size: $(du -sk --apparent-size "$root" | cut -f 1)
Depends: libc6 (>= 2.28), passwd, util-linux
Section: net
Priority: optional
Description: Payment Link Service
 Turns an order into a payment link. Brings its own Java runtime and PostgreSQL;
 configured in /etc/paylink, data in /var/lib/paylink.
TEXT
  chmod -R u=rwX,go=rX "$root"
  chmod 0755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm" "$root/DEBIAN/postrm"
  same_date "$root"
  dpkg-deb --root-owner-group --uniform-compression -Zgzip -z6 --build "$root" \
    "$out/paylink_$version-${revision}_$1.deb" >/dev/null
}

# The merchant's client: the files that Maven Central asks for. Signatures are made by the key of the publisher.
client() {
  place="dev/paylink/paylink-sdk/$version"
  name="paylink-sdk-$version"
  mkdir -p "$work/central/$place" "$work/sources" "$work/javadoc"
  cp -R "$home/sdk/src/main/java/." "$work/sources/"
  "$JAVA_HOME/bin/javadoc" -quiet -notimestamp -Xdoclint:none -encoding UTF-8 -docencoding UTF-8 -windowtitle "$name" \
    -cp "$home/server/target/lib/*" -sourcepath "$work/sources" -subpackages dev.paylink.sdk -d "$work/javadoc"
  cp "$home/LICENSE" "$work/sources/"
  cp "$home/LICENSE" "$work/javadoc/"
  archive "$work/central/$place/$name-sources.jar" "$work/sources"
  archive "$work/central/$place/$name-javadoc.jar" "$work/javadoc"
  cp "$home/sdk/target/$name.jar" "$work/central/$place/"
  cat >"$work/central/$place/$name.pom" <<TEXT
<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>dev.paylink</groupId>
  <artifactId>paylink-sdk</artifactId>
  <version>$version</version>
  <name>Payment Link Service: merchant's Java client</name>
  <description>Creates payments, reads their state, and verifies webhooks. Depends on Java alone.</description>
  <url>https://paylink.dev</url>
  <licenses>
    <license>
      <name>Apache-2.0</name>
      <url>https://www.apache.org/licenses/LICENSE-2.0.txt</url>
    </license>
  </licenses>
  <developers>
    <developer>
      <name>The Paylink project</name>
      <url>https://paylink.dev</url>
    </developer>
  </developers>
  <scm>
    <url>https://paylink.dev/source</url>
  </scm>
</project>
TEXT
  for file in "$work/central/$place"/*; do
    md5sum <"$file" | cut -d ' ' -f 1 | tr -d '\n' >"$file.md5"
    sha1sum <"$file" | cut -d ' ' -f 1 | tr -d '\n' >"$file.sha1"
    cp "$file" "$out/"
  done
  archive "$out/$name-central.zip" "$work/central"
}

check_changelog
check_settings
rm -rf "$work" "$out"
mkdir -p "$work" "$out"
case $(uname -m) in
  x86_64) here=amd64 ;;
  aarch64) here=arm64 ;;
  *) die "there is no embedded PostgreSQL for $(uname -m)" ;;
esac
for architecture in amd64 arm64; do
  case $architecture in
    amd64) postgres=amd64 crypto=x86_64 machine=62 jmods=${RELEASE_JMODS_AMD64:-} ;;
    arm64) postgres=arm64v8 crypto=aarch_64 machine=183 jmods=${RELEASE_JMODS_ARM64:-} ;;
  esac
  if [ "$architecture" = "$here" ] || [ -n "$jmods" ]; then
    tree "$architecture" "$postgres" "$crypto" "$machine" "$jmods"
    tarball "$architecture"
    deb "$architecture"
  fi
done
client
cp "$home/target/bom.json" "$out/paylink-$version-bom.json"
(cd "$out" && sha256sum -- * >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
rm -rf "$work"
ls -l "$out"

#!/bin/sh
# manual.sh FOLDER: copies the manual of a release there: the guides, and all that they link to, in the same places.
# manual.txt lists it. Nothing that a build made is copied.
set -eu

home=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
to=$(cd "$1" && pwd)
cd "$home"
while read -r path; do
  find "$path" \( -name node_modules -o -name target -o -name __pycache__ \) -prune -o \( -type f -o -type l \) -print
done <deploy/manual.txt | while read -r file; do
  mkdir -p "$to/$(dirname "$file")"
  cp -P "$file" "$to/$file"
done

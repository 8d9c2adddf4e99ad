#!/bin/sh
# fill.sh TEMPLATE NAME=VALUE...: prints the template with each @NAME@ replaced by its value. Fails when one is left.
set -eu

text=$(cat "$1")
shift
for pair in "$@"; do
  # The value as it is: characters that mean something to sed are quoted.
  value=$(printf '%s' "${pair#*=}" | sed 's/[\\|&]/\\&/g')
  text=$(printf '%s\n' "$text" | sed "s|@${pair%%=*}@|$value|g")
done
left=$(printf '%s\n' "$text" | grep -v '^ *#' | grep -o '@[A-Z_0-9]*@' | sort -u | tr '\n' ' ' || true)
if [ -n "$left" ]; then
  echo "fill.sh: no value for $left" >&2
  exit 1
fi
printf '%s\n' "$text"

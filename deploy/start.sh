#!/bin/sh
# Serve until SIGTERM: start.sh TARGET [OPTIONS OF reiterate serve]
# REITERATE_DATABASE names the database. REITERATE_HOST and REITERATE_PORT say where to listen (0.0.0.0, 8421).
set -eu

target=$1
shift
exec "$target/bin/reiterate" serve --public --host "${REITERATE_HOST:-0.0.0.0}" --port "${REITERATE_PORT:-8421}" "$@"

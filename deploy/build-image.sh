#!/usr/bin/env bash
# Builds the image with buildah, on any machine, and tries it: as its user, without capabilities and network.
#
#     deploy/build-image.sh                  as "tortuga"; TAG=name:tag names it otherwise
#     STAND_IN=1 deploy/build-image.sh       where no image registry is in reach: on a base that debootstrap makes (root)
#
# PIP_CONFIG: a file for pip in the build, where packages come from a mirror of yours. BUILD_OPTIONS: more for buildah.
set -euo pipefail
cd "$(dirname "$0")/.."

tag=${TAG:-tortuga}
base=$(sed -n 's/^FROM \(python:[^ ]*\)$/\1/p' Dockerfile)
suite=${base##*-}
work=$(mktemp -d)
chmod 755 "$work"
trap 'rm -rf "$work"' EXIT
options=()
[ -z "${PIP_CONFIG:-}" ] || options+=(--volume "$PIP_CONFIG:/etc/pip.conf:ro")
read -ra more <<<"${BUILD_OPTIONS:-}"
options+=("${more[@]}")

if [ -n "${STAND_IN:-}" ]; then # of Debian's own Python, which is that of the base's name there
    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates "$suite" "$work/base"
    ln -sf python3 "$work/base/usr/bin/python"
    container=$(buildah from scratch)
    buildah copy --quiet "$container" "$work/base" /
    buildah commit --quiet "$container" "docker.io/library/$base"
    buildah rm "$container" >/dev/null
    options+=(--pull=never)
fi

buildah build --format docker "${options[@]}" --tag "$tag" .
container=$(buildah from --pull=never "$tag")
mkdir "$work/data" "$work/backups"
chown 1000:1000 "$work/data" "$work/backups"
try() {
    buildah run --cap-drop all --network none --volume "$work/data:/data" --volume "$work/backups:/backups" "$container" -- "$@"
}
try du -sb /opt/tortuga
try tortuga --version
try tortuga migrate
try tortuga doctor | tee "$work/doctor" || true # there is no token
grep -q "^ok *pictures *drawn" "$work/doctor"
try python -c "import asyncpg, aiohttp.web, isal, PIL.GifImagePlugin, prometheus_client, playground.playground"
try tortuga backup --keep 2 /backups
try tortuga health --backup
before=$(sha256sum <"$(echo "$work"/backups/tortuga-*.db)")
try sh -c 'tortuga restore /backups/tortuga-*.db && tortuga backup /backups/again.db'
[ "$before" = "$(sha256sum <"$work/backups/again.db")" ] || echo "The copy after the restore differs in its bytes." >&2
buildah rm "$container" >/dev/null
echo "$tag works."

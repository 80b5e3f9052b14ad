#!/usr/bin/env bash
# Builds all PDFs and runs all tests in a Debian or Ubuntu that has nothing yet, as `./run` finds it
# on a new machine: other Pythons, another Pango, another fontconfig.
#
#   bench/fresh.sh SUITE MIRROR [FOLDER]
#
# SUITE is trixie, noble, resolute, …; MIRROR the address of its archive; FOLDER where it is laid out
# (some GB, kept for the next time). Needs debootstrap, and to be root. What is committed is tried.
# Exit status: 1 if a PDF is held back or a test fails, 2 for a wrong command.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '5,8s/^# \{0,1\}//p' "$0" >&2 && exit 2; }

suite=$1 mirror=$2 root=${3:-/var/tmp/aidgen-fresh-$1}
project=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scripts=/usr/share/debootstrap/scripts
case $mirror in
  *ubuntu*) parts=main,universe like=jammy ;;
  *) parts=main like=sid ;;
esac
[ -e "$scripts/$suite" ] && like=$suite

if [ ! -x "$root/usr/bin/git" ]; then # it comes last: what was broken off is laid out anew
  debootstrap --variant=minbase --components="$parts" --include=ca-certificates,git,python3 \
    "$suite" "$root" "$mirror" "$scripts/$like"
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
rm -rf "$root/srv/aidgen"
git clone -q "$project" "$root/srv/aidgen"

unmounted() {
  for place in proc dev sys; do
    mountpoint -q "$root/$place" && umount -R -l "$root/$place"
  done
  return 0
}
trap unmounted EXIT
for place in proc dev sys; do
  mountpoint -q "$root/$place" || mount --rbind --make-rslave "/$place" "$root/$place"
done
chroot "$root" env -i HOME=/root LANG=C.UTF-8 AIDGEN_VENV=/srv/venv \
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -euc '
    cd /srv/aidgen
    python3 --version
    ./run build
    ./run check --strict
    ./run test'

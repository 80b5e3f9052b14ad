#!/usr/bin/env bash
# Installs the wheel and the sdist of this commit as users do, and prints a sheet with each.
#
#   bench/installed.sh [pip|pipx|uv|sdist …]      all four if none is named
#
# Each goes into an empty environment in a scratch folder; pipx and uv come from the package index
# that pip is set to. Nothing of the checkout is in reach of what is installed. Exit status: 1 if an
# installed program does not work.
set -euo pipefail
unset PYTHONPATH PYTHONHOME
project=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python=${PYTHON:-python3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir "$scratch/source" "$scratch/dist" "$scratch/pack"
git -C "$project" archive HEAD | tar -x -C "$scratch/source"
cp -r "$scratch/source/tests/packs/mini/." "$scratch/pack"
"$python" -m venv "$scratch/tools"
"$scratch/tools/bin/pip" install -q --disable-pip-version-check hatchling pipx uv
(cd "$scratch/source" && "$scratch/tools/bin/python" -m hatchling build -d "$scratch/dist" >/dev/null)
rm -rf "$scratch/source"
wheel=$(echo "$scratch"/dist/*.whl) sdist=$(echo "$scratch"/dist/*.tar.gz)

try() { # NAME COMMAND: does an installed aidgen work, in a folder that is no checkout?
  local out=$scratch/$1-out
  cd "$scratch/pack"
  "$2" --version
  "$2" doctor -q
  "$2" build --aid board --locale en --out "$out"
  ls "$out"/mini/en/mini-board-en.pdf >/dev/null
  cd "$scratch" # no pack: the games that come with it
  [ "$("$2" list expedition 2>/dev/null | wc -l)" -gt 20 ]
  echo "$1: works"
}

index=${PIP_INDEX_URL:-$("$scratch/tools/bin/pip" config get global.index-url 2>/dev/null || true)}
export UV_TOOL_DIR=$scratch/uv UV_TOOL_BIN_DIR=$scratch/uv-bin PIPX_HOME=$scratch/pipx \
  PIPX_BIN_DIR=$scratch/pipx-bin
[ -z "$index" ] || export UV_DEFAULT_INDEX=$index
for way in "${@:-pip pipx uv sdist}"; do
  for one in $way; do
    case $one in
      pip | sdist)
        "$python" -m venv "$scratch/$one"
        package=$wheel
        [ "$one" = pip ] || package=$sdist
        "$scratch/$one/bin/pip" install -q --disable-pip-version-check "$package"
        try "$one" "$scratch/$one/bin/aidgen"
        ;;
      pipx) "$scratch/tools/bin/pipx" install -q "$wheel" && try pipx "$PIPX_BIN_DIR/aidgen" ;;
      uv) "$scratch/tools/bin/uv" tool install -q "$wheel" && try uv "$UV_TOOL_BIN_DIR/aidgen" ;;
      *) echo "unknown: $one" >&2 && exit 2 ;;
    esac
  done
done

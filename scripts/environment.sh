# Sourced by the other scripts: finds a Python that a supported bpy wheel fits, makes its virtual environment
# from the lock, and sees to it that a GPU driver answers. Works as root on a fresh Debian 12; elsewhere it
# says what to install.

# Python:bpy, the newest first. What may change: add a wheel here, run scripts/lock.
KILN_WHEELS="3.13:5.3.0 3.11:5.0.1 3.11:4.5.15"
KILN_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Libraries the bpy wheels are linked against, and the software drivers, by their Debian names.
KILN_WHEEL_PACKAGES="libxkbcommon0 libsm6 libice6 libxi6 libxxf86vm1 libxfixes3 libxrender1 libgl1 libegl1"
KILN_DRIVER_PACKAGES="mesa-vulkan-drivers libvulkan1 libegl-mesa0 libgl1-mesa-dri"
KILN_TEST_PACKAGES="glslang-tools spirv-cross vulkan-validationlayers"

kiln_say() { printf 'kiln: %s\n' "$*" >&2; }

# Prints the path of a Python of the given version (3.13), or fails.
kiln_find_python() {
  local version=$1 candidate
  for candidate in "python$version" "$HOME"/.pyenv/versions/"$version"*/bin/python"$version" \
    /opt/python"$version"/bin/python"$version" /usr/local/bin/python"$version"; do
    candidate=$(command -v "$candidate" 2>/dev/null) || continue
    # pyenv's shims exist for versions that are not selected: only one that runs counts.
    if "$candidate" -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '$version')" 2>/dev/null; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}

# Installs Debian packages that are missing, where that is possible; else says which to install.
kiln_packages() {
  command -v dpkg-query >/dev/null || return 0
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    kiln_say "install these packages first: sudo apt-get install ${missing[*]}"
    return 1
  fi
  kiln_say "installing ${missing[*]}"
  # Another apt-get may be at work on a machine that has just started: it is waited for.
  local try
  for try in 1 2 3 4 5 6; do
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y -qq \
      --no-install-recommends "${missing[@]}"; } >"$KILN_ROOT/.cache/apt.log" 2>&1 && return 0
    grep -q 'Could not get lock\|Unable to lock' "$KILN_ROOT/.cache/apt.log" || break
    sleep 10
  done
  kiln_say "apt-get failed; its output is in .cache/apt.log"
  return 1
}

# Succeeds where a GPU other than a software driver is likely to answer: then no Mesa is installed.
kiln_has_gpu() {
  [ -e /dev/nvidiactl ] || compgen -G "/dev/dri/renderD*" >/dev/null
}

# Prints the Python of the virtual environment for bpy $1 (default: the newest that fits), made if need be.
kiln_environment() {
  local wanted=${1:-} pair python version venv lock
  mkdir -p "$KILN_ROOT/.cache"
  for pair in $KILN_WHEELS; do
    version=${pair##*:}
    [ -n "$wanted" ] && [ "$wanted" != "$version" ] && continue
    python=$(kiln_find_python "${pair%%:*}") || continue
    venv="$KILN_ROOT/.venv-$version"
    lock="$KILN_ROOT/scripts/locks/bpy-$version.txt"
    if ! cmp -s "$lock" "$venv/lock.txt"; then
      kiln_say "making .venv-$version for $("$python" --version) and bpy $version (once; about 400 MB)"
      "$python" -c 'import ensurepip' 2>/dev/null || kiln_packages "python${pair%%:*}-venv" || return 1
      rm -rf "$venv" && "$python" -m venv "$venv" || return 1
      "$venv/bin/python" -m pip install -qq --require-hashes -r "$lock" >&2 || { kiln_say "pip failed"; return 1; }
      cp "$lock" "$venv/lock.txt"
    fi
    kiln_packages $KILN_WHEEL_PACKAGES || return 1
    kiln_has_gpu || kiln_packages $KILN_DRIVER_PACKAGES || return 1
    printf '%s\n' "$venv/bin/python"
    return 0
  done
  kiln_say "no Python that a bpy wheel fits was found${wanted:+ for bpy $wanted}; install Python 3.13 (bpy 5.3.0) or 3.11 (bpy 5.0.1, 4.5.15)"
  return 1
}

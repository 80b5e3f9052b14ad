"""A jail for processes that read a pack: no network, and no files but those that are named.

A network namespace of its own has not even a loopback device that is up. Landlock (Linux 5.13 and
later) lets a process and all that it starts open only files below some paths, whatever a link says.
Where the system lacks a part, `doctor` says so, and the other doors and limits hold.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000  # linux/sched.h
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on all architectures
VERSION_FLAG, PATH_BENEATH = 1, 1  # linux/landlock.h
NO_NEW_PRIVILEGES = 38  # linux/prctl.h
# Execute, write, read, truncate: what a rule for a file, and not a folder, may say.
FILE_ACCESS = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14
# Execute, read a file, read a folder.
READ_ACCESS = 1 << 0 | 1 << 2 | 1 << 3
# All that Landlock governs in files, by its version; later ones add devices, which we leave.
ALL_ACCESS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}
# Of a process that answers a browser: it may listen, and connect to nobody.
CONNECT_TCP = 1 << 1
# The version of Landlock that governs TCP.
TCP_VERSION = 4
# What every program reads.
SYSTEM = (
    *("/usr", "/lib", "/lib64", "/bin", "/sbin", "/opt", "/nix", "/proc", "/sys/devices"),
    *("/etc/fonts", "/etc/ld.so.cache", "/etc/localtime", "/etc/ghostscript", "/etc/papersize"),
    *("/var/lib/ghostscript", "/var/cache/fontconfig", "/dev/urandom"),
)  # fmt: skip
# What every program writes.
DEVICES = ("/dev/null", "/dev/shm")


@dataclass(frozen=True)
class Jail:
    """What a process may still do: paths that it may read, and read and write."""

    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    network: bool = False
    """Whether it needs the network of the machine, as to answer a browser."""
    connects: bool = False
    """Whether it may connect to others there, as to a scheduler."""


_entered: list[Jail] = []


def current() -> Jail | None:
    """Return the jail that this process is in, for those that it starts; None if it is in none."""
    return _entered[-1] if _entered else None


def enter(jail: Jail) -> None:
    """Put this process, which has one thread, into a jail, as far as the system has one."""
    if current() == jail:
        return
    for part in (_leave_network, _leave_files):
        with suppress(OSError):
            part(jail)
    _entered.append(jail)


def lacking() -> dict[str, str]:
    """Return the parts of a jail that this system does not have, each with the reason."""
    parts = {"no network": _leave_network, "no files of others": _leave_files}
    reasons = {name: _reason(part) for name, part in parts.items()}
    return {name: reason for name, reason in reasons.items() if reason}


def _reason(part: Callable[[Jail], None]) -> str:
    """Try a part of a jail in a process of its own; return why it fails."""
    child = os.fork()
    if not child:
        code = 0
        try:
            part(Jail())
        except OSError as error:
            code = error.errno or 1
        os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return os.strerror(code) if code > 0 else ""


def _leave_network(jail: Jail) -> None:
    """Raise OSError if this process cannot leave the network of the machine."""
    if jail.network:
        return
    user, group = os.getuid(), os.getgid()
    if not user:  # a user namespace would take files of other users from root
        _call("unshare", NEW_NETWORK)
        return
    _call("unshare", NEW_USER | NEW_NETWORK)
    for name, words in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:  # noqa: PTH123
            file.write(words)


def _leave_files(jail: Jail) -> None:
    """Raise OSError if this process cannot give up all other files."""
    version = _call("syscall", CREATE_RULESET, None, 0, VERSION_FLAG)
    everything = ALL_ACCESS[min(version, max(ALL_ACCESS))]
    attributes = struct.pack(
        "QQ", everything, CONNECT_TCP if jail.network and not jail.connects else 0
    )
    attributes = attributes if version >= TCP_VERSION else attributes[:8]
    rules = _call("syscall", CREATE_RULESET, attributes, len(attributes), 0)
    try:
        _allow(rules, (*SYSTEM, *_program(), *jail.read), READ_ACCESS)
        _allow(rules, (*DEVICES, *jail.write), everything)
        _call("prctl", NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _call("syscall", RESTRICT_SELF, rules, 0)
    finally:
        os.close(rules)


def _program() -> tuple[str, ...]:
    own = str(Path(__file__).resolve().parents[2])
    here = os.path.realpath(os.curdir)  # `python -m` puts the current folder among them
    others = (place for place in sys.path if os.path.realpath(place) != here)
    return own, sys.prefix, sys.base_prefix, *others


def _allow(rules: int, paths: Iterable[str], access: int) -> None:
    for path in paths:
        try:
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:  # not on this system
            continue
        allowed = access if os.path.isdir(path) else access & FILE_ACCESS  # noqa: PTH112
        try:
            rule = struct.pack("=Qi", allowed, opened)
            _call("syscall", ADD_RULE, rules, PATH_BENEATH, rule, 0)
        finally:
            os.close(opened)


def _call(name: str, *arguments: object) -> int:
    """Call a function of the C library. Raises OSError if it fails, or is not there."""
    library = ctypes.CDLL(None, use_errno=True)
    if sys.platform != "linux" or not hasattr(library, name):
        raise OSError(38, "only Linux has it")  # ENOSYS
    result = int(getattr(library, name)(*arguments))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result

#!/bin/sh
# Puts together what a running bot opens, and nothing else; run while the image is built, with the folder to fill.
# No shell comes with it, no pip, no package manager.
set -eu
root=$1
cd / # all paths below are from there: with its --parents, cp loses absolute ones
mkdir -p "$root"
python=usr/local/lib/python3.11

# Parts of Python's library that the bot never imports, and some that need libraries of their own.
(cd "$python" && rm -rf config-3.* ensurepip idlelib lib2to3 pydoc_data site-packages tkinter turtle.py turtledemo \
    lib-dynload/_curses* lib-dynload/_dbm.* lib-dynload/_gdbm.* lib-dynload/_test* lib-dynload/_tkinter.* \
    lib-dynload/readline.* lib-dynload/xx*)

# Of Babel's names for days and months, those in the languages that the bot reads.
read_by_it=$(opt/tortuga/bin/python -c 'from bot.i18n.date_parsing import LANGUAGES; print(*LANGUAGES)')
for data in opt/tortuga/lib/python3.11/site-packages/babel/locale-data/*.dat; do
    case " root $read_by_it " in *" $(basename "$data" .dat) "*) ;; *) rm "$data" ;; esac
done

# Compiled now, and not compared with its source again: at a start nothing can be written.
python -m compileall -q -f --invalidation-mode unchecked-hash "$python" opt/tortuga/lib

cp -a --parents usr/local/bin/python usr/local/bin/python3 usr/local/bin/python3.11 usr/local/lib/libpython3.11.so* \
    "$python" opt/tortuga "$root"

# The libraries that these are linked to, and the loader.
{ echo usr/local/bin/python3.11; find "$python" opt/tortuga -name '*.so*' -type f; } | xargs ldd 2>/dev/null \
    | grep -Eo '\s/(usr/)?lib(64)?/[^ :]+' | sed 's|^\s*/||' | sort -u | xargs cp -L --parents --target-directory="$root"

# Where they are found; whom Discord's certificate is checked against; the names of hosts and of the user.
cp --parents etc/ld.so.cache etc/ssl/certs/ca-certificates.crt "$root"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
echo 'tortuga:x:1000:1000::/data:/sbin/nologin' > "$root/etc/passwd"
echo 'tortuga:x:1000:' > "$root/etc/group"
mkdir -m 1777 "$root/tmp"

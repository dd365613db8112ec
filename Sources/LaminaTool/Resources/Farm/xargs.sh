#!/bin/sh
# Draws @name@ in @tasks@ tasks on this machine. Run it again to draw what is missing.
jobs=$(nproc)
jobs=@jobs@
cd "$(dirname "$0")" && mkdir -p logs || exit
seq @tasks@ | xargs -n 1 -P "$jobs" sh -c './task "$1" >>"logs/$1.log" 2>&1' task

#!/bin/sh
# Draws @name@ in @tasks@ tasks by GNU parallel. Run it again to repeat what has failed.
cd "$(dirname "$0")" && mkdir -p logs state || exit
seq @tasks@ | parallel \
  --jobs @jobs@ \
  --sshlogin @sshlogin@ \
  --workdir "$PWD" --retries @tries@ --joblog state/joblog --resume-failed \
  './task {} >>logs/{}.log 2>&1'

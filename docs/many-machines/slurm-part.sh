#!/bin/sh
# One task of slurm.sh: the part of its number.
parts=$1 content=$2 output=$3
shift 3
tilework build "$content" -o "$output" --shard "$SLURM_ARRAY_TASK_ID/$parts" --jobs "${SLURM_CPUS_PER_TASK:-1}" "$@" && exit
code=$?
# What it made is kept: again, unless the command itself is wrong (64) or the content can't be shown (65).
if [ "$code" -ne 64 ] && [ "$code" -ne 65 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
    scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"

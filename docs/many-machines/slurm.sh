#!/bin/sh
# Builds an archive as an array of Slurm jobs, and joins the parts when all are done.
#
#   slurm.sh PARTS CONTENT OUTPUT [options of tilework build]
#
# The folder must be on a disk that all nodes share. A part whose task dies is queued again, three times at most, and goes
# on where it was.
set -eu
parts=$1 content=$2 output=$3
shift 3

array=$(
    sbatch --parsable --requeue --open-mode=append --job-name=tiles --array="1-$parts" --output=tiles-%a.log \
        --cpus-per-task="${CPUS:-1}" "$(dirname "$0")/slurm-part.sh" "$parts" "$content" "$output" "$@"
)
sbatch --parsable --job-name=merge --output=tiles-merge.log --dependency="afterok:$array" --kill-on-invalid-dep=yes \
    --wrap="tilework merge '$output'.part-*-of-$parts"

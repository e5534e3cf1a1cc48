#!/bin/sh
# Builds an archive in parts on several machines by GNU parallel over ssh, and joins the parts here.
#
#   parallel.sh PARTS MACHINES CONTENT OUTPUT [options of tilework build]
#
# MACHINES as parallel's --sshlogin takes them, with commas between: "8/one,4/two" is eight at a time on one, four on two.
# Each machine has tilework and rsync on its PATH and gets the content over ssh. What was not done when it ended is done when it is
# run again; a machine that fails a part leaves it to another.
set -eu
parts=$1 machines=$2 content=$3 output=$4
shift 4

seq "$parts" | parallel --sshlogin "$machines" --workdir "${WORKDIR:-.}" --basefile "$content" --retries 3 --joblog "$output.joblog" \
    --resume-failed --return "$output.part-{= \$_ = sprintf('%0' . length('$parts') . 'd', \$_) =}-of-$parts" --cleanup \
    tilework build "$content" -o "$output" --shard "{}/$parts" --jobs 1 --force --quiet "$@"
tilework merge "$output".part-*-of-"$parts"
rm -f "$output.joblog"

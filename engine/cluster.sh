#!/usr/bin/env bash
# A Ballista cluster on this machine: one scheduler and N executors with the SQL functions on URIs.
#
# In: the number of executors; ports, directories and sizes if the defaults do not fit.
# Out: the address of the scheduler, when all executors have registered. The script removes everything that it
# starts and writes when it ends: by Ctrl-C, by `cluster.sh stop`, or because the scheduler has ended.
# Next: `uri-sql --cluster ADDRESS`.

set -u

usage() {
    cat <<'END'
Usage: cluster.sh [OPTIONS] [N]      one scheduler and N executors (default 3) until Ctrl-C
       cluster.sh stop [PORT]        stop your clusters on this machine, or the one with this port

Options:
  --port PORT      port of the scheduler (default: a free one)
  --vcores V       partitions that an executor works on at once (default: the cores divided by N)
  --memory SIZE    memory of an executor for sorting and grouping, such as 4GB (default: 70 % of the machine's
                   divided by N); beyond it, it spills
  --dir DIR        where to shuffle, spill and log (default: $TMPDIR or /tmp), in a directory of its own
  --bin DIR        where uri-sql-scheduler and uri-sql-executor are (default: the target directory of engine/,
                   release before debug)
  -h, --help       this text
END
}

# Exits with a usage error.
refuse() {
    printf 'cluster.sh: %s\nTry cluster.sh --help\n' "$1" >&2
    exit 2
}

# Exits with an error; the trap cleans up.
fail() {
    printf 'cluster.sh: %s\n' "$1" >&2
    exit 1
}

# whole NAME VALUE MOST: exits unless VALUE is a whole number from 1 to MOST.
whole() {
    [[ $2 =~ ^[1-9][0-9]{0,5}$ ]] && (($2 <= $3)) || refuse "$1 is a whole number from 1 to $3, not '$2'"
}

# Each running cluster has a directory here, named after its port, with the ids of its processes.
running=${TMPDIR:-/tmp}/uri-sql-clusters-$(id -u)

# The script removes files in this directory, so no other user may write to it.
[[ ! -e $running && ! -L $running ]] || [[ -d $running && -O $running && ! -L $running ]] ||
    fail "$running belongs to somebody else"

# Returns whether process $1 is running.
alive() {
    kill -0 "$1" 2>/dev/null
}

# is PID NAME: returns whether the process is running and has this name, because ids of processes are reused.
is() {
    alive "$1" && { ! command -v ps >/dev/null || [[ $(ps -o args= -p "$1") == *"$2"* ]]; }
}

# end NAME PID...: ends the processes with this name, and kills them after ten seconds.
end() {
    local name=$1 pid tries
    shift
    for pid in "$@"; do is "$pid" "$name" && kill "$pid" 2>/dev/null; done
    for pid in "$@"; do
        for ((tries = 0; tries < 100; tries++)); do
            is "$pid" "$name" || break
            sleep 0.1
        done
        is "$pid" "$name" && kill -KILL "$pid" 2>/dev/null
    done
}

# Stops all clusters, or the cluster with port $1.
stop() {
    local one port stopped=0
    for one in "$running"/${1:-*}; do
        [[ -f $one/script ]] || continue
        port=${one##*/}
        end cluster.sh "$(<"$one/script")"
        # The script was killed before it could clean up.
        if [[ -d $one ]]; then
            [[ -f $one/executors ]] && end uri-sql-executor $(<"$one/executors")
            [[ -f $one/scheduler ]] && end uri-sql-scheduler "$(<"$one/scheduler")"
            [[ -f $one/directory ]] && rm -rf "$(<"$one/directory")"
            rm -rf "$one"
        fi
        printf 'stopped df://127.0.0.1:%s\n' "$port"
        stopped=$((stopped + 1))
    done
    rmdir "$running" 2>/dev/null
    ((stopped > 0)) || fail "no cluster of yours is running${1:+ on port $1}"
}

count=3 port=0 vcores='' memory='' parent=${TMPDIR:-/tmp} bin='' given=()
while (($#)); do
    case $1 in
        -h | --help) usage && exit ;;
        --port | --vcores | --memory | --dir | --bin)
            (($# > 1)) || refuse "$1 needs a value"
            case $1 in
                --port) whole --port "$2" 65535 && port=$2 ;;
                --vcores) whole --vcores "$2" 1024 && vcores=$2 ;;
                --memory) memory=$2 ;;
                --dir) parent=$2 ;;
                --bin) bin=$2 ;;
            esac
            shift
            ;;
        -*) refuse "unknown option $1" ;;
        *) given+=("$1") ;;
    esac
    shift
done
if [[ ${given[0]-} == stop ]]; then
    ((${#given[@]} <= 2)) || refuse "stop takes one port, not '${given[*]:1}'"
    [[ -z ${given[1]-} ]] || whole 'the port' "${given[1]}" 65535
    stop ${given[1]-}
    exit
fi
((${#given[@]} <= 1)) || refuse "one number of executors, not '${given[*]}'"
if ((${#given[@]})); then
    whole N "${given[0]}" 256
    count=${given[0]}
fi
[[ -d $parent && -w $parent ]] || fail "cannot write to the directory $parent"

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=${CARGO_TARGET_DIR:-$here/target}
# Returns whether both programs are in the directory $1.
built() {
    [[ -x $1/uri-sql-scheduler && -x $1/uri-sql-executor ]]
}
if [[ -z $bin ]]; then
    bin=$target/release
    built "$bin" || bin=$target/debug
    built "$bin" || fail "no uri-sql-scheduler and uri-sql-executor in $target; build them with
  cargo build --release --manifest-path $here/Cargo.toml --workspace --bins"
fi
built "$bin" || fail "no uri-sql-scheduler and uri-sql-executor in $bin"

cores=$(getconf _NPROCESSORS_ONLN)
: "${vcores:=$((cores > count ? cores / count : 1))}"
size=(--memory-pool-fraction "$(awk "BEGIN { printf \"%.4f\", 0.7 / $count }")")
[[ -n $memory ]] && size=(--memory-pool-size "$memory")

directory='' registered='' scheduler='' executors=()
clean_up() {
    trap '' INT TERM HUP
    # End the executors first, so that the scheduler does not report a loss.
    ((${#executors[@]})) && end uri-sql-executor "${executors[@]}"
    [[ -n $scheduler ]] && end uri-sql-scheduler "$scheduler"
    [[ -n $directory ]] && rm -rf "$directory"
    [[ -n $registered ]] && rm -rf "$registered" && rmdir "$running" 2>/dev/null
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# show FILE: prints the end of a log, for a process that did not start.
show() {
    sed 's/^/  /' <(tail -n 5 "$1") >&2
}

# Background processes of a script ignore Ctrl-C, so only the script handles it.
directory=$(mktemp -d "$parent/uri-sql-cluster.XXXXXX") || fail "cannot write to the directory $parent"
"$bin/uri-sql-scheduler" --bind-host 127.0.0.1 --external-host 127.0.0.1 --bind-port "$port" \
    --min-ready-executors "$count" --expire-dead-executor-interval-seconds 1 \
    >"$directory/address" 2>"$directory/scheduler.log" </dev/null &
scheduler=$!
# Without this, the shell would report in its own words that the process was killed.
disown
until [[ -s $directory/address ]]; do
    alive "$scheduler" || { show "$directory/scheduler.log"; fail 'the scheduler did not start'; }
    sleep 0.1
done
address=$(<"$directory/address")
port=${address##*:}

for ((i = 1; i <= count; i++)); do
    # Spilled data is written to the directory for temporary files.
    mkdir "$directory/executor-$i"
    TMPDIR=$directory/executor-$i "$bin/uri-sql-executor" --bind-host 127.0.0.1 --external-host 127.0.0.1 --scheduler-host 127.0.0.1 \
        --scheduler-port "$port" --bind-port 0 --bind-grpc-port 0 --bind-health-port 0 --vcores "$vcores" \
        --work-dir "$directory/executor-$i" "${size[@]}" \
        >/dev/null 2>"$directory/executor-$i.log" </dev/null &
    executors+=($!)
    disown
done

registered=$running/$port
(umask 077 && mkdir -p "$registered") && [[ -O $running && ! -L $running ]] || fail "cannot write to the directory $running"
echo $$ >"$registered/script"
echo "$scheduler" >"$registered/scheduler"
echo "${executors[*]}" >"$registered/executors"
echo "$directory" >"$registered/directory"

# Returns whether all executors have registered with the scheduler.
ready() {
    local status
    { exec 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null || return 1
    printf 'GET /readyz HTTP/1.0\r\n\r\n' >&3
    read -r status <&3
    exec 3>&-
    [[ $status == *' 200 '* ]]
}
until ready; do
    for i in "${!executors[@]}"; do
        alive "${executors[i]}" ||
            { show "$directory/executor-$((i + 1)).log"; fail "executor $((i + 1)) did not start"; }
    done
    alive "$scheduler" || { show "$directory/scheduler.log"; fail 'the scheduler has ended'; }
    sleep 0.1
done

shell=uri-sql
[[ -x $bin/uri-sql ]] && shell=$bin/uri-sql
cat <<END
$address
scheduler  pid $scheduler
executors  pid ${executors[*]} ($vcores vcores each)
logs       $directory/*.log

  $shell --cluster $address "select 1"

Ctrl-C stops the cluster, and so does: ${BASH_SOURCE[0]} stop $port
END

while alive "$scheduler"; do
    for i in "${!executors[@]}"; do
        alive "${executors[i]}" && continue
        printf 'executor %s (pid %s) has ended\n' "$((i + 1))" "${executors[i]}" >&2
        unset "executors[i]"
    done
    # A signal interrupts `wait`, but not a `sleep` in the foreground.
    sleep 1 &
    wait $!
done
show "$directory/scheduler.log"
scheduler=''
fail 'the scheduler has ended'

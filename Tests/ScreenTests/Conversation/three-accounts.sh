#!/bin/sh
# three-accounts.sh OUTPUT: Ana, Bo and Kim talk in the chat "Garden" of Ana's, each by commands. Whatever is printed as JSON is kept in
# OUTPUT, in a file with the title of the part of confab-cli(7) that describes it. CONFAB is the program.
set -eu
out=$1
mkdir -p "$out"

fail() {
    echo "three-accounts.sh: $*" >&2
    exit 1
}

# as NAME COMMAND …: a command with the account of somebody.
as() {
    name=$1 command=$2
    shift 2
    "$CONFAB" "$command" --profile "$name@localhost" ${json:-} "$@"
}

# keep TITLE NAME COMMAND …: the same, for what it prints.
keep() {
    title=$1
    shift
    json=--json
    as "$@" >"$out/last" || fail "$* ended with $?"
    json=
    cat "$out/last" >>"$out/$title"
}

# tell NAME WORDS: says something, and waits until the server has it.
tell() {
    keep 'A sent line' "$1" send Garden -- "$2"
    grep -q '"state":"sent"' "$out/last" || fail "$1 said $2: $(cat "$out/last")"
}

# patiently REASON COMMAND …: repeats a command until it succeeds, 200 times at most.
patiently() {
    reason=$1 tries=0
    shift
    until "$@"; do
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] || fail "$reason"
        sleep 0.1
    done
}

# hear NAME WORDS: waits until somebody has heard that.
hear() { patiently "$1 never heard $2" has_heard "$1" "$2"; }

has_heard() {
    keep 'A message' "$1" read --sync Garden
    grep -qF -- "$2" "$out/last"
}

# ids NAME: what somebody has heard, by event.
ids() { as "$1" read --limit 1000 --json Garden | sed -n 's/.*"id":"\(\$[^"]*\)".*/\1/p'; }

# The screen shows a new chat as soon as the server has made it. It is stored with the next answer to a sync.
has_chat() {
    keep 'A chat' ana chats
    garden=$(sed -n 's/.*"id":"\(![^"]*\)".*/\1/p' "$out/last" | head -n 1)
    [ -n "$garden" ]
}
patiently 'Ana has no chat' has_chat
for name in bo kim; do keep 'A joined chat' "$name" join "$garden"; done

# No function: what is ended later is the program.
"$CONFAB" read --profile kim@localhost --follow --limit 0 --json Garden >"$out/followed" &
follower=$!
trap 'kill "$follower" 2>/dev/null || true' EXIT

tell ana 'who waters the beans?'
hear bo 'who waters the beans?'
date +'I do, at %H:%M' | as bo send Garden
hear ana 'I do, at'
# Its own follower has the account: it is asked.
tell kim '--thanks, and /quit'
hear bo '--thanks, and /quit'
hear ana '--thanks, and /quit'
patiently 'the follower heard not all' grep -qF '"sender":"@kim' "$out/followed"
kill "$follower"
wait "$follower" || fail "the follower ended with $?"
trap - EXIT
cat "$out/followed" >>"$out/A message"

hear kim '--thanks, and /quit'
keep 'What is unread' bo unread
keep 'A found message' bo search beans
keep 'A device' bo devices
# What was before Bo came the server may have, and that is told.
as bo export --format json Garden >"$out/An exported message" 2>"$out/last"
keep 'An imported chat' kim import "$out/An exported message"
[ "$(as kim export 'Garden (imported)')" = "$(cat "$out/An exported message")" ] || fail 'what was imported is another'

[ "$(ids ana | wc -l)" -eq "${EXPECTED:-3}" ] || fail "Ana has $(ids ana | wc -l) messages"
[ "$(ids ana)" = "$(ids bo)" ] || fail 'Ana and Bo heard something else'
[ "$(ids ana)" = "$(ids kim)" ] || fail 'Ana and Kim heard something else'
rm "$out/last" "$out/followed"

# Completion for COMMAND in bash: `source <(COMMAND completions bash)`.
_NAME_complete() {
    # Bash breaks words at = and : too; what was typed without a blank is one word.
    local words=() index=0 rest=$COMP_LINE glued= i word
    for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
        word=${COMP_WORDS[i]}
        rest=${rest#*"$word"}
        # The program gets words as they are meant, not as they are quoted.
        word=${word//[\'\"\\]/}
        if [[ -n $glued ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
        ((i == COMP_CWORD)) && index=$((${#words[@]} - 1))
        glued=
        [[ -n $rest && $rest != [[:space:]]* ]] && glued=1
    done
    # What stands before the last of these signs is not replaced.
    local typed=${words[index]} kept= sign head
    for sign in = :; do
        if [[ $COMP_WORDBREAKS == *"$sign"* && $typed == *"$sign"* ]]; then
            head=${typed%"${typed##*"$sign"}"}
            ((${#head} > ${#kept})) && kept=$head
        fi
    done
    local IFS=$'\n'
    COMPREPLY=()
    for word in $(VARIABLE=bash _CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$index PROGRAM -- "${words[@]}" 2>/dev/null); do
        [[ $word == */ ]] && compopt -o nospace 2>/dev/null
        word=${word#"$kept"}
        # Only signs that the shell would read otherwise are quoted.
        [[ $word == *[!a-zA-Z0-9_.,:=/+@%-]* ]] && word=$(printf %q "$word")
        COMPREPLY+=("$word")
    done
}
if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -o nosort -F _NAME_complete COMMAND
else
    complete -F _NAME_complete COMMAND
fi

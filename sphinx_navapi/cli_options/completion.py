"""Shell completion scripts, generated from the argument parser.

A package such as argcomplete would start Python on each press of Tab; these scripts are loaded
once.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

#: Kind of path for each placeholder used in ``--help``.
_PATHS: Final[dict[str, Literal["file", "folder"]]] = {
    "SRC": "folder",
    "OUT": "folder",
    "FILE": "file",
    "OLD": "file",
    "NEW": "file",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandArgument:
    """An option or a positional argument.

    :ivar names: of an option; empty for a positional argument.
    :ivar value: placeholder of the value; empty for an option without one.
    :ivar choices: all allowed values, if they are known.
    """

    names: tuple[str, ...]
    text: str
    value: str
    choices: tuple[str, ...]
    is_repeated: bool

    @property
    def path(self) -> Literal["file", "folder", ""]:
        """The kind of path that the value is, if any."""
        return _PATHS.get(self.value, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    """A command with its arguments."""

    name: str
    text: str
    arguments: tuple[CommandArgument, ...]

    @property
    def options(self) -> tuple[CommandArgument, ...]:
        """The arguments that have names."""
        return tuple(argument for argument in self.arguments if argument.names)


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script that completes the commands of *parser* in *shell*, a key of :data:`SHELLS`."""
    return SHELLS[shell](parser.prog, tuple(_commands(parser)))


def _commands(parser: argparse.ArgumentParser) -> Iterator[CommandLine]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            texts = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, inner in action.choices.items():
                arguments = tuple(map(_argument, inner._actions))
                yield CommandLine(name=name, text=texts[name], arguments=arguments)


def _argument(action: argparse.Action) -> CommandArgument:
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    return CommandArgument(
        names=tuple(action.option_strings),
        text=action.help or "",
        value="" if action.nargs == 0 else metavar,
        choices=tuple(map(str, action.choices or ())),
        is_repeated=action.nargs in ("+", "*") or isinstance(action, argparse._AppendAction),
    )


def _bash(program: str, commands: tuple[CommandLine, ...]) -> str:
    values, options, places = [], [], []
    for command in commands:
        words = " ".join(name for option in command.options for name in option.names)
        options.append(f"            {command.name}) words={_quoted(words)} ;;")
        for option in command.options:
            if option.value and not option.path:
                names = "|".join(_quoted(f"{command.name} {name}") for name in option.names)
                words = " ".join(option.choices)
                values.append(f"        {names}) words={_quoted(words)} kind=words ;;")
        by_place = [argument for argument in command.arguments if not argument.names]
        if not any(argument.path for argument in by_place):
            words = " ".join(choice for argument in by_place for choice in argument.choices)
            places.append(f"            {command.name}) words={_quoted(words)} kind=words ;;")
    names = " ".join(command.name for command in commands)
    return f"""\
# Completion of {program} for bash: source it, or save it as
# ~/.local/share/bash-completion/completions/{program}
_{program}() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} words="" kind=""
    local command=${{COMP_WORDS[1]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words={_quoted(f"{names} --help --version")} kind=words
    else
        case "$command $before" in
{_lines(values)}
        esac
    fi
    if [ -z "$kind" ] && [[ $cur == -* ]]; then
        kind=words
        case $command in
{_lines(options)}
        esac
    elif [ -z "$kind" ]; then
        case $command in
{_lines(places)}
        esac
    fi
    # With nothing to offer, bash offers files.
    if [ "$kind" = words ]; then
        compopt +o default 2>/dev/null
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
    fi
}}
complete -o default -F _{program} {program}
"""


def _zsh(program: str, commands: tuple[CommandLine, ...]) -> str:
    described = [f"        {_quoted(f'{c.name}:{c.text}')}" for c in commands]
    cases = []
    for command in commands:
        specs = [
            f"                {_quoted(spec)}"
            for argument in command.arguments
            for spec in _zsh_specs(argument)
        ]
        joined = " \\\n".join(("            _arguments -s", *specs))
        cases.append(f"        {command.name})\n{joined}\n            ;;")
    return f"""\
#compdef {program}
# Completion of {program} for zsh: source it after compinit, or save it as _{program} in a
# folder of $fpath.
_{program}() {{
    local -a commands
    commands=(
{_lines(described)}
    )
    if (( CURRENT == 2 )); then
        _describe -t commands command commands
        return
    fi
    shift words
    (( CURRENT-- ))
    case $words[1] in
{_lines(cases)}
    esac
}}
if [ "$funcstack[1]" = "_{program}" ]; then
    _{program} "$@"
else
    compdef _{program} {program}
fi
"""


def _zsh_specs(argument: CommandArgument) -> Iterator[str]:
    """Specifications for ``_arguments``: ``NAME[TEXT]:VALUE:ACTION``."""
    actions = {"file": "_files", "folder": "_files -/", "": " "}
    action = f"({' '.join(argument.choices)})" if argument.choices else actions[argument.path]
    value = f":{argument.value}:{action}" if argument.value else ""
    if not argument.names:
        yield f"{'*' if argument.is_repeated else ''}{value}"
    text = argument.text.replace("[", r"\[").replace("]", r"\]").replace(":", r"\:")
    for name in argument.names:
        yield f"{'*' if argument.is_repeated else ''}{name}[{text}]{value}"


def _fish(program: str, commands: tuple[CommandLine, ...]) -> str:
    lines = [
        f"# Completion of {program} for fish: save it as ~/.config/fish/completions/{program}.fish",
        f"complete -c {program} -f",
    ]
    first = "-n __fish_use_subcommand"
    lines += [
        f"complete -c {program} {first} -a {command.name} -d {_quoted(command.text)}"
        for command in commands
    ]
    for command in commands:
        where = f"complete -c {program} -n {_quoted(f'__fish_seen_subcommand_from {command.name}')}"
        for argument in command.arguments:
            words = [f"-{'l' if name[1] == '-' else 's'} {name.strip('-')}"
                     for name in argument.names]  # fmt: skip
            if argument.names and argument.text:
                words.append(f"-d {_quoted(argument.text)}")
            if argument.choices:
                words.append(f"-xa {_quoted(' '.join(argument.choices))}")
            elif argument.path:
                words.append("-rF" if argument.names else "-F")
            elif argument.value and argument.names:
                words.append("-x")
            if words:
                lines.append(f"{where} {' '.join(words)}")
    return _lines(lines) + "\n"


def _quoted(text: str) -> str:
    """*text* (without backslashes) quoted as one shell word, also for fish; zsh may have
    backslashes.
    """
    return "'" + text.replace("'", "'\\''") + "'"


def _lines(lines: list[str]) -> str:
    return "\n".join(dict.fromkeys(lines))


#: The function that writes the script for each shell.
SHELLS: Final[dict[str, Callable[[str, tuple[CommandLine, ...]], str]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}

"""The tool calls of a reply: ask a person, run the tools, and let the model continue."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import count

from PySide6.QtCore import QObject, Signal

from app.settings.preferences import Preferences
from app.tools.events import ServersChanged, ToolFinished
from app.tools.names import tool_id
from app.tools.tool import Tool, ToolContext
from app.tools.toolbox import Toolbox
from engine.frozen import frozen
from ui.state.called_tool import CalledTool, CallState, Decision
from ui.state.chat_options import ChatOptions
from ui.state.settings import ALWAYS, NEVER
from ui.state.tool_entry import ServerState, ToolChoices
from ui.state.tool_terms import ToolChange, tool_changes
from ui.state.transcript import Transcript
from ui.state.turn import Turn

DECLINED = "The person did not allow this call."
UNKNOWN = "Error: there is no tool called {} in this chat."
NO_LONGER = "Error: the tool {} is not available any more."


@frozen
class _EarlyCall:
    """A call that a person allowed while its server was starting. `decide` repeats the decision."""

    transcript: Transcript
    called: CalledTool
    decide: Callable[[], None]

    def propose(self) -> None:
        """Let the call wait for a decision again, unless it was dropped meanwhile."""
        if self.called.state is CallState.RUNNING:
            call_id = self.called.call.call_id
            self.transcript.change_call(call_id, state=CallState.PROPOSED, awaits="")


class ToolCalls(QObject):
    """A tool runs only if a person has allowed it, once or always. A call that a model wrote as
    plain text asks each time. Only the last shown reply continues: the calls of other versions wait
    until their version is shown.

    Two signals have a Transcript. `answered`: each call of its last reply has a result, so the
    model can continue; `changed`: one of its calls started or ended. `servers_changed`: a server is
    starting, ready or has failed.
    """

    answered = Signal(object)
    changed = Signal(object)
    servers_changed = Signal()

    def __init__(self, tools: ToolChoices, toolbox: Toolbox, preferences: Preferences) -> None:
        super().__init__(tools)
        self._tools = tools
        self._toolbox = toolbox
        self._preferences = preferences
        # A forked chat has calls with the same ids: each run has an id of its own.
        self._run_ids = map(str, count(1))
        self._running: dict[str, tuple[Transcript, str]] = {}
        self._options: dict[Transcript, Callable[[], ChatOptions]] = {}
        self._waiting: dict[Turn, tuple[Transcript, ChatOptions]] = {}
        # Allowed calls whose servers are still starting, each with what decides it again.
        self._early: list[_EarlyCall] = []
        preferences.changed.connect(self._settings_changed)
        tools.requests.permission_reset.connect(lambda tool_id: preferences.permit(tool_id, ""))
        self._show_tools()

    def offered(self, options: ChatOptions) -> tuple[str, ...]:
        """Return the schemas of the tools that a chat offers its model."""
        permissions = self._preferences.value.permissions
        return self._toolbox.registry.offered(options.tools, permissions, _context(options))

    def starting_server(self, tool_ids: Iterable[str]) -> str:
        """Return the name of a server that is still starting and may have one of these tools, or
        "" if all of them are known."""
        wanted = {it for it in tool_ids if self._toolbox.registry.with_id(it) is None}
        found = (
            name
            for name, beginning in self._starting_servers().items()
            if any(it.startswith(beginning) for it in wanted)
        )
        return next(found, "")

    def start(self) -> None:
        """Start the tool servers of the settings, or those that changed. In strict offline mode
        none runs, since a server may connect to the network."""
        value = self._preferences.value
        off = tuple(replace(server, enabled=False) for server in value.servers)
        self._toolbox.use(off if value.offline else value.servers)

    def on_events(self, events: list[ToolFinished | ServersChanged]) -> None:
        for event in events:
            if isinstance(event, ToolFinished):
                self._finished(event)
            else:
                self._toolbox.update(event)
                self._preferences.set_statuses(event.statuses)
                self._show_tools()
                self._decide_early()
                self.servers_changed.emit()

    def follow(self, transcript: Transcript, options: Callable[[], ChatOptions]) -> None:
        """Prepare for calls in a transcript. `options` returns the current options, since files
        that were removed after the question are not used."""
        self._options[transcript] = options
        transcript.path_changed.connect(partial(self._begin_waiting, transcript))

    def forget(self, transcript: Transcript) -> None:
        """Forget a closed transcript and end its running tools. Calls that wait for a decision are
        left as they are: they wait again once the transcript is reopened."""
        self._withdraw_early(transcript)
        transcript.drop_running_calls()
        self._end_runs(transcript)
        self._options.pop(transcript, None)

    def begin(self, transcript: Transcript, turn: Turn, options: ChatOptions) -> None:
        """Run the allowed calls of a reply that has ended, and ask about the others."""
        if transcript.turns[-1:] != [turn]:
            self._waiting[turn] = transcript, options
            return
        for called in tuple(turn.tool_calls):
            self._begin(transcript, called, options)
        self._continue_if_complete(transcript, turn)

    def _begin_waiting(self, transcript: Transcript) -> None:
        """Begin the calls of the reply that is now the last one, if they had to wait."""
        last = transcript.turns[-1] if transcript.turns else None
        if last in self._waiting and last is not None:
            self.begin(transcript, last, self._waiting.pop(last)[1])

    def decide(
        self,
        transcript: Transcript,
        call_id: str,
        decision: Decision,
        arguments: str,
        options: ChatOptions,
    ) -> None:
        """Apply a person's decision about a call of the last reply; other calls cannot be run."""
        turn = transcript.turns[-1] if transcript.turns else None
        called = transcript.called(call_id)
        if turn is None or called not in turn.tool_calls or turn.growing:
            return
        if called.state is not CallState.PROPOSED:
            return
        tool = self._tool(called, options)
        runs = decision in (Decision.ONCE, Decision.ALWAYS)
        server = self.starting_server([called.tool_id]) if runs and tool is None else ""
        if server:
            again = partial(self.decide, transcript, call_id, decision, arguments, options)
            self._early.append(_EarlyCall(transcript, called, again))
            _set_arguments(transcript, called, arguments)
            transcript.change_call(call_id, state=CallState.RUNNING, awaits=server)
            self.changed.emit(transcript)
            return
        if tool and runs and self._changed_since(transcript, called, tool):
            # The person decides again, about the arguments as edited.
            _set_arguments(transcript, called, arguments)
            return
        if tool and decision in (Decision.ALWAYS, Decision.NEVER):
            permission = ALWAYS if decision is Decision.ALWAYS else NEVER
            self._preferences.permit(tool.entry.tool_id, permission, tool.terms)
        if runs:
            _set_arguments(transcript, called, arguments)
            self._run(transcript, called, tool, options)
        else:
            self._decline(transcript, called)
        if decision in (Decision.ALWAYS, Decision.NEVER):
            for other in turn.tool_calls:
                self._begin(transcript, other, options)
        self._continue_if_complete(transcript, turn)

    def stop(self, transcript: Transcript) -> None:
        """End the calls of a transcript; without effect if none is open."""
        self._withdraw_early(transcript)
        transcript.drop_calls()
        self._end_runs(transcript)

    def _starting_servers(self) -> dict[str, str]:
        """Return the names of the servers that are still starting, each with what the ids of its
        tools begin with."""
        value = self._preferences.value
        settled = {it.name for it in self._toolbox.statuses if it.state is not ServerState.STARTING}
        starting = (it for it in value.servers if it.enabled and it.name not in settled)
        return {} if value.offline else {it.name: tool_id(it.name, "") for it in starting}

    def _decide_early(self) -> None:
        """Decide the allowed calls whose servers are no longer starting."""
        ready = [it for it in self._early if not self.starting_server([it.called.tool_id])]
        for early in ready:
            self._early.remove(early)
            early.propose()
            early.decide()
            self.changed.emit(early.transcript)

    def _withdraw_early(self, transcript: Transcript) -> None:
        """Let the calls whose servers are starting wait for a decision again."""
        for early in [it for it in self._early if it.transcript is transcript]:
            self._early.remove(early)
            early.propose()

    def _begin(self, transcript: Transcript, called: CalledTool, options: ChatOptions) -> None:
        if called.state is not CallState.PROPOSED:
            return
        tool = self._tool(called, options)
        if tool is None:
            if not self.starting_server([called.tool_id]):
                self._fail(transcript, called, UNKNOWN)
            return
        entry, changes = tool.entry, self._changes(tool)
        transcript.change_call(
            called.call.call_id,
            title=entry.title,
            tool_id=entry.tool_id,
            terms=tool.terms,
            changes=changes,
        )
        permission = self._preferences.value.permission(entry.tool_id, tool.terms)
        if permission == NEVER:
            self._decline(transcript, called)
        elif permission == ALWAYS and not called.written:
            self._run(transcript, called, tool, options)

    def _end_runs(self, transcript: Transcript) -> None:
        """Cancel the tools that run for a transcript, and begin no more of its calls."""
        self._waiting = {it: to for it, to in self._waiting.items() if to[0] is not transcript}
        for run_id in [it for it, (owner, _) in self._running.items() if owner is transcript]:
            del self._running[run_id]
            self._toolbox.cancel(run_id)
        self.changed.emit(transcript)

    def _changes(self, tool: Tool) -> tuple[ToolChange, ...]:
        """Return why a tool that was always allowed asks again; empty for other tools."""
        value, tool_id = self._preferences.value, tool.entry.tool_id
        allowed = dict(value.permissions).get(tool_id) == ALWAYS
        if tool.terms is None or not allowed or value.permission(tool_id, tool.terms):
            return ()
        return tool_changes(dict(value.terms).get(tool_id), tool.terms)

    def _changed_since(self, transcript: Transcript, called: CalledTool, tool: Tool) -> bool:
        """Return True if the tool is not the one that the person was asked about, and show how it
        differs."""
        if tool.terms is None or tool.terms == called.terms:
            return False
        changes = self._changes(tool)
        opened_since = called.terms is None
        if opened_since and changes in ((), called.changes):
            return False
        changes = changes or tool_changes(called.terms, tool.terms)
        transcript.change_call(called.call.call_id, terms=tool.terms, changes=changes)
        return True

    def _tool(self, called: CalledTool, options: ChatOptions) -> Tool | None:
        """Return the tool of a call if the chat offers it. Once a person was asked about a tool, no
        other tool of that name will do."""
        registry = self._toolbox.registry
        known = called.tool_id
        tool = registry.with_id(known) if known else registry.find(called.call.name)
        return tool if tool and tool.entry.tool_id in options.tools else None

    def _run(
        self, transcript: Transcript, called: CalledTool, tool: Tool | None, options: ChatOptions
    ) -> None:
        if tool is None:
            self._fail(transcript, called, NO_LONGER)
            return
        call_id, run_id = called.call.call_id, next(self._run_ids)
        context = _still_chosen(options, self._options[transcript]())
        self._toolbox.run(run_id, tool, called.call.arguments, context)
        self._running[run_id] = transcript, call_id
        transcript.change_call(call_id, state=CallState.RUNNING)
        self.changed.emit(transcript)

    def _decline(self, transcript: Transcript, called: CalledTool) -> None:
        """Decline a call; a call that was written as text stays text."""
        if called.written:
            changes = {"state": CallState.DROPPED}
        else:
            changes = {"state": CallState.DECLINED, "result": DECLINED}
        transcript.change_call(called.call.call_id, **changes)

    def _fail(self, transcript: Transcript, called: CalledTool, why: str) -> None:
        result = why.format(called.call.name)
        transcript.change_call(called.call.call_id, state=CallState.FAILED, result=result)

    def _finished(self, event: ToolFinished) -> None:
        if event.run_id not in self._running:
            return
        transcript, call_id = self._running.pop(event.run_id)
        state = CallState.FAILED if event.error else CallState.DONE
        transcript.change_call(call_id, state=state, result=event.text, seconds=event.seconds)
        self.changed.emit(transcript)
        if turn := transcript.caller(call_id):
            self._continue_if_complete(transcript, turn)

    def _continue_if_complete(self, transcript: Transcript, turn: Turn) -> None:
        if not _complete(turn):
            return
        if transcript.turns[-1:] == [turn]:
            transcript.drop_calls()
            self.answered.emit(transcript)
        else:
            self._waiting[turn] = transcript, self._options[transcript]()

    def _settings_changed(self) -> None:
        self.start()
        self._show_tools()

    def _show_tools(self) -> None:
        """Show the tools with their permissions; a permission that has lapsed counts as none."""
        value, tools = self._preferences.value, self._toolbox.registry.tools
        entries = [tool.entry for tool in tools]
        # A tool that is never allowed is known to be so before its server has started.
        permissions = {it: NEVER for it, permission in value.permissions if permission == NEVER}
        for tool in tools:
            tool_id = tool.entry.tool_id
            permissions[tool_id] = value.permission(tool_id, tool.terms)
        self._tools.offer(entries, permissions, self._starting_servers().values())


def _complete(turn: Turn) -> bool:
    """Return True if the model can continue: no call runs or waits for a person, and one has a
    result. Calls written as text need no answer."""
    if turn.running:
        return False
    waits = any(called.open and not called.written for called in turn.tool_calls)
    return bool(turn.answered_calls) and not waits


def _set_arguments(transcript: Transcript, called: CalledTool, arguments: str) -> None:
    """Set the arguments that a person allowed."""
    call = replace(called.call, arguments=arguments)
    edited = called.edited or call != called.call
    transcript.change_call(call.call_id, call=call, edited=edited)


def _context(options: ChatOptions) -> ToolContext:
    return ToolContext(options.files)


def _still_chosen(then: ChatOptions, now: ChatOptions) -> ToolContext:
    """Leave out the files that a person removed after the question."""
    return ToolContext(tuple(file for file in then.files if file in now.files))

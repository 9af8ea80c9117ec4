"""The calls in a reply: who decides about them, what runs, and when the model goes on."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count

from PySide6.QtCore import QObject, Signal

from app.settings.preferences import Preferences
from app.tools.events import ServersChanged, ToolFinished
from app.tools.tool import Tool, ToolContext
from app.tools.toolbox import Toolbox
from ui.state.called_tool import CalledTool, CallState, Decision
from ui.state.chat_options import ChatOptions
from ui.state.settings import ALWAYS, NEVER
from ui.state.tool_terms import ToolChange, tool_changes
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.window.main_window import MainWindow

DECLINED = "The person did not allow this call."
UNKNOWN = "Error: there is no tool called {} in this chat."
NO_LONGER = "Error: the tool {} is not available any more."


class ToolCalls(QObject):
    """Nothing runs that a person has not allowed, once or for good; a call that a model wrote as
    plain text is asked about each time. Only the last reply that is shown goes on: the calls of
    other versions wait until somebody looks at those.

    Both signals have a Transcript. `answered`: each call of its last reply has a result, so the
    model can go on; `changed`: a call of it began to run, or ended.
    """

    answered = Signal(object)
    changed = Signal(object)

    def __init__(self, window: MainWindow, toolbox: Toolbox, preferences: Preferences) -> None:
        super().__init__(window)
        self._window = window
        self._toolbox = toolbox
        self._preferences = preferences
        # A copy of a chat has calls with the same ids: each run has an id of its own.
        self._run_ids = map(str, count(1))
        self._running: dict[str, tuple[Transcript, str]] = {}
        self._options: dict[Transcript, Callable[[], ChatOptions]] = {}
        self._waiting: dict[Turn, tuple[Transcript, ChatOptions]] = {}
        preferences.changed.connect(self._settings_changed)
        window.permission_reset.connect(lambda tool_id: preferences.permit(tool_id, ""))
        self._show_tools()

    def offered(self, options: ChatOptions) -> tuple[str, ...]:
        """Schemas of the tools that a chat lets its model call."""
        permissions = self._preferences.value.permissions
        return self._toolbox.registry.offered(options.tools, permissions, _context(options))

    def start(self) -> None:
        """Start the servers of the settings, or what of them changed. They could connect: strictly
        offline none runs."""
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

    def follow(self, transcript: Transcript, options: Callable[[], ChatOptions]) -> None:
        """`options` are those of the moment: what was taken away since the question is not used."""
        self._options[transcript] = options
        transcript.path_changed.connect(partial(self._look_again, transcript))

    def forget(self, transcript: Transcript) -> None:
        """After `stop`."""
        self._options.pop(transcript, None)

    def begin(self, transcript: Transcript, turn: Turn, options: ChatOptions) -> None:
        """A reply has ended: run what may run, and ask about the rest."""
        if transcript.turns[-1:] != [turn]:
            self._waiting[turn] = transcript, options
            return
        for called in tuple(turn.tool_calls):
            self._begin(transcript, called, options)
        self._go_on(transcript, turn)

    def _look_again(self, transcript: Transcript) -> None:
        """Another reply is the last now."""
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
        """What a person says about a call of the chat's last reply; others can not be run."""
        turn = transcript.turns[-1] if transcript.turns else None
        called = transcript.called(call_id)
        if turn is None or called not in turn.tool_calls or turn.growing:
            return
        if called.state is not CallState.PROPOSED:
            return
        tool = self._tool(called, options)
        runs = decision in (Decision.ONCE, Decision.ALWAYS)
        if tool and runs and self._changed_again(transcript, called, tool):
            return
        if tool and decision in (Decision.ALWAYS, Decision.NEVER):
            permission = ALWAYS if decision is Decision.ALWAYS else NEVER
            self._preferences.permit(tool.entry.tool_id, permission, tool.terms)
        if runs:
            call = replace(called.call, arguments=arguments)
            transcript.change_call(call_id, call=call)
            self._run(transcript, called, tool, options)
        else:
            self._decline(transcript, called)
        if decision in (Decision.ALWAYS, Decision.NEVER):
            for other in turn.tool_calls:
                self._begin(transcript, other, options)
        self._go_on(transcript, turn)

    def stop(self, transcript: Transcript) -> None:
        """End the chat's calls; without effect where none is open."""
        transcript.drop_calls()
        self._waiting = {it: to for it, to in self._waiting.items() if to[0] is not transcript}
        for run_id in [it for it, (owner, _) in self._running.items() if owner is transcript]:
            del self._running[run_id]
            self._toolbox.cancel(run_id)
        self.changed.emit(transcript)

    def _begin(self, transcript: Transcript, called: CalledTool, options: ChatOptions) -> None:
        if called.state is not CallState.PROPOSED:
            return
        tool = self._tool(called, options)
        if tool is None:
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

    def _changes(self, tool: Tool) -> tuple[ToolChange, ...]:
        """Why a tool that was always allowed asks again; nothing for others."""
        value, tool_id = self._preferences.value, tool.entry.tool_id
        allowed = dict(value.permissions).get(tool_id) == ALWAYS
        if tool.terms is None or not allowed or value.permission(tool_id, tool.terms):
            return ()
        return tool_changes(dict(value.terms).get(tool_id), tool.terms)

    def _changed_again(self, transcript: Transcript, called: CalledTool, tool: Tool) -> bool:
        """Show how the tool differs if it is not the one that the person was asked about."""
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
        """One that this chat offers; once a person was asked about it, that one or none."""
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
        """A suggestion that is declined stays the text it is."""
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
            self._go_on(transcript, turn)

    def _go_on(self, transcript: Transcript, turn: Turn) -> None:
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
        """A permission that has lapsed counts as none."""
        value, tools = self._preferences.value, self._toolbox.registry.tools
        entries = [tool.entry for tool in tools]
        permissions = {
            it.entry.tool_id: value.permission(it.entry.tool_id, it.terms) for it in tools
        }
        self._window.set_tools(entries, permissions)


def _complete(turn: Turn) -> bool:
    """Suggestions need no answer, but one that was run has a result to go on from."""
    if turn.running:
        return False
    asked = any(called.open and not called.written for called in turn.tool_calls)
    return bool(turn.answered_calls) and not asked


def _context(options: ChatOptions) -> ToolContext:
    return ToolContext(options.files)


def _still_chosen(asked: ChatOptions, now: ChatOptions) -> ToolContext:
    """A file that was taken away from the model since the question is not read any more."""
    return ToolContext(tuple(file for file in asked.files if file in now.files))

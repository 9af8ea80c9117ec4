<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name />
    <message numerus="yes">
        <source>%n PyTorch or pickle file(s): never opened, since such files can run code.</source>
        <translation>
            <numerusform>%n PyTorch or pickle file: never opened, since such files can run code.</numerusform>
            <numerusform>%n PyTorch or pickle files: never opened, since such files can run code.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) (is|are) ready.</source>
        <translation>
            <numerusform>%n answer is ready.</numerusform>
            <numerusform>%n answers are ready.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) (is|are) still being written.</source>
        <translation>
            <numerusform>%n answer is still being written.</numerusform>
            <numerusform>%n answers are still being written.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) at once</source>
        <translation>
            <numerusform>%n answer at once</numerusform>
            <numerusform>%n answers at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) left out: stopped, failed or too short.</source>
        <translation>
            <numerusform>%n answer left out: stopped, failed or too short.</numerusform>
            <numerusform>%n answers left out: stopped, failed or too short.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) used a cached prompt</source>
        <translation>
            <numerusform>%n answer used a cached prompt</numerusform>
            <numerusform>%n answers used a cached prompt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attached file(s) (was|were) missing.</source>
        <translation>
            <numerusform>%n attached file was missing.</numerusform>
            <numerusform>%n attached files were missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bit(s)</source>
        <translation>
            <numerusform>%n bit</numerusform>
            <numerusform>%n bits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s)</source>
        <translation>
            <numerusform>%n chat</numerusform>
            <numerusform>%n chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) (was|were) already in your history.</source>
        <translation>
            <numerusform>%n chat was already in your history.</numerusform>
            <numerusform>%n chats were already in your history.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) could not be read.</source>
        <translation>
            <numerusform>%n chat could not be read.</numerusform>
            <numerusform>%n chats could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) could not be read: {names}.</source>
        <translation>
            <numerusform>%n chat could not be read: {names}.</numerusform>
            <numerusform>%n chats could not be read: {names}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) could not be saved.</source>
        <translation>
            <numerusform>%n chat could not be saved.</numerusform>
            <numerusform>%n chats could not be saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) got new messages.</source>
        <translation>
            <numerusform>%n chat got new messages.</numerusform>
            <numerusform>%n chats got new messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) imported.</source>
        <translation>
            <numerusform>%n chat imported.</numerusform>
            <numerusform>%n chats imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) restored from Recently Deleted.</source>
        <translation>
            <numerusform>%n chat restored from Recently Deleted.</numerusform>
            <numerusform>%n chats restored from Recently Deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) restored.</source>
        <translation>
            <numerusform>%n chat restored.</numerusform>
            <numerusform>%n chats restored.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) selected</source>
        <translation>
            <numerusform>%n chat selected</numerusform>
            <numerusform>%n chats selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n component(s)</source>
        <translation>
            <numerusform>%n component</numerusform>
            <numerusform>%n components</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n conversation</numerusform>
            <numerusform>%n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) exported to {name}.</source>
        <translation>
            <numerusform>%n conversation exported to {name}.</numerusform>
            <numerusform>%n conversations exported to {name}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) left</source>
        <translation>
            <numerusform>%n day left</numerusform>
            <numerusform>%n days left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s)</source>
        <translation>
            <numerusform>%n difference</numerusform>
            <numerusform>%n differences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n download(s)</source>
        <translation>
            <numerusform>%n download</numerusform>
            <numerusform>%n downloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed answer(s) not in the averages</source>
        <translation>
            <numerusform>%n failed answer not in the averages</numerusform>
            <numerusform>%n failed answers not in the averages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) (contains|contain) conversations that can be imported.</source>
        <translation>
            <numerusform>%n file contains conversations that can be imported.</numerusform>
            <numerusform>%n files contain conversations that can be imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) removed from the question.</source>
        <translation>
            <numerusform>%n file removed from the question.</numerusform>
            <numerusform>%n files removed from the question.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) (is|are) left out: the weights are missing.</source>
        <translation>
            <numerusform>%n folder is left out: the weights are missing.</numerusform>
            <numerusform>%n folders are left out: the weights are missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) restored.</source>
        <translation>
            <numerusform>%n folder restored.</numerusform>
            <numerusform>%n folders restored.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) of {size}</source>
        <translation>
            <numerusform>%n frame of {size}</numerusform>
            <numerusform>%n frames of {size}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n image(s)</source>
        <translation>
            <numerusform>%n image</numerusform>
            <numerusform>%n images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) restored.</source>
        <translation>
            <numerusform>%n item restored.</numerusform>
            <numerusform>%n items restored.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) selected</source>
        <translation>
            <numerusform>%n item selected</numerusform>
            <numerusform>%n items selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matching word(s)</source>
        <translation>
            <numerusform>%n matching word</numerusform>
            <numerusform>%n matching words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) could not be read.</source>
        <translation>
            <numerusform>%n message could not be read.</numerusform>
            <numerusform>%n messages could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) deleted.</source>
        <translation>
            <numerusform>%n message deleted.</numerusform>
            <numerusform>%n messages deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n model</numerusform>
            <numerusform>%n models</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) (is|are) being converted.</source>
        <translation>
            <numerusform>%n model is being converted.</numerusform>
            <numerusform>%n models are being converted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) for “{words}”</source>
        <translation>
            <numerusform>%n model for “{words}”</numerusform>
            <numerusform>%n models for “{words}”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more to the left</source>
        <translation>
            <numerusform>%n more to the left</numerusform>
            <numerusform>%n more to the left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more to the right</source>
        <translation>
            <numerusform>%n more to the right</numerusform>
            <numerusform>%n more to the right</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more to vote on…</source>
        <translation>
            <numerusform>%n more to vote on…</numerusform>
            <numerusform>%n more to vote on…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not asked</source>
        <translation>
            <numerusform>%n not asked</numerusform>
            <numerusform>%n not asked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them cannot be used. The models window says why.</source>
        <translation>
            <numerusform>%n of them cannot be used. The models window says why.</numerusform>
            <numerusform>%n of them cannot be used. The models window says why.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n omitted</source>
        <translation>
            <numerusform>%n omitted</numerusform>
            <numerusform>%n omitted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n only on the left, struck through</source>
        <translation>
            <numerusform>%n only on the left, struck through</numerusform>
            <numerusform>%n only on the left, struck through</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n only on the right, underlined</source>
        <translation>
            <numerusform>%n only on the right, underlined</numerusform>
            <numerusform>%n only on the right, underlined</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other option(s)</source>
        <translation>
            <numerusform>%n other option</numerusform>
            <numerusform>%n other options</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pane(s)</source>
        <translation>
            <numerusform>%n pane</numerusform>
            <numerusform>%n panes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) skipped, because the file does not say what (it|they) (is|are).</source>
        <translation>
            <numerusform>%n part skipped, because the file does not say what it is.</numerusform>
            <numerusform>%n parts skipped, because the file does not say what they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n program file(s) in the folder: ignored for safety.</source>
        <translation>
            <numerusform>%n program file in the folder: ignored for safety.</numerusform>
            <numerusform>%n program files in the folder: ignored for safety.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s)</source>
        <translation>
            <numerusform>%n prompt</numerusform>
            <numerusform>%n prompts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s) of a list (has|have) not been asked yet.</source>
        <translation>
            <numerusform>%n prompt of a list has not been asked yet.</numerusform>
            <numerusform>%n prompts of a list have not been asked yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s) of its list will not be asked.</source>
        <translation>
            <numerusform>%n prompt of its list will not be asked.</numerusform>
            <numerusform>%n prompts of its list will not be asked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s) without a vote.</source>
        <translation>
            <numerusform>%n prompt without a vote.</numerusform>
            <numerusform>%n prompts without a vote.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) not counted until you vote</source>
        <translation>
            <numerusform>%n question not counted until you vote</numerusform>
            <numerusform>%n questions not counted until you vote</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) not counted until you vote.</source>
        <translation>
            <numerusform>%n question not counted until you vote.</numerusform>
            <numerusform>%n questions not counted until you vote.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n queued message(s) (is|are) waiting.</source>
        <translation>
            <numerusform>%n queued message is waiting.</numerusform>
            <numerusform>%n queued messages are waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n queued message(s), sent when the answer ends</source>
        <translation>
            <numerusform>%n queued message, sent when the answer ends</numerusform>
            <numerusform>%n queued messages, sent when the answer ends</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stopped answer(s) not in the averages</source>
        <translation>
            <numerusform>%n stopped answer not in the averages</numerusform>
            <numerusform>%n stopped answers not in the averages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n summarized</source>
        <translation>
            <numerusform>%n summarized</numerusform>
            <numerusform>%n summarized</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n temporary chat(s) (is|are) open.</source>
        <translation>
            <numerusform>%n temporary chat is open.</numerusform>
            <numerusform>%n temporary chats are open.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s)</source>
        <translation>
            <numerusform>%n text</numerusform>
            <numerusform>%n texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to summarize</source>
        <translation>
            <numerusform>%n to summarize</numerusform>
            <numerusform>%n to summarize</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s)</source>
        <translation>
            <numerusform>%n tool</numerusform>
            <numerusform>%n tools</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n video(s)</source>
        <translation>
            <numerusform>%n video</numerusform>
            <numerusform>%n videos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with a failed answer</source>
        <translation>
            <numerusform>%n with a failed answer</numerusform>
            <numerusform>%n with a failed answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a number</source>
        <translation>
            <numerusform>%n without a number</numerusform>
            <numerusform>%n without a number</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A comparison can have at most %n pane(s)</source>
        <translation>
            <numerusform>A comparison can have at most %n pane</numerusform>
            <numerusform>A comparison can have at most %n panes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>And %n more.</numerusform>
            <numerusform>And %n more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ask all %n, or drop a text file</source>
        <translation>
            <numerusform>Ask all %n, or drop a text file</numerusform>
            <numerusform>Ask all %n, or drop a text file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ask all %n, or drop an image or a video</source>
        <translation>
            <numerusform>Ask all %n, or drop an image or a video</numerusform>
            <numerusform>Ask all %n, or drop an image or a video</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Canceled: %n conversation(s) (was|were) exported to {name}.</source>
        <translation>
            <numerusform>Canceled: %n conversation was exported to {name}.</numerusform>
            <numerusform>Canceled: %n conversations were exported to {name}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Comparing %n answer(s)</source>
        <translation>
            <numerusform>Comparing %n answer</numerusform>
            <numerusform>Comparing %n answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Comparing %n model(s)</source>
        <translation>
            <numerusform>Comparing %n model</numerusform>
            <numerusform>Comparing %n models</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chat(s)</source>
        <translation>
            <numerusform>Delete %n chat</numerusform>
            <numerusform>Delete %n chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chat(s)?</source>
        <translation>
            <numerusform>Delete %n chat?</numerusform>
            <numerusform>Delete %n chats?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chat(s)…</source>
        <translation>
            <numerusform>Delete %n chat…</numerusform>
            <numerusform>Delete %n chats…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n conversation(s)?</source>
        <translation>
            <numerusform>Delete %n conversation?</numerusform>
            <numerusform>Delete %n conversations?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n item(s) for good?</source>
        <translation>
            <numerusform>Delete %n item for good?</numerusform>
            <numerusform>Delete %n items for good?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n item(s) for good…</source>
        <translation>
            <numerusform>Delete %n item for good…</numerusform>
            <numerusform>Delete %n items for good…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete folder and its %n chat(s)</source>
        <translation>
            <numerusform>Delete folder and its %n chat</numerusform>
            <numerusform>Delete folder and its %n chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n chat(s). Recently Deleted keeps (it|them) for {days} days.</source>
        <translation>
            <numerusform>Deleted %n chat. Recently Deleted keeps it for {days} days.</numerusform>
            <numerusform>Deleted %n chats. Recently Deleted keeps them for {days} days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted the folder “{name}” and %n chat(s). Recently Deleted keeps them for {days} days.</source>
        <translation>
            <numerusform>Deleted the folder “{name}” and %n chat. Recently Deleted keeps them for {days} days.</numerusform>
            <numerusform>Deleted the folder “{name}” and %n chats. Recently Deleted keeps them for {days} days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each mark is the median of up to %n prompt(s).</source>
        <translation>
            <numerusform>Each mark is the median of up to %n prompt.</numerusform>
            <numerusform>Each mark is the median of up to %n prompts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each mark is the sum after up to %n prompt(s).</source>
        <translation>
            <numerusform>Each mark is the sum after up to %n prompt.</numerusform>
            <numerusform>Each mark is the sum after up to %n prompts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Failed. %n queued message(s) (is|are) waiting.</source>
        <translation>
            <numerusform>Failed. %n queued message is waiting.</numerusform>
            <numerusform>Failed. %n queued messages are waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Finished: %n prompt(s)</source>
        <translation>
            <numerusform>Finished: %n prompt</numerusform>
            <numerusform>Finished: %n prompts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found %n model(s) in {folder}.</source>
        <translation>
            <numerusform>Found %n model in {folder}.</numerusform>
            <numerusform>Found %n models in {folder}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n chat(s) out of the archive.</source>
        <translation>
            <numerusform>Moved %n chat out of the archive.</numerusform>
            <numerusform>Moved %n chats out of the archive.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n chat(s) out of the folder.</source>
        <translation>
            <numerusform>Moved %n chat out of the folder.</numerusform>
            <numerusform>Moved %n chats out of the folder.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n chat(s) to the archive. The menu above the list shows it.</source>
        <translation>
            <numerusform>Moved %n chat to the archive. The menu above the list shows it.</numerusform>
            <numerusform>Moved %n chats to the archive. The menu above the list shows it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n chat(s) to “{name}”.</source>
        <translation>
            <numerusform>Moved %n chat to “{name}”.</numerusform>
            <numerusform>Moved %n chats to “{name}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n file(s)…</source>
        <translation>
            <numerusform>Reading %n file…</numerusform>
            <numerusform>Reading %n files…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n file(s)… Esc cancels</source>
        <translation>
            <numerusform>Reading %n file… Esc cancels</numerusform>
            <numerusform>Reading %n files… Esc cancels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restore %n item(s)</source>
        <translation>
            <numerusform>Restore %n item</numerusform>
            <numerusform>Restore %n items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run all %n</source>
        <translation>
            <numerusform>Run all %n</numerusform>
            <numerusform>Run all %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all {count} character(s)</source>
        <translation>
            <numerusform>Show all {count} character</numerusform>
            <numerusform>Show all {count} characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all {count} line(s)</source>
        <translation>
            <numerusform>Show all {count} line</numerusform>
            <numerusform>Show all {count} lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped. %n queued message(s) (is|are) waiting.</source>
        <translation>
            <numerusform>Stopped. %n queued message is waiting.</numerusform>
            <numerusform>Stopped. %n queued messages are waiting.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Summarizing %n earlier message(s), part {part} of {parts}…</source>
        <translation>
            <numerusform>Summarizing %n earlier message, part {part} of {parts}…</numerusform>
            <numerusform>Summarizing %n earlier messages, part {part} of {parts}…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Summarizing %n earlier message(s)…</source>
        <translation>
            <numerusform>Summarizing %n earlier message…</numerusform>
            <numerusform>Summarizing %n earlier messages…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The conversations were damaged. %n message(s) (was|were) recovered into {path}; the damaged file is kept as {aside}.</source>
        <translation>
            <numerusform>The conversations were damaged. %n message was recovered into {path}; the damaged file is kept as {aside}.</numerusform>
            <numerusform>The conversations were damaged. %n messages were recovered into {path}; the damaged file is kept as {aside}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The document has only %n page(s). Add it again.</source>
        <translation>
            <numerusform>The document has only %n page. Add it again.</numerusform>
            <numerusform>The document has only %n pages. Add it again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n word(s) (is|are) the same</source>
        <translation>
            <numerusform>The first %n word is the same</numerusform>
            <numerusform>The first %n words are the same</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The oldest %n message(s) are no longer sent to the model; the system prompt and pinned images stay. Options can have them summarized instead.</source>
        <translation>
            <numerusform>The oldest %n message are no longer sent to the model; the system prompt and pinned images stay. Options can have them summarized instead.</numerusform>
            <numerusform>The oldest %n messages are no longer sent to the model; the system prompt and pinned images stay. Options can have them summarized instead.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The oldest %n message(s) are sent as a summary.</source>
        <translation>
            <numerusform>The oldest %n message are sent as a summary.</numerusform>
            <numerusform>The oldest %n messages are sent as a summary.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This exceeds the model's context, so the oldest %n message(s) will be summarized first. The system prompt and pinned images stay.</source>
        <translation>
            <numerusform>This exceeds the model's context, so the oldest %n message will be summarized first. The system prompt and pinned images stay.</numerusform>
            <numerusform>This exceeds the model's context, so the oldest %n messages will be summarized first. The system prompt and pinned images stay.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more in the tables</source>
        <translation>
            <numerusform>and %n more in the tables</numerusform>
            <numerusform>and %n more in the tables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>oldest %n message(s) omitted</source>
        <translation>
            <numerusform>oldest %n message omitted</numerusform>
            <numerusform>oldest %n messages omitted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sent as %n image(s)</source>
        <translation>
            <numerusform>sent as %n image</numerusform>
            <numerusform>sent as %n images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the channel changes {count} time(s)</source>
        <translation>
            <numerusform>the channel changes {count} time</numerusform>
            <numerusform>the channel changes {count} times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the oldest %n message(s) summarized</source>
        <translation>
            <numerusform>the oldest %n message summarized</numerusform>
            <numerusform>the oldest %n messages summarized</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the oldest %n message(s) will be summarized first</source>
        <translation>
            <numerusform>the oldest %n message will be summarized first</numerusform>
            <numerusform>the oldest %n messages will be summarized first</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} character(s) not read, in gray</source>
        <translation>
            <numerusform>{count} character not read, in gray</numerusform>
            <numerusform>{count} characters not read, in gray</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} character(s), before media became tokens</source>
        <translation>
            <numerusform>{count} character, before media became tokens</numerusform>
            <numerusform>{count} characters, before media became tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} earlier message(s) omitted</source>
        <translation>
            <numerusform>{count} earlier message omitted</numerusform>
            <numerusform>{count} earlier messages omitted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} frame(s) of {part}, one every {time}</source>
        <translation>
            <numerusform>{count} frame of {part}, one every {time}</numerusform>
            <numerusform>{count} frames of {part}, one every {time}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} marker(s)</source>
        <translation>
            <numerusform>{count} marker</numerusform>
            <numerusform>{count} markers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} token(s)</source>
        <translation>
            <numerusform>{count} token</numerusform>
            <numerusform>{count} tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{host} answers, with %n model(s).</source>
        <translation>
            <numerusform>{host} answers, with %n model.</numerusform>
            <numerusform>{host} answers, with %n models.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{more} token(s) too many</source>
        <translation>
            <numerusform>{more} token too many</numerusform>
            <numerusform>{more} tokens too many</numerusform>
        </translation>
    </message>
</context>
</TS>

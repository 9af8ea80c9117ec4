<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name></name>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>${amount}</source>
        <translation>{amount} $</translation>
    </message>
    <message numerus="yes">
        <source>%n PyTorch or pickle file(s): never opened, since such files can run code.</source>
        <translation>
            <numerusform>%n PyTorch- oder Pickle-Datei: wird nie geöffnet, da solche Dateien Code ausführen können.</numerusform>
            <numerusform>%n PyTorch- oder Pickle-Dateien: werden nie geöffnet, da solche Dateien Code ausführen können.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s)</source>
        <translation>
            <numerusform>%n Antwort</numerusform>
            <numerusform>%n Antworten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) (is|are) ready.</source>
        <translation>
            <numerusform>%n Antwort ist da.</numerusform>
            <numerusform>%n Antworten sind da.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) (is|are) still being written.</source>
        <translation>
            <numerusform>%n Antwort wird noch geschrieben.</numerusform>
            <numerusform>%n Antworten werden noch geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) at once</source>
        <translation>
            <numerusform>%n Antwort zugleich</numerusform>
            <numerusform>%n Antworten zugleich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) left out: stopped, failed or too short.</source>
        <translation>
            <numerusform>%n Antwort ausgelassen: angehalten, fehlgeschlagen oder zu kurz.</numerusform>
            <numerusform>%n Antworten ausgelassen: angehalten, fehlgeschlagen oder zu kurz.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) used a cached prompt</source>
        <translation>
            <numerusform>%n Antwort nutzte einen Prompt aus dem Cache</numerusform>
            <numerusform>%n Antworten nutzten einen Prompt aus dem Cache</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attached file(s) (was|were) missing.</source>
        <translation>
            <numerusform>%n angehängte Datei fehlte.</numerusform>
            <numerusform>%n angehängte Dateien fehlten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bit(s)</source>
        <translation>
            <numerusform>%n Bit</numerusform>
            <numerusform>%n Bit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s)</source>
        <translation>
            <numerusform>%n Chat</numerusform>
            <numerusform>%n Chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) (was|were) already in your history.</source>
        <translation>
            <numerusform>%n Chat war schon in Ihrem Verlauf.</numerusform>
            <numerusform>%n Chats waren schon in Ihrem Verlauf.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) could not be read.</source>
        <translation>
            <numerusform>%n Chat konnte nicht gelesen werden.</numerusform>
            <numerusform>%n Chats konnten nicht gelesen werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) could not be read: {names}.</source>
        <translation>
            <numerusform>%n Chat konnte nicht gelesen werden: {names}.</numerusform>
            <numerusform>%n Chats konnten nicht gelesen werden: {names}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) could not be saved.</source>
        <translation>
            <numerusform>%n Chat konnte nicht gespeichert werden.</numerusform>
            <numerusform>%n Chats konnten nicht gespeichert werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) got new messages.</source>
        <translation>
            <numerusform>%n Chat hat neue Nachrichten bekommen.</numerusform>
            <numerusform>%n Chats haben neue Nachrichten bekommen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) imported.</source>
        <translation>
            <numerusform>%n Chat importiert.</numerusform>
            <numerusform>%n Chats importiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) restored from Recently Deleted.</source>
        <translation>
            <numerusform>%n Chat aus „Zuletzt gelöscht“ wiederhergestellt.</numerusform>
            <numerusform>%n Chats aus „Zuletzt gelöscht“ wiederhergestellt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) restored.</source>
        <translation>
            <numerusform>%n Chat wiederhergestellt.</numerusform>
            <numerusform>%n Chats wiederhergestellt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chat(s) selected</source>
        <translation>
            <numerusform>%n Chat ausgewählt</numerusform>
            <numerusform>%n Chats ausgewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n component(s)</source>
        <translation>
            <numerusform>%n Komponente</numerusform>
            <numerusform>%n Komponenten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n Unterhaltung</numerusform>
            <numerusform>%n Unterhaltungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) exported to {name}.</source>
        <translation>
            <numerusform>%n Unterhaltung nach {name} exportiert.</numerusform>
            <numerusform>%n Unterhaltungen nach {name} exportiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) left</source>
        <translation>
            <numerusform>noch %n Tag</numerusform>
            <numerusform>noch %n Tage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s)</source>
        <translation>
            <numerusform>%n Unterschied</numerusform>
            <numerusform>%n Unterschiede</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n download(s)</source>
        <translation>
            <numerusform>%n Download</numerusform>
            <numerusform>%n Downloads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed answer(s) not in the averages</source>
        <translation>
            <numerusform>%n fehlgeschlagene Antwort nicht im Durchschnitt</numerusform>
            <numerusform>%n fehlgeschlagene Antworten nicht im Durchschnitt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) (contains|contain) conversations that can be imported.</source>
        <translation>
            <numerusform>%n Datei enthält Unterhaltungen, die importiert werden können.</numerusform>
            <numerusform>%n Dateien enthalten Unterhaltungen, die importiert werden können.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) removed from the question.</source>
        <translation>
            <numerusform>%n Datei aus der Frage entfernt.</numerusform>
            <numerusform>%n Dateien aus der Frage entfernt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) (is|are) left out: the weights are missing.</source>
        <translation>
            <numerusform>%n Ordner fehlt in der Liste: Die Gewichte sind nicht da.</numerusform>
            <numerusform>%n Ordner fehlen in der Liste: Die Gewichte sind nicht da.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) restored.</source>
        <translation>
            <numerusform>%n Ordner wiederhergestellt.</numerusform>
            <numerusform>%n Ordner wiederhergestellt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) of {size}</source>
        <translation>
            <numerusform>%n Bild mit {size}</numerusform>
            <numerusform>%n Bilder mit {size}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n image(s)</source>
        <translation>
            <numerusform>%n Bild</numerusform>
            <numerusform>%n Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) restored.</source>
        <translation>
            <numerusform>%n Element wiederhergestellt.</numerusform>
            <numerusform>%n Elemente wiederhergestellt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) selected</source>
        <translation>
            <numerusform>%n Element ausgewählt</numerusform>
            <numerusform>%n Elemente ausgewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n Treffer</numerusform>
            <numerusform>%n Treffer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matching word(s)</source>
        <translation>
            <numerusform>insgesamt %n gleiches Wort</numerusform>
            <numerusform>insgesamt %n gleiche Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n Nachricht</numerusform>
            <numerusform>%n Nachrichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) could not be read.</source>
        <translation>
            <numerusform>%n Nachricht konnte nicht gelesen werden.</numerusform>
            <numerusform>%n Nachrichten konnten nicht gelesen werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) deleted.</source>
        <translation>
            <numerusform>%n Nachricht gelöscht.</numerusform>
            <numerusform>%n Nachrichten gelöscht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n Modell</numerusform>
            <numerusform>%n Modelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) (is|are) being converted.</source>
        <translation>
            <numerusform>%n Modell wird gerade umgewandelt.</numerusform>
            <numerusform>%n Modelle werden gerade umgewandelt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) for “{words}”</source>
        <translation>
            <numerusform>%n Modell für „{words}“</numerusform>
            <numerusform>%n Modelle für „{words}“</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more to the left</source>
        <translation>
            <numerusform>%n weiterer links</numerusform>
            <numerusform>%n weitere links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more to the right</source>
        <translation>
            <numerusform>%n weiterer rechts</numerusform>
            <numerusform>%n weitere rechts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more to vote on…</source>
        <translation>
            <numerusform>Noch über %n abstimmen …</numerusform>
            <numerusform>Noch über %n abstimmen …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not asked</source>
        <translation>
            <numerusform>%n nicht gefragt</numerusform>
            <numerusform>%n nicht gefragt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them cannot be used. The models window says why.</source>
        <translation>
            <numerusform>%n davon ist nicht nutzbar. Den Grund nennt das Fenster „Modelle“.</numerusform>
            <numerusform>%n davon sind nicht nutzbar. Den Grund nennt das Fenster „Modelle“.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n omitted</source>
        <translation>
            <numerusform>%n weggelassen</numerusform>
            <numerusform>%n weggelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n only on the left, struck through</source>
        <translation>
            <numerusform>%n nur links, durchgestrichen</numerusform>
            <numerusform>%n nur links, durchgestrichen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n only on the right, underlined</source>
        <translation>
            <numerusform>%n nur rechts, unterstrichen</numerusform>
            <numerusform>%n nur rechts, unterstrichen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other option(s)</source>
        <translation>
            <numerusform>%n weitere Option</numerusform>
            <numerusform>%n weitere Optionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pane(s)</source>
        <translation>
            <numerusform>%n Spalte</numerusform>
            <numerusform>%n Spalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) skipped, because the file does not say what (it|they) (is|are).</source>
        <translation>
            <numerusform>%n Teil übersprungen, weil die Datei nicht sagt, was er ist.</numerusform>
            <numerusform>%n Teile übersprungen, weil die Datei nicht sagt, was sie sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n program file(s) in the folder: ignored for safety.</source>
        <translation>
            <numerusform>%n Programmdatei im Ordner: aus Sicherheitsgründen ignoriert.</numerusform>
            <numerusform>%n Programmdateien im Ordner: aus Sicherheitsgründen ignoriert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s)</source>
        <translation>
            <numerusform>%n Prompt</numerusform>
            <numerusform>%n Prompts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s) of a list (has|have) not been asked yet.</source>
        <translation>
            <numerusform>%n Prompt einer Liste wurde noch nicht gestellt.</numerusform>
            <numerusform>%n Prompts einer Liste wurden noch nicht gestellt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s) of its list will not be asked.</source>
        <translation>
            <numerusform>%n Prompt der Liste wird nicht mehr gestellt.</numerusform>
            <numerusform>%n Prompts der Liste werden nicht mehr gestellt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s) without a vote.</source>
        <translation>
            <numerusform>%n Prompt ohne Stimme.</numerusform>
            <numerusform>%n Prompts ohne Stimme.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) not counted until you vote</source>
        <translation>
            <numerusform>%n Frage zählt erst nach Ihrer Stimme</numerusform>
            <numerusform>%n Fragen zählen erst nach Ihrer Stimme</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n question(s) not counted until you vote.</source>
        <translation>
            <numerusform>%n Frage wird erst gezählt, wenn Sie abgestimmt haben.</numerusform>
            <numerusform>%n Fragen werden erst gezählt, wenn Sie abgestimmt haben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n queued message(s) (is|are) waiting.</source>
        <translation>
            <numerusform>%n Nachricht wartet.</numerusform>
            <numerusform>%n Nachrichten warten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n queued message(s), sent when the answer ends</source>
        <translation>
            <numerusform>%n wartende Nachricht, gesendet nach dem Ende der Antwort</numerusform>
            <numerusform>%n wartende Nachrichten, gesendet nach dem Ende der Antwort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n Zeile</numerusform>
            <numerusform>%n Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stopped answer(s) not in the averages</source>
        <translation>
            <numerusform>%n angehaltene Antwort nicht im Durchschnitt</numerusform>
            <numerusform>%n angehaltene Antworten nicht im Durchschnitt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n summarized</source>
        <translation>
            <numerusform>%n zusammengefasst</numerusform>
            <numerusform>%n zusammengefasst</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n temporary chat(s) (is|are) open.</source>
        <translation>
            <numerusform>%n temporärer Chat ist offen.</numerusform>
            <numerusform>%n temporäre Chats sind offen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s)</source>
        <translation>
            <numerusform>%n Text</numerusform>
            <numerusform>%n Texte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to summarize</source>
        <translation>
            <numerusform>%n zusammenzufassen</numerusform>
            <numerusform>%n zusammenzufassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tool(s)</source>
        <translation>
            <numerusform>%n Werkzeug</numerusform>
            <numerusform>%n Werkzeuge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n video(s)</source>
        <translation>
            <numerusform>%n Video</numerusform>
            <numerusform>%n Videos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with a failed answer</source>
        <translation>
            <numerusform>%n mit fehlgeschlagener Antwort</numerusform>
            <numerusform>%n mit fehlgeschlagener Antwort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a number</source>
        <translation>
            <numerusform>%n ohne Zahl</numerusform>
            <numerusform>%n ohne Zahl</numerusform>
        </translation>
    </message>
    <message>
        <source>(Failed: {reason})</source>
        <translation>(Fehlgeschlagen: {reason})</translation>
    </message>
    <message>
        <source>(not found)</source>
        <translation>(nicht gefunden)</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>(nichts)</translation>
    </message>
    <message>
        <source>({count} more characters are not shown.)</source>
        <translation>({count} weitere Zeichen werden nicht gezeigt.)</translation>
    </message>
    <message>
        <source>-y a-server &quot;/folder with spaces&quot;</source>
        <translation>-y ein-server &quot;/Ordner mit Leerzeichen&quot;</translation>
    </message>
    <message>
        <source>0 always picks the most likely token; higher is more varied</source>
        <translation>0 nimmt immer das wahrscheinlichste Token; höher ist abwechslungsreicher</translation>
    </message>
    <message>
        <source>1 frame of {part}</source>
        <translation>1 Bild von {part}</translation>
    </message>
    <message>
        <source>1 image</source>
        <translation>1 Bild</translation>
    </message>
    <message>
        <source>8-bit cache</source>
        <translation>8-Bit-Cache</translation>
    </message>
    <message>
        <source>8-bit conversation cache</source>
        <translation>8-Bit-Gesprächscache</translation>
    </message>
    <message>
        <source>A .json or .zip file with conversations</source>
        <translation>Eine .json- oder .zip-Datei mit Unterhaltungen</translation>
    </message>
    <message>
        <source>A JSON schema and tools cannot be used together with {model}: its chat template does not show how to write a tool call. Remove the schema, or switch the tools off.</source>
        <translation>Ein JSON-Schema und Werkzeuge lassen sich mit {model} nicht zusammen verwenden: Die Chatvorlage zeigt nicht, wie ein Werkzeugaufruf geschrieben wird. Entfernen Sie das Schema, oder schalten Sie die Werkzeuge aus.</translation>
    </message>
    <message>
        <source>A JSON schema cannot be used with this model: its tokenizer is not supported. Remove the schema, or choose another model.</source>
        <translation>Ein JSON-Schema lässt sich mit diesem Modell nicht verwenden: Sein Tokenizer wird nicht unterstützt. Entfernen Sie das Schema oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>A JSON schema needs a model with a token that ends its answers. Remove the schema, or choose another model.</source>
        <translation>Ein JSON-Schema braucht ein Modell mit einem Token, das seine Antworten beendet. Entfernen Sie das Schema oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>A LoRA adapter, trained with mlx-lm or mlx-vlm, changes how the model answers. The model with the adapter is listed separately, next to this one.</source>
        <translation>Ein mit mlx-lm oder mlx-vlm trainierter LoRA-Adapter ändert, wie das Modell antwortet. Das Modell mit dem Adapter steht als eigenes Modell neben diesem in der Liste.</translation>
    </message>
    <message>
        <source>A change could not be saved: {error}. Make it again.</source>
        <translation>Eine Änderung konnte nicht gespeichert werden: {error}. Nehmen Sie sie noch einmal vor.</translation>
    </message>
    <message>
        <source>A colon is missing in line {line}, column {column}. Put it between a name and its value.</source>
        <translation>In Zeile {line}, Spalte {column} fehlt ein Doppelpunkt. Setzen Sie ihn zwischen einen Namen und seinen Wert.</translation>
    </message>
    <message>
        <source>A comma or a closing bracket is missing in line {line}, column {column}. Write \&quot; for a quote inside a text.</source>
        <translation>In Zeile {line}, Spalte {column} fehlt ein Komma oder eine schließende Klammer. Schreiben Sie \&quot; für ein Anführungszeichen in einem Text.</translation>
    </message>
    <message numerus="yes">
        <source>A comparison can have at most %n pane(s)</source>
        <translation>
            <numerusform>Ein Vergleich kann höchstens %n Spalte haben</numerusform>
            <numerusform>Ein Vergleich kann höchstens %n Spalten haben</numerusform>
        </translation>
    </message>
    <message>
        <source>A comparison can have at most {count} panes. Remove one, then add this model.</source>
        <translation>Ein Vergleich kann höchstens {count} Spalten haben. Entfernen Sie eine und fügen Sie dann dieses Modell hinzu.</translation>
    </message>
    <message>
        <source>A context of {tokens:,} tokens fits.</source>
        <translation>Ein Kontext von {tokens:,} Tokens passt.</translation>
    </message>
    <message>
        <source>A different model</source>
        <translation>Anderem Modell</translation>
    </message>
    <message>
        <source>A different setting…</source>
        <translation>Anderer Einstellung …</translation>
    </message>
    <message>
        <source>A different system prompt…</source>
        <translation>Anderem Systemprompt …</translation>
    </message>
    <message>
        <source>A different temperature…</source>
        <translation>Anderer Temperatur …</translation>
    </message>
    <message>
        <source>A file of this model has a name that is not safe: {name}. Nothing is downloaded.</source>
        <translation>Eine Datei dieses Modells hat einen unsicheren Namen: {name}. Nichts wird heruntergeladen.</translation>
    </message>
    <message>
        <source>A folder of LM Studio conversations</source>
        <translation>Ein Ordner mit Unterhaltungen von LM Studio</translation>
    </message>
    <message>
        <source>A folder&apos;s chats are not deleted with it.</source>
        <translation>Die Chats eines Ordners werden nicht mit ihm gelöscht.</translation>
    </message>
    <message>
        <source>A group of machines cannot do this. Use a model on this computer.</source>
        <translation>Eine Gruppe von Rechnern kann das nicht. Nehmen Sie ein Modell auf diesem Computer.</translation>
    </message>
    <message>
        <source>A group of machines cannot read images or videos. Use a model on this computer.</source>
        <translation>Eine Gruppe von Rechnern kann keine Bilder und Videos lesen. Nehmen Sie ein Modell auf diesem Computer.</translation>
    </message>
    <message>
        <source>A group of machines does not draft ahead.</source>
        <translation>Eine Gruppe von Rechnern rät nicht voraus.</translation>
    </message>
    <message>
        <source>A group of machines reads prompts in full.</source>
        <translation>Eine Gruppe von Rechnern liest Prompts ganz.</translation>
    </message>
    <message>
        <source>A list is already running in this tab. Stop it first.</source>
        <translation>In diesem Tab läuft schon eine Liste. Halten Sie diese zuerst an.</translation>
    </message>
    <message>
        <source>A machine in the group has a different version ({found}). Install the same version as here: {asked}.</source>
        <translation>Ein Rechner der Gruppe hat eine andere Version ({found}). Installieren Sie dort dieselbe wie hier: {asked}.</translation>
    </message>
    <message>
        <source>A mirror&apos;s address begins with https://.</source>
        <translation>Die Adresse eines Spiegelservers beginnt mit https://.</translation>
    </message>
    <message>
        <source>A model&apos;s code is never run.</source>
        <translation>Code eines Modells wird nie ausgeführt.</translation>
    </message>
    <message>
        <source>A name in double quotes is missing in line {line}, column {column}. There is no comma after the last value.</source>
        <translation>In Zeile {line}, Spalte {column} fehlt ein Name in doppelten Anführungszeichen. Nach dem letzten Wert steht kein Komma.</translation>
    </message>
    <message>
        <source>A preset holds a system prompt, sampling options and tools. Save one in the options of a chat, and choose it here.</source>
        <translation>Eine Vorlage enthält Systemprompt, Sampling-Optionen und Werkzeuge. Speichern Sie eine in den Optionen eines Chats, und wählen Sie sie hier.</translation>
    </message>
    <message>
        <source>A proxy&apos;s address begins with http://, such as http://host:8080.</source>
        <translation>Die Adresse eines Proxys beginnt mit http://, zum Beispiel http://host:8080.</translation>
    </message>
    <message>
        <source>A raw prompt is a single text, without media or tools.</source>
        <translation>Ein roher Prompt ist ein Text, ohne Bilder, Videos und Werkzeuge.</translation>
    </message>
    <message>
        <source>A server has no name.</source>
        <translation>Ein Server hat keinen Namen.</translation>
    </message>
    <message>
        <source>A setting of the server {name} contains a NUL character. Remove it.</source>
        <translation>Eine Einstellung des Servers {name} enthält ein NUL-Zeichen. Entfernen Sie es.</translation>
    </message>
    <message>
        <source>A setting that points to a file outside the folder was removed.</source>
        <translation>Eine Einstellung, die auf eine Datei außerhalb des Ordners verweist, wurde entfernt.</translation>
    </message>
    <message>
        <source>A smaller model guesses the next words, and this one checks several at once. The answers stay the same, but both models take memory.</source>
        <translation>Ein kleineres Modell rät die nächsten Wörter, und dieses prüft mehrere auf einmal. Die Antworten bleiben gleich, aber beide Modelle brauchen Speicher.</translation>
    </message>
    <message>
        <source>A temporary chat could not be opened: {reason}.</source>
        <translation>Ein temporärer Chat konnte nicht geöffnet werden: {reason}.</translation>
    </message>
    <message>
        <source>A temporary chat is not in the history. Keep it first, then duplicate it.</source>
        <translation>Ein temporärer Chat steht nicht im Verlauf. Behalten Sie ihn zuerst, und duplizieren Sie ihn dann.</translation>
    </message>
    <message>
        <source>A temporary chat is not in the history. Keep it first, then rename it.</source>
        <translation>Ein temporärer Chat steht nicht im Verlauf. Behalten Sie ihn zuerst, und benennen Sie ihn dann um.</translation>
    </message>
    <message>
        <source>A thinking budget needs a model that reasons. Remove the budget.</source>
        <translation>Ein Denkbudget braucht ein Modell, das nachdenkt. Entfernen Sie das Budget.</translation>
    </message>
    <message>
        <source>A token is saved. Enter another one to replace it.</source>
        <translation>Ein Token ist gespeichert. Geben Sie einen anderen ein, um ihn zu ersetzen.</translation>
    </message>
    <message>
        <source>A tool call is required, but no tool is offered. Offer one.</source>
        <translation>Ein Werkzeugaufruf wird verlangt, aber kein Werkzeug angeboten. Bieten Sie eines an.</translation>
    </message>
    <message>
        <source>A tool call is waiting for you.</source>
        <translation>Ein Werkzeugaufruf wartet auf Sie.</translation>
    </message>
    <message>
        <source>A value is missing or not valid in line {line}, column {column}. Put text in double quotes.</source>
        <translation>In Zeile {line}, Spalte {column} fehlt ein Wert, oder er ist ungültig. Setzen Sie Text in doppelte Anführungszeichen.</translation>
    </message>
    <message>
        <source>A version with {bits} bits would need about {size}. Look for one under Get models.</source>
        <translation>Eine Fassung mit {bits} Bit bräuchte etwa {size}. Suchen Sie eine unter „Modelle finden“.</translation>
    </message>
    <message>
        <source>A weight file in {folder} could not be read to the end. Check the disk, or download the model again.</source>
        <translation>Eine Gewichtsdatei von {folder} konnte nicht vollständig gelesen werden. Prüfen Sie den Datenträger oder laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>Abilities</source>
        <translation>Fähigkeiten</translation>
    </message>
    <message>
        <source>About Duologue</source>
        <translation>Über Duologue</translation>
    </message>
    <message>
        <source>Above 0 avoids words that were already used</source>
        <translation>Über 0 meidet schon verwendete Wörter</translation>
    </message>
    <message>
        <source>Above 1 discourages repetition</source>
        <translation>Über 1 gibt es weniger Wiederholungen</translation>
    </message>
    <message>
        <source>Accent color</source>
        <translation>Akzentfarbe</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>Originalgröße</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a folder with models</source>
        <translation>Ordner mit Modellen hinzufügen</translation>
    </message>
    <message>
        <source>Add a model, or the same one with other settings</source>
        <translation>Ein Modell hinzufügen oder dasselbe mit anderen Einstellungen</translation>
    </message>
    <message>
        <source>Add a prompt</source>
        <translation>Einen Prompt hinzufügen</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>Server hinzufügen</translation>
    </message>
    <message>
        <source>Add examples</source>
        <translation>Beispiele hinzufügen</translation>
    </message>
    <message>
        <source>Add files or a capture of the screen</source>
        <translation>Dateien oder eine Aufnahme des Bildschirms hinzufügen</translation>
    </message>
    <message>
        <source>Add files to the folder</source>
        <translation>Dateien zum Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Dateien hinzufügen …</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Add images, videos or texts</source>
        <translation>Bilder, Videos oder Texte hinzufügen</translation>
    </message>
    <message>
        <source>Add images, videos or texts…</source>
        <translation>Bilder, Videos oder Texte hinzufügen …</translation>
    </message>
    <message>
        <source>Add pane</source>
        <translation>Spalte hinzufügen</translation>
    </message>
    <message>
        <source>Add the server</source>
        <translation>Server hinzufügen</translation>
    </message>
    <message>
        <source>Add these servers to the list</source>
        <translation>Diese Server zur Liste hinzufügen</translation>
    </message>
    <message>
        <source>Add this stop token</source>
        <translation>Dieses Stopptoken hinzufügen</translation>
    </message>
    <message>
        <source>Add to favorites</source>
        <translation>Zu den Favoriten</translation>
    </message>
    <message>
        <source>Added folder</source>
        <translation>Hinzugefügter Ordner</translation>
    </message>
    <message>
        <source>Added one prompt.</source>
        <translation>Ein Prompt wurde hinzugefügt.</translation>
    </message>
    <message>
        <source>Added to the presets: {names}.</source>
        <translation>Zu den Vorlagen hinzugefügt: {names}.</translation>
    </message>
    <message>
        <source>Added {count} of {found} prompts.</source>
        <translation>{count} von {found} Prompts wurden hinzugefügt.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen …</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Übereinstimmung</translation>
    </message>
    <message>
        <source>Agreement for each prompt</source>
        <translation>Übereinstimmung je Prompt</translation>
    </message>
    <message>
        <source>All answers</source>
        <translation>Alle Antworten</translation>
    </message>
    <message>
        <source>All chats</source>
        <translation>Alle Chats</translation>
    </message>
    <message>
        <source>All conversations, including those in Recently Deleted, with drafts and files. This cannot be undone.</source>
        <translation>Alle Unterhaltungen, auch die unter „Zuletzt gelöscht“, mit Entwürfen und Dateien. Das kann nicht rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All files ({pattern})</source>
        <translation>Alle Dateien ({pattern})</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>Alle Modelle</translation>
    </message>
    <message>
        <source>All requests</source>
        <translation>Alle Anfragen</translation>
    </message>
    <message>
        <source>All tokens that models generated.</source>
        <translation>Alle Tokens, die Modelle geschrieben haben.</translation>
    </message>
    <message>
        <source>All tokens that the model generated: reasoning, answer and tool calls.</source>
        <translation>Alle Tokens, die das Modell geschrieben hat: Gedankengang, Antwort und Werkzeugaufrufe.</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>Allow Duologue to capture the screen?</source>
        <translation>Darf Duologue den Bildschirm aufnehmen?</translation>
    </message>
    <message>
        <source>Allow more memory in Settings, or download a quantized version.</source>
        <translation>Erlauben Sie in den Einstellungen mehr Speicher, oder laden Sie eine quantisierte Fassung herunter.</translation>
    </message>
    <message>
        <source>Allowed web pages</source>
        <translation>Erlaubte Webseiten</translation>
    </message>
    <message>
        <source>Alternating with {models}</source>
        <translation>Im Wechsel mit {models}</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Always run {tool} without asking</source>
        <translation>{tool} immer ohne Nachfrage ausführen</translation>
    </message>
    <message>
        <source>Always send, even when older messages are omitted</source>
        <translation>Immer senden, auch wenn ältere Nachrichten wegfallen</translation>
    </message>
    <message>
        <source>Always sent to the model</source>
        <translation>Wird immer an das Modell gesendet</translation>
    </message>
    <message>
        <source>An 8-bit cache would noticeably change this model&apos;s answers.</source>
        <translation>Ein 8-Bit-Cache würde die Antworten dieses Modells merklich verändern.</translation>
    </message>
    <message>
        <source>An answer that ends with a tool call cannot be continued. Add the call&apos;s result first.</source>
        <translation>Eine Antwort, die mit einem Werkzeugaufruf endet, kann nicht fortgesetzt werden. Fügen Sie zuerst das Ergebnis des Aufrufs hinzu.</translation>
    </message>
    <message>
        <source>An earlier message changed</source>
        <translation>Eine frühere Nachricht wurde geändert</translation>
    </message>
    <message>
        <source>An earlier message changed, or more of the oldest are omitted</source>
        <translation>Eine frühere Nachricht wurde geändert, oder mehr von den ältesten sind weggelassen</translation>
    </message>
    <message>
        <source>An image or video changed</source>
        <translation>Ein Bild oder Video wurde geändert</translation>
    </message>
    <message>
        <source>An image or video changed while it was read. Ask again.</source>
        <translation>Ein Bild oder Video wurde geändert, während es gelesen wurde. Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>An import is already running.</source>
        <translation>Es läuft schon ein Import.</translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>Und %n weiterer.</numerusform>
            <numerusform>Und %n weitere.</numerusform>
        </translation>
    </message>
    <message>
        <source>And {count} more.</source>
        <translation>Und {count} weitere.</translation>
    </message>
    <message>
        <source>Another program has locked {name}. Changes are kept in memory and saved once the file is free: close that program before you quit.</source>
        <translation>Ein anderes Programm hält {name}. Was Sie jetzt tun, bleibt im Arbeitsspeicher und wird gespeichert, sobald die Datei frei ist: Bitte schließen Sie jenes Programm, bevor Sie beenden.</translation>
    </message>
    <message>
        <source>Another server that carries the hub&apos;s models. Your token is sent to it, too.</source>
        <translation>Ein anderer Server mit den Modellen des Hubs. Auch er erhält Ihren Token.</translation>
    </message>
    <message>
        <source>Another version of the weights.</source>
        <translation>Eine andere Fassung der Gewichte.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer complete</source>
        <translation>Antwort vollständig</translation>
    </message>
    <message>
        <source>Answer for any model name</source>
        <translation>Auf jeden Modellnamen antworten</translation>
    </message>
    <message>
        <source>Answer on the left</source>
        <translation>Linke Antwort</translation>
    </message>
    <message>
        <source>Answer on the right</source>
        <translation>Rechte Antwort</translation>
    </message>
    <message>
        <source>Answer statistics</source>
        <translation>Statistik der Antwort</translation>
    </message>
    <message>
        <source>Answer {number}</source>
        <translation>Antwort {number}</translation>
    </message>
    <message>
        <source>Answered alone</source>
        <translation>Antwortete allein</translation>
    </message>
    <message>
        <source>Answered by {host}</source>
        <translation>Beantwortet von {host}</translation>
    </message>
    <message>
        <source>Answering alone</source>
        <translation>Antwortet allein</translation>
    </message>
    <message>
        <source>Answering on {host}</source>
        <translation>Antwortet bei {host}</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Answers are written one after the other.</source>
        <translation>Antworten werden nacheinander geschrieben.</translation>
    </message>
    <message>
        <source>Answers that are generated at the same time, in one batch.</source>
        <translation>Antworten, die gleichzeitig erzeugt werden, in einem Batch.</translation>
    </message>
    <message>
        <source>Answers that were started, including titles and summaries.</source>
        <translation>Begonnene Antworten, einschließlich Titeln und Zusammenfassungen.</translation>
    </message>
    <message>
        <source>Answers will appear here.</source>
        <translation>Hier erscheinen die Antworten.</translation>
    </message>
    <message>
        <source>Anthropic-compatible</source>
        <translation>Anthropic-kompatibel</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Applies to comparisons too. A new chat begins with the model&apos;s default preset.</source>
        <translation>Gilt auch für Vergleiche. Ein neuer Chat beginnt mit der Standardvorlage des Modells.</translation>
    </message>
    <message>
        <source>Archive</source>
        <comment>a chat</comment>
        <translation>Archivieren</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archiv</translation>
    </message>
    <message>
        <source>Argument {name}</source>
        <translation>Argument {name}</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Arguments for {tool}, as JSON</source>
        <translation>Argumente von {tool} als JSON</translation>
    </message>
    <message>
        <source>As detected</source>
        <translation>Wie erkannt</translation>
    </message>
    <message>
        <source>As recommended for the model</source>
        <translation>Wie für das Modell empfohlen</translation>
    </message>
    <message>
        <source>Ask about a sample image: {question}</source>
        <translation>Zu einem Beispielbild fragen: {question}</translation>
    </message>
    <message>
        <source>Ask about a sample video: {question}</source>
        <translation>Zu einem Beispielvideo fragen: {question}</translation>
    </message>
    <message>
        <source>Ask about the screen</source>
        <translation>Zum Bildschirm fragen</translation>
    </message>
    <message>
        <source>Ask about the screen from any program</source>
        <translation>Aus jedem Programm zum Bildschirm fragen</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Wieder fragen</translation>
    </message>
    <message>
        <source>Ask again before a chat goes to {host}</source>
        <translation>Wieder fragen, bevor ein Chat an {host} geht</translation>
    </message>
    <message>
        <source>Ask again before {tool} runs</source>
        <translation>Wieder fragen, bevor {tool} läuft</translation>
    </message>
    <message numerus="yes">
        <source>Ask all %n, or drop a text file</source>
        <translation>
            <numerusform>Alle %n fragen oder Textdatei ablegen</numerusform>
            <numerusform>Alle %n fragen oder Textdatei ablegen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ask all %n, or drop an image or a video</source>
        <translation>
            <numerusform>Alle %n fragen, Bild oder Video ablegen</numerusform>
            <numerusform>Alle %n fragen, Bild oder Video ablegen</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask all prompts in one conversation</source>
        <translation>Alle Prompts in einer Unterhaltung stellen</translation>
    </message>
    <message>
        <source>Ask anything</source>
        <translation>Fragen Sie etwas</translation>
    </message>
    <message>
        <source>Ask before quitting while answers are being written</source>
        <translation>Vor dem Beenden fragen, solange Antworten geschrieben werden</translation>
    </message>
    <message>
        <source>Ask both, or drop a text file</source>
        <translation>Beide fragen oder Textdatei ablegen</translation>
    </message>
    <message>
        <source>Ask both, or drop an image or a video</source>
        <translation>Beide fragen, Bild oder Video ablegen</translation>
    </message>
    <message>
        <source>Ask models on another computer or at a service, using its address and your key. Such chats leave this computer; the window says so wherever you write one, and asks before the first is sent. The key stays in this computer&apos;s keychain.</source>
        <translation>Fragen Sie Modelle auf einem anderen Computer oder bei einem Dienst, mit dessen Adresse und Ihrem Schlüssel. Solche Chats verlassen diesen Computer; das Fenster sagt das überall, wo Sie einen schreiben, und fragt, bevor der erste gesendet wird. Der Schlüssel bleibt im Schlüsselbund dieses Computers.</translation>
    </message>
    <message>
        <source>Ask the hub about this model again</source>
        <translation>Den Hub noch einmal nach diesem Modell fragen</translation>
    </message>
    <message>
        <source>Ask the last prompt in this pane</source>
        <translation>Letzten Prompt in dieser Spalte stellen</translation>
    </message>
    <message>
        <source>Ask, or drop a text file</source>
        <translation>Frage stellen oder Textdatei ablegen</translation>
    </message>
    <message>
        <source>Ask, or drop an image or a video</source>
        <translation>Frage stellen, Bild oder Video ablegen</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Asks each machine for its version and memory, and whether the models fit. “Copy models” copies what is missing to the same folder, and continues a copy that was stopped.</source>
        <translation>Fragt jeden Rechner nach Version und Speicher, und ob die Modelle hineinpassen. „Modelle kopieren“ kopiert in denselben Ordner, was fehlt, und setzt eine angehaltene Kopie fort.</translation>
    </message>
    <message>
        <source>Asks for: {names}.</source>
        <translation>Fragt nach: {names}.</translation>
    </message>
    <message>
        <source>At blank lines</source>
        <translation>An Leerzeilen</translation>
    </message>
    <message>
        <source>At temperature 0 all answers are identical</source>
        <translation>Bei Temperatur 0 sind alle Antworten gleich</translation>
    </message>
    <message>
        <source>At token {place}: “{got}” instead of “{expected}”</source>
        <translation>Bei Token {place}: „{got}“ statt „{expected}“</translation>
    </message>
    <message>
        <source>Attach adapter</source>
        <translation>Adapter anhängen</translation>
    </message>
    <message>
        <source>Attach adapter…</source>
        <translation>Adapter anhängen …</translation>
    </message>
    <message>
        <source>Attach as a file</source>
        <translation>Als Datei anhängen</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>Audio</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Available once the server is running.</source>
        <translation>Verfügbar, sobald der Server läuft.</translation>
    </message>
    <message>
        <source>Available when the answer is finished</source>
        <translation>Verfügbar, sobald die Antwort fertig ist</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>Durchschnitt</translation>
    </message>
    <message>
        <source>Average KL divergence</source>
        <translation>Mittlere KL-Divergenz</translation>
    </message>
    <message>
        <source>Average number of bits per weight</source>
        <translation>Bits pro Gewicht im Durchschnitt</translation>
    </message>
    <message>
        <source>Averages count completed answers only, not stopped or failed ones.</source>
        <translation>Die Durchschnitte zählen nur vollständige Antworten, keine angehaltenen oder fehlgeschlagenen.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to the list of models</source>
        <translation>Zurück zur Liste der Modelle</translation>
    </message>
    <message>
        <source>Backups of the database</source>
        <translation>Sicherungen der Datenbank</translation>
    </message>
    <message>
        <source>Bars show the median. Lines show all values, with marks around the middle half.</source>
        <translation>Balken zeigen den Median. Linien zeigen alle Werte, ihre beiden Striche die mittlere Hälfte.</translation>
    </message>
    <message>
        <source>Basic</source>
        <translation>Einfach</translation>
    </message>
    <message>
        <source>Batched with {panes}</source>
        <translation>Gebündelt mit {panes}</translation>
    </message>
    <message>
        <source>Batched with {panes}, alternating with {models}</source>
        <translation>Gebündelt mit {panes}, im Wechsel mit {models}</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
    <message>
        <source>Bits per weight</source>
        <translation>Bits pro Gewicht</translation>
    </message>
    <message>
        <source>Blind</source>
        <translation>Blind</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>Von hier verzweigen</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>Eingebaut</translation>
    </message>
    <message>
        <source>Built in, for {family}</source>
        <translation>Eingebaut, für {family}</translation>
    </message>
    <message>
        <source>By last use</source>
        <translation>Nach letzter Verwendung</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>CSV, for spreadsheets</source>
        <translation>CSV, für Tabellenprogramme</translation>
    </message>
    <message>
        <source>Cache for {context} tokens</source>
        <translation>Cache für {context} Tokens</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>Im Cache</translation>
    </message>
    <message>
        <source>Cached images</source>
        <translation>Bilder im Cache</translation>
    </message>
    <message>
        <source>Cached tokens that were read from the disk, where Duologue saved them earlier.</source>
        <translation>Tokens aus dem Cache, die vom Datenträger gelesen wurden, wo Duologue sie früher gespeichert hat.</translation>
    </message>
    <message>
        <source>Calculates with + - * / % and powers.</source>
        <translation>Rechnet mit + - * / % und Potenzen.</translation>
    </message>
    <message>
        <source>Calculator</source>
        <translation>Taschenrechner</translation>
    </message>
    <message>
        <source>Calls tools</source>
        <translation>Ruft Werkzeuge auf</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel and keep nothing</source>
        <translation>Abbrechen und nichts behalten</translation>
    </message>
    <message>
        <source>Cancel and keep the files written so far</source>
        <translation>Abbrechen und die bisher geschriebenen Dateien behalten</translation>
    </message>
    <message>
        <source>Cancel and keep what was imported so far</source>
        <translation>Abbrechen und behalten, was schon importiert ist</translation>
    </message>
    <message>
        <source>Cancel loading</source>
        <translation>Laden abbrechen</translation>
    </message>
    <message>
        <source>Cancel the download of {name}</source>
        <translation>Download von {name} abbrechen</translation>
    </message>
    <message>
        <source>Canceled. Nothing was kept.</source>
        <translation>Abgebrochen. Es wurde nichts behalten.</translation>
    </message>
    <message>
        <source>Canceled. Pages sent before that may still be printed.</source>
        <translation>Abgebrochen. Schon gesendete Seiten werden vielleicht noch gedruckt.</translation>
    </message>
    <message numerus="yes">
        <source>Canceled: %n conversation(s) (was|were) exported to {name}.</source>
        <translation>
            <numerusform>Abgebrochen: %n Unterhaltung wurde nach {name} exportiert.</numerusform>
            <numerusform>Abgebrochen: %n Unterhaltungen wurden nach {name} exportiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Canceled: the rest was not imported. Import again to get the rest.</source>
        <translation>Abgebrochen: Der Rest wurde nicht importiert. Importieren Sie noch einmal, um den Rest zu erhalten.</translation>
    </message>
    <message>
        <source>Canceling…</source>
        <translation>Wird abgebrochen …</translation>
    </message>
    <message>
        <source>Cannot run here</source>
        <translation>Läuft hier nicht</translation>
    </message>
    <message>
        <source>Capture a window</source>
        <translation>Ein Fenster aufnehmen</translation>
    </message>
    <message>
        <source>Capture an area of the screen</source>
        <translation>Einen Bereich des Bildschirms aufnehmen</translation>
    </message>
    <message>
        <source>Capture the whole screen</source>
        <translation>Den ganzen Bildschirm aufnehmen</translation>
    </message>
    <message>
        <source>Captures an area of the screen for the frontmost chat. To change the shortcut, press new keys in the field.</source>
        <translation>Nimmt einen Bereich des Bildschirms für den vordersten Chat auf. Um die Tasten zu ändern, drücken Sie im Feld andere.</translation>
    </message>
    <message>
        <source>Change it if another program uses this port. Running requests end.</source>
        <translation>Ändern Sie ihn, wenn ein anderes Programm ihn benutzt. Laufende Anfragen enden.</translation>
    </message>
    <message>
        <source>Change shortcuts in Settings</source>
        <translation>Tastenkürzel in den Einstellungen ändern</translation>
    </message>
    <message>
        <source>Change the folder for downloads…</source>
        <translation>Ordner für Downloads ändern …</translation>
    </message>
    <message>
        <source>Changed for this chat</source>
        <translation>Für diesen Chat geändert</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern …</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>Channel format</source>
        <translation>Kanalformat</translation>
    </message>
    <message>
        <source>Channel format {name}, {thinking}, {tools}.</source>
        <translation>Kanalformat {name}, {thinking}, {tools}.</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Charts for</source>
        <translation>Diagramme für</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chatvorlage</translation>
    </message>
    <message>
        <source>Chat template to use</source>
        <translation>Zu verwendende Chatvorlage</translation>
    </message>
    <message>
        <source>Chat title</source>
        <translation>Titel des Chats</translation>
    </message>
    <message>
        <source>Chat with models that run on this computer.</source>
        <translation>Chatten mit Modellen, die auf diesem Computer laufen.</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Chats and folders in Recently Deleted are included. Their images, videos and documents are deleted, too, and so are the backups. This cannot be undone.</source>
        <translation>Chats und Ordner unter „Zuletzt gelöscht“ sind eingeschlossen. Ihre Bilder, Videos und Dokumente werden auch gelöscht, ebenso die Sicherungen. Das kann nicht rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>Chats to list</source>
        <translation>Welche Chats gezeigt werden</translation>
    </message>
    <message>
        <source>Check against the original</source>
        <translation>Mit dem Original prüfen</translation>
    </message>
    <message>
        <source>Check for updates once a week</source>
        <translation>Einmal pro Woche nach Updates suchen</translation>
    </message>
    <message>
        <source>Check for updates once a week? Duologue asks GitHub for the newest version; nothing about you is sent.</source>
        <translation>Einmal pro Woche nach Updates suchen? Duologue fragt GitHub nach der neuesten Version; über Sie wird nichts gesendet.</translation>
    </message>
    <message>
        <source>Check for updates…</source>
        <translation>Nach Updates suchen …</translation>
    </message>
    <message>
        <source>Check of {model}</source>
        <translation>Prüfung von {model}</translation>
    </message>
    <message>
        <source>Check prompts</source>
        <translation>Prüfprompts</translation>
    </message>
    <message>
        <source>Checking for updates…</source>
        <translation>Updates werden gesucht …</translation>
    </message>
    <message>
        <source>Checks several guessed tokens at once; the answer is the same</source>
        <translation>Prüft mehrere geratene Tokens auf einmal; die Antwort bleibt gleich</translation>
    </message>
    <message>
        <source>Choose a command to change its keys.</source>
        <translation>Befehl wählen, um seine Tasten zu ändern.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Choose a model from the model menu.</source>
        <translation>Wählen Sie ein Modell aus dem Modellmenü.</translation>
    </message>
    <message>
        <source>Choose a model of a family that MLX supports.</source>
        <translation>Wählen Sie ein Modell einer Familie, die MLX unterstützt.</translation>
    </message>
    <message>
        <source>Choose among the k most likely tokens</source>
        <translation>Auswahl unter den k wahrscheinlichsten Tokens</translation>
    </message>
    <message>
        <source>Choose another folder for downloads</source>
        <translation>Einen anderen Ordner für Downloads wählen</translation>
    </message>
    <message>
        <source>Choose fewer bits: {least} would fit.</source>
        <translation>Wählen Sie weniger Bits: {least} würden passen.</translation>
    </message>
    <message>
        <source>Choose files the model may read</source>
        <translation>Dateien wählen, die das Modell lesen darf</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Dateien wählen …</translation>
    </message>
    <message>
        <source>Choose part of the screen</source>
        <translation>Einen Teil des Bildschirms wählen</translation>
    </message>
    <message>
        <source>Choose the adapter&apos;s own base model.</source>
        <translation>Wählen Sie das Basismodell des Adapters.</translation>
    </message>
    <message>
        <source>Choose the folder that holds config.json and the .safetensors files.</source>
        <translation>Wählen Sie den Ordner mit config.json und den .safetensors-Dateien.</translation>
    </message>
    <message>
        <source>Choosing parts</source>
        <translation>Auswahl der Teile</translation>
    </message>
    <message>
        <source>Choosing what to read failed: {reason}.</source>
        <translation>Die Auswahl der zu lesenden Teile ist fehlgeschlagen: {reason}.</translation>
    </message>
    <message>
        <source>Choosing what to read, {percent}%…</source>
        <translation>Auswahl der zu lesenden Teile, {percent} % …</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>Filter aufheben</translation>
    </message>
    <message>
        <source>Clear the caches</source>
        <translation>Caches leeren</translation>
    </message>
    <message>
        <source>Clear the prompt cache</source>
        <translation>Prompt-Cache leeren</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>Click a window. Space: an area. Return: all. Esc: cancel.</source>
        <translation>Auf ein Fenster klicken. Leertaste: Bereich. Eingabe: alles. Esc: abbrechen.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Close other tabs</source>
        <translation>Andere Tabs schließen</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>Close tabs to the right</source>
        <translation>Tabs rechts davon schließen</translation>
    </message>
    <message>
        <source>Close “{title}”?</source>
        <translation>„{title}“ schließen?</translation>
    </message>
    <message>
        <source>Code {number} of {count}, {language}. Return copies it.</source>
        <translation>Code {number} von {count}, {language}. Die Eingabetaste kopiert ihn.</translation>
    </message>
    <message>
        <source>Code, {language}, {lines}</source>
        <translation>Code, {language}, {lines}</translation>
    </message>
    <message>
        <source>Code, {lines}</source>
        <translation>Code, {lines}</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation>Befehlspalette …</translation>
    </message>
    <message>
        <source>Commands and shortcuts</source>
        <translation>Befehle und Tastenkürzel</translation>
    </message>
    <message>
        <source>Commands, chats and settings</source>
        <translation>Befehle, Chats und Einstellungen</translation>
    </message>
    <message>
        <source>Compare side by side</source>
        <translation>Nebeneinander vergleichen</translation>
    </message>
    <message>
        <source>Compare with and without</source>
        <translation>Mit und ohne vergleichen</translation>
    </message>
    <message>
        <source>Compare with and without drafting</source>
        <translation>Mit und ohne Vorausraten vergleichen</translation>
    </message>
    <message>
        <source>Compare with and without skimming</source>
        <translation>Mit und ohne Überfliegen vergleichen</translation>
    </message>
    <message>
        <source>Compare {name} with its base model</source>
        <translation>{name} mit dem Basismodell vergleichen</translation>
    </message>
    <message>
        <source>Compared with {original}, {date}</source>
        <translation>Verglichen mit {original}, {date}</translation>
    </message>
    <message numerus="yes">
        <source>Comparing %n answer(s)</source>
        <translation>
            <numerusform>%n Antwort im Vergleich</numerusform>
            <numerusform>%n Antworten im Vergleich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Comparing %n model(s)</source>
        <translation>
            <numerusform>%n Modell im Vergleich</numerusform>
            <numerusform>%n Modelle im Vergleich</numerusform>
        </translation>
    </message>
    <message>
        <source>Comparing the predictions of both models: {done}</source>
        <translation>Vorhersagen beider Modelle werden verglichen: {done}</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Vergleicht …</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>Completed answers out of all requested; averages count only these</source>
        <translation>Vollständige Antworten von allen angeforderten; nur sie zählen im Durchschnitt</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>Komponenten</translation>
    </message>
    <message>
        <source>Concurrent answers</source>
        <translation>Gleichzeitige Antworten</translation>
    </message>
    <message>
        <source>Configuration for the program</source>
        <translation>Konfiguration für das Programm</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird hergestellt …</translation>
    </message>
    <message>
        <source>Contacting the machines…</source>
        <translation>Die Rechner werden gefragt …</translation>
    </message>
    <message>
        <source>Contacting {host}…</source>
        <translation>{host} wird gefragt …</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Context menu</source>
        <translation>Kontextmenü</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Continue a stopped answer</source>
        <translation>Angehaltene Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Continue all</source>
        <translation>Alle fortsetzen</translation>
    </message>
    <message>
        <source>Continue all answers that were cut short</source>
        <translation>Alle abgeschnittenen Antworten fortsetzen</translation>
    </message>
    <message>
        <source>Continue the answer</source>
        <translation>Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Continue this answer</source>
        <translation>Diese Antwort fortsetzen</translation>
    </message>
    <message>
        <source>Continue with the options this answer started with</source>
        <translation>Mit den Optionen fortsetzen, mit denen diese Antwort begann</translation>
    </message>
    <message>
        <source>Continue…</source>
        <translation>Weiter …</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>Conversation length</source>
        <translation>Länge der Unterhaltung</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Unterhaltungen</translation>
    </message>
    <message>
        <source>Conversations ({pattern})</source>
        <translation>Unterhaltungen ({pattern})</translation>
    </message>
    <message>
        <source>Conversations, files and settings</source>
        <translation>Unterhaltungen, Dateien und Einstellungen</translation>
    </message>
    <message>
        <source>Conversations, their files, settings, presets and prompts. Only your user account can read them.</source>
        <translation>Unterhaltungen, ihre Dateien, Einstellungen, Vorlagen und Prompts. Nur Ihr Benutzerkonto kann sie lesen.</translation>
    </message>
    <message>
        <source>Conversion of {model}</source>
        <translation>Umwandlung von {model}</translation>
    </message>
    <message>
        <source>Conversion options for {model}</source>
        <translation>Optionen zum Umwandeln von {model}</translation>
    </message>
    <message>
        <source>Convert</source>
        <translation>Umwandeln</translation>
    </message>
    <message>
        <source>Converting to {recipe}: {done}</source>
        <translation>Umwandlung in {recipe}: {done}</translation>
    </message>
    <message>
        <source>Converting to {recipe}…</source>
        <translation>Umwandlung in {recipe} …</translation>
    </message>
    <message>
        <source>Converting {name} needs {needed} of memory, but {allowed}. {advice}</source>
        <translation>Die Umwandlung von {name} braucht {needed} Speicher, aber {allowed}. {advice}</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy answer as Markdown</source>
        <translation>Antwort als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy answer as text</source>
        <translation>Antwort als Text kopieren</translation>
    </message>
    <message>
        <source>Copy answer with statistics</source>
        <translation>Antwort mit Statistik kopieren</translation>
    </message>
    <message>
        <source>Copy as image</source>
        <translation>Als Bild kopieren</translation>
    </message>
    <message>
        <source>Copy both tables, tab-separated</source>
        <translation>Beide Tabellen mit Tabulatoren kopieren</translation>
    </message>
    <message>
        <source>Copy last answer</source>
        <translation>Letzte Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>Linkadresse kopieren</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Copy models</source>
        <translation>Modelle kopieren</translation>
    </message>
    <message>
        <source>Copy prompt</source>
        <translation>Prompt kopieren</translation>
    </message>
    <message>
        <source>Copy statistics</source>
        <translation>Statistik kopieren</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Copy the chosen models to the machines</source>
        <translation>Die gewählten Modelle auf die Rechner kopieren</translation>
    </message>
    <message>
        <source>Copy the configuration</source>
        <translation>Konfiguration kopieren</translation>
    </message>
    <message>
        <source>Copy the differences as text</source>
        <translation>Unterschiede als Text kopieren</translation>
    </message>
    <message>
        <source>Copy the token</source>
        <translation>Token kopieren</translation>
    </message>
    <message>
        <source>Copy these facts for a bug report</source>
        <translation>Diese Angaben für einen Fehlerbericht kopieren</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Could not answer</source>
        <translation>Konnte nicht antworten</translation>
    </message>
    <message>
        <source>Could not connect to {address} through the proxy {proxy}. Check the internet connection and the proxy in Settings › Models.</source>
        <translation>Keine Verbindung zu {address} über den Proxy {proxy}. Prüfen Sie die Internetverbindung und den Proxy unter „Einstellungen › Modelle“.</translation>
    </message>
    <message>
        <source>Could not connect to {address}. Check the internet connection.</source>
        <translation>Keine Verbindung zu {address}. Prüfen Sie die Internetverbindung.</translation>
    </message>
    <message>
        <source>Could not connect to {host}. Check that the server is running and that its address in Models › Servers is right.</source>
        <translation>Keine Verbindung zu {host}. Prüfen Sie, ob der Server läuft und ob seine Adresse unter „Modelle › Server“ stimmt.</translation>
    </message>
    <message>
        <source>Could not continue</source>
        <translation>Konnte nicht fortfahren</translation>
    </message>
    <message>
        <source>Could not work out how many tokens this uses: {reason}.</source>
        <translation>Wie viele Tokens das braucht, ließ sich nicht ermitteln: {reason}.</translation>
    </message>
    <message>
        <source>Crash reports</source>
        <translation>Absturzberichte</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>Datum und Uhrzeit</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>Debug</translation>
    </message>
    <message>
        <source>Declined</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chat(s)</source>
        <translation>
            <numerusform>%n Chat löschen</numerusform>
            <numerusform>%n Chats löschen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chat(s)?</source>
        <translation>
            <numerusform>%n Chat löschen?</numerusform>
            <numerusform>%n Chats löschen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n chat(s)…</source>
        <translation>
            <numerusform>%n Chat löschen …</numerusform>
            <numerusform>%n Chats löschen …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n conversation(s)?</source>
        <translation>
            <numerusform>%n Unterhaltung löschen?</numerusform>
            <numerusform>%n Unterhaltungen löschen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n item(s) for good?</source>
        <translation>
            <numerusform>%n Element endgültig löschen?</numerusform>
            <numerusform>%n Elemente endgültig löschen?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n item(s) for good…</source>
        <translation>
            <numerusform>%n Element endgültig löschen …</numerusform>
            <numerusform>%n Elemente endgültig löschen …</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>Alle löschen</translation>
    </message>
    <message>
        <source>Delete all conversations…</source>
        <translation>Alle Unterhaltungen löschen …</translation>
    </message>
    <message>
        <source>Delete all now…</source>
        <translation>Jetzt alle löschen …</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>Chat löschen</translation>
    </message>
    <message>
        <source>Delete folder</source>
        <translation>Ordner löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete folder and its %n chat(s)</source>
        <translation>
            <numerusform>Ordner und seinen %n Chat löschen</numerusform>
            <numerusform>Ordner und seine %n Chats löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete folder…</source>
        <translation>Ordner löschen …</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>Endgültig löschen …</translation>
    </message>
    <message>
        <source>Delete the chosen prompt</source>
        <translation>Den gewählten Prompt löschen</translation>
    </message>
    <message>
        <source>Delete the downloaded part?</source>
        <translation>Den heruntergeladenen Teil löschen?</translation>
    </message>
    <message>
        <source>Delete the folder only</source>
        <translation>Nur den Ordner löschen</translation>
    </message>
    <message>
        <source>Delete the folder “{name}”?</source>
        <translation>Ordner „{name}“ löschen?</translation>
    </message>
    <message>
        <source>Delete this and later messages</source>
        <translation>Diese und spätere Nachrichten löschen</translation>
    </message>
    <message>
        <source>Delete this report</source>
        <translation>Diesen Bericht löschen</translation>
    </message>
    <message>
        <source>Delete {name}</source>
        <translation>{name} löschen</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n chat(s). Recently Deleted keeps (it|them) for {days} days.</source>
        <translation>
            <numerusform>%n Chat gelöscht. „Zuletzt gelöscht“ bewahrt ihn {days} Tage auf.</numerusform>
            <numerusform>%n Chats gelöscht. „Zuletzt gelöscht“ bewahrt sie {days} Tage auf.</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted chats and folders are kept for {days} days. Restore them from their menu.</source>
        <translation>Gelöschte Chats und Ordner werden {days} Tage aufbewahrt. Über ihr Menü werden sie wiederhergestellt.</translation>
    </message>
    <message numerus="yes">
        <source>Deleted the folder “{name}” and %n chat(s). Recently Deleted keeps them for {days} days.</source>
        <translation>
            <numerusform>Ordner „{name}“ und %n Chat gelöscht. „Zuletzt gelöscht“ bewahrt sie {days} Tage auf.</numerusform>
            <numerusform>Ordner „{name}“ und %n Chats gelöscht. „Zuletzt gelöscht“ bewahrt sie {days} Tage auf.</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted the folder “{name}”. Its chats stay.</source>
        <translation>Ordner „{name}“ gelöscht. Seine Chats bleiben.</translation>
    </message>
    <message>
        <source>Deleted “{title}”.</source>
        <translation>„{title}“ gelöscht.</translation>
    </message>
    <message>
        <source>Deleted “{title}”. Recently Deleted keeps it for {days} days.</source>
        <translation>„{title}“ gelöscht. „Zuletzt gelöscht“ bewahrt den Chat {days} Tage auf.</translation>
    </message>
    <message>
        <source>Deletes them for good</source>
        <translation>Löscht sie endgültig</translation>
    </message>
    <message>
        <source>Describe an image</source>
        <translation>Ein Bild beschreiben</translation>
    </message>
    <message>
        <source>Describe this image in {{length:two|five}} sentences.</source>
        <translation>Beschreibe dieses Bild in {{Länge:zwei|fünf}} Sätzen.</translation>
    </message>
    <message>
        <source>Description for the model</source>
        <translation>Beschreibung für das Modell</translation>
    </message>
    <message>
        <source>Detected: {name}</source>
        <translation>Erkannt: {name}</translation>
    </message>
    <message>
        <source>Difference {at} of {count}</source>
        <translation>Unterschied {at} von {count}</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Differences…</source>
        <translation>Unterschiede …</translation>
    </message>
    <message>
        <source>Different from the first word</source>
        <translation>Von Anfang an verschieden</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discard the changes to the arguments</source>
        <translation>Änderung der Argumente verwerfen</translation>
    </message>
    <message>
        <source>Discard the changes to the server</source>
        <translation>Änderung des Servers verwerfen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Don&apos;t run</source>
        <translation>Nicht ausführen</translation>
    </message>
    <message>
        <source>Don&apos;t run {tool}, and tell the model</source>
        <translation>{tool} nicht ausführen und es dem Modell sagen</translation>
    </message>
    <message>
        <source>Done in {time}</source>
        <translation>Fertig nach {time}</translation>
    </message>
    <message>
        <source>Dot, the built-in model, only knows simple shapes and short videos of them. To chat about anything else, choose or get another model in the model menu.</source>
        <translation>Dot, das eingebaute Modell, kennt nur einfache Formen und kurze Videos davon. Für alles andere wählen oder laden Sie im Modellmenü ein anderes Modell.</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download a model that fits this computer, or add a folder that has some.</source>
        <translation>Laden Sie ein Modell herunter, das auf diesen Computer passt, oder fügen Sie einen Ordner mit Modellen hinzu.</translation>
    </message>
    <message>
        <source>Download progress</source>
        <translation>Fortschritt des Downloads</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>Downloads: {path}</source>
        <translation>Downloads: {path}</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Draft ahead</source>
        <translation>Vorausraten</translation>
    </message>
    <message>
        <source>Draft model</source>
        <translation>Modell zum Vorausraten</translation>
    </message>
    <message>
        <source>Drafted</source>
        <translation>Vorgeschlagen</translation>
    </message>
    <message>
        <source>Drafted tokens that the model confirmed, out of all that were drafted. The token that ends an answer counts as well, though the answer does not show it.</source>
        <translation>Vorgeschlagene Tokens, die das Modell bestätigt hat, von allen vorgeschlagenen. Auch das Token, das eine Antwort beendet, zählt mit, obwohl die Antwort es nicht zeigt.</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>Vorausraten</translation>
    </message>
    <message>
        <source>Drafting has not been tested with this kind of vision model.</source>
        <translation>Das Vorausraten wurde mit dieser Art von Bildmodell nicht getestet.</translation>
    </message>
    <message>
        <source>Drafting is paused: on this computer, checking drafts takes longer than it saves.</source>
        <translation>Das Vorausraten pausiert: Auf diesem Computer kostet das Prüfen der Vorschläge mehr Zeit, als es spart.</translation>
    </message>
    <message>
        <source>Drafting is paused: too few of the last drafts were right.</source>
        <translation>Das Vorausraten pausiert: Zu wenige der letzten Vorschläge waren richtig.</translation>
    </message>
    <message>
        <source>Drafting was switched off for this answer after an error.</source>
        <translation>Das Vorausraten wurde für diese Antwort nach einem Fehler abgeschaltet.</translation>
    </message>
    <message>
        <source>Drafts from</source>
        <translation>Vorschläge aus</translation>
    </message>
    <message>
        <source>Drafts kept</source>
        <translation>Vorschläge übernommen</translation>
    </message>
    <message>
        <source>Drag over an area. Space: a window. Return: all. Esc: cancel.</source>
        <translation>Über einen Bereich ziehen. Leertaste: Fenster. Eingabe: alles. Esc: abbrechen.</translation>
    </message>
    <message>
        <source>Drop a folder to list its models</source>
        <translation>Legen Sie einen Ordner ab, um seine Modelle aufzulisten</translation>
    </message>
    <message>
        <source>Drop an image or a video, and ask</source>
        <translation>Bild oder Video ablegen und fragen</translation>
    </message>
    <message>
        <source>Drop images, videos, PDFs or texts to ask about them, an export to import it, or a model folder to use it</source>
        <translation>Bilder, Videos, PDFs oder Texte ablegen und danach fragen, einen Export, um ihn zu importieren, oder einen Modellordner, um ihn zu verwenden</translation>
    </message>
    <message>
        <source>Drops tokens far less likely than the best</source>
        <translation>Lässt Tokens weg, die viel unwahrscheinlicher sind als das beste</translation>
    </message>
    <message>
        <source>Duologue</source>
        <translation>Duologue</translation>
    </message>
    <message>
        <source>Duologue asks GitHub for the newest version; nothing about you is sent. Off in strict offline. “Check for updates…” in the menu asks at once.</source>
        <translation>Duologue fragt GitHub nach der neuesten Version; über Sie wird nichts gesendet. Aus, solange „Streng offline“ an ist. „Nach Updates suchen …“ im Menü fragt sofort.</translation>
    </message>
    <message>
        <source>Duologue asks you before each call of every tool.</source>
        <translation>Duologue fragt Sie vor jedem Aufruf jedes Werkzeugs.</translation>
    </message>
    <message>
        <source>Duologue cannot offer them to this model.</source>
        <translation>Duologue kann sie diesem Modell nicht anbieten.</translation>
    </message>
    <message>
        <source>Duologue deletes only models that it has downloaded itself.</source>
        <translation>Duologue löscht nur Modelle, die es selbst heruntergeladen hat.</translation>
    </message>
    <message>
        <source>Duologue does not know what this link asks for. Nothing was done.</source>
        <translation>Duologue weiß nicht, was dieser Link verlangt. Es wurde nichts getan.</translation>
    </message>
    <message>
        <source>Duologue ended</source>
        <translation>Duologue wurde beendet</translation>
    </message>
    <message>
        <source>Duologue has a fault; see its log</source>
        <translation>Duologue hat einen Fehler; siehe Protokoll</translation>
    </message>
    <message>
        <source>Duologue is already running but does not respond. Wait a moment and try again, or quit it first; what it has saved is kept.</source>
        <translation>Duologue läuft schon, antwortet aber nicht. Warten Sie einen Moment und versuchen Sie es noch einmal, oder beenden Sie es zuerst; was gespeichert ist, bleibt.</translation>
    </message>
    <message>
        <source>Duologue is open source, under the Apache License 2.0.</source>
        <translation>Duologue ist quelloffen, unter der Apache-Lizenz 2.0.</translation>
    </message>
    <message>
        <source>Duologue is running from a temporary location and cannot be updated there. Quit Duologue, move it to the Applications folder, and open it from there.</source>
        <translation>Duologue läuft an einem vorübergehenden Ort und kann dort nicht aktualisiert werden. Beenden Sie es, bewegen Sie es in den Ordner „Programme“ und öffnen Sie es dort.</translation>
    </message>
    <message>
        <source>Duologue is starting or busy. Its window will come to the front as soon as it can…</source>
        <translation>Duologue startet gerade oder ist beschäftigt. Sein Fenster kommt nach vorn, sobald es kann …</translation>
    </message>
    <message>
        <source>Duologue kept running</source>
        <translation>Duologue lief weiter</translation>
    </message>
    <message>
        <source>Duologue quit because of an error. What you wrote is kept. Start Duologue again to see a report.</source>
        <translation>Duologue wurde durch einen Fehler beendet. Was Sie geschrieben haben, ist gespeichert. Starten Sie Duologue neu, um einen Bericht zu sehen.</translation>
    </message>
    <message>
        <source>Duologue quit unexpectedly last time. What you wrote is kept.</source>
        <translation>Duologue wurde beim letzten Mal unerwartet beendet. Was Sie geschrieben haben, ist gespeichert.</translation>
    </message>
    <message>
        <source>Duologue reads files from this computer only; save the image first.</source>
        <translation>Duologue liest nur Dateien von diesem Computer; speichern Sie das Bild zuerst.</translation>
    </message>
    <message>
        <source>Duologue {version} is available</source>
        <translation>Duologue {version} ist verfügbar</translation>
    </message>
    <message>
        <source>Duologue {version} is available.</source>
        <translation>Duologue {version} ist verfügbar.</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Duplicate chat</source>
        <translation>Chat duplizieren</translation>
    </message>
    <message>
        <source>Duplicate with</source>
        <translation>Duplizieren mit</translation>
    </message>
    <message>
        <source>Each machine would hold {needed} of {name}, but the smallest of them allows {most}. Add a machine in Settings › Machines, or choose a smaller model.</source>
        <translation>Jeder Rechner müsste {needed} von {name} halten, aber der kleinste erlaubt {most}. Fügen Sie unter „Einstellungen › Rechner“ einen hinzu, oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message numerus="yes">
        <source>Each mark is the median of up to %n prompt(s).</source>
        <translation>
            <numerusform>Jede Marke ist der Median von bis zu %n Prompt.</numerusform>
            <numerusform>Jede Marke ist der Median von bis zu %n Prompts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each mark is the sum after up to %n prompt(s).</source>
        <translation>
            <numerusform>Jede Marke ist die Summe nach bis zu %n weiteren Prompt.</numerusform>
            <numerusform>Jede Marke ist die Summe nach bis zu %n weiteren Prompts.</numerusform>
        </translation>
    </message>
    <message>
        <source>Each program has to send it.</source>
        <translation>Jedes Programm muss ihn mitschicken.</translation>
    </message>
    <message>
        <source>Earlier question</source>
        <translation>Frühere Frage</translation>
    </message>
    <message>
        <source>Edit</source>
        <comment>a server</comment>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit the arguments for {tool} first</source>
        <translation>Zuerst die Argumente von {tool} ändern</translation>
    </message>
    <message>
        <source>Edit {name}</source>
        <translation>{name} bearbeiten</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Bearbeitet</translation>
    </message>
    <message>
        <source>Editing a queued message. Return saves it; Esc cancels.</source>
        <translation>Wartende Nachricht wird bearbeitet. Die Eingabetaste speichert sie, Esc bricht ab.</translation>
    </message>
    <message>
        <source>Editing question {number}. Sending makes a new version; Esc cancels.</source>
        <translation>Frage {number} wird bearbeitet. Senden legt eine neue Fassung an; Esc bricht ab.</translation>
    </message>
    <message>
        <source>Editing your last question. Sending replaces it and its answer.</source>
        <translation>Ihre letzte Frage wird bearbeitet. Senden ersetzt sie und ihre Antwort.</translation>
    </message>
    <message>
        <source>Editors, agents and scripts on this computer can use your models through the APIs of OpenAI, Anthropic and Ollama. Other computers and web pages cannot unless you allow them. What they ask is kept neither in your history nor in the log.</source>
        <translation>Editoren, Agenten und Skripte auf diesem Computer können Ihre Modelle über die Schnittstellen von OpenAI, Anthropic und Ollama nutzen. Andere Computer und Webseiten können es nur, wenn Sie es erlauben. Was sie fragen, steht weder in Ihrem Verlauf noch im Protokoll.</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Embeddings</translation>
    </message>
    <message>
        <source>Encoding images and frames, {number} of {total}…</source>
        <translation>Bilder und Einzelbilder werden kodiert, {number} von {total} …</translation>
    </message>
    <message>
        <source>Encoding the image…</source>
        <translation>Das Bild wird kodiert …</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Enter token…</source>
        <translation>Token eingeben …</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Esc stops</source>
        <translation>Esc hält an</translation>
    </message>
    <message>
        <source>Every device on this network can then reach the server. Anyone with the token can use your models. Prompts, answers and the token are not encrypted, so others on the network could read them. Allow this only on a network that you trust. It also applies on any other network where this computer gets the same address.</source>
        <translation>Jedes Gerät in diesem Netz kann den Server dann erreichen. Wer den Token hat, kann Ihre Modelle fragen. Fragen, Antworten und der Token sind nicht verschlüsselt, andere im Netz könnten sie also mitlesen. Erlauben Sie das nur in einem Netz, dem Sie vertrauen. Es gilt auch in jedem anderen Netz, in dem dieser Computer dieselbe Adresse bekommt.</translation>
    </message>
    <message>
        <source>Every vote is a tie.</source>
        <translation>Jede Stimme ist unentschieden.</translation>
    </message>
    <message>
        <source>Everything: all versions of all messages, settings, statistics, the draft and the files.</source>
        <translation>Alles: alle Fassungen aller Nachrichten, Einstellungen, Statistik, der Entwurf und die Dateien.</translation>
    </message>
    <message>
        <source>Expected speed: about {speed}, from the memory bandwidth.</source>
        <translation>Erwartetes Tempo: etwa {speed}, aus der Speicherbandbreite berechnet.</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Explain code</source>
        <translation>Code erklären</translation>
    </message>
    <message>
        <source>Explain what this code does, step by step, and name its risks:

{{clipboard}}</source>
        <translation>Erkläre Schritt für Schritt, was dieser Code tut, und nenne seine Risiken:

{{clipboard}}</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export all…</source>
        <translation>Alle exportieren …</translation>
    </message>
    <message>
        <source>Export and import</source>
        <translation>Export und Import</translation>
    </message>
    <message>
        <source>Export everything</source>
        <translation>Alles exportieren</translation>
    </message>
    <message>
        <source>Export everything…</source>
        <translation>Alles exportieren …</translation>
    </message>
    <message>
        <source>Export it as PNG and add that.</source>
        <translation>Exportieren Sie das Bild als PNG und fügen Sie dieses hinzu.</translation>
    </message>
    <message>
        <source>Export presets</source>
        <translation>Vorlagen exportieren</translation>
    </message>
    <message>
        <source>Export prompts</source>
        <translation>Prompts exportieren</translation>
    </message>
    <message>
        <source>Export the comparison as a file</source>
        <translation>Vergleich als Datei exportieren</translation>
    </message>
    <message>
        <source>Export this chat…</source>
        <translation>Diesen Chat exportieren …</translation>
    </message>
    <message>
        <source>Export {name}…</source>
        <translation>{name} exportieren …</translation>
    </message>
    <message>
        <source>Exported to {name}.</source>
        <translation>Nach {name} exportiert.</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Exporting everything</source>
        <translation>Export von allem</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Failed after {time}</source>
        <translation>Fehlgeschlagen nach {time}</translation>
    </message>
    <message numerus="yes">
        <source>Failed. %n queued message(s) (is|are) waiting.</source>
        <translation>
            <numerusform>Fehlgeschlagen. %n Nachricht wartet.</numerusform>
            <numerusform>Fehlgeschlagen. %n Nachrichten warten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Favorite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>Favorites</source>
        <translation>Favoriten</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>Feed-forward</translation>
    </message>
    <message>
        <source>Fewer bits per weight make a model smaller and faster, but a little less accurate. The result is a new folder; the original is not changed.</source>
        <translation>Weniger Bits je Gewicht machen ein Modell kleiner und schneller, aber etwas ungenauer. Das Ergebnis ist ein neuer Ordner; das Original bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files are saved in a folder next to the text.</source>
        <translation>Dateien werden in einem Ordner neben dem Text gespeichert.</translation>
    </message>
    <message>
        <source>Files cannot be written: {reason}.</source>
        <translation>Dateien können nicht geschrieben werden: {reason}.</translation>
    </message>
    <message>
        <source>Files the model may read</source>
        <translation>Dateien, die das Modell lesen darf</translation>
    </message>
    <message>
        <source>Filter by name, family or place</source>
        <translation>Nach Name, Familie oder Ort filtern</translation>
    </message>
    <message>
        <source>Filter chats</source>
        <translation>Chats filtern</translation>
    </message>
    <message>
        <source>Filter chats: only {names}</source>
        <translation>Chats filtern: nur {names}</translation>
    </message>
    <message>
        <source>Filter the models</source>
        <translation>Modelle filtern</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find and download other models</source>
        <translation>Andere Modelle finden und herunterladen</translation>
    </message>
    <message>
        <source>Find in the manual</source>
        <translation>Im Handbuch suchen</translation>
    </message>
    <message>
        <source>Find in this conversation</source>
        <translation>In dieser Unterhaltung suchen</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Find out what it can be converted to</source>
        <translation>Ermitteln, worin es umgewandelt werden kann</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Rückwärts suchen</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>Suchen …</translation>
    </message>
    <message numerus="yes">
        <source>Finished: %n prompt(s)</source>
        <translation>
            <numerusform>Fertig: %n Prompt</numerusform>
            <numerusform>Fertig: %n Prompts</numerusform>
        </translation>
    </message>
    <message>
        <source>First difference</source>
        <translation>Erster Unterschied</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>1. Token</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Fits in memory</source>
        <translation>Passt in den Speicher</translation>
    </message>
    <message>
        <source>Fixed seed</source>
        <translation>Fester Seed</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder for downloads</source>
        <translation>Ordner für Downloads</translation>
    </message>
    <message>
        <source>Folder for the conversations</source>
        <translation>Ordner für die Unterhaltungen</translation>
    </message>
    <message>
        <source>Folder name</source>
        <translation>Name des Ordners</translation>
    </message>
    <message>
        <source>Folder name:</source>
        <translation>Name des Ordners:</translation>
    </message>
    <message>
        <source>Folder settings</source>
        <translation>Ordnereinstellungen</translation>
    </message>
    <message>
        <source>Folder settings…</source>
        <translation>Ordnereinstellungen …</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folders with models</source>
        <translation>Ordner mit Modellen</translation>
    </message>
    <message>
        <source>For a conversation of</source>
        <translation>Für eine Unterhaltung von</translation>
    </message>
    <message>
        <source>For example: Answer briefly, in plain words.</source>
        <translation>Zum Beispiel: Antworte kurz und in einfachen Worten.</translation>
    </message>
    <message>
        <source>For example: Answer in two sentences.</source>
        <translation>Zum Beispiel: Antworte in zwei Sätzen.</translation>
    </message>
    <message>
        <source>For more than 8,000 new tokens: the draft model, chosen on the model&apos;s page, reads everything and picks the parts that the model reads. The answer comes sooner, but may miss what was left out.</source>
        <translation>Bei mehr als 8.000 neuen Tokens: Das Modell zum Vorausraten, das auf der Seite des Modells gewählt ist, liest alles und wählt die Teile aus, die das Modell liest. Die Antwort kommt früher; was ausgelassen wurde, kann ihr fehlen.</translation>
    </message>
    <message>
        <source>For searching and downloading models. If empty, the system&apos;s proxy is used. A password in the address is kept in the settings file, which only you can read.</source>
        <translation>Für die Suche nach Modellen und ihre Downloads. Ohne Angabe gilt der Proxy des Systems. Ein Passwort in der Adresse steht in der Einstellungsdatei, die nur Sie lesen können.</translation>
    </message>
    <message>
        <source>For {memory} GB of memory. Models that see images come first, then the others, each from the best on.</source>
        <translation>Für {memory} GB Arbeitsspeicher. Zuerst die Modelle, die Bilder sehen, dann die anderen, jeweils das beste zuerst.</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget the key for {host}</source>
        <translation>Schlüssel für {host} vergessen</translation>
    </message>
    <message>
        <source>Forget token</source>
        <translation>Token vergessen</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message numerus="yes">
        <source>Found %n model(s) in {folder}.</source>
        <translation>
            <numerusform>%n Modell in {folder} gefunden.</numerusform>
            <numerusform>%n Modelle in {folder} gefunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Free for models</source>
        <translation>Frei für Modelle</translation>
    </message>
    <message>
        <source>Frees their memory for other programs. The next question to a model loads it again. Models marked “Keep loaded” stay.</source>
        <translation>Gibt ihren Speicher für andere Programme frei. Die nächste Frage an ein Modell lädt es wieder. Modelle mit „Geladen lassen“ bleiben.</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Häufigkeitsstrafe</translation>
    </message>
    <message>
        <source>From ChatGPT: the .zip file that it sends you, or its conversations.json.</source>
        <translation>Von ChatGPT: die .zip-Datei, die es Ihnen schickt, oder seine conversations.json.</translation>
    </message>
    <message>
        <source>From Duologue: a .json file, or the .zip file with everything.</source>
        <translation>Von Duologue: eine .json-Datei oder die .zip-Datei mit allem.</translation>
    </message>
    <message>
        <source>From LM Studio: a .conversation.json file, or the folder with all of them.</source>
        <translation>Von LM Studio: eine .conversation.json-Datei oder der Ordner mit allen.</translation>
    </message>
    <message>
        <source>From Settings › General</source>
        <translation>Aus „Einstellungen › Allgemein“</translation>
    </message>
    <message>
        <source>From disk</source>
        <translation>Vom Datenträger</translation>
    </message>
    <message>
        <source>From now on, Duologue opens no connections. Python code of the app, its libraries and its worker processes cannot connect, and tool servers are stopped. Other programs, such as the browser that opens a link for you, still can.</source>
        <translation>Duologue öffnet ab sofort keine Verbindung. Python-Code der App, ihrer Bibliotheken und ihrer Arbeitsprozesse bekommt keine, und Werkzeugserver werden beendet. Andere Programme, etwa der Browser, der einen Link für Sie öffnet, können sich weiterhin verbinden.</translation>
    </message>
    <message>
        <source>From now on, chats with models of this server are sent to {address}: your messages, the messages before them, instructions, images, files and the results of tools. What happens to them there is up to those who run the server.</source>
        <translation>Von jetzt an werden Chats mit Modellen dieses Servers an {address} gesendet: Ihre Nachrichten, die Nachrichten davor, Anweisungen, Bilder, Dateien und die Ergebnisse von Werkzeugen. Was dort mit ihnen geschieht, liegt bei denen, die den Server betreiben.</translation>
    </message>
    <message>
        <source>From the next question on, names, options and speeds are hidden and the answers are shuffled until you vote</source>
        <translation>Ab der nächsten Frage sind Namen, Optionen und Tempo verborgen und die Antworten gemischt, bis Sie abgestimmt haben</translation>
    </message>
    <message>
        <source>From the preset “{name}”</source>
        <translation>Aus der Vorlage „{name}“</translation>
    </message>
    <message>
        <source>From the settings of the folder</source>
        <translation>Aus den Einstellungen des Ordners</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU-Auslastung</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Generated</source>
        <translation>Erzeugt</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>Erzeugung</translation>
    </message>
    <message>
        <source>Generation tok/s</source>
        <translation>Erzeugung tok/s</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Get models</source>
        <translation>Modelle finden</translation>
    </message>
    <message>
        <source>Get models…</source>
        <translation>Modelle finden …</translation>
    </message>
    <message>
        <source>Get the models of {host}</source>
        <translation>{host} nach seinen Modellen fragen</translation>
    </message>
    <message>
        <source>Getting the list of files…</source>
        <translation>Die Liste der Dateien wird geholt …</translation>
    </message>
    <message>
        <source>GitHub cannot be reached. Check the connection, then try again.</source>
        <translation>GitHub ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>GitHub did not answer as expected. Try again later.</source>
        <translation>GitHub hat nicht wie erwartet geantwortet. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>GitHub: asked for the newest version of Duologue, if you have allowed it.</source>
        <translation>GitHub: wird nach der neuesten Version von Duologue gefragt, wenn Sie es erlaubt haben.</translation>
    </message>
    <message>
        <source>Give the server a name.</source>
        <translation>Geben Sie dem Server einen Namen.</translation>
    </message>
    <message>
        <source>Gives the date, weekday and time, here or in another time zone.</source>
        <translation>Nennt Datum, Wochentag und Uhrzeit, hier oder in einer anderen Zeitzone.</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Go to pane</source>
        <translation>Zur Spalte</translation>
    </message>
    <message>
        <source>Go to the tool call</source>
        <translation>Zum Werkzeugaufruf</translation>
    </message>
    <message>
        <source>Goes to {hosts}</source>
        <translation>Geht an {hosts}</translation>
    </message>
    <message>
        <source>Goes to {hosts}, another program on this computer</source>
        <translation>Geht an {hosts}, ein anderes Programm auf diesem Computer</translation>
    </message>
    <message>
        <source>Graphite</source>
        <translation>Graphit</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Guesses the next tokens from the text so far and checks several at once. The answer is the same. Drafting pauses when it would not be faster.</source>
        <translation>Rät die nächsten Tokens aus dem bisherigen Text und prüft mehrere auf einmal. Die Antwort bleibt gleich. Das Vorausraten pausiert, wenn es nicht schneller wäre.</translation>
    </message>
    <message>
        <source>HTML, one file</source>
        <translation>HTML, eine Datei</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Hidden until you vote</source>
        <translation>Bis zur Abstimmung verborgen</translation>
    </message>
    <message>
        <source>Hide sidebar</source>
        <translation>Seitenleiste ausblenden</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>How many stars are there?</source>
        <translation>Wie viele Sterne sind es?</translation>
    </message>
    <message>
        <source>How reasoning and tool calls are separated from the answer. Applies from the next answer.</source>
        <translation>Wie Gedankengang und Werkzeugaufrufe von der Antwort getrennt werden. Gilt ab der nächsten Antwort.</translation>
    </message>
    <message>
        <source>Hugging Face cache</source>
        <translation>Hugging-Face-Cache</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>If Duologue fails, it records where in its code it failed. The five newest reports stay in the data folder; nothing is sent.</source>
        <translation>Bei einem Fehler schreibt Duologue auf, wo in seinem Code er war. Die fünf neuesten Berichte bleiben im Datenordner; nichts wird gesendet.</translation>
    </message>
    <message>
        <source>If you have not requested access yet, do so on the model&apos;s page on the hub.</source>
        <translation>Falls Sie noch keinen Zugang beantragt haben, tun Sie das auf der Seite des Modells im Hub.</translation>
    </message>
    <message>
        <source>Image cache</source>
        <translation>Bild-Cache</translation>
    </message>
    <message>
        <source>Image cache hits</source>
        <translation>Treffer im Bild-Cache</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Images and files</source>
        <translation>Bilder und Dateien</translation>
    </message>
    <message>
        <source>Images and video frames that were cached, out of all since the start.</source>
        <translation>Bilder und Videobilder, die im Cache waren, von allen seit dem Start.</translation>
    </message>
    <message>
        <source>Images and video frames whose features were cached, out of all in the prompt.</source>
        <translation>Bilder und Videobilder, deren Merkmale im Cache waren, von allen im Prompt.</translation>
    </message>
    <message>
        <source>Images and videos are only allowed in a user message. Move them there.</source>
        <translation>Bilder und Videos können nur in einer Nachricht der fragenden Person stehen. Verschieben Sie sie dorthin.</translation>
    </message>
    <message>
        <source>Images, videos and PDFs</source>
        <translation>Bilder, Videos und PDFs</translation>
    </message>
    <message>
        <source>Images, videos and documents</source>
        <translation>Bilder, Videos und Dokumente</translation>
    </message>
    <message>
        <source>Images, videos and documents are deleted, too.</source>
        <translation>Bilder, Videos und Dokumente werden auch gelöscht.</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Import conversations</source>
        <translation>Unterhaltungen importieren</translation>
    </message>
    <message>
        <source>Import from LM Studio</source>
        <translation>Aus LM Studio importieren</translation>
    </message>
    <message>
        <source>Import nothing</source>
        <translation>Nichts importieren</translation>
    </message>
    <message>
        <source>Import presets</source>
        <translation>Vorlagen importieren</translation>
    </message>
    <message>
        <source>Import prompts</source>
        <translation>Prompts importieren</translation>
    </message>
    <message>
        <source>Import servers</source>
        <translation>Server importieren</translation>
    </message>
    <message>
        <source>Import servers from JSON</source>
        <translation>Server aus JSON importieren</translation>
    </message>
    <message>
        <source>Imported tool servers are off until you turn them on in the settings.</source>
        <translation>Importierte Werkzeugserver sind aus, bis Sie sie in den Einstellungen einschalten.</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>Import</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>In the composer</source>
        <translation>Im Eingabefeld</translation>
    </message>
    <message>
        <source>In the menu</source>
        <translation>Im Menü</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Benutzt</translation>
    </message>
    <message>
        <source>Include reasoning</source>
        <translation>Mit Gedankengang</translation>
    </message>
    <message>
        <source>Include statistics</source>
        <translation>Mit Statistik</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Insert into the text</source>
        <translation>In den Text einfügen</translation>
    </message>
    <message>
        <source>Insert its contents</source>
        <translation>Inhalt einfügen</translation>
    </message>
    <message>
        <source>Insert the prompt (Return)</source>
        <translation>Den Prompt einfügen (Eingabetaste)</translation>
    </message>
    <message>
        <source>Inspect prompt and tokens</source>
        <translation>Prompt und Tokens untersuchen</translation>
    </message>
    <message>
        <source>Inspect – {title}</source>
        <translation>Untersuchen – {title}</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>Interrupted when Duologue quit</source>
        <translation>Unterbrochen, als Duologue beendet wurde</translation>
    </message>
    <message>
        <source>It classifies or labels text, and does not chat.</source>
        <translation>Es klassifiziert oder markiert Texte und chattet nicht.</translation>
    </message>
    <message>
        <source>It finds objects, surfaces or people in images, and does not chat.</source>
        <translation>Es findet Gegenstände, Flächen oder Menschen in Bildern und chattet nicht.</translation>
    </message>
    <message>
        <source>It fits once {name} is unloaded, which frees {size}.</source>
        <translation>Es passt, sobald {name} entladen ist; das macht {size} frei.</translation>
    </message>
    <message>
        <source>It fits with the option “8-bit conversation cache”.</source>
        <translation>Mit der Option „8-Bit-Gesprächscache“ passt es.</translation>
    </message>
    <message>
        <source>It generates text by diffusion, which Duologue cannot run. Choose another model.</source>
        <translation>Es erzeugt Text durch Diffusion, was Duologue nicht ausführen kann. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>It has no .safetensors file. Download the model again.</source>
        <translation>Es hat keine .safetensors-Datei. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>It holds a GGUF file, which MLX cannot read; look for an MLX version of the model.</source>
        <translation>Er enthält eine GGUF-Datei, die MLX nicht lesen kann; suchen Sie eine MLX-Fassung des Modells.</translation>
    </message>
    <message>
        <source>It is a GGUF file, which MLX cannot read. Look for an MLX version of the model.</source>
        <translation>Es ist eine GGUF-Datei, die MLX nicht lesen kann. Suchen Sie eine MLX-Fassung des Modells.</translation>
    </message>
    <message>
        <source>It is a LoRA adapter. Attach it on the page of the model that it was made for.</source>
        <translation>Es ist ein LoRA-Adapter. Hängen Sie ihn auf der Seite des Modells an, für das er gemacht ist.</translation>
    </message>
    <message>
        <source>It is for speech and sounds, and does not chat.</source>
        <translation>Es ist für Sprache und Klänge und chattet nicht.</translation>
    </message>
    <message>
        <source>It makes images or videos, and does not chat.</source>
        <translation>Es erzeugt Bilder oder Videos und chattet nicht.</translation>
    </message>
    <message>
        <source>It needs Python code from its own folder, which Duologue never runs.</source>
        <translation>Es braucht Python-Code aus seinem eigenen Ordner, den Duologue nie ausführt.</translation>
    </message>
    <message>
        <source>It needs Python code from its own folder, which Duologue never runs. Look for another version of the model.</source>
        <translation>Es braucht Python-Code aus seinem eigenen Ordner, den Duologue nie ausführt. Suchen Sie eine andere Fassung des Modells.</translation>
    </message>
    <message>
        <source>It only drafts for a Gemma 4 model. Choose it as the draft model on that model&apos;s page.</source>
        <translation>Es rät nur für ein Gemma-4-Modell voraus. Wählen Sie es auf dessen Seite als Modell zum Vorausraten.</translation>
    </message>
    <message>
        <source>It only drafts for another model, in a way that Duologue does not support. Choose another model, for drafting too.</source>
        <translation>Es rät nur für ein anderes Modell voraus, und zwar auf eine Weise, die Duologue nicht unterstützt. Wählen Sie ein anderes Modell, auch zum Vorausraten.</translation>
    </message>
    <message>
        <source>It only drafts for one other model. Choose it as the draft model on that model&apos;s page.</source>
        <translation>Es rät nur für ein bestimmtes anderes Modell voraus. Wählen Sie es auf dessen Seite als Modell zum Vorausraten.</translation>
    </message>
    <message>
        <source>It says: “{text}”.</source>
        <translation>Er meldet: „{text}“.</translation>
    </message>
    <message>
        <source>It turns text or images into numbers for search, and does not chat.</source>
        <translation>Es macht aus Text oder Bildern Zahlen für die Suche und chattet nicht.</translation>
    </message>
    <message>
        <source>It was trained on {model}.</source>
        <translation>Er wurde mit {model} trainiert.</translation>
    </message>
    <message>
        <source>Its chat template does not support tools.</source>
        <translation>Seine Chatvorlage unterstützt keine Werkzeuge.</translation>
    </message>
    <message>
        <source>Its config.json is missing or names no family. Download the model again.</source>
        <translation>Seine config.json fehlt oder nennt keine Familie. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>Its family “{family}” is not supported by MLX. Choose a model of another family.</source>
        <translation>Seine Familie „{family}“ wird von MLX nicht unterstützt. Wählen Sie ein Modell einer anderen Familie.</translation>
    </message>
    <message>
        <source>Its files are damaged. Download the model again.</source>
        <translation>Seine Dateien sind beschädigt. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>Its key is deleted from the keychain. Chats with its models stay, but need another model to continue.</source>
        <translation>Sein Schlüssel wird aus dem Schlüsselbund gelöscht. Chats mit seinen Modellen bleiben und brauchen ein anderes Modell, um weiterzugehen.</translation>
    </message>
    <message>
        <source>Its messages are not saved and will be lost.</source>
        <translation>Seine Nachrichten sind nicht gespeichert und gehen verloren.</translation>
    </message>
    <message>
        <source>Its weights are PyTorch files, which can run code and are never opened. Look for a version with .safetensors files.</source>
        <translation>Seine Gewichte sind PyTorch-Dateien, die Code ausführen können und nie geöffnet werden. Suchen Sie eine Fassung mit .safetensors-Dateien.</translation>
    </message>
    <message>
        <source>JSON does not know the escape in line {line}, column {column}. Write \\ for a backslash.</source>
        <translation>JSON kennt die Zeichenfolge nach dem Backslash in Zeile {line}, Spalte {column} nicht. Schreiben Sie \\ für einen Backslash.</translation>
    </message>
    <message>
        <source>JSON has no number {name}. Write another number, or null.</source>
        <translation>JSON kennt keine Zahl {name}. Schreiben Sie eine andere Zahl oder null.</translation>
    </message>
    <message>
        <source>JSON schema</source>
        <translation>JSON-Schema</translation>
    </message>
    <message>
        <source>JSON, complete, for importing again</source>
        <translation>JSON, vollständig, wieder zu importieren</translation>
    </message>
    <message>
        <source>Joins at the next prompt</source>
        <translation>Ab dem nächsten Prompt dabei</translation>
    </message>
    <message>
        <source>Jump to latest</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>KEY=value, one per line</source>
        <translation>NAME=Wert, je Zeile einer</translation>
    </message>
    <message>
        <source>KL</source>
        <translation>KL</translation>
    </message>
    <message>
        <source>Keep as text</source>
        <translation>Als Text behalten</translation>
    </message>
    <message>
        <source>Keep loaded</source>
        <translation>Geladen lassen</translation>
    </message>
    <message>
        <source>Keep the computer awake while a model works</source>
        <translation>Computer wach halten, solange ein Modell arbeitet</translation>
    </message>
    <message>
        <source>Keep this chat</source>
        <translation>Diesen Chat behalten</translation>
    </message>
    <message>
        <source>Keep this comparison</source>
        <translation>Diesen Vergleich behalten</translation>
    </message>
    <message>
        <source>Keep this temporary chat</source>
        <translation>Diesen temporären Chat behalten</translation>
    </message>
    <message>
        <source>Kept by macOS</source>
        <translation>Von macOS aufbewahrt</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Key for {host}</source>
        <translation>Schlüssel für {host}</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Keys for “{command}”:</source>
        <translation>Tasten für „{command}“:</translation>
    </message>
    <message>
        <source>Keys that ask about the screen</source>
        <translation>Tasten für Fragen zum Bildschirm</translation>
    </message>
    <message>
        <source>Known once the model is loaded.</source>
        <translation>Bekannt, sobald das Modell geladen ist.</translation>
    </message>
    <message>
        <source>LM Studio</source>
        <translation>LM Studio</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Last answer: {title}</source>
        <translation>Letzte Antwort: {title}</translation>
    </message>
    <message>
        <source>Last requests</source>
        <translation>Letzte Anfragen</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Later question</source>
        <translation>Spätere Frage</translation>
    </message>
    <message>
        <source>Leave the name and the password out of the address. Enter the key below it.</source>
        <translation>Lassen Sie Name und Passwort in der Adresse weg. Geben Sie den Schlüssel darunter ein.</translation>
    </message>
    <message>
        <source>Leaves this computer, not encrypted: goes to {hosts}</source>
        <translation>Verlässt diesen Computer unverschlüsselt: geht an {hosts}</translation>
    </message>
    <message>
        <source>Leaves this computer: goes to {hosts}</source>
        <translation>Verlässt diesen Computer: geht an {hosts}</translation>
    </message>
    <message>
        <source>Left and Right move it by 0.1 s, with Shift by 1 s</source>
        <translation>Links und Rechts bewegen um 0,1 s, mit Umschalt um 1 s</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Let other computers reach the server at {address}?</source>
        <translation>Anderen Computern den Server unter {address} öffnen?</translation>
    </message>
    <message>
        <source>Let the model calculate, read files and more</source>
        <translation>Das Modell rechnen, Dateien lesen lassen und mehr</translation>
    </message>
    <message>
        <source>Let the model reason before it answers</source>
        <translation>Das Modell vor der Antwort nachdenken lassen</translation>
    </message>
    <message>
        <source>Let the model title chats</source>
        <translation>Chats vom Modell benennen lassen</translation>
    </message>
    <message>
        <source>Lets a chat continue at once after a restart, instead of being processed again. Only your user account can read the files, and temporary chats leave none. Automatic uses a tenth of the free space, at most 20 GB.</source>
        <translation>Damit geht ein Chat nach einem Neustart sofort weiter, statt noch einmal verarbeitet zu werden. Nur Ihr Benutzerkonto kann die Dateien lesen, und temporäre Chats hinterlassen keine. „Automatisch“ nutzt ein Zehntel des freien Platzes, höchstens 20 GB.</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Licenses</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>Licenses…</source>
        <translation>Lizenzen …</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Line {line:,}: {problem}</source>
        <translation>Zeile {line:,}: {problem}</translation>
    </message>
    <message>
        <source>Line {number:,} of {name}</source>
        <translation>Zeile {number:,} von {name}</translation>
    </message>
    <message>
        <source>Line {number} of the environment is not KEY=value.</source>
        <translation>Zeile {number} der Umgebung ist nicht von der Form NAME=Wert.</translation>
    </message>
    <message>
        <source>Links in answers: your browser opens them, and only after you confirm.</source>
        <translation>Links in Antworten: Ihr Browser öffnet sie, und nur, wenn Sie zugestimmt haben.</translation>
    </message>
    <message>
        <source>Listed: {name}</source>
        <translation>Gezeigt: {name}</translation>
    </message>
    <message>
        <source>Lists of prompts ({names})</source>
        <translation>Listen von Prompts ({names})</translation>
    </message>
    <message>
        <source>Live stats</source>
        <translation>Live-Zahlen</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Load anyway</source>
        <translation>Trotzdem laden</translation>
    </message>
    <message>
        <source>Load at start</source>
        <translation>Beim Start laden</translation>
    </message>
    <message>
        <source>Loaded after the model of the first chat, if there is enough memory.</source>
        <translation>Wird nach dem Modell des ersten Chats geladen, wenn der Speicher reicht.</translation>
    </message>
    <message>
        <source>Loaded, {size} of weights in memory</source>
        <translation>Geladen, {size} Gewichte im Speicher</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Laden in den Speicher</translation>
    </message>
    <message>
        <source>Loading a model</source>
        <translation>Lädt ein Modell</translation>
    </message>
    <message>
        <source>Loading {model}…</source>
        <translation>{model} wird geladen …</translation>
    </message>
    <message>
        <source>Loading {name}…</source>
        <translation>{name} wird geladen …</translation>
    </message>
    <message>
        <source>Loading, {share} in memory</source>
        <translation>Wird geladen, {share} im Speicher</translation>
    </message>
    <message>
        <source>Local server</source>
        <translation>Lokaler Server</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Log level</source>
        <translation>Protokollstufe</translation>
    </message>
    <message>
        <source>Longer than the model&apos;s context</source>
        <translation>Länger als der Kontext</translation>
    </message>
    <message>
        <source>Longest context, in tokens</source>
        <translation>Größter Kontext in Tokens</translation>
    </message>
    <message>
        <source>Looking for models that can draft…</source>
        <translation>Suche Modelle, die vorausraten können …</translation>
    </message>
    <message>
        <source>Lower values drop unlikely tokens</source>
        <translation>Kleinere Werte lassen unwahrscheinliche Tokens weg</translation>
    </message>
    <message>
        <source>MLX cache</source>
        <translation>MLX-Cache</translation>
    </message>
    <message>
        <source>MMM d, yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>MP4 or QuickTime</source>
        <translation>MP4 oder QuickTime</translation>
    </message>
    <message>
        <source>Machine test</source>
        <translation>Test der Rechner</translation>
    </message>
    <message>
        <source>Machine {number} of the group could not continue. {reason} Ask again to restart the group.</source>
        <translation>Rechner {number} der Gruppe konnte nicht weitermachen. {reason} Fragen Sie noch einmal, dann startet die Gruppe neu.</translation>
    </message>
    <message>
        <source>Machine {number} of the group ended ({host}). Ask again to restart the group.</source>
        <translation>Rechner {number} der Gruppe hat sich beendet ({host}). Fragen Sie noch einmal, dann startet die Gruppe neu.</translation>
    </message>
    <message>
        <source>Machine {number} of the group failed: {reason}. Ask again to restart the group.</source>
        <translation>Rechner {number} der Gruppe ist ausgefallen: {reason}. Fragen Sie noch einmal, dann startet die Gruppe neu.</translation>
    </message>
    <message>
        <source>Machine {number}: {reason}</source>
        <translation>Rechner {number}: {reason}</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Make a new token; the old one stops working</source>
        <translation>Neuen Token erzeugen; der alte gilt dann nicht mehr</translation>
    </message>
    <message>
        <source>Manage prompts…</source>
        <translation>Prompts verwalten …</translation>
    </message>
    <message>
        <source>Manage servers…</source>
        <translation>Server verwalten …</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>Markierungen</translation>
    </message>
    <message>
        <source>Max tokens</source>
        <translation>Max. Tokens</translation>
    </message>
    <message>
        <source>Max {value}</source>
        <translation>Max {value}</translation>
    </message>
    <message>
        <source>Maximum length of an answer</source>
        <translation>Höchstlänge einer Antwort</translation>
    </message>
    <message>
        <source>Maximum reasoning tokens</source>
        <translation>Höchstzahl der Tokens beim Nachdenken</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory breakdown</source>
        <translation>Speicher im Einzelnen</translation>
    </message>
    <message>
        <source>Memory for models</source>
        <translation>Speicher für Modelle</translation>
    </message>
    <message>
        <source>Memory in use, out of the limit</source>
        <translation>Belegter Speicher, vom Limit</translation>
    </message>
    <message>
        <source>Memory that 8-bit conversation caches save.</source>
        <translation>Speicher, den 8-Bit-Gesprächscaches sparen.</translation>
    </message>
    <message>
        <source>Memory that MLX keeps for the next computation and can give back.</source>
        <translation>Speicher, den MLX für die nächste Berechnung behält und zurückgeben kann.</translation>
    </message>
    <message>
        <source>Memory that the model needs, out of what is free</source>
        <translation>Speicher, den das Modell braucht, von dem, der für es frei ist</translation>
    </message>
    <message>
        <source>Memory used by cached prompts, which let chats continue at once.</source>
        <translation>Speicher der Prompts im Cache, mit denen Chats sofort weitergehen.</translation>
    </message>
    <message>
        <source>Memory used by loaded models, prompts and answers, out of what models may use.</source>
        <translation>Speicher für geladene Modelle, Prompts und Antworten, von dem, was Modelle nutzen dürfen.</translation>
    </message>
    <message>
        <source>Memory used by loaded models, prompts and answers.</source>
        <translation>Speicher für geladene Modelle, Prompts und Antworten.</translation>
    </message>
    <message>
        <source>Memory used by prepared images and by cached image features.</source>
        <translation>Speicher für vorbereitete Bilder und Bildmerkmale im Cache.</translation>
    </message>
    <message>
        <source>Memory used by the loaded models.</source>
        <translation>Speicher für die geladenen Modelle.</translation>
    </message>
    <message>
        <source>Memory wait</source>
        <translation>Warten auf Speicher</translation>
    </message>
    <message>
        <source>Memory: {share}</source>
        <translation>Speicher: {share}</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Messages above are not sent to the model</source>
        <translation>Nachrichten darüber werden nicht an das Modell gesendet</translation>
    </message>
    <message>
        <source>Messages above are sent as a summary</source>
        <translation>Nachrichten darüber werden als Zusammenfassung gesendet</translation>
    </message>
    <message>
        <source>Messages above will be summarized first</source>
        <translation>Nachrichten darüber werden zuerst zusammengefasst</translation>
    </message>
    <message>
        <source>Min p</source>
        <translation>Min p</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>Spiegelserver</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>Modellkarte</translation>
    </message>
    <message>
        <source>Model for new chats</source>
        <translation>Modell für neue Chats</translation>
    </message>
    <message>
        <source>Model load</source>
        <translation>Modell laden</translation>
    </message>
    <message>
        <source>Model page</source>
        <translation>Seite des Modells</translation>
    </message>
    <message>
        <source>Model servers that you have added: they receive the chats that use their models. The window says so wherever you write such a chat.</source>
        <translation>Modellserver, die Sie hinzugefügt haben: Sie erhalten die Chats mit ihren Modellen. Das Fenster sagt das überall, wo Sie einen solchen Chat schreiben.</translation>
    </message>
    <message>
        <source>Model with an adapter</source>
        <translation>Modell mit Adapter</translation>
    </message>
    <message>
        <source>Model {letter}</source>
        <translation>Modell {letter}</translation>
    </message>
    <message>
        <source>Model: {name}</source>
        <translation>Modell: {name}</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models and their tools are hidden until you vote or choose “Show names”.</source>
        <translation>Modelle und ihre Werkzeuge sind verborgen, bis Sie abstimmen oder „Namen zeigen“ wählen.</translation>
    </message>
    <message>
        <source>Models of this family read the whole prompt: skimming has not been tested with them.</source>
        <translation>Modelle dieser Familie lesen den ganzen Prompt: Das Überfliegen wurde mit ihnen nicht geprüft.</translation>
    </message>
    <message>
        <source>Models of {host}</source>
        <translation>Modelle von {host}</translation>
    </message>
    <message>
        <source>Models on all machines</source>
        <translation>Modelle auf allen Rechnern</translation>
    </message>
    <message>
        <source>Models on servers…</source>
        <translation>Modelle auf Servern …</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modelle auf diesem Computer</translation>
    </message>
    <message>
        <source>Models that you downloaded or converted</source>
        <translation>Modelle, die Sie heruntergeladen oder umgewandelt haben</translation>
    </message>
    <message>
        <source>Models to show</source>
        <translation>Gezeigte Modelle</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelle …</translation>
    </message>
    <message>
        <source>Model…</source>
        <translation>Modell …</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More actions for this comparison</source>
        <translation>Mehr zu diesem Vergleich</translation>
    </message>
    <message>
        <source>More actions for this pane</source>
        <translation>Mehr zu dieser Spalte</translation>
    </message>
    <message>
        <source>Most likely tokens to show, up to 20</source>
        <translation>Wahrscheinlichste Tokens, bis zu 20</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move pane left</source>
        <translation>Spalte nach links</translation>
    </message>
    <message>
        <source>Move pane right</source>
        <translation>Spalte nach rechts</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>In Ordner verschieben</translation>
    </message>
    <message>
        <source>Move to trash</source>
        <translation>In den Papierkorb</translation>
    </message>
    <message>
        <source>Move to trash…</source>
        <translation>In den Papierkorb …</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move “{name}” to the trash?</source>
        <translation>„{name}“ in den Papierkorb legen?</translation>
    </message>
    <message numerus="yes">
        <source>Moved %n chat(s) out of the archive.</source>
        <translation>
            <numerusform>%n Chat aus dem Archiv geholt.</numerusform>
            <numerusform>%n Chats aus dem Archiv geholt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n chat(s) out of the folder.</source>
        <translation>
            <numerusform>%n Chat aus dem Ordner verschoben.</numerusform>
            <numerusform>%n Chats aus dem Ordner verschoben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n chat(s) to the archive. The menu above the list shows it.</source>
        <translation>
            <numerusform>%n Chat ins Archiv verschoben. Das Menü über der Liste zeigt es.</numerusform>
            <numerusform>%n Chats ins Archiv verschoben. Das Menü über der Liste zeigt es.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n chat(s) to “{name}”.</source>
        <translation>
            <numerusform>%n Chat nach „{name}“ verschoben.</numerusform>
            <numerusform>%n Chats nach „{name}“ verschoben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Moved {name} to the trash.</source>
        <translation>{name} wurde in den Papierkorb gelegt.</translation>
    </message>
    <message>
        <source>My chats first</source>
        <translation>Meine Chats zuerst</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Never offer {tool} to a model again</source>
        <translation>{tool} nie wieder einem Modell anbieten</translation>
    </message>
    <message>
        <source>Never offered to a model</source>
        <translation>Wird nie einem Modell angeboten</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>New argument {name}</source>
        <translation>Neues Argument {name}</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>New chat from here</source>
        <translation>Neuer Chat ab hier</translation>
    </message>
    <message>
        <source>New chat in the same folder</source>
        <translation>Neuer Chat im selben Ordner</translation>
    </message>
    <message>
        <source>New chat in this folder</source>
        <translation>Neuer Chat in diesem Ordner</translation>
    </message>
    <message>
        <source>New chats begin with</source>
        <translation>Neue Chats beginnen mit</translation>
    </message>
    <message>
        <source>New chats in this folder begin with these settings. The files are attached to their first message, and the line below it says how many tokens they use. Chats that exist already don&apos;t change.</source>
        <translation>Neue Chats in diesem Ordner beginnen mit diesen Einstellungen. Die Dateien werden an ihre erste Nachricht angehängt, und die Zeile darunter sagt, wie viele Tokens sie benötigen. Bereits vorhandene Chats ändern sich nicht.</translation>
    </message>
    <message>
        <source>New chats with {model} begin with these options.</source>
        <translation>Neue Chats mit {model} beginnen mit diesen Optionen.</translation>
    </message>
    <message>
        <source>New comparison</source>
        <translation>Neuer Vergleich</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Neuer Ordner …</translation>
    </message>
    <message>
        <source>New models go here, converted ones too. The models that you have stay where they are, and downloads that have begun go on there. The Hugging Face cache, which HF_HOME or HF_HUB_CACHE can name, is only read.</source>
        <translation>Neue Modelle kommen hierher, auch umgewandelte. Vorhandene Modelle bleiben, wo sie sind, und begonnene Downloads gehen dort weiter. Der Hugging-Face-Cache, den HF_HOME oder HF_HUB_CACHE nennen können, wird nur gelesen.</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>Neuer Prompt</translation>
    </message>
    <message>
        <source>New requests from other programs wait while an answer is being written in the window.</source>
        <translation>Neue Anfragen anderer Programme warten, solange im Fenster eine Antwort geschrieben wird.</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>Neuer temporärer Chat</translation>
    </message>
    <message>
        <source>New temporary comparison</source>
        <translation>Neuer temporärer Vergleich</translation>
    </message>
    <message>
        <source>New version</source>
        <translation>Neue Version</translation>
    </message>
    <message>
        <source>Next (Right)</source>
        <translation>Weiter (Rechts)</translation>
    </message>
    <message>
        <source>Next channel change ({keys})</source>
        <translation>Nächster Kanalwechsel ({keys})</translation>
    </message>
    <message>
        <source>Next difference ({key})</source>
        <translation>Nächster Unterschied ({key})</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>Nächste Spalte</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Tab</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>Nächste Fassung</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>No answer has these statistics yet.</source>
        <translation>Noch keine Antwort hat diese Zahlen.</translation>
    </message>
    <message>
        <source>No app on this computer can open {name}.</source>
        <translation>Kein Programm auf diesem Computer kann {name} öffnen.</translation>
    </message>
    <message>
        <source>No chats match the filter.</source>
        <translation>Kein Chat passt zum Filter.</translation>
    </message>
    <message>
        <source>No chats yet. Your chats will appear here.</source>
        <translation>Noch keine Chats. Ihre Chats erscheinen hier.</translation>
    </message>
    <message>
        <source>No command, chat or setting matches.</source>
        <translation>Kein Befehl, kein Chat und keine Einstellung passt.</translation>
    </message>
    <message>
        <source>No draft model is chosen for this model. Choose one on the model&apos;s page.</source>
        <translation>Für dieses Modell ist kein Modell zum Vorausraten gewählt. Wählen Sie eines auf der Seite des Modells.</translation>
    </message>
    <message>
        <source>No drafting</source>
        <translation>Ohne Vorausraten</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>Kein Ordner</translation>
    </message>
    <message>
        <source>No frame of {name} could be read. Try another copy.</source>
        <translation>Kein Bild von {name} konnte gelesen werden. Versuchen Sie eine andere Kopie.</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>No layer has a width that is a multiple of {group}.</source>
        <translation>Keine Schicht hat eine Breite, die ein Vielfaches von {group} ist.</translation>
    </message>
    <message>
        <source>No match</source>
        <translation>Kein Treffer</translation>
    </message>
    <message>
        <source>No messages yet</source>
        <translation>Noch keine Nachrichten</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Es ist kein Modell geladen.</translation>
    </message>
    <message>
        <source>No model is loaded. Choose one from the model menu.</source>
        <translation>Es ist kein Modell geladen. Wählen Sie eines im Modellmenü.</translation>
    </message>
    <message>
        <source>No model loaded</source>
        <translation>Kein Modell geladen</translation>
    </message>
    <message>
        <source>No models for “{words}”</source>
        <translation>Keine Modelle für „{words}“</translation>
    </message>
    <message>
        <source>No models match the filter.</source>
        <translation>Kein Modell passt zum Filter.</translation>
    </message>
    <message>
        <source>No models were found in “{folder}”. To attach files, drop the files themselves.</source>
        <translation>In „{folder}“ wurden keine Modelle gefunden. Um Dateien anzuhängen, ziehen Sie die Dateien selbst herein.</translation>
    </message>
    <message>
        <source>No models yet.</source>
        <translation>Noch keine Modelle.</translation>
    </message>
    <message>
        <source>No preset</source>
        <translation>Keine Vorlage</translation>
    </message>
    <message>
        <source>No requests yet.</source>
        <translation>Noch keine Anfragen.</translation>
    </message>
    <message>
        <source>No servers yet.</source>
        <translation>Noch keine Server.</translation>
    </message>
    <message>
        <source>No settings found.</source>
        <translation>Keine Einstellungen gefunden.</translation>
    </message>
    <message>
        <source>No template</source>
        <translation>Keine Chatvorlage</translation>
    </message>
    <message>
        <source>No tool call is waiting in this chat.</source>
        <translation>In diesem Chat wartet kein Werkzeugaufruf.</translation>
    </message>
    <message>
        <source>No tools found.</source>
        <translation>Keine Werkzeuge gefunden.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>None</source>
        <comment>difference</comment>
        <translation>Keiner</translation>
    </message>
    <message>
        <source>None of your models can draft for this one. Drafting takes a smaller model with the same vocabulary, usually of the same family.</source>
        <translation>Keines Ihrer Modelle kann für dieses vorausraten. Nötig ist ein kleineres mit demselben Vokabular, meist aus derselben Familie.</translation>
    </message>
    <message>
        <source>None yet. The model can read only what you choose here.</source>
        <translation>Noch keine. Das Modell kann nur lesen, was Sie hier wählen.</translation>
    </message>
    <message>
        <source>Not applied: {sentence}.</source>
        <translation>Nicht übernommen: {sentence}.</translation>
    </message>
    <message>
        <source>Not even a short conversation fits.</source>
        <translation>Nicht einmal eine kurze Unterhaltung passt.</translation>
    </message>
    <message>
        <source>Not every server needs one</source>
        <translation>Nicht jeder Server braucht einen</translation>
    </message>
    <message>
        <source>Not in use yet</source>
        <translation>Noch nicht in Gebrauch</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>Nicht geladen</translation>
    </message>
    <message>
        <source>Not loaded, for safety</source>
        <translation>Aus Sicherheitsgründen nicht geladen</translation>
    </message>
    <message>
        <source>Not needed to run the model.</source>
        <translation>Wird zum Ausführen des Modells nicht gebraucht.</translation>
    </message>
    <message>
        <source>Not possible: {recipes}. {reason}</source>
        <translation>Nicht möglich: {recipes}. {reason}</translation>
    </message>
    <message>
        <source>Not run</source>
        <translation>Nicht ausgeführt</translation>
    </message>
    <message>
        <source>Not run, because the answer was cut short.</source>
        <translation>Nicht ausgeführt, weil die Antwort abgeschnitten wurde.</translation>
    </message>
    <message>
        <source>Not run, because you continued without it.</source>
        <translation>Nicht ausgeführt, weil Sie ohne das Ergebnis fortgefahren sind.</translation>
    </message>
    <message>
        <source>Not saved, and gone once you close this tab</source>
        <translation>Wird nicht gespeichert und endet mit diesem Tab</translation>
    </message>
    <message>
        <source>Not saved: a prompt has at most {most} characters. Shorten the text.</source>
        <translation>Nicht gespeichert: Ein Prompt hat höchstens {most} Zeichen. Kürzen Sie den Text.</translation>
    </message>
    <message>
        <source>Not saved: there is already a prompt called {name}. Choose another name.</source>
        <translation>Nicht gespeichert: Es gibt schon einen Prompt namens {name}. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Not saved: type a name.</source>
        <translation>Nicht gespeichert: Geben Sie einen Namen ein.</translation>
    </message>
    <message>
        <source>Not saved: type the text of the prompt.</source>
        <translation>Nicht gespeichert: Geben Sie den Text des Prompts ein.</translation>
    </message>
    <message>
        <source>Not skimmed: {why}</source>
        <translation>Nicht überflogen: {why}</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>Nicht gestartet</translation>
    </message>
    <message>
        <source>Not supported by this model.</source>
        <translation>Von diesem Modell nicht unterstützt.</translation>
    </message>
    <message>
        <source>Nothing can be imported while nothing can be saved. {why}</source>
        <translation>Es kann nichts importiert werden, solange nichts gespeichert werden kann. {why}</translation>
    </message>
    <message>
        <source>Nothing else connects, even with strict offline off: other models run on this computer.</source>
        <translation>Sonst verbindet sich nichts, auch ohne „Streng offline“: Andere Modelle laufen auf diesem Computer.</translation>
    </message>
    <message>
        <source>Nothing found for “{text}” in Recently Deleted.</source>
        <translation>Nichts gefunden für „{text}“ in „Zuletzt gelöscht“.</translation>
    </message>
    <message>
        <source>Nothing found for “{text}” in the archive.</source>
        <translation>Nichts gefunden für „{text}“ im Archiv.</translation>
    </message>
    <message>
        <source>Nothing found for “{text}”.</source>
        <translation>Nichts gefunden für „{text}“.</translation>
    </message>
    <message>
        <source>Nothing has been asked yet, so there is nothing to export.</source>
        <translation>Es wurde noch nichts gefragt, daher gibt es nichts zu exportieren.</translation>
    </message>
    <message>
        <source>Nothing has been asked yet, so there is nothing to print.</source>
        <translation>Noch wurde nichts gefragt, also gibt es nichts zu drucken.</translation>
    </message>
    <message>
        <source>Nothing has been asked yet.</source>
        <translation>Es wurde noch nichts gefragt.</translation>
    </message>
    <message>
        <source>Nothing in the folder is deleted.</source>
        <translation>Im Ordner wird nichts gelöscht.</translation>
    </message>
    <message>
        <source>Nothing is being downloaded. Downloads continue where they stopped, even after a restart.</source>
        <translation>Zurzeit wird nichts heruntergeladen. Downloads gehen dort weiter, wo sie aufgehört haben, auch nach einem Neustart.</translation>
    </message>
    <message>
        <source>Nothing was added: these prompts exist already, or there is no room.</source>
        <translation>Nichts wurde hinzugefügt: Diese Prompts gibt es schon, oder für weitere ist kein Platz.</translation>
    </message>
    <message>
        <source>Nothing was deleted recently.</source>
        <translation>In letzter Zeit wurde nichts gelöscht.</translation>
    </message>
    <message>
        <source>Nothing was sent. Choose a model on this computer, or send again and agree.</source>
        <translation>Es wurde nichts gesendet. Wählen Sie ein Modell auf diesem Computer, oder senden Sie noch einmal und stimmen Sie zu.</translation>
    </message>
    <message>
        <source>Nothing you already have is duplicated.</source>
        <translation>Was Sie schon haben, wird nicht verdoppelt.</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Mitteilungen</translation>
    </message>
    <message>
        <source>Now using {name}. The others are in the list of models.</source>
        <translation>Jetzt wird {name} verwendet. Die anderen stehen in der Liste der Modelle.</translation>
    </message>
    <message>
        <source>Number of weights (B: billion, M: million)</source>
        <translation>Anzahl der Gewichte (Mrd.: Milliarden, Mio.: Millionen)</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Omit the oldest messages</source>
        <translation>Älteste Nachrichten weglassen</translation>
    </message>
    <message>
        <source>On</source>
        <translation>An</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>One file with all conversations, their files and statistics, for importing again.</source>
        <translation>Eine Datei mit allen Unterhaltungen, ihren Dateien und Statistiken, wieder zu importieren.</translation>
    </message>
    <message>
        <source>One file, with no scripts and nothing loaded from the web.</source>
        <translation>Eine Datei, ohne Skripte und ohne etwas, das aus dem Netz geladen wird.</translation>
    </message>
    <message>
        <source>One per line</source>
        <translation>Einer je Zeile</translation>
    </message>
    <message>
        <source>One per line; the answer ends before it</source>
        <translation>Je Zeile einer; davor endet die Antwort</translation>
    </message>
    <message>
        <source>One row per answer, with its settings and statistics.</source>
        <translation>Eine Zeile je Antwort, mit ihren Einstellungen und Statistiken.</translation>
    </message>
    <message>
        <source>One token ID: number per line, from -100 to 100</source>
        <translation>Zeilen „Token-ID: Zahl“, -100 bis 100</translation>
    </message>
    <message>
        <source>Only the beginning of this long answer is shown. Copy includes all of it.</source>
        <translation>Von dieser langen Antwort wird nur der Anfang gezeigt. „Kopieren“ nimmt alles.</translation>
    </message>
    <message>
        <source>Only the versions shown now.</source>
        <translation>Nur die Fassungen, die gerade zu sehen sind.</translation>
    </message>
    <message>
        <source>Only {names}</source>
        <translation>Nur {names}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open chat</source>
        <translation>Chat öffnen</translation>
    </message>
    <message>
        <source>Open chats</source>
        <translation>Offene Chats</translation>
    </message>
    <message>
        <source>Open in default app</source>
        <translation>Mit dem Standardprogramm öffnen</translation>
    </message>
    <message>
        <source>Open issue page</source>
        <translation>Seite zum Melden öffnen</translation>
    </message>
    <message>
        <source>Open model folder</source>
        <translation>Modellordner öffnen</translation>
    </message>
    <message>
        <source>Open model folder…</source>
        <translation>Modellordner öffnen …</translation>
    </message>
    <message>
        <source>Open page</source>
        <translation>Seite öffnen</translation>
    </message>
    <message>
        <source>Open the first</source>
        <translation>Den ersten öffnen</translation>
    </message>
    <message>
        <source>Open the issue page in the browser</source>
        <translation>Die Seite zum Melden von Fehlern im Browser öffnen</translation>
    </message>
    <message>
        <source>Open the page in a browser</source>
        <translation>Die Seite im Browser öffnen</translation>
    </message>
    <message>
        <source>Open the page of the model in a browser</source>
        <translation>Die Seite des Modells im Browser öffnen</translation>
    </message>
    <message>
        <source>Open the page of {name}</source>
        <translation>Seite von {name} öffnen</translation>
    </message>
    <message>
        <source>Open the release page in the browser</source>
        <translation>Die Seite der Version im Browser öffnen</translation>
    </message>
    <message>
        <source>Open the settings for models</source>
        <translation>Die Einstellungen für Modelle öffnen</translation>
    </message>
    <message>
        <source>Open the source code in the browser</source>
        <translation>Den Quelltext im Browser öffnen</translation>
    </message>
    <message>
        <source>Open {host} in the browser?</source>
        <translation>{host} im Browser öffnen?</translation>
    </message>
    <message>
        <source>OpenAI-compatible</source>
        <translation>OpenAI-kompatibel</translation>
    </message>
    <message>
        <source>Opens the settings for models</source>
        <translation>Öffnet die Einstellungen für Modelle</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Options · Temp {temperature}</source>
        <translation>Optionen · Temp {temperature}</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Original files</source>
        <translation>Originaldateien</translation>
    </message>
    <message>
        <source>Original files keep camera data such as location and time. Small copies do not.</source>
        <translation>Originaldateien behalten Angaben der Kamera wie Ort und Zeit. Kleine Kopien nicht.</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>Andere Rechner</translation>
    </message>
    <message>
        <source>Other computers on my network</source>
        <translation>Andere Computer meines Netzes</translation>
    </message>
    <message>
        <source>Other parts</source>
        <translation>Andere Teile</translation>
    </message>
    <message>
        <source>Other parts of the prompt are cached</source>
        <translation>Andere Teile des Prompts sind im Cache</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Page {page}</source>
        <translation>Seite {page}</translation>
    </message>
    <message>
        <source>Page {page} of {name} could not be drawn.</source>
        <translation>Seite {page} von {name} konnte nicht gezeichnet werden.</translation>
    </message>
    <message>
        <source>Pane</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Pane removed: {name}</source>
        <translation>Spalte entfernt: {name}</translation>
    </message>
    <message>
        <source>Pane settings</source>
        <translation>Einstellungen der Spalte</translation>
    </message>
    <message>
        <source>Pane {letter}: {name}</source>
        <translation>Spalte {letter}: {name}</translation>
    </message>
    <message>
        <source>Pane {number}</source>
        <translation>Spalte {number}</translation>
    </message>
    <message>
        <source>Panes</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Part of the video</source>
        <translation>Teil des Videos</translation>
    </message>
    <message>
        <source>Part of this message could not be read; the rest is shown.</source>
        <translation>Ein Teil dieser Nachricht war nicht lesbar; der Rest wird gezeigt.</translation>
    </message>
    <message>
        <source>Part {number}</source>
        <translation>Teil {number}</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Paste a list of prompts</source>
        <translation>Liste von Prompts einfügen</translation>
    </message>
    <message>
        <source>Paste a list of prompts…</source>
        <translation>Liste von Prompts einfügen …</translation>
    </message>
    <message>
        <source>Paste a token, such as hf_…</source>
        <translation>Token, zum Beispiel hf_…</translation>
    </message>
    <message>
        <source>Paste prompts: one per line, in blocks, as a table with a column “prompt”, or JSON</source>
        <translation>Prompts einfügen: einer je Zeile, in Blöcken, als Tabelle mit einer Spalte „prompt“ oder als JSON</translation>
    </message>
    <message>
        <source>Paste the JSON that other programs use for their servers:</source>
        <translation>JSON einfügen, mit dem andere Programme ihre Server beschreiben:</translation>
    </message>
    <message>
        <source>Pasted image</source>
        <translation>Eingefügtes Bild</translation>
    </message>
    <message>
        <source>Pasted prompts</source>
        <translation>Eingefügte Prompts</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Pause (Return)</source>
        <translation>Pause (Eingabe)</translation>
    </message>
    <message>
        <source>Pause ({percent})</source>
        <translation>Pause ({percent})</translation>
    </message>
    <message>
        <source>Pause or resume reading</source>
        <translation>Vorlesen pausieren oder fortsetzen</translation>
    </message>
    <message>
        <source>Pause the download of {name}</source>
        <translation>Download von {name} pausieren</translation>
    </message>
    <message>
        <source>Paused after {done} of {total}</source>
        <translation>Pause nach {done} von {total}</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Höchstwert</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>Berechtigungen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Play (Return)</source>
        <translation>Abspielen (Eingabe)</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Preparation</source>
        <translation>Vorbereitung</translation>
    </message>
    <message>
        <source>Preparing the prompt…</source>
        <translation>Der Prompt wird vorbereitet …</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Präsenzstrafe</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Preset name</source>
        <translation>Name der Vorlage</translation>
    </message>
    <message>
        <source>Preset: {name}</source>
        <translation>Vorlage: {name}</translation>
    </message>
    <message>
        <source>Preset: {name} (changed)</source>
        <translation>Vorlage: {name} (geändert)</translation>
    </message>
    <message>
        <source>Presets ({pattern})</source>
        <translation>Vorlagen ({pattern})</translation>
    </message>
    <message>
        <source>Presets: saved sets of options</source>
        <translation>Vorlagen: gespeicherte Optionen</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Preview of {name}</source>
        <translation>Vorschau von {name}</translation>
    </message>
    <message>
        <source>Previews (rebuilt when needed)</source>
        <translation>Vorschauen (werden bei Bedarf neu erstellt)</translation>
    </message>
    <message>
        <source>Previous (Left)</source>
        <translation>Zurück (Links)</translation>
    </message>
    <message>
        <source>Previous channel change ({keys})</source>
        <translation>Voriger Kanalwechsel ({keys})</translation>
    </message>
    <message>
        <source>Previous difference ({key})</source>
        <translation>Voriger Unterschied ({key})</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>Vorige Spalte</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Tab</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>Vorige Fassung</translation>
    </message>
    <message>
        <source>Printing</source>
        <translation>Drucken</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <source>Processed</source>
        <translation>Verarbeitet</translation>
    </message>
    <message>
        <source>Processed again</source>
        <translation>Erneut verarbeitet</translation>
    </message>
    <message>
        <source>Processed again: {why}</source>
        <translation>Erneut verarbeitet: {why}</translation>
    </message>
    <message>
        <source>Processing the prompt: {done} of {total} tokens</source>
        <translation>Der Prompt wird verarbeitet: {done} von {total} Tokens</translation>
    </message>
    <message>
        <source>Program to set up</source>
        <translation>Programm, das eingerichtet wird</translation>
    </message>
    <message>
        <source>Programs for the OpenAI API need /v1 at the end: {address}/v1</source>
        <translation>Programme für die API von OpenAI brauchen /v1 am Ende: {address}/v1</translation>
    </message>
    <message>
        <source>Programs that add tools for the models, over the Model Context Protocol. They run on this computer with your permissions: add only those you trust.</source>
        <translation>Programme, die den Modellen über das Model Context Protocol Werkzeuge bereitstellen. Sie laufen auf diesem Computer mit Ihren Rechten: Fügen Sie nur solche hinzu, denen Sie vertrauen.</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Progress of {name}</source>
        <translation>Fortschritt von {name}</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Prompt as it was sent</source>
        <translation>Prompt, wie er gesendet wurde</translation>
    </message>
    <message>
        <source>Prompt cache</source>
        <translation>Prompt-Cache</translation>
    </message>
    <message>
        <source>Prompt cache (rebuilt when needed)</source>
        <translation>Prompt-Cache (wird bei Bedarf neu erzeugt)</translation>
    </message>
    <message>
        <source>Prompt cache on disk</source>
        <translation>Prompt-Cache auf dem Datenträger</translation>
    </message>
    <message>
        <source>Prompt name</source>
        <translation>Name des Prompts</translation>
    </message>
    <message>
        <source>Prompt number</source>
        <translation>Nummer des Prompts</translation>
    </message>
    <message>
        <source>Prompt speed</source>
        <translation>Prompt-Tempo</translation>
    </message>
    <message>
        <source>Prompt speed now</source>
        <translation>Prompt-Tempo jetzt</translation>
    </message>
    <message>
        <source>Prompt text</source>
        <translation>Text des Prompts</translation>
    </message>
    <message>
        <source>Prompt time</source>
        <translation>Prompt-Zeit</translation>
    </message>
    <message>
        <source>Prompt tok/s</source>
        <translation>Prompt tok/s</translation>
    </message>
    <message>
        <source>Prompt tokens</source>
        <translation>Prompt-Tokens</translation>
    </message>
    <message>
        <source>Prompt tokens processed per second right now, across all requests.</source>
        <translation>Prompt-Tokens, die alle Anfragen zusammen gerade pro Sekunde verarbeiten.</translation>
    </message>
    <message>
        <source>Prompt tokens processed per second. Cached tokens do not count.</source>
        <translation>Verarbeitete Prompt-Tokens pro Sekunde. Tokens aus dem Cache zählen nicht.</translation>
    </message>
    <message>
        <source>Prompt tokens that were cached instead.</source>
        <translation>Prompt-Tokens, die stattdessen im Cache waren.</translation>
    </message>
    <message>
        <source>Prompt tokens that were processed.</source>
        <translation>Prompt-Tokens, die verarbeitet wurden.</translation>
    </message>
    <message>
        <source>Prompt variables</source>
        <translation>Variablen des Prompts</translation>
    </message>
    <message>
        <source>Prompt {at} of {total}</source>
        <translation>Prompt {at} von {total}</translation>
    </message>
    <message>
        <source>Prompt {number:,} of {name}</source>
        <translation>Prompt {number:,} von {name}</translation>
    </message>
    <message>
        <source>Prompt {number}</source>
        <translation>Prompt {number}</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>Prompts ({pattern})</source>
        <translation>Prompts ({pattern})</translation>
    </message>
    <message>
        <source>Prompts as text</source>
        <translation>Prompts als Text</translation>
    </message>
    <message>
        <source>Prompts for models of this family are not cached.</source>
        <translation>Prompts für Modelle dieser Familie werden nicht zwischengespeichert.</translation>
    </message>
    <message>
        <source>Prompts in the run</source>
        <translation>Prompts des Durchlaufs</translation>
    </message>
    <message>
        <source>Prompts {first} to {last}</source>
        <translation>Prompts {first} bis {last}</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Put before the text</source>
        <translation>Vor den Text stellen</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Question {number} of {count}: {question}</source>
        <translation>Frage {number} von {count}: {question}</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>In der Warteschlange</translation>
    </message>
    <message>
        <source>Queued message removed.</source>
        <translation>Wartende Nachricht entfernt.</translation>
    </message>
    <message>
        <source>Queued message {number}: {text}</source>
        <translation>Wartende Nachricht {number}: {text}</translation>
    </message>
    <message>
        <source>Queued messages</source>
        <translation>Wartende Nachrichten</translation>
    </message>
    <message>
        <source>Quick Look</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Quick Look cannot preview {name}.</source>
        <translation>Die Übersicht von macOS kann {name} nicht anzeigen.</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Quit and lose these changes?</source>
        <translation>Beenden und diese Änderungen verlieren?</translation>
    </message>
    <message>
        <source>Quit? Pages that the printer does not have yet are not printed.</source>
        <translation>Beenden? Seiten, die der Drucker noch nicht hat, werden nicht gedruckt.</translation>
    </message>
    <message>
        <source>Quit? Some or all of this will be lost.</source>
        <translation>Beenden? All das oder ein Teil davon geht verloren.</translation>
    </message>
    <message>
        <source>Quit? Temporary chats are not saved and will be lost.</source>
        <translation>Beenden? Temporäre Chats sind nicht gespeichert und gehen verloren.</translation>
    </message>
    <message>
        <source>Quit? The answers so far are kept; the other prompts are not asked.</source>
        <translation>Beenden? Die bisherigen Antworten bleiben erhalten; die übrigen Prompts werden nicht gestellt.</translation>
    </message>
    <message>
        <source>Quit? The files written so far are kept; the others are not written.</source>
        <translation>Beenden? Die bisher geschriebenen Dateien bleiben erhalten; die übrigen werden nicht geschrieben.</translation>
    </message>
    <message>
        <source>Quit? The unfinished file is not kept.</source>
        <translation>Beenden? Die unfertige Datei bleibt nicht erhalten.</translation>
    </message>
    <message>
        <source>Quit? Unfinished conversions are not kept.</source>
        <translation>Beenden? Unfertige Umwandlungen bleiben nicht erhalten.</translation>
    </message>
    <message>
        <source>Quit? What is written so far is kept.</source>
        <translation>Beenden? Was bisher geschrieben ist, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Quit? What was imported so far is kept; the rest is not imported.</source>
        <translation>Beenden? Was bisher importiert wurde, bleibt erhalten; der Rest wird nicht importiert.</translation>
    </message>
    <message>
        <source>Read aloud</source>
        <translation>Vorlesen</translation>
    </message>
    <message>
        <source>Read files</source>
        <translation>Dateien lesen</translation>
    </message>
    <message>
        <source>Read in full</source>
        <translation>Ganz lesen</translation>
    </message>
    <message>
        <source>Read the last answer aloud</source>
        <translation>Letzte Antwort vorlesen</translation>
    </message>
    <message numerus="yes">
        <source>Reading %n file(s)…</source>
        <translation>
            <numerusform>%n Datei wird gelesen …</numerusform>
            <numerusform>%n Dateien werden gelesen …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n file(s)… Esc cancels</source>
        <translation>
            <numerusform>%n Datei wird gelesen … Esc bricht ab</numerusform>
            <numerusform>%n Dateien werden gelesen … Esc bricht ab</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading paused.</source>
        <translation>Das Vorlesen ist pausiert.</translation>
    </message>
    <message>
        <source>Reading the answer aloud…</source>
        <translation>Die Antwort wird vorgelesen …</translation>
    </message>
    <message>
        <source>Reading the chat template…</source>
        <translation>Chatvorlage wird gelesen …</translation>
    </message>
    <message>
        <source>Reading the tokens…</source>
        <translation>Tokens werden gelesen …</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Reads only parts that a draft model chooses</source>
        <translation>Liest nur Teile, die ein kleineres Modell auswählt</translation>
    </message>
    <message>
        <source>Reads the text files that you choose for this chat, and no others.</source>
        <translation>Liest die Textdateien, die Sie für diesen Chat auswählen, und keine anderen.</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Gedankengang</translation>
    </message>
    <message>
        <source>Reasoning, not read aloud</source>
        <translation>Gedankengang, nicht vorgelesen</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt benutzt</translation>
    </message>
    <message>
        <source>Recently Deleted</source>
        <translation>Zuletzt gelöscht</translation>
    </message>
    <message>
        <source>Recently Deleted keeps the folder and its settings for {days} days.</source>
        <translation>„Zuletzt gelöscht“ bewahrt den Ordner und seine Einstellungen {days} Tage auf.</translation>
    </message>
    <message>
        <source>Recently Deleted keeps them for {days} days.</source>
        <translation>„Zuletzt gelöscht“ bewahrt sie {days} Tage auf.</translation>
    </message>
    <message>
        <source>Recommended for this computer</source>
        <translation>Für diesen Computer empfohlen</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Reduced motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Regenerate</source>
        <translation>Neu erzeugen</translation>
    </message>
    <message>
        <source>Regenerate after reading the whole text</source>
        <translation>Neu erzeugen und dafür den ganzen Text lesen</translation>
    </message>
    <message>
        <source>Regenerate with</source>
        <translation>Neu erzeugen mit</translation>
    </message>
    <message>
        <source>Release notes</source>
        <translation>Neuerungen</translation>
    </message>
    <message>
        <source>Release page</source>
        <translation>Seite der Version</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>Alle entfernen</translation>
    </message>
    <message>
        <source>Remove from favorites</source>
        <translation>Aus den Favoriten entfernen</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation>Aus der Liste nehmen</translation>
    </message>
    <message>
        <source>Remove pane</source>
        <translation>Spalte entfernen</translation>
    </message>
    <message>
        <source>Remove the backups</source>
        <translation>Sicherungen entfernen</translation>
    </message>
    <message>
        <source>Remove the backups?</source>
        <translation>Sicherungen entfernen?</translation>
    </message>
    <message>
        <source>Remove the download of {name}</source>
        <translation>Download von {name} entfernen</translation>
    </message>
    <message>
        <source>Remove the keys</source>
        <translation>Tasten entfernen</translation>
    </message>
    <message>
        <source>Remove the selected files</source>
        <translation>Ausgewählte Dateien entfernen</translation>
    </message>
    <message>
        <source>Remove the stop token {token}</source>
        <translation>Stopptoken {token} entfernen</translation>
    </message>
    <message>
        <source>Remove {host}</source>
        <translation>{host} entfernen</translation>
    </message>
    <message>
        <source>Remove {host}?</source>
        <translation>{host} entfernen?</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>Remove {name} from this list</source>
        <translation>{name} aus dieser Liste nehmen</translation>
    </message>
    <message>
        <source>Remove {path}</source>
        <translation>{path} entfernen</translation>
    </message>
    <message>
        <source>Remove “{name}”?</source>
        <translation>„{name}“ entfernen?</translation>
    </message>
    <message>
        <source>Removed argument {name}</source>
        <translation>Entferntes Argument {name}</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>Chat umbenennen</translation>
    </message>
    <message>
        <source>Rename {name}…</source>
        <translation>{name} umbenennen …</translation>
    </message>
    <message>
        <source>Render a sample conversation with this template</source>
        <translation>Eine Beispielunterhaltung mit dieser Chatvorlage darstellen</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Geschlossenen Tab öffnen</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Reply to a message</source>
        <translation>Auf eine Nachricht antworten</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Berichte</translation>
    </message>
    <message>
        <source>Repository</source>
        <translation>Repository</translation>
    </message>
    <message>
        <source>Request access on the model&apos;s page on the hub, then enter your token.</source>
        <translation>Beantragen Sie Zugang auf der Seite des Modells im Hub, und geben Sie dann Ihren Token ein.</translation>
    </message>
    <message>
        <source>Request access…</source>
        <translation>Zugang beantragen …</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Restart Duologue to use the new language.</source>
        <translation>Die neue Sprache gilt nach einem Neustart von Duologue.</translation>
    </message>
    <message>
        <source>Restart Duologue to use the new memory limit.</source>
        <translation>Die neue Speichergrenze gilt nach einem Neustart von Duologue.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message numerus="yes">
        <source>Restore %n item(s)</source>
        <translation>
            <numerusform>%n Element wiederherstellen</numerusform>
            <numerusform>%n Elemente wiederherstellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Restore the default keys</source>
        <translation>Standardtasten wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the default keys of all commands</source>
        <translation>Standardtasten aller Befehle wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the pane</source>
        <translation>Spalte wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the prompt</source>
        <translation>Den Prompt wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the removed message</source>
        <translation>Die entfernte Nachricht zurückholen</translation>
    </message>
    <message>
        <source>Restore the server</source>
        <translation>Server wiederherstellen</translation>
    </message>
    <message>
        <source>Restore what was removed</source>
        <translation>Entferntes wiederherstellen</translation>
    </message>
    <message>
        <source>Restored the folder “{name}”.</source>
        <translation>Ordner „{name}“ wiederhergestellt.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Results…</source>
        <translation>Ergebnisse …</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume the download of {name}</source>
        <translation>Download von {name} fortsetzen</translation>
    </message>
    <message>
        <source>Return opens the page, {keys} uses the model, Space marks a favorite</source>
        <translation>Eingabe öffnet die Seite, {keys} verwendet das Modell, die Leertaste macht es zum Favoriten</translation>
    </message>
    <message>
        <source>Reveal the models without voting</source>
        <translation>Modelle zeigen, ohne abzustimmen</translation>
    </message>
    <message>
        <source>Right-click for other models or several answers</source>
        <translation>Rechtsklick für andere Modelle oder mehrere Antworten</translation>
    </message>
    <message>
        <source>Right-click to copy the answer with its statistics</source>
        <translation>Rechtsklick, um die Antwort mit ihrer Statistik zu kopieren</translation>
    </message>
    <message>
        <source>Rules for the arguments</source>
        <translation>Regeln für die Argumente</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Run a command, or open a chat or a setting</source>
        <translation>Befehl ausführen, Chat oder Einstellung öffnen</translation>
    </message>
    <message>
        <source>Run a list of prompts</source>
        <translation>Eine Liste von Prompts ausführen</translation>
    </message>
    <message>
        <source>Run a list of prompts…</source>
        <translation>Liste von Prompts ausführen …</translation>
    </message>
    <message numerus="yes">
        <source>Run all %n</source>
        <translation>
            <numerusform>Den %n ausführen</numerusform>
            <numerusform>Alle %n ausführen</numerusform>
        </translation>
    </message>
    <message>
        <source>Run edited call</source>
        <translation>Geändert ausführen</translation>
    </message>
    <message>
        <source>Run every waiting call once</source>
        <translation>Alle wartenden Aufrufe je einmal ausführen</translation>
    </message>
    <message>
        <source>Run progress</source>
        <translation>Fortschritt des Durchlaufs</translation>
    </message>
    <message>
        <source>Run {tool} once</source>
        <translation>{tool} einmal ausführen</translation>
    </message>
    <message>
        <source>Run {tool} with these arguments</source>
        <translation>{tool} mit diesen Argumenten ausführen</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Running… {time}</source>
        <translation>Läuft … {time}</translation>
    </message>
    <message>
        <source>Runs without asking</source>
        <translation>Läuft ohne Nachfrage</translation>
    </message>
    <message>
        <source>Runs without asking until it changes</source>
        <translation>Läuft ohne Nachfrage, bis es sich ändert</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Same most likely token</source>
        <translation>Gleiches wahrscheinlichstes Token</translation>
    </message>
    <message>
        <source>Same seed, same answer</source>
        <translation>Gleicher Seed, gleiche Antwort</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Sampling</translation>
    </message>
    <message>
        <source>Sampling as recommended for {model}</source>
        <translation>Sampling wie für {model} empfohlen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save as a new preset…</source>
        <translation>Als neue Vorlage speichern …</translation>
    </message>
    <message>
        <source>Save as prompt…</source>
        <translation>Als Prompt speichern …</translation>
    </message>
    <message>
        <source>Save chart as SVG</source>
        <translation>Diagramm als SVG speichern</translation>
    </message>
    <message>
        <source>Save chart as SVG…</source>
        <translation>Diagramm als SVG speichern …</translation>
    </message>
    <message>
        <source>Save it and list it in the history</source>
        <translation>Speichern und in den Verlauf aufnehmen</translation>
    </message>
    <message>
        <source>Save it as an .mp4 file with H.264 video and add that.</source>
        <translation>Speichern Sie es als .mp4 mit H.264 und fügen Sie dieses hinzu.</translation>
    </message>
    <message>
        <source>Save or copy the chart</source>
        <translation>Diagramm speichern oder kopieren</translation>
    </message>
    <message>
        <source>Save the changes to {name}</source>
        <translation>Änderungen in {name} speichern</translation>
    </message>
    <message>
        <source>Save the key for {host}</source>
        <translation>Schlüssel für {host} speichern</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Save the server and start it</source>
        <translation>Server speichern und starten</translation>
    </message>
    <message>
        <source>Save token</source>
        <translation>Token speichern</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Saved as {path}.</source>
        <translation>Gespeichert als {path}.</translation>
    </message>
    <message>
        <source>Saved by 8-bit</source>
        <translation>Durch 8 Bit gespart</translation>
    </message>
    <message>
        <source>Saved in {folder}</source>
        <translation>Gespeichert in {folder}</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Scales the whole interface.</source>
        <translation>Vergrößert oder verkleinert die ganze Oberfläche.</translation>
    </message>
    <message>
        <source>Scales the whole interface. Also {larger} and {smaller}.</source>
        <translation>Vergrößert oder verkleinert die ganze Oberfläche. Auch mit {larger} und {smaller}.</translation>
    </message>
    <message>
        <source>Screen {time}</source>
        <translation>Bildschirm {time}</translation>
    </message>
    <message>
        <source>Scroll all panes together</source>
        <translation>Alle Spalten gemeinsam scrollen</translation>
    </message>
    <message>
        <source>Scroll together</source>
        <translation>Gemeinsam scrollen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>Alle Chats durchsuchen</translation>
    </message>
    <message>
        <source>Search all chats…</source>
        <translation>Alle Chats durchsuchen …</translation>
    </message>
    <message>
        <source>Search commands and keys</source>
        <translation>Befehle und Tasten suchen</translation>
    </message>
    <message>
        <source>Search commands, chats and settings</source>
        <translation>Befehle, Chats und Einstellungen suchen</translation>
    </message>
    <message>
        <source>Search for models, such as “qwen vision”</source>
        <translation>Nach Modellen suchen, zum Beispiel „qwen vision“</translation>
    </message>
    <message>
        <source>Search models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
    <message>
        <source>Search the folders again</source>
        <translation>Ordner erneut durchsuchen</translation>
    </message>
    <message>
        <source>Search the hub for models</source>
        <translation>Im Hub nach Modellen suchen</translation>
    </message>
    <message>
        <source>Search the licenses</source>
        <translation>Lizenzen durchsuchen</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>Werkzeuge suchen</translation>
    </message>
    <message>
        <source>Searches and model pages are requested from {host}. Nothing else is sent.</source>
        <translation>Suchen und die Seiten der Modelle werden bei {host} angefragt. Sonst wird nichts gesendet.</translation>
    </message>
    <message>
        <source>Searching the folders…</source>
        <translation>Ordner werden durchsucht …</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Seed {value}</source>
        <translation>Seed {value}</translation>
    </message>
    <message>
        <source>Sees images</source>
        <translation>Sieht Bilder</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send (Return)</source>
        <translation>Senden (Eingabe)</translation>
    </message>
    <message>
        <source>Send after this answer (Return)</source>
        <translation>Nach dieser Antwort senden (Eingabe)</translation>
    </message>
    <message>
        <source>Send all of the video</source>
        <translation>Ganzes Video senden</translation>
    </message>
    <message>
        <source>Send as a video</source>
        <translation>Als Video senden</translation>
    </message>
    <message>
        <source>Send next</source>
        <translation>Nächste senden</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>Jetzt senden</translation>
    </message>
    <message>
        <source>Send now and stop the running answer</source>
        <translation>Jetzt senden und die laufende Antwort anhalten</translation>
    </message>
    <message>
        <source>Send or cancel the question being edited first.</source>
        <translation>Senden Sie zuerst die Frage, die Sie bearbeiten, oder brechen Sie ab.</translation>
    </message>
    <message>
        <source>Send queued messages</source>
        <translation>Wartende Nachrichten senden</translation>
    </message>
    <message>
        <source>Send the first frame</source>
        <translation>Erstes Bild senden</translation>
    </message>
    <message>
        <source>Send the queued messages one by one</source>
        <translation>Die wartenden Nachrichten nacheinander senden</translation>
    </message>
    <message>
        <source>Send this chat to {host}?</source>
        <translation>Diesen Chat an {host} senden?</translation>
    </message>
    <message>
        <source>Sent before each new chat, unless its folder has instructions or its preset has a system prompt of its own. You can change it for one chat in its options.</source>
        <translation>Wird vor jedem neuen Chat gesendet, wenn sein Ordner keine Anweisungen und seine Vorlage keinen eigenen Systemprompt hat. Für einen einzelnen Chat können Sie ihn in dessen Optionen ändern.</translation>
    </message>
    <message>
        <source>Sent before the conversation</source>
        <translation>Wird vor der Unterhaltung gesendet</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Server API</source>
        <translation>API des Servers</translation>
    </message>
    <message>
        <source>Server address</source>
        <translation>Adresse des Servers</translation>
    </message>
    <message>
        <source>Server command</source>
        <translation>Befehl des Servers</translation>
    </message>
    <message>
        <source>Server environment variables</source>
        <translation>Umgebungsvariablen des Servers</translation>
    </message>
    <message>
        <source>Server token</source>
        <translation>Token des Servers</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Servers as JSON</source>
        <translation>Server als JSON</translation>
    </message>
    <message>
        <source>Servers that add tools</source>
        <translation>Server, die Werkzeuge hinzufügen</translation>
    </message>
    <message>
        <source>Set up a program</source>
        <translation>Programm einrichten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settings that ask to run code from the folder or the hub: removed.</source>
        <translation>Einstellungen, die Code aus dem Ordner oder vom Hub ausführen wollen: entfernt.</translation>
    </message>
    <message>
        <source>Settings: {settings}</source>
        <translation>Einstellungen: {settings}</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>Several answers at once</source>
        <translation>Mehrere Antworten zugleich</translation>
    </message>
    <message>
        <source>Shapes and small talk, 5 M parameters</source>
        <translation>Formen und Plauderei, 5 Mio. Parameter</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Kürzel</translation>
    </message>
    <message>
        <source>Shortcuts that work in every program are not available here. Use the + menu or the command palette.</source>
        <translation>Tastenkürzel, die in jedem Programm gelten, sind hier nicht verfügbar. Nutzen Sie das +-Menü oder die Befehlspalette.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show all {count} character(s)</source>
        <translation>
            <numerusform>{count} Zeichen zeigen</numerusform>
            <numerusform>Alle {count} Zeichen zeigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all {count} line(s)</source>
        <translation>
            <numerusform>{count} Zeile zeigen</numerusform>
            <numerusform>Alle {count} Zeilen zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show crash reports…</source>
        <translation>Absturzberichte zeigen …</translation>
    </message>
    <message>
        <source>Show data folder</source>
        <translation>Datenordner zeigen</translation>
    </message>
    <message>
        <source>Show differences…</source>
        <translation>Unterschiede zeigen …</translation>
    </message>
    <message>
        <source>Show in Finder</source>
        <translation>Im Finder zeigen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Show later messages</source>
        <translation>Spätere Nachrichten zeigen</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>Show names</source>
        <translation>Namen zeigen</translation>
    </message>
    <message>
        <source>Show on the hub…</source>
        <translation>Im Hub zeigen …</translation>
    </message>
    <message>
        <source>Show options</source>
        <translation>Optionen zeigen</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht zeigen</translation>
    </message>
    <message>
        <source>Show results…</source>
        <translation>Ergebnisse zeigen …</translation>
    </message>
    <message>
        <source>Show sidebar</source>
        <translation>Seitenleiste einblenden</translation>
    </message>
    <message>
        <source>Show the chats of all models again</source>
        <translation>Wieder Chats aller Modelle zeigen</translation>
    </message>
    <message>
        <source>Show the downloaded file</source>
        <translation>Die heruntergeladene Datei zeigen</translation>
    </message>
    <message>
        <source>Show the folder with all data</source>
        <translation>Ordner mit allen Daten zeigen</translation>
    </message>
    <message>
        <source>Show the licenses of all parts</source>
        <translation>Die Lizenzen aller Teile zeigen</translation>
    </message>
    <message>
        <source>Show those messages again</source>
        <translation>Diese Nachrichten wieder zeigen</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Gezeigt</translation>
    </message>
    <message>
        <source>Shows all statistics of the answer</source>
        <translation>Zeigt die ganze Statistik der Antwort</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Seitenleiste</translation>
    </message>
    <message>
        <source>Sidebar width</source>
        <translation>Breite der Seitenleiste</translation>
    </message>
    <message>
        <source>Since the start</source>
        <translation>Seit dem Start</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Skim long texts</source>
        <translation>Lange Texte überfliegen</translation>
    </message>
    <message>
        <source>Skimmed: {read} of {whole} tokens read ({share})</source>
        <translation>Überflogen: {read} von {whole} Tokens gelesen ({share})</translation>
    </message>
    <message>
        <source>Skims to {share}</source>
        <translation>Überfliegt auf {share}</translation>
    </message>
    <message>
        <source>Skipped, because their kind is unknown: {kinds}.</source>
        <translation>Übersprungen, weil ihre Art unbekannt ist: {kinds}.</translation>
    </message>
    <message>
        <source>Small copies</source>
        <translation>Kleine Kopien</translation>
    </message>
    <message>
        <source>Some editors send an origin, as web pages do. List the origins to allow, such as http://localhost:3000, separated by spaces. They need the token, too.</source>
        <translation>Manche Editoren senden einen Ursprung, wie Webseiten es tun. Nennen Sie die erlaubten, etwa http://localhost:3000, durch Leerzeichen getrennt. Auch sie brauchen den Token.</translation>
    </message>
    <message>
        <source>Some makers want to know who uses their models. The token of your account on the hub opens the ones you have access to. It is kept in this computer&apos;s keychain and sent only to the hub.</source>
        <translation>Manche Hersteller möchten wissen, wer ihre Modelle nutzt. Der Token Ihres Kontos im Hub öffnet die, die Sie nutzen dürfen. Er liegt im Schlüsselbund dieses Computers und wird nur an den Hub gesendet.</translation>
    </message>
    <message>
        <source>Some programs ask for models by names of their own. With this on, the model for new chats answers; otherwise they get an error.</source>
        <translation>Manche Programme fragen nach Modellen mit eigenen Namen. Eingeschaltet antwortet das Modell für neue Chats; sonst erhalten sie einen Fehler.</translation>
    </message>
    <message>
        <source>Something in Duologue failed last time, but it kept running.</source>
        <translation>Beim letzten Mal ist in Duologue etwas fehlgeschlagen, aber es lief weiter.</translation>
    </message>
    <message>
        <source>Sort folders</source>
        <translation>Ordner sortieren</translation>
    </message>
    <message>
        <source>Source code</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Space previews, Delete removes, Alt and the arrow keys move</source>
        <translation>Leertaste für die Vorschau, Entf entfernt, Alt und Pfeiltasten verschieben</translation>
    </message>
    <message>
        <source>Space previews, Delete removes, Option and the arrow keys move</source>
        <translation>Leertaste für die Vorschau, Löschtaste entfernt, Wahltaste und Pfeiltasten verschieben</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Speed and tokens</source>
        <translation>Tempo und Tokens</translation>
    </message>
    <message>
        <source>Speed now</source>
        <translation>Tempo jetzt</translation>
    </message>
    <message>
        <source>Speed of the converted model</source>
        <translation>Tempo nach dem Umwandeln</translation>
    </message>
    <message>
        <source>Speed of the original</source>
        <translation>Tempo des Originals</translation>
    </message>
    <message>
        <source>Speed: {speed}, measured on this computer.</source>
        <translation>Tempo: {speed}, auf diesem Computer gemessen.</translation>
    </message>
    <message>
        <source>Split into prompts</source>
        <translation>In Prompts teilen</translation>
    </message>
    <message>
        <source>Start</source>
        <comment>of a part</comment>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Start a new conversation for each prompt</source>
        <translation>Für jeden Prompt eine neue Unterhaltung beginnen</translation>
    </message>
    <message>
        <source>Starting the engine</source>
        <translation>Engine startet</translation>
    </message>
    <message>
        <source>Starting the tool server {server}…</source>
        <translation>Werkzeugserver {server} wird gestartet …</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet …</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Stays in memory when idle, and is never unloaded for another model.</source>
        <translation>Bleibt auch unbenutzt im Speicher und wird für kein anderes Modell entladen.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Stopp (Esc)</translation>
    </message>
    <message>
        <source>Stop and tell me</source>
        <translation>Anhalten und mir Bescheid geben</translation>
    </message>
    <message>
        <source>Stop reading</source>
        <translation>Vorlesen beenden</translation>
    </message>
    <message>
        <source>Stop sending pages to the printer</source>
        <translation>Keine weiteren Seiten an den Drucker senden</translation>
    </message>
    <message>
        <source>Stop strings</source>
        <translation>Stopptexte</translation>
    </message>
    <message>
        <source>Stop the run and its answers</source>
        <translation>Durchlauf und seine Antworten anhalten</translation>
    </message>
    <message>
        <source>Stop the running answer to send the edited question.</source>
        <translation>Halten Sie die laufende Antwort an, um die bearbeitete Frage zu senden.</translation>
    </message>
    <message>
        <source>Stop the test or the copy</source>
        <translation>Test oder Kopie anhalten</translation>
    </message>
    <message>
        <source>Stop this answer</source>
        <translation>Diese Antwort anhalten</translation>
    </message>
    <message>
        <source>Stop tokens</source>
        <translation>Stopptoken</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Stopped after {done} of {total}</source>
        <translation>Angehalten nach {done} von {total}</translation>
    </message>
    <message>
        <source>Stopped before the end.</source>
        <translation>Vor dem Ende angehalten.</translation>
    </message>
    <message numerus="yes">
        <source>Stopped. %n queued message(s) (is|are) waiting.</source>
        <translation>
            <numerusform>Angehalten. %n Nachricht wartet.</numerusform>
            <numerusform>Angehalten. %n Nachrichten warten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped. The next copy continues from here.</source>
        <translation>Angehalten. Die nächste Kopie geht hier weiter.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten …</translation>
    </message>
    <message>
        <source>Stored prompts</source>
        <translation>Gespeicherte Prompts</translation>
    </message>
    <message>
        <source>Strict offline</source>
        <translation>Streng offline</translation>
    </message>
    <message>
        <source>Strict offline is on for Duologue. The program that opens this may connect.</source>
        <translation>„Streng offline“ ist für Duologue an. Das Programm, das dies öffnet, kann Verbindungen öffnen.</translation>
    </message>
    <message>
        <source>Strict offline is on, and this model runs on several computers. Turn it off in Settings › Privacy, or run the model on this computer: Settings › Machines.</source>
        <translation>„Streng offline“ ist an, und dieses Modell läuft auf mehreren Rechnern. Schalten Sie es unter „Einstellungen › Datenschutz“ aus, oder lassen Sie das Modell auf diesem Computer laufen: „Einstellungen › Rechner“.</translation>
    </message>
    <message>
        <source>Strict offline is on, so GitHub is not asked. Turn it off in Settings › Privacy.</source>
        <translation>„Streng offline“ ist eingeschaltet, deshalb wird GitHub nicht gefragt. Schalten Sie es unter „Einstellungen › Datenschutz“ aus.</translation>
    </message>
    <message>
        <source>Strict offline is on, so nothing is downloaded. Turn it off in Settings › Privacy, then resume.</source>
        <translation>„Streng offline“ ist eingeschaltet, deshalb wird nichts heruntergeladen. Schalten Sie es unter „Einstellungen › Datenschutz“ aus, und setzen Sie den Download fort.</translation>
    </message>
    <message>
        <source>Strict offline is on, so nothing is sent to a server. Turn it off in Settings › Privacy, or choose a model on this computer.</source>
        <translation>„Streng offline“ ist eingeschaltet, deshalb wird nichts an einen Server gesendet. Schalten Sie es unter „Einstellungen › Datenschutz“ aus, oder wählen Sie ein Modell auf diesem Computer.</translation>
    </message>
    <message>
        <source>Strict offline is on, so the hub is not asked. Turn it off in Settings › Privacy.</source>
        <translation>„Streng offline“ ist eingeschaltet, deshalb wird der Hub nicht gefragt. Schalten Sie es unter „Einstellungen › Datenschutz“ aus.</translation>
    </message>
    <message>
        <source>Strict offline is on, so the server is off.</source>
        <translation>„Streng offline“ ist eingeschaltet, deshalb ist der Server aus.</translation>
    </message>
    <message>
        <source>Strict offline is on: no connection is opened.</source>
        <translation>„Streng offline“ ist an: Es wird keine Verbindung geöffnet.</translation>
    </message>
    <message>
        <source>Strict offline is on: no other computer is asked. Turn it off in Settings › Privacy.</source>
        <translation>„Streng offline“ ist an: Kein anderer Rechner wird gefragt. Schalten Sie es unter „Einstellungen › Datenschutz“ aus.</translation>
    </message>
    <message>
        <source>Strict offline is on: servers are not started, since they could connect.</source>
        <translation>„Streng offline“ ist an: Server werden nicht gestartet, weil sie Verbindungen öffnen könnten.</translation>
    </message>
    <message>
        <source>Suggested</source>
        <translation>Vorgeschlagen</translation>
    </message>
    <message>
        <source>Summarize</source>
        <translation>Zusammenfassen</translation>
    </message>
    <message>
        <source>Summarize the oldest messages</source>
        <translation>Älteste Nachrichten zusammenfassen</translation>
    </message>
    <message>
        <source>Summarize this text in {{length:three sentences}}:

{{clipboard}}</source>
        <translation>Fasse diesen Text in {{Länge:drei Sätzen}} zusammen:

{{clipboard}}</translation>
    </message>
    <message numerus="yes">
        <source>Summarizing %n earlier message(s), part {part} of {parts}…</source>
        <translation>
            <numerusform>Fasst %n frühere Nachricht zusammen, Teil {part} von {parts} …</numerusform>
            <numerusform>Fasst %n frühere Nachrichten zusammen, Teil {part} von {parts} …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Summarizing %n earlier message(s)…</source>
        <translation>
            <numerusform>Fasst %n frühere Nachricht zusammen …</numerusform>
            <numerusform>Fasst %n frühere Nachrichten zusammen …</numerusform>
        </translation>
    </message>
    <message>
        <source>Summary of earlier messages</source>
        <translation>Zusammenfassung der früheren Nachrichten</translation>
    </message>
    <message>
        <source>Summary of the conversation up to here</source>
        <translation>Zusammenfassung der Unterhaltung bis hier</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>System prompt for new chats</source>
        <translation>Systemprompt für neue Chats</translation>
    </message>
    <message>
        <source>System prompt: {text}</source>
        <translation>Systemprompt: {text}</translation>
    </message>
    <message>
        <source>System prompt…</source>
        <translation>Systemprompt …</translation>
    </message>
    <message>
        <source>System proxy</source>
        <translation>Proxy des Systems</translation>
    </message>
    <message>
        <source>Tab {number}</source>
        <translation>Tab {number}</translation>
    </message>
    <message>
        <source>Table, {rows}</source>
        <translation>Tabelle, {rows}</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Takes effect after a restart.</source>
        <translation>Gilt nach einem Neustart.</translation>
    </message>
    <message>
        <source>Takes {size}, measured</source>
        <translation>Braucht {size}, gemessen</translation>
    </message>
    <message>
        <source>Temp {value}</source>
        <translation>Temp {value}</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Temperature {value}</source>
        <translation>Temperatur {value}</translation>
    </message>
    <message>
        <source>Temperature, length, system prompt, stop strings and more</source>
        <translation>Temperatur, Länge, Systemprompt, Stopptexte und mehr</translation>
    </message>
    <message>
        <source>Temporary</source>
        <translation>Temporär</translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>Temporärer Chat</translation>
    </message>
    <message>
        <source>Temporary comparison</source>
        <translation>Temporärer Vergleich</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Test the machines</source>
        <translation>Die Rechner testen</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>Test läuft …</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text-only model</source>
        <translation>Reines Textmodell</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>That is not a key. Copy it from your account at the server.</source>
        <translation>Das ist kein Schlüssel. Kopieren Sie ihn aus Ihrem Konto beim Server.</translation>
    </message>
    <message>
        <source>That is not a shortcut. Try again.</source>
        <translation>Das ist kein Tastenkürzel. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>That is not a token. Copy it from the settings of your account on the hub.</source>
        <translation>Das ist kein Token. Kopieren Sie ihn aus den Einstellungen Ihres Kontos im Hub.</translation>
    </message>
    <message>
        <source>That key does not work in every program. Use a letter, a digit or F1 to F12.</source>
        <translation>Diese Taste gilt nicht in jedem Programm. Nehmen Sie einen Buchstaben, eine Ziffer oder F1 bis F12.</translation>
    </message>
    <message>
        <source>The JSON ends before line {line}, column {column}. Remove what follows.</source>
        <translation>Das JSON endet vor Zeile {line}, Spalte {column}. Entfernen Sie, was danach kommt.</translation>
    </message>
    <message>
        <source>The JSON schema cannot be used: {reason}. Change or remove the schema.</source>
        <translation>Das JSON-Schema kann nicht verwendet werden: {reason}. Ändern oder entfernen Sie das Schema.</translation>
    </message>
    <message>
        <source>The KV cache can have {bits} bits, or 0 for full precision.</source>
        <translation>Der KV-Cache kann {bits} Bit haben, oder 0 für die volle Genauigkeit.</translation>
    </message>
    <message>
        <source>The adapter in {folder} cannot be read: {reason}. Choose the folder that holds {name}.</source>
        <translation>Der Adapter in {folder} ist nicht lesbar: {reason}. Wählen Sie den Ordner, der {name} enthält.</translation>
    </message>
    <message>
        <source>The answer failed. Open the chat to see why.</source>
        <translation>Die Antwort ist fehlgeschlagen. Öffnen Sie den Chat, um den Grund zu sehen.</translation>
    </message>
    <message>
        <source>The answer is empty.</source>
        <translation>Die Antwort ist leer.</translation>
    </message>
    <message>
        <source>The answer must match it</source>
        <translation>Die Antwort muss dazu passen</translation>
    </message>
    <message>
        <source>The answer so far does not match the JSON schema or the tool call that is required, so it cannot be continued. Regenerate the answer, or change these options.</source>
        <translation>Die bisherige Antwort passt nicht zum JSON-Schema oder zum verlangten Werkzeugaufruf und kann deshalb nicht fortgesetzt werden. Erzeugen Sie die Antwort neu, oder ändern Sie diese Optionen.</translation>
    </message>
    <message>
        <source>The answer was cut at its length limit</source>
        <translation>Die Antwort wurde an der Längengrenze abgeschnitten</translation>
    </message>
    <message>
        <source>The answer, with its differences marked</source>
        <translation>Die Antwort, mit markierten Unterschieden</translation>
    </message>
    <message>
        <source>The answers are word for word the same.</source>
        <translation>Die Antworten sind Wort für Wort gleich.</translation>
    </message>
    <message>
        <source>The answers have no names until you vote on each question, in Differences.</source>
        <translation>Die Antworten haben keine Namen, bis Sie unter „Unterschiede“ über jede Frage abstimmen.</translation>
    </message>
    <message>
        <source>The archive is empty.</source>
        <translation>Das Archiv ist leer.</translation>
    </message>
    <message>
        <source>The arguments contain an unclosed quote or backslash. Put quotes around an argument with spaces.</source>
        <translation>Die Argumente haben ein Anführungszeichen oder einen Backslash ohne Abschluss. Setzen Sie ein Argument mit Leerzeichen in Anführungszeichen.</translation>
    </message>
    <message>
        <source>The arguments must be a JSON object, such as {example}.</source>
        <translation>Die Argumente müssen ein JSON-Objekt sein, etwa {example}.</translation>
    </message>
    <message>
        <source>The attached files take {size}, too much for one JSON file. Use “Export everything…”, which makes a .zip file.</source>
        <translation>Die angehängten Dateien haben {size}, zu viel für eine JSON-Datei. Nehmen Sie „Alles exportieren …“, das eine .zip-Datei anlegt.</translation>
    </message>
    <message>
        <source>The attention of this model does not support an 8-bit cache on this device.</source>
        <translation>Die Attention dieses Modells unterstützt auf diesem Gerät keinen 8-Bit-Cache.</translation>
    </message>
    <message>
        <source>The beginning of the prompt changed</source>
        <translation>Der Anfang des Prompts wurde geändert</translation>
    </message>
    <message>
        <source>The cache of this model cannot be rewound to the last question.</source>
        <translation>Der Cache dieses Modells lässt sich nicht auf die letzte Frage zurücksetzen.</translation>
    </message>
    <message>
        <source>The capture could not be read. Try again.</source>
        <translation>Die Aufnahme konnte nicht gelesen werden. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The certificate of {address} is not trusted. Check the address of the mirror, the proxy and the date of this computer.</source>
        <translation>Dem Zertifikat von {address} wird nicht vertraut. Prüfen Sie die Adresse des Spiegelservers, den Proxy und das Datum dieses Computers.</translation>
    </message>
    <message>
        <source>The certificate of {host} is not trusted, so nothing was sent. Check the address, and the date of this computer.</source>
        <translation>Dem Zertifikat von {host} wird nicht vertraut, deshalb wurde nichts gesendet. Prüfen Sie die Adresse und das Datum dieses Computers.</translation>
    </message>
    <message>
        <source>The chat is now kept in your history.</source>
        <translation>Der Chat ist gespeichert und steht jetzt im Verlauf.</translation>
    </message>
    <message>
        <source>The chat template formats earlier answers differently.</source>
        <translation>Die Chatvorlage schreibt frühere Antworten anders.</translation>
    </message>
    <message>
        <source>The chat template of {model} does not accept this conversation: {reason}</source>
        <translation>Die Chatvorlage von {model} nimmt diese Unterhaltung nicht an: {reason}</translation>
    </message>
    <message>
        <source>The chat template of {model} does not support videos. Send images instead.</source>
        <translation>Die Chatvorlage von {model} unterstützt keine Videos. Senden Sie stattdessen Bilder.</translation>
    </message>
    <message>
        <source>The chat template of {model} drops this question. Choose another template on the model&apos;s page, or another model.</source>
        <translation>Die Chatvorlage von {model} lässt diese Frage weg. Wählen Sie auf der Seite des Modells eine andere Chatvorlage oder ein anderes Modell.</translation>
    </message>
    <message>
        <source>The chat template of {model} moves images and videos away from where they stand in this conversation. Start a new chat with them, before the text of its first question, or choose another model.</source>
        <translation>Die Chatvorlage von {model} verschiebt Bilder und Videos von ihrem Platz in dieser Unterhaltung. Beginnen Sie mit ihnen einen neuen Chat, vor dem Text der ersten Frage, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The chat will be kept once its answer has ended.</source>
        <translation>Der Chat wird gespeichert, sobald seine Antwort fertig ist.</translation>
    </message>
    <message>
        <source>The chats cannot be searched right now ({reason}). Try again later.</source>
        <translation>Die Chats lassen sich gerade nicht durchsuchen ({reason}). Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The choices for this model could not be written to {path}: {reason}. Check the disk, then make the change again.</source>
        <translation>Die Einstellungen für dieses Modell konnten nicht nach {path} geschrieben werden: {reason}. Prüfen Sie den Datenträger, und nehmen Sie die Änderung noch einmal vor.</translation>
    </message>
    <message>
        <source>The choices for your models in {path} are left as they are, and changes are not saved. {reason}</source>
        <translation>Die Einstellungen für Ihre Modelle in {path} bleiben, wie sie sind, und Änderungen werden nicht gespeichert. {reason}</translation>
    </message>
    <message>
        <source>The choices for your models were damaged and cannot be read. The damaged file is kept as {path}.</source>
        <translation>Die Einstellungen für Ihre Modelle waren beschädigt und sind nicht lesbar. Die beschädigte Datei bleibt als {path} erhalten.</translation>
    </message>
    <message>
        <source>The comma in line {line}, column {column} is one too many. Remove it.</source>
        <translation>Das Komma in Zeile {line}, Spalte {column} ist überzählig. Entfernen Sie es.</translation>
    </message>
    <message>
        <source>The comparison will be kept once its list has ended.</source>
        <translation>Der Vergleich wird gespeichert, sobald seine Liste fertig ist.</translation>
    </message>
    <message>
        <source>The configuration contains the token.</source>
        <translation>Die Konfiguration enthält den Token.</translation>
    </message>
    <message>
        <source>The connection is not encrypted: others on the network can read what is sent.</source>
        <translation>Die Verbindung ist nicht verschlüsselt: Andere im Netz können lesen, was gesendet wird.</translation>
    </message>
    <message>
        <source>The connection was lost, and the download ended. Try again.</source>
        <translation>Die Verbindung ging verloren, und der Download wurde beendet. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation>Die Verbindung ist abgebrochen.</translation>
    </message>
    <message>
        <source>The contents of {name} were inserted.</source>
        <translation>Der Inhalt von {name} wurde eingefügt.</translation>
    </message>
    <message numerus="yes">
        <source>The conversations were damaged. %n message(s) (was|were) recovered into {path}; the damaged file is kept as {aside}.</source>
        <translation>
            <numerusform>Die Unterhaltungen waren beschädigt. %n Nachricht konnte in {path} gerettet werden; die beschädigte Datei bleibt als {aside} erhalten.</numerusform>
            <numerusform>Die Unterhaltungen waren beschädigt. %n Nachrichten konnten in {path} gerettet werden; die beschädigte Datei bleibt als {aside} erhalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>The conversion needs {memory} of memory.</source>
        <translation>Die Umwandlung braucht {memory} Speicher.</translation>
    </message>
    <message>
        <source>The conversion of {model} was stopped: it took more memory than was set aside for it. Allow more memory in Settings and try again.</source>
        <translation>Die Umwandlung von {model} wurde angehalten: Sie brauchte mehr Speicher, als für sie vorgesehen war. Erlauben Sie in den Einstellungen mehr Speicher, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The converted model answers almost like the original.</source>
        <translation>Das umgewandelte Modell antwortet fast wie das Original.</translation>
    </message>
    <message>
        <source>The converted model answers much like the original, sometimes in other words.</source>
        <translation>Das umgewandelte Modell antwortet ähnlich wie das Original, hin und wieder mit anderen Worten.</translation>
    </message>
    <message>
        <source>The converted model clearly differs from the original. Try more bits.</source>
        <translation>Das umgewandelte Modell weicht deutlich vom Original ab. Versuchen Sie es mit mehr Bits.</translation>
    </message>
    <message>
        <source>The copied image could not be read. Copy it again, or add its file.</source>
        <translation>Das kopierte Bild konnte nicht gelesen werden. Kopieren Sie es noch einmal, oder fügen Sie seine Datei hinzu.</translation>
    </message>
    <message>
        <source>The copy contains a path outside its folder.</source>
        <translation>Die Kopie hat einen Pfad außerhalb ihres Ordners.</translation>
    </message>
    <message>
        <source>The decoded frames of {name} could not be saved ({reason}). Free some disk space and try again.</source>
        <translation>Die dekodierten Bilder von {name} konnten nicht gespeichert werden ({reason}). Geben Sie etwas Speicherplatz frei und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The desktop did not accept these keys. Check its keyboard settings.</source>
        <translation>Der Desktop hat diese Tasten nicht angenommen. Prüfen Sie seine Tastatureinstellungen.</translation>
    </message>
    <message>
        <source>The desktop did not capture the screen. Try again.</source>
        <translation>Der Desktop hat den Bildschirm nicht aufgenommen. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The disk is full. Changes are kept in memory and saved once there is space: free some before you quit.</source>
        <translation>Der Datenträger ist voll. Was Sie jetzt tun, bleibt im Arbeitsspeicher und wird gespeichert, sobald Platz ist: Bitte schaffen Sie welchen, bevor Sie beenden.</translation>
    </message>
    <message>
        <source>The disk is full. Free some space, then download again.</source>
        <translation>Der Datenträger ist voll. Schaffen Sie Platz und laden Sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>The disk is full. Free some space, then resume; what has arrived is kept.</source>
        <translation>Der Datenträger ist voll. Schaffen Sie Platz und setzen Sie den Download fort; das bisher Heruntergeladene bleibt erhalten.</translation>
    </message>
    <message>
        <source>The disk is not connected. Connect it to use the model.</source>
        <translation>Der Datenträger fehlt. Schließen Sie ihn an, um das Modell zu verwenden.</translation>
    </message>
    <message>
        <source>The display may still turn off. Ends with the last answer.</source>
        <translation>Der Bildschirm darf sich ausschalten. Endet mit der letzten Antwort.</translation>
    </message>
    <message numerus="yes">
        <source>The document has only %n page(s). Add it again.</source>
        <translation>
            <numerusform>Das Dokument hat nur %n Seite. Fügen Sie es noch einmal hinzu.</numerusform>
            <numerusform>Das Dokument hat nur %n Seiten. Fügen Sie es noch einmal hinzu.</numerusform>
        </translation>
    </message>
    <message>
        <source>The download could not be saved in Downloads: {reason}. Check the folder, then try again.</source>
        <translation>Der Download konnte nicht unter „Downloads“ gespeichert werden: {reason}. Prüfen Sie den Ordner und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The download failed unexpectedly. Try again; nothing is lost.</source>
        <translation>Der Download ist unerwartet fehlgeschlagen. Versuchen Sie es noch einmal; nichts ist verloren.</translation>
    </message>
    <message>
        <source>The download was damaged and has been deleted. Try again.</source>
        <translation>Der Download war beschädigt und wurde gelöscht. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The download was deleted: its signature is not that of Duologue&apos;s publisher. Do not use a copy from elsewhere; try again later.</source>
        <translation>Der Download wurde gelöscht: Seine Signatur ist nicht die des Herausgebers von Duologue. Verwenden Sie keine Kopie von anderswo; versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The draft model does not report what it attends to.</source>
        <translation>Dem Modell zum Vorausraten ist nicht zu entnehmen, worauf es achtet.</translation>
    </message>
    <message>
        <source>The draft model had not read all of the conversation when the answer ended.</source>
        <translation>Das Modell zum Vorausraten hatte am Ende der Antwort noch nicht die ganze Unterhaltung gelesen.</translation>
    </message>
    <message>
        <source>The drafting head of this model could not be loaded. Its answers are the same without it.</source>
        <translation>Der Kopf dieses Modells zum Vorausraten konnte nicht geladen werden. Seine Antworten sind ohne ihn dieselben.</translation>
    </message>
    <message>
        <source>The dropped image could not be read. Drop its file instead.</source>
        <translation>Das abgelegte Bild konnte nicht gelesen werden. Legen Sie stattdessen seine Datei ab.</translation>
    </message>
    <message>
        <source>The earlier messages could not be summarized. {reason} Try again, have the oldest messages omitted instead (Options), or start a new chat.</source>
        <translation>Die früheren Nachrichten konnten nicht zusammengefasst werden. {reason} Versuchen Sie es noch einmal, lassen Sie stattdessen die ältesten Nachrichten weg (Optionen) oder beginnen Sie einen neuen Chat.</translation>
    </message>
    <message>
        <source>The engine could not start: {reason}. Install Duologue again.</source>
        <translation>Die Engine konnte nicht starten: {reason}. Installieren Sie Duologue neu.</translation>
    </message>
    <message>
        <source>The engine could not start: {reason}. Quit Duologue and open it again.</source>
        <translation>Die Engine konnte nicht starten: {reason}. Beenden Sie Duologue und öffnen Sie es wieder.</translation>
    </message>
    <message>
        <source>The engine failed and was started again: {reason}. Try again.</source>
        <translation>Die Engine ist ausgefallen und wurde neu gestartet: {reason}. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The engine failed twice within a minute and was not started again: {reason}. Quit Duologue and open it again.</source>
        <translation>Die Engine ist zweimal innerhalb einer Minute ausgefallen und wurde nicht noch einmal gestartet: {reason}. Beenden Sie Duologue und öffnen Sie es wieder.</translation>
    </message>
    <message>
        <source>The engine is closing and accepts no more requests.</source>
        <translation>Die Engine wird beendet und nimmt keine Anfragen mehr an.</translation>
    </message>
    <message>
        <source>The environment sets {key} twice.</source>
        <translation>Die Umgebung setzt {key} zweimal.</translation>
    </message>
    <message>
        <source>The family has no 8-bit cache.</source>
        <translation>Die Familie hat keinen 8-Bit-Cache.</translation>
    </message>
    <message>
        <source>The file contains environment variables of your tool servers, which may include keys.</source>
        <translation>Die Datei enthält Umgebungsvariablen Ihrer Werkzeugserver; darunter können Schlüssel sein.</translation>
    </message>
    <message>
        <source>The file contains model names that the window hides until you vote.</source>
        <translation>Die Datei enthält Modellnamen, die das Fenster verbirgt, bis Sie abstimmen.</translation>
    </message>
    <message>
        <source>The file contains your settings as they are, although they cannot be read. They may include keys of your tool servers.</source>
        <translation>Die Datei enthält Ihre Einstellungen so, wie sie sind, obwohl sie nicht lesbar sind. Darin können Schlüssel Ihrer Werkzeugserver sein.</translation>
    </message>
    <message>
        <source>The file is damaged. Fix or move it, then start Duologue again.</source>
        <translation>Die Datei ist beschädigt. Reparieren oder verschieben Sie sie und starten Sie Duologue dann neu.</translation>
    </message>
    <message>
        <source>The files of the adapter and of the model stay where they are. Chats with “{name}” will need another model.</source>
        <translation>Die Dateien des Adapters und des Modells bleiben, wo sie sind. Chats mit „{name}“ brauchen dann ein anderes Modell.</translation>
    </message>
    <message numerus="yes">
        <source>The first %n word(s) (is|are) the same</source>
        <translation>
            <numerusform>%n Wort am Anfang gleich</numerusform>
            <numerusform>%n Wörter am Anfang gleich</numerusform>
        </translation>
    </message>
    <message>
        <source>The first line of {name} has no column “prompt”. Put the column titles there, one of them “prompt”.</source>
        <translation>Die erste Zeile von {name} nennt keine Spalte „prompt“. Schreiben Sie dort die Titel der Spalten hin, einen davon „prompt“.</translation>
    </message>
    <message>
        <source>The first {shown} of {all} characters are shown; all are sent.</source>
        <translation>Die ersten {shown} von {all} Zeichen sind zu sehen; alle werden gesendet.</translation>
    </message>
    <message>
        <source>The folder for downloads, with everything in it</source>
        <translation>Der Ordner für Downloads, mit allem, was darin liegt</translation>
    </message>
    <message>
        <source>The folder is not there right now. Connect its disk before you download a model, or choose another folder.</source>
        <translation>Der Ordner ist gerade nicht da. Schließen Sie seinen Datenträger an, bevor Sie ein Modell herunterladen, oder wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The folder {folder} is not there. Connect its disk, or choose another folder in Settings › Models, then try again.</source>
        <translation>Der Ordner {folder} ist nicht da. Schließen Sie seinen Datenträger an oder wählen Sie unter Einstellungen › Modelle einen anderen Ordner und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The folder {folder} was not found. Choose the folder that holds the model.</source>
        <translation>Der Ordner {folder} wurde nicht gefunden. Wählen Sie den Ordner mit dem Modell.</translation>
    </message>
    <message>
        <source>The group of machines could not start: {reason}. Ask again, or use a model on this computer.</source>
        <translation>Die Gruppe von Rechnern konnte nicht starten: {reason}. Fragen Sie erneut oder verwenden Sie ein Modell auf diesem Computer.</translation>
    </message>
    <message>
        <source>The hub answered with error {status}. Try again later.</source>
        <translation>Der Hub hat mit dem Fehler {status} geantwortet. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The hub asks for fewer requests.</source>
        <translation>Der Hub bittet um weniger Anfragen.</translation>
    </message>
    <message>
        <source>The hub could not be asked: something unexpected happened. Try again.</source>
        <translation>Der Hub konnte nicht gefragt werden: Etwas Unerwartetes ist passiert. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The hub does not accept your token. Set a new one in Settings › Models, then try again.</source>
        <translation>Der Hub nimmt Ihren Token nicht an. Setzen Sie unter „Einstellungen › Modelle“ einen neuen, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The hub gives no checksum for {file}, so a download could not be checked. Remove the mirror in Settings › Models, or try again later.</source>
        <translation>Der Hub nennt keine Prüfsumme für {file}, ein Download ließe sich nicht prüfen. Entfernen Sie den Spiegelserver unter „Einstellungen › Modelle“, oder versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The hub redirected to an address that is not secure: {host}. Check the address of the mirror in Settings › Models.</source>
        <translation>Der Hub hat an eine unsichere Adresse weitergeleitet: {host}. Prüfen Sie die Adresse des Spiegelservers unter „Einstellungen › Modelle“.</translation>
    </message>
    <message>
        <source>The hub sent an invalid reply. Check the address of the mirror in Settings › Models.</source>
        <translation>Der Hub hat eine ungültige Antwort gesendet. Prüfen Sie die Adresse des Spiegelservers unter „Einstellungen › Modelle“.</translation>
    </message>
    <message>
        <source>The hub&apos;s list of the files of {repository} cannot be read. Try again later.</source>
        <translation>Die Liste der Dateien von {repository} lässt sich nicht lesen. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The images in this chat come to more than {most} MB, which servers do not accept. Remove some, or start a new chat.</source>
        <translation>Die Bilder in diesem Chat haben zusammen mehr als {most} MB; so viel nehmen Server nicht an. Entfernen Sie einige, oder beginnen Sie einen neuen Chat.</translation>
    </message>
    <message>
        <source>The keychain did not delete the entry. Delete it there, under “Duologue”.</source>
        <translation>Der Schlüsselbund hat den Eintrag nicht gelöscht. Löschen Sie ihn dort, unter „Duologue“.</translation>
    </message>
    <message>
        <source>The last 100 requests of other programs, without what was said.</source>
        <translation>Die letzten 100 Anfragen anderer Programme, ohne das, was gesagt wurde.</translation>
    </message>
    <message>
        <source>The last answer is on the clipboard.</source>
        <translation>Die letzte Antwort ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The last question has {tokens:,} tokens with the system prompt, tools and pinned images, more than the context of {model} ({context:,}). Send less text, fewer images or fewer tools.</source>
        <translation>Die letzte Frage hat mit Systemprompt, Werkzeugen und angehefteten Bildern {tokens:,} Tokens, mehr als der Kontext von {model} ({context:,}). Senden Sie weniger Text, Bilder oder Werkzeuge.</translation>
    </message>
    <message>
        <source>The later messages are kept as another version.</source>
        <translation>Die späteren Nachrichten bleiben als andere Fassung erhalten.</translation>
    </message>
    <message>
        <source>The layers of this family do not allow this.</source>
        <translation>Die Schichten dieser Familie lassen das nicht zu.</translation>
    </message>
    <message>
        <source>The layers of this family do not have the names that this recipe expects.</source>
        <translation>Die Schichten dieser Familie haben nicht die Namen, die dieses Rezept erwartet.</translation>
    </message>
    <message>
        <source>The length limit was reached before the answer. Continue, or raise Max tokens.</source>
        <translation>Die Längengrenze wurde vor der Antwort erreicht. Fahren Sie fort oder erhöhen Sie Max. Tokens.</translation>
    </message>
    <message>
        <source>The length of the chat in tokens, out of the model&apos;s context length.</source>
        <translation>Die Länge des Chats in Tokens, von der Kontextlänge des Modells.</translation>
    </message>
    <message>
        <source>The libraries that run models could ask huggingface.co for files. Duologue gives them local folders, so they do not.</source>
        <translation>Die Bibliotheken, die Modelle ausführen, könnten huggingface.co nach Dateien fragen. Duologue gibt ihnen lokale Ordner, daher tun sie es nicht.</translation>
    </message>
    <message>
        <source>The link contains no text.</source>
        <translation>Der Link enthält keinen Text.</translation>
    </message>
    <message>
        <source>The link is damaged. Nothing was done.</source>
        <translation>Der Link ist beschädigt. Es wurde nichts getan.</translation>
    </message>
    <message>
        <source>The link is too long for Duologue. Copy its text instead.</source>
        <translation>Der Link ist zu lang für Duologue. Kopieren Sie stattdessen seinen Text.</translation>
    </message>
    <message>
        <source>The link names no model on the hub, such as “organization/name”.</source>
        <translation>Der Link nennt kein Modell im Hub, wie „Organisation/Name“.</translation>
    </message>
    <message>
        <source>The link to the file has expired.</source>
        <translation>Der Link zur Datei ist abgelaufen.</translation>
    </message>
    <message>
        <source>The list of tools changed</source>
        <translation>Die Liste der Werkzeuge wurde geändert</translation>
    </message>
    <message>
        <source>The list of your model folders and favorites was damaged and cannot be read. The damaged file is kept as {path}. Add the folders again.</source>
        <translation>Die Liste Ihrer Modellordner und Favoriten war beschädigt und kann nicht gelesen werden. Die beschädigte Datei bleibt als {path} erhalten. Fügen Sie die Ordner noch einmal hinzu.</translation>
    </message>
    <message>
        <source>The longest context that fits: {context} tokens.</source>
        <translation>Größter Kontext, der passt: {context} Tokens.</translation>
    </message>
    <message>
        <source>The machines of the group no longer agree on the answers. Ask again to restart the group.</source>
        <translation>Die Rechner der Gruppe sind sich über die Antworten nicht mehr einig. Fragen Sie erneut, um die Gruppe neu zu starten.</translation>
    </message>
    <message>
        <source>The makers of this model want to know who uses it.</source>
        <translation>Die Hersteller dieses Modells möchten wissen, wer es nutzt.</translation>
    </message>
    <message>
        <source>The memory that models may use. It can be changed in Settings.</source>
        <translation>Der Speicher, den Modelle nutzen dürfen. In den Einstellungen zu ändern.</translation>
    </message>
    <message>
        <source>The model always thinks.</source>
        <translation>Das Modell denkt immer nach.</translation>
    </message>
    <message>
        <source>The model called tools {count} times for one question. Now it has to answer without them.</source>
        <translation>Das Modell hat für eine Frage {count}-mal Werkzeuge aufgerufen. Jetzt muss es ohne sie antworten.</translation>
    </message>
    <message>
        <source>The model could not answer this: {reason}. Try again, or with another model.</source>
        <translation>Das Modell konnte darauf nicht antworten: {reason}. Versuchen Sie es noch einmal oder mit einem anderen Modell.</translation>
    </message>
    <message>
        <source>The model could not be converted: {reason}. Try again.</source>
        <translation>Das Modell konnte nicht umgewandelt werden: {reason}. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The model could not be loaded: {reason}. Try again, or choose another model.</source>
        <translation>Das Modell konnte nicht geladen werden: {reason}. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model does not fit into the memory that is free. Loaded anyway, it may slow down the whole computer.</source>
        <translation>Das Modell passt nicht in den freien Speicher. Trotzdem geladen, kann es den ganzen Computer verlangsamen.</translation>
    </message>
    <message>
        <source>The model does not think before it answers.</source>
        <translation>Das Modell denkt vor der Antwort nicht nach.</translation>
    </message>
    <message>
        <source>The model ends its answers with {tokens}.</source>
        <translation>Das Modell beendet seine Antworten mit {tokens}.</translation>
    </message>
    <message>
        <source>The model folders and favorites could not be written to {path}: {reason}. Check the disk.</source>
        <translation>Die Modellordner und Favoriten konnten nicht nach {path} geschrieben werden: {reason}. Prüfen Sie den Datenträger.</translation>
    </message>
    <message>
        <source>The model folders and favorites in {path} are left as they are, and changes to them are not saved. {reason}</source>
        <translation>Die Modellordner und Favoriten in {path} bleiben, wie sie sind, und Änderungen daran werden nicht gespeichert. {reason}</translation>
    </message>
    <message>
        <source>The model gave no answer. Regenerate it, or change the question.</source>
        <translation>Das Modell gab keine Antwort. Erzeugen Sie sie neu oder ändern Sie die Frage.</translation>
    </message>
    <message>
        <source>The model has more weight files than any model needs. Choose another model.</source>
        <translation>Das Modell hat mehr Gewichtsdateien, als ein Modell braucht. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model hub, huggingface.co or your mirror: asked when you search for a model, open its page there or download it. The hub learns what you search for.</source>
        <translation>Der Hub für Modelle, huggingface.co oder Ihr Spiegelserver: wird gefragt, wenn Sie ein Modell suchen, seine Seite dort öffnen oder es herunterladen. Er erfährt, wonach Sie suchen.</translation>
    </message>
    <message>
        <source>The model in use cannot call tools. Choose another from the model menu.</source>
        <translation>Das benutzte Modell kann keine Werkzeuge aufrufen. Wählen Sie ein anderes im Modellmenü.</translation>
    </message>
    <message>
        <source>The model is downloaded.</source>
        <translation>Das Modell ist heruntergeladen.</translation>
    </message>
    <message>
        <source>The model is larger than the memory of this computer; loading it would end Duologue.</source>
        <translation>Das Modell ist größer als der Speicher dieses Computers; es zu laden würde Duologue beenden.</translation>
    </message>
    <message>
        <source>The model names a chat after its first answer. Otherwise, and with Dot, the title is taken from the first question.</source>
        <translation>Das Modell benennt einen Chat nach seiner ersten Antwort. Sonst, und bei Dot, stammt der Titel aus der ersten Frage.</translation>
    </message>
    <message>
        <source>The model sees {size} pixels</source>
        <translation>Das Modell sieht {size} Pixel</translation>
    </message>
    <message>
        <source>The model that answers.</source>
        <translation>Das Modell, das antwortet.</translation>
    </message>
    <message>
        <source>The model tried to run its own code ({file}).</source>
        <translation>Das Modell hat versucht, eigenen Code auszuführen ({file}).</translation>
    </message>
    <message>
        <source>The model used last</source>
        <translation>Das zuletzt verwendete</translation>
    </message>
    <message>
        <source>The model wrote this call as text. It runs only if you want it to.</source>
        <translation>Das Modell schrieb diesen Aufruf als Text. Er läuft nur, wenn Sie es wollen.</translation>
    </message>
    <message>
        <source>The model {repository} is not on the hub, or it is private. For a private one, set your token in Settings › Models.</source>
        <translation>Das Modell {repository} gibt es im Hub nicht, oder es ist privat. Setzen Sie für ein privates Ihren Token unter „Einstellungen › Modelle“.</translation>
    </message>
    <message>
        <source>The model {repository} was not found at {address}. Check its name.</source>
        <translation>Das Modell {repository} wurde unter {address} nicht gefunden. Prüfen Sie seinen Namen.</translation>
    </message>
    <message>
        <source>The model&apos;s own</source>
        <translation>Die des Modells</translation>
    </message>
    <message>
        <source>The model&apos;s recommended settings</source>
        <translation>Die empfohlenen Einstellungen des Modells</translation>
    </message>
    <message>
        <source>The models are hidden until you vote or choose “Show names”. Then add this model.</source>
        <translation>Die Modelle sind verborgen, bis Sie abstimmen oder „Namen zeigen“ wählen. Fügen Sie dann dieses Modell hinzu.</translation>
    </message>
    <message>
        <source>The models could not be compared: {reason}. Try again.</source>
        <translation>Die Modelle konnten nicht verglichen werden: {reason}. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The models folder cannot be written to: {folder} is on a disk that is not connected, or a file is in its place. Check the disk, then try again.</source>
        <translation>In den Ordner der Modelle kann nicht geschrieben werden: {folder} liegt auf einem Datenträger, der nicht verbunden ist, oder an seiner Stelle ist eine Datei. Prüfen Sie den Datenträger und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The models folder cannot be written to: {reason}. Check the disk, then try again.</source>
        <translation>In den Ordner der Modelle kann nicht geschrieben werden: {reason}. Prüfen Sie den Datenträger und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The most memory in use since the start.</source>
        <translation>Der meiste Speicher, der seit dem Start belegt war.</translation>
    </message>
    <message>
        <source>The most memory that running answers may still need.</source>
        <translation>Der Speicher, den laufende Antworten höchstens noch brauchen.</translation>
    </message>
    <message>
        <source>The name of this site contains letters that are not Latin: {host}.</source>
        <translation>Der Name dieser Website enthält Buchstaben, die nicht lateinisch sind: {host}.</translation>
    </message>
    <message>
        <source>The new weights could not be written: the disk is full or does not work. Free some space and try again.</source>
        <translation>Die neuen Gewichte konnten nicht geschrieben werden: Der Datenträger ist voll oder gestört. Schaffen Sie Platz, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The new weights take {size}</source>
        <translation>Die neuen Gewichte belegen {size}</translation>
    </message>
    <message>
        <source>The new weights take {size} instead of {original}</source>
        <translation>Die neuen Gewichte belegen {size} statt {original}</translation>
    </message>
    <message>
        <source>The next answer of a checked model comes from all machines. Together they take no images, and neither draft ahead nor skim.</source>
        <translation>Die nächste Antwort eines angekreuzten Modells kommt von allen Rechnern. Zusammen nehmen sie keine Bilder an, raten nicht voraus und überfliegen nichts.</translation>
    </message>
    <message>
        <source>The number {number} is too large.</source>
        <translation>Die Zahl {number} ist zu groß.</translation>
    </message>
    <message numerus="yes">
        <source>The oldest %n message(s) are no longer sent to the model; the system prompt and pinned images stay. Options can have them summarized instead.</source>
        <translation>
            <numerusform>Die älteste Nachricht (%n) wird nicht mehr an das Modell gesendet; der Systemprompt und angeheftete Bilder bleiben. In den Optionen lässt sie sich stattdessen zusammenfassen.</numerusform>
            <numerusform>Die ältesten %n Nachrichten werden nicht mehr an das Modell gesendet; der Systemprompt und angeheftete Bilder bleiben. In den Optionen lassen sie sich stattdessen zusammenfassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The oldest %n message(s) are sent as a summary.</source>
        <translation>
            <numerusform>Die älteste Nachricht (%n) wird als Zusammenfassung gesendet.</numerusform>
            <numerusform>Die ältesten %n Nachrichten werden als Zusammenfassung gesendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>The package includes no license text.</source>
        <translation>Dem Paket liegt kein Lizenztext bei.</translation>
    </message>
    <message>
        <source>The pasted text</source>
        <translation>Der eingefügte Text</translation>
    </message>
    <message>
        <source>The presets could not be written to {path}: {reason}. Check the disk, then make the change again.</source>
        <translation>Die Vorlagen konnten nicht nach {path} geschrieben werden: {reason}. Prüfen Sie den Datenträger, und nehmen Sie die Änderung noch einmal vor.</translation>
    </message>
    <message>
        <source>The presets in the file are damaged and were left out.</source>
        <translation>Die Vorlagen in der Datei sind beschädigt und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>The presets in {path} are left as they are, and changes to presets are not saved. {reason}</source>
        <translation>Die Vorlagen in {path} bleiben, wie sie sind, und Änderungen an Vorlagen werden nicht gespeichert. {reason}</translation>
    </message>
    <message>
        <source>The presets were damaged and cannot be read. The damaged file is kept as {path}.</source>
        <translation>Die Vorlagen waren beschädigt und sind nicht lesbar. Die beschädigte Datei bleibt als {path} erhalten.</translation>
    </message>
    <message>
        <source>The process that runs the tokenizer and chat template of {model} was ended by the system, which does that if memory runs out, or by another program. Close other programs and ask again.</source>
        <translation>Der Prozess, in dem Tokenizer und Chatvorlage von {model} laufen, wurde vom System beendet, was bei fehlendem Speicher geschieht, oder von einem anderen Programm. Schließen Sie andere Programme und fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>The program “{program}” of the server {server} may not be run. Check its permissions, or its path in the settings.</source>
        <translation>Das Programm „{program}“ des Servers {server} darf nicht ausgeführt werden. Prüfen Sie seine Rechte oder seinen Pfad in den Einstellungen.</translation>
    </message>
    <message>
        <source>The program “{program}” of the server {server} was not found. Install it, or give its full path in the settings.</source>
        <translation>Das Programm „{program}“ des Servers {server} wurde nicht gefunden. Installieren Sie es oder geben Sie in den Einstellungen seinen ganzen Pfad an.</translation>
    </message>
    <message>
        <source>The prompt is cached, but with the other setting of the 8-bit cache.</source>
        <translation>Der Prompt liegt im Cache, aber mit der anderen Einstellung des 8-Bit-Caches.</translation>
    </message>
    <message>
        <source>The prompt is no longer kept because the conversation is very long.</source>
        <translation>Der Prompt wird nicht mehr aufbewahrt, weil die Unterhaltung sehr lang ist.</translation>
    </message>
    <message>
        <source>The prompt was cached, but its memory was needed for something else.</source>
        <translation>Der Prompt war im Cache, aber sein Speicher wurde anderweitig gebraucht.</translation>
    </message>
    <message>
        <source>The prompts could not be written to {path}: {reason}. Check the disk, then make the change again.</source>
        <translation>Die Prompts konnten nicht nach {path} geschrieben werden: {reason}. Prüfen Sie den Datenträger, und nehmen Sie die Änderung noch einmal vor.</translation>
    </message>
    <message>
        <source>The prompts in the file are damaged and were left out.</source>
        <translation>Die Prompts in der Datei sind beschädigt und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>The prompts in the file were left out. {reason}</source>
        <translation>Die Prompts in der Datei wurden ausgelassen. {reason}</translation>
    </message>
    <message>
        <source>The question is empty. Type one, or add an image.</source>
        <translation>Die Frage ist leer. Schreiben Sie eine oder fügen Sie ein Bild hinzu.</translation>
    </message>
    <message>
        <source>The report could not be saved: {reason}. Choose another folder.</source>
        <translation>Der Bericht konnte nicht gespeichert werden: {reason}. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The request to {host} failed because of a fault in Duologue: {cause}.</source>
        <translation>Die Anfrage an {host} ist an einem Fehler in Duologue gescheitert: {cause}.</translation>
    </message>
    <message>
        <source>The rest of {name} could not be imported: {why}. Import it again to get the rest.</source>
        <translation>Der Rest von {name} konnte nicht importiert werden: {why}. Importieren Sie die Datei noch einmal, um den Rest zu erhalten.</translation>
    </message>
    <message>
        <source>The result is a new folder; the original stays as it is.</source>
        <translation>Das Ergebnis ist ein neuer Ordner; das Original bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>The result needs {needed} on the disk of {folder}, but only {free} is free. Free some space, or choose fewer bits.</source>
        <translation>Das Ergebnis braucht {needed} auf dem Datenträger von {folder}, aber nur {free} sind frei. Schaffen Sie Platz, oder wählen Sie weniger Bits.</translation>
    </message>
    <message>
        <source>The result of this check could not be written to {path}: {reason}. Check the disk, then run the check again.</source>
        <translation>Das Ergebnis dieser Prüfung konnte nicht nach {path} geschrieben werden: {reason}. Prüfen Sie den Datenträger, und führen Sie die Prüfung erneut aus.</translation>
    </message>
    <message>
        <source>The results of checks in {path} are left as they are, and new results are not saved. {reason}</source>
        <translation>Die Ergebnisse der Prüfungen in {path} bleiben, wie sie sind, und neue Ergebnisse werden nicht gespeichert. {reason}</translation>
    </message>
    <message>
        <source>The results of your checks of converted models were damaged and cannot be read. The damaged file is kept as {path}. Run the checks again.</source>
        <translation>Die Ergebnisse Ihrer Prüfungen umgewandelter Modelle waren beschädigt und sind nicht lesbar. Die beschädigte Datei bleibt als {path} erhalten. Führen Sie die Prüfungen erneut aus.</translation>
    </message>
    <message>
        <source>The run needs no input: tools are off, and a failed prompt does not end it. You can pause or stop it above the composer.</source>
        <translation>Der Durchlauf braucht keine Eingaben: Werkzeuge sind aus, und ein fehlgeschlagener Prompt beendet ihn nicht. Über dem Eingabefeld können Sie ihn pausieren oder anhalten.</translation>
    </message>
    <message>
        <source>The same, but stronger for frequent words</source>
        <translation>Ebenso, mehr bei häufigen Wörtern</translation>
    </message>
    <message>
        <source>The sample as the model receives it</source>
        <translation>Das Beispiel, wie das Modell es bekommt</translation>
    </message>
    <message>
        <source>The sample as the model receives it:</source>
        <translation>Das Beispiel, wie das Modell es bekommt:</translation>
    </message>
    <message>
        <source>The sample without its system prompt, as the model receives it:</source>
        <translation>Das Beispiel ohne Systemprompt, wie das Modell es bekommt:</translation>
    </message>
    <message>
        <source>The screen could not be captured. Try again.</source>
        <translation>Der Bildschirm konnte nicht aufgenommen werden. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The server cannot listen on port {port} of {address}: {reason}. Choose another port.</source>
        <translation>Der Server kann Port {port} von {address} nicht öffnen: {reason}. Wählen Sie einen anderen Port.</translation>
    </message>
    <message>
        <source>The server cannot listen on {address}: this computer does not have that address. Choose another one.</source>
        <translation>Der Server kann {address} nicht verwenden: Dieser Computer hat diese Adresse nicht. Wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>The server does not offer the files of this model at the moment. Try again later.</source>
        <translation>Der Server bietet die Dateien dieses Modells zurzeit nicht an. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>The server is busy (error {status}).</source>
        <translation>Der Server ist überlastet (Fehler {status}).</translation>
    </message>
    <message>
        <source>The server is off</source>
        <translation>Der Server ist aus</translation>
    </message>
    <message>
        <source>The server stopped sending.</source>
        <translation>Der Server sendet nichts mehr.</translation>
    </message>
    <message>
        <source>The server {name} has no command. Only servers that run on this computer can be used.</source>
        <translation>Der Server {name} hat keinen Befehl. Nur Server, die auf diesem Computer laufen, können benutzt werden.</translation>
    </message>
    <message>
        <source>The server {server} could not be started: {reason}. Check its command in the settings.</source>
        <translation>Der Server {server} konnte nicht gestartet werden: {reason}. Prüfen Sie seinen Befehl in den Einstellungen.</translation>
    </message>
    <message>
        <source>The server {server} could not be used: {reason}. Check its command in the settings.</source>
        <translation>Der Server {server} konnte nicht benutzt werden: {reason}. Prüfen Sie seinen Befehl in den Einstellungen.</translation>
    </message>
    <message>
        <source>The server {server} did not answer within {start_seconds:g} seconds.</source>
        <translation>Der Server {server} hat nicht innerhalb von {start_seconds:g} Sekunden geantwortet.</translation>
    </message>
    <message>
        <source>The server {server} ended {count} times and is no longer restarted automatically. Start it in the settings.</source>
        <translation>Der Server {server} endete {count}-mal und wird nicht mehr von selbst gestartet. Starten Sie ihn in den Einstellungen.</translation>
    </message>
    <message>
        <source>The server {server} ended {when}.</source>
        <translation>Der Server {server} endete {when}.</translation>
    </message>
    <message>
        <source>The server {server} failed: {reason}</source>
        <translation>Der Server {server} ist ausgefallen: {reason}</translation>
    </message>
    <message>
        <source>The server {server} is switched off.</source>
        <translation>Der Server {server} ist ausgeschaltet.</translation>
    </message>
    <message>
        <source>The server {server} was closed.</source>
        <translation>Der Server {server} wurde geschlossen.</translation>
    </message>
    <message>
        <source>The server {server} was stopped because it writes too much. Logs must go to standard error.</source>
        <translation>Der Server {server} wurde beendet, weil er zu viel schreibt. Protokolle gehören in die Standardfehlerausgabe.</translation>
    </message>
    <message>
        <source>The settings could not be saved in {folder}: {reason}. Check the disk, then make the change again.</source>
        <translation>Die Einstellungen konnten nicht in {folder} gespeichert werden: {reason}. Prüfen Sie den Datenträger, und nehmen Sie die Änderung noch einmal vor.</translation>
    </message>
    <message>
        <source>The settings in the file are damaged and were left out.</source>
        <translation>Die Einstellungen in der Datei sind beschädigt und wurden ausgelassen.</translation>
    </message>
    <message>
        <source>The settings in {path} cannot be read: {reason}. Strict offline is on now, in case it was. The file is left as it is, and changes to the settings are not saved. Fix or move the file, then start Duologue again.</source>
        <translation>Die Einstellungen in {path} können nicht gelesen werden: {reason}. „Streng offline“ ist jetzt an, falls es das war. Die Datei bleibt, wie sie ist, und Änderungen der Einstellungen werden nicht gespeichert. Reparieren oder verschieben Sie die Datei und starten Sie Duologue dann neu.</translation>
    </message>
    <message>
        <source>The settings were damaged and cannot be read. The damaged file is kept as {path}. Strict offline is on now, in case it was. You can turn it off in Settings › Privacy.</source>
        <translation>Die Einstellungen waren beschädigt und können nicht gelesen werden. Die beschädigte Datei bleibt als {path} erhalten. „Streng offline“ ist jetzt an, falls es das war. Sie können es unter „Einstellungen › Datenschutz“ ausschalten.</translation>
    </message>
    <message>
        <source>The share of time in which the GPU is busy, as the system reports it.</source>
        <translation>Der Anteil der Zeit, in der die GPU arbeitet, laut System.</translation>
    </message>
    <message>
        <source>The size of this model&apos;s attention heads is not a multiple of 32.</source>
        <translation>Die Größe der Attention-Köpfe dieses Modells ist kein Vielfaches von 32.</translation>
    </message>
    <message>
        <source>The sources of the drafted tokens, which the model then checked.</source>
        <translation>Woraus die Tokens stammen, die das Modell dann geprüft hat.</translation>
    </message>
    <message>
        <source>The stored prompts in {path} are left as they are, and changes to prompts are not saved. {reason}</source>
        <translation>Die gespeicherten Prompts in {path} bleiben, wie sie sind, und Änderungen an Prompts werden nicht gespeichert. {reason}</translation>
    </message>
    <message>
        <source>The stored prompts were damaged and cannot be read. The damaged file is kept as {path}.</source>
        <translation>Die gespeicherten Prompts waren beschädigt und sind nicht lesbar. Die beschädigte Datei bleibt als {path} erhalten.</translation>
    </message>
    <message>
        <source>The summary of the earlier messages changed</source>
        <translation>Die Zusammenfassung der früheren Nachrichten wurde geändert</translation>
    </message>
    <message>
        <source>The system prompt alone has about {tokens:,} tokens, more than the context of {model} ({context:,}). Shorten it.</source>
        <translation>Der Systemprompt allein hat etwa {tokens:,} Tokens, mehr als der Kontext von {model} ({context:,}). Kürzen Sie ihn.</translation>
    </message>
    <message>
        <source>The system prompt and pinned images stay</source>
        <translation>Der Systemprompt und angeheftete Bilder bleiben</translation>
    </message>
    <message>
        <source>The system prompt changed</source>
        <translation>Der Systemprompt wurde geändert</translation>
    </message>
    <message>
        <source>The system voice does not respond. Test it in the system settings.</source>
        <translation>Die Systemstimme reagiert nicht. Testen Sie sie in den Systemeinstellungen.</translation>
    </message>
    <message>
        <source>The test of the chat template did not finish. Try again.</source>
        <translation>Die Chatvorlage wurde nicht zu Ende getestet. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The text contains more than {most:,} prompts. Split it.</source>
        <translation>Der Text hat mehr als {most:,} Prompts. Teilen Sie ihn.</translation>
    </message>
    <message>
        <source>The text in the link is too long. Copy it into the chat instead.</source>
        <translation>Der Text im Link ist zu lang. Kopieren Sie ihn stattdessen in den Chat.</translation>
    </message>
    <message>
        <source>The text is too long to paste. Save it as a file and choose that.</source>
        <translation>Der Text ist zu lang zum Einfügen. Speichern Sie ihn als Datei und wählen Sie diese.</translation>
    </message>
    <message>
        <source>The text that begins in line {line}, column {column} has no closing quote. Add it.</source>
        <translation>Der Text, der in Zeile {line}, Spalte {column} beginnt, hat kein schließendes Anführungszeichen. Ergänzen Sie es.</translation>
    </message>
    <message>
        <source>The text was not saved: it has {count:,} characters, and a prompt has at most {most:,}. Put a shorter part into the question field and save that.</source>
        <translation>Der Text wurde nicht gespeichert: Er hat {count:,} Zeichen, und ein Prompt hat höchstens {most:,}. Setzen Sie einen kürzeren Teil in das Fragefeld und speichern Sie diesen.</translation>
    </message>
    <message>
        <source>The text was not saved: there are {most:,} prompts already. Delete one in the settings, then save the text again.</source>
        <translation>Der Text wurde nicht gespeichert: Es gibt schon {most:,} Prompts. Löschen Sie einen in den Einstellungen und speichern Sie den Text dann noch einmal.</translation>
    </message>
    <message>
        <source>The time from sending the question to the first token of the answer.</source>
        <translation>Die Zeit vom Absenden der Frage bis zum ersten Token der Antwort.</translation>
    </message>
    <message>
        <source>The time from sending the question to the last token, without the time tools took.</source>
        <translation>Die Zeit vom Absenden der Frage bis zum letzten Token, ohne die der Werkzeuge.</translation>
    </message>
    <message>
        <source>The time from the first token to the last.</source>
        <translation>Die Zeit vom ersten Token bis zum letzten.</translation>
    </message>
    <message>
        <source>The time it took to load the model.</source>
        <translation>Die Zeit, die das Laden des Modells dauerte.</translation>
    </message>
    <message>
        <source>The time spent encoding images and video frames. Cached ones take none.</source>
        <translation>Die Zeit für das Kodieren von Bildern und Videobildern. Solche im Cache brauchen keine.</translation>
    </message>
    <message>
        <source>The time spent opening files and turning the prompt into tokens.</source>
        <translation>Die Zeit, um Dateien zu öffnen und den Prompt in Tokens umzuwandeln.</translation>
    </message>
    <message>
        <source>The time the draft model took to choose what to read of a long prompt.</source>
        <translation>Die Zeit, in der das Modell zum Vorausraten wählte, was von einem langen Prompt gelesen wird.</translation>
    </message>
    <message>
        <source>The time the model took to process the prompt before it could answer.</source>
        <translation>Die Zeit, die das Modell für den Prompt brauchte, bevor es antworten konnte.</translation>
    </message>
    <message>
        <source>The tokenizer of {model} has tokens that its weights do not have. Download the model again.</source>
        <translation>Der Tokenizer von {model} hat Tokens, die seine Gewichte nicht haben. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>The tokenizer or chat template of {model} failed. Download the model again, or choose another model.</source>
        <translation>Der Tokenizer oder die Chatvorlage von {model} ist gescheitert. Laden Sie das Modell erneut herunter, oder wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The tokenizer or chat template of {model} was stopped after {seconds:.0f} s of work. Ask something shorter, or choose another model.</source>
        <translation>Der Tokenizer oder die Chatvorlage von {model} wurde nach {seconds:.0f} s Arbeit beendet. Fragen Sie etwas Kürzeres, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The tokenizer or chat template of {model} was stopped: it needs more than {most:,} MB of memory. Ask something shorter, or choose another model.</source>
        <translation>Der Tokenizer oder die Chatvorlage von {model} wurde beendet: mehr als {most:,} MB Speicher wären nötig. Fragen Sie etwas Kürzeres, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The tokens of the whole chat, as the model receives it.</source>
        <translation>Die Tokens des ganzen Chats, wie das Modell ihn bekommt.</translation>
    </message>
    <message>
        <source>The tool returned nothing.</source>
        <translation>Das Werkzeug gab nichts zurück.</translation>
    </message>
    <message>
        <source>The tool was started, but stopped before it returned a result. It may have acted.</source>
        <translation>Das Werkzeug wurde gestartet, aber angehalten, bevor ein Ergebnis vorlag. Es kann schon etwas bewirkt haben.</translation>
    </message>
    <message>
        <source>The tool {name} must be called, but it is not offered. Offer it, or choose another.</source>
        <translation>Das Werkzeug {name} soll aufgerufen werden, wird aber nicht angeboten. Bieten Sie es an, oder wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The tool {tool} has changed since it was offered. Ask the question again.</source>
        <translation>Das Werkzeug {tool} hat sich geändert, seit es angeboten wurde. Stellen Sie die Frage noch einmal.</translation>
    </message>
    <message>
        <source>The update failed unexpectedly. Try again.</source>
        <translation>Das Update ist unerwartet fehlgeschlagen. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The weights in {folder} are damaged. Download the model again.</source>
        <translation>Die Gewichte in {folder} sind beschädigt. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>The weights of {model} cannot be read. Check that its disk is connected.</source>
        <translation>Die Gewichte von {model} sind nicht lesbar. Prüfen Sie, ob der Datenträger angeschlossen ist.</translation>
    </message>
    <message>
        <source>The whole file will be sent</source>
        <translation>Die ganze Datei wird gesendet</translation>
    </message>
    <message>
        <source>The “args” of the server {name} are not a list of strings.</source>
        <translation>Die „args“ des Servers {name} sind keine Liste von Zeichenketten.</translation>
    </message>
    <message>
        <source>The “env” of the server {name} has a name that is empty or contains “=”.</source>
        <translation>Das „env“ des Servers {name} hat einen Namen, der leer ist oder ein „=“ enthält.</translation>
    </message>
    <message>
        <source>The “env” of the server {name} has a value of several lines.</source>
        <translation>Das „env“ des Servers {name} hat einen Wert aus mehreren Zeilen.</translation>
    </message>
    <message>
        <source>The “env” of the server {name} is not an object of strings.</source>
        <translation>Das „env“ des Servers {name} ist kein Objekt aus Zeichenketten.</translation>
    </message>
    <message>
        <source>There are no models in {folder} yet.</source>
        <translation>In {folder} sind noch keine Modelle.</translation>
    </message>
    <message>
        <source>There are no prompts to compare the models with.</source>
        <translation>Es gibt keinen Prompt, mit dem die Modelle verglichen werden können.</translation>
    </message>
    <message>
        <source>There are no reports.</source>
        <translation>Es gibt keine Berichte.</translation>
    </message>
    <message>
        <source>There are no tools. Add a server that offers some.</source>
        <translation>Es gibt keine Werkzeuge. Fügen Sie einen Server hinzu, der welche anbietet.</translation>
    </message>
    <message>
        <source>There are no votes yet.</source>
        <translation>Es gibt noch keine Stimmen.</translation>
    </message>
    <message>
        <source>There is a line break or a tab inside the text in line {line}, column {column}. Write \n or \t instead.</source>
        <translation>In Zeile {line}, Spalte {column} steht ein Zeilenumbruch oder ein Tabulator in einem Text. Schreiben Sie stattdessen \n oder \t.</translation>
    </message>
    <message>
        <source>There is already a folder {name} in {folder}. Choose another recipe, or move that folder away.</source>
        <translation>In {folder} gibt es schon einen Ordner {name}. Wählen Sie ein anderes Rezept, oder verschieben Sie den Ordner.</translation>
    </message>
    <message>
        <source>There is already a preset called {name}. Choose another name.</source>
        <translation>Es gibt schon eine Vorlage {name}. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>There is already a server named {name}. Give this one another name.</source>
        <translation>Es gibt schon einen Server mit dem Namen {name}. Geben Sie diesem einen anderen.</translation>
    </message>
    <message>
        <source>There is no output format called {channel_format}. Choose one of these: {names}.</source>
        <translation>Es gibt kein Ausgabeformat {channel_format}. Wählen Sie eines von diesen: {names}.</translation>
    </message>
    <message>
        <source>There is no pane to ask. Add one, then run the list again.</source>
        <translation>Es gibt keine Spalte zum Fragen. Fügen Sie eine hinzu, und starten Sie die Liste noch einmal.</translation>
    </message>
    <message>
        <source>There is no question before the answer to continue. Ask a question first.</source>
        <translation>Vor der Antwort, die fortgesetzt werden soll, steht keine Frage. Stellen Sie zuerst eine Frage.</translation>
    </message>
    <message>
        <source>There is no release of Duologue yet.</source>
        <translation>Es gibt noch keine Veröffentlichung von Duologue.</translation>
    </message>
    <message>
        <source>There is no room for more prompts. Delete some first.</source>
        <translation>Für weitere Prompts ist kein Platz. Löschen Sie zuerst einige.</translation>
    </message>
    <message>
        <source>There is not enough disk space for a copy of {name}. Free some space and add it again.</source>
        <translation>Für eine Kopie von {name} ist nicht genug Platz auf dem Datenträger. Schaffen Sie Platz und fügen Sie die Datei noch einmal hinzu.</translation>
    </message>
    <message>
        <source>There is not enough disk space: {needed} is needed, {free} is free. Free some space, then resume.</source>
        <translation>Der Speicherplatz reicht nicht: {needed} werden gebraucht, {free} sind frei. Schaffen Sie Platz und setzen Sie den Download fort.</translation>
    </message>
    <message>
        <source>There is not enough memory to load {folder}. Choose a smaller model.</source>
        <translation>Für {folder} reicht der Speicher nicht. Wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>These keys belong to text editing and cannot be changed.</source>
        <translation>Diese Tasten gehören zur Textbearbeitung und können nicht geändert werden.</translation>
    </message>
    <message>
        <source>These models have different vocabularies, so their predictions cannot be compared. Choose a model and its own conversion.</source>
        <translation>Diese Modelle haben verschiedene Vokabulare, daher sind ihre Vorhersagen nicht vergleichbar. Wählen Sie ein Modell und dessen eigene Umwandlung.</translation>
    </message>
    <message>
        <source>These presets were written by a newer Duologue (version {version} of their format). Update Duologue to read them.</source>
        <translation>Diese Vorlagen schrieb ein neueres Duologue (Version {version} ihres Formats). Aktualisieren Sie Duologue, um sie zu lesen.</translation>
    </message>
    <message>
        <source>These stay when you delete the app. If you are not coming back, delete them, too, and the entry “Duologue” in the keychain if you have set a token. Models of other programs and folders that you added are not listed.</source>
        <translation>Das bleibt, wenn Sie das Programm löschen. Löschen Sie es auch, wenn Sie nicht zurückkommen möchten, und den Eintrag „Duologue“ im Schlüsselbund, falls Sie einen Token gesetzt haben. Modelle anderer Programme und Ordner, die Sie hinzugefügt haben, stehen nicht in der Liste.</translation>
    </message>
    <message>
        <source>They are copies of the database from before an update, or of one that was damaged. This cannot be undone.</source>
        <translation>Das sind Kopien der Datenbank von vor einer Aktualisierung oder von einer, die beschädigt war. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>They are sent as images.</source>
        <translation>Sie werden als Bilder gesendet.</translation>
    </message>
    <message>
        <source>They cannot be read: {reason}.</source>
        <translation>Sie sind nicht lesbar: {reason}.</translation>
    </message>
    <message>
        <source>They reach the server at this computer&apos;s address on its network, with the token. Nothing is encrypted on the way.</source>
        <translation>Sie erreichen den Server unter der Adresse dieses Computers in seinem Netz, mit dem Token. Unterwegs ist nichts verschlüsselt.</translation>
    </message>
    <message>
        <source>They run a model together with this one, each holding part of it. List their names for ssh, separated by spaces; localhost is a second process on this computer, for trying it out. Each needs the same version of Duologue, ssh from here without a password, and the model in the same folder. What passes between them is not encrypted: use a network of your own.</source>
        <translation>Sie lassen ein Modell mit diesem Rechner zusammen laufen, jeder einen Teil davon. Schreiben Sie ihre Namen für ssh mit Leerzeichen dazwischen; localhost ist ein zweiter Prozess hier, zum Ausprobieren. Jeder braucht dieselbe Version von Duologue, ssh ohne Passwort von hier aus und das Modell im selben Ordner. Was zwischen ihnen läuft, ist nicht verschlüsselt: Nehmen Sie ein eigenes Netz.</translation>
    </message>
    <message>
        <source>They were written by a newer Duologue (version {version} of their format). Update Duologue to use them.</source>
        <translation>Sie wurden von einem neueren Duologue geschrieben (Version {version} des Formats). Aktualisieren Sie Duologue, um sie zu verwenden.</translation>
    </message>
    <message>
        <source>Think</source>
        <translation>Denken</translation>
    </message>
    <message>
        <source>Think before answering</source>
        <translation>Vor der Antwort nachdenken</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Denkt nach</translation>
    </message>
    <message>
        <source>Thinking budget</source>
        <translation>Denkbudget</translation>
    </message>
    <message>
        <source>Thinking off</source>
        <translation>Nachdenken aus</translation>
    </message>
    <message>
        <source>Thinking on</source>
        <translation>Nachdenken an</translation>
    </message>
    <message>
        <source>Thinking switch</source>
        <translation>Schalter für das Nachdenken</translation>
    </message>
    <message>
        <source>Thinking… {time}</source>
        <translation>Denkt nach … {time}</translation>
    </message>
    <message>
        <source>Thinks</source>
        <translation>Denkt nach</translation>
    </message>
    <message>
        <source>This JSON has no servers. They look like this: {example}</source>
        <translation>Dieses JSON enthält keine Server. Sie sehen so aus: {example}</translation>
    </message>
    <message>
        <source>This JSON is nested too deeply.</source>
        <translation>Dieses JSON ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>This JSON schema and these tools cannot be used together with this model. Remove the schema, or switch the tools off.</source>
        <translation>Dieses JSON-Schema und diese Werkzeuge lassen sich mit diesem Modell nicht zusammen verwenden. Entfernen Sie das Schema, oder schalten Sie die Werkzeuge aus.</translation>
    </message>
    <message>
        <source>This answer can no longer be continued. Ask the question again.</source>
        <translation>Diese Antwort kann nicht mehr fortgesetzt werden. Stellen Sie die Frage noch einmal.</translation>
    </message>
    <message>
        <source>This answer failed. You will see why when the names are shown.</source>
        <translation>Diese Antwort ist fehlgeschlagen. Warum, ist zu sehen, sobald die Namen gezeigt werden.</translation>
    </message>
    <message>
        <source>This answer was read as {name}.</source>
        <translation>Diese Antwort wurde als {name} gelesen.</translation>
    </message>
    <message>
        <source>This app as a whole is under the GPL 3, since it contains FFmpeg.</source>
        <translation>Diese App als Ganzes steht unter der GPL 3, da sie FFmpeg enthält.</translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>Das kann nicht rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>This chat is longer than the model at {host} takes. Start a new chat, or have the oldest messages omitted or summarized (Options).</source>
        <translation>Dieser Chat ist länger, als das Modell bei {host} annimmt. Beginnen Sie einen neuen Chat, oder lassen Sie die ältesten Nachrichten weglassen oder zusammenfassen (Optionen).</translation>
    </message>
    <message>
        <source>This chat no longer exists. Search your chats for another one.</source>
        <translation>Diesen Chat gibt es nicht mehr. Suchen Sie in Ihren Chats nach einem anderen.</translation>
    </message>
    <message>
        <source>This chat was not in the cache.</source>
        <translation>Dieser Chat war nicht im Cache.</translation>
    </message>
    <message>
        <source>This chat, last answer</source>
        <translation>Dieser Chat, letzte Antwort</translation>
    </message>
    <message>
        <source>This comes from another program. Read it before you send it.</source>
        <translation>Das kommt aus einem anderen Programm. Lesen Sie es, bevor Sie es senden.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
    <message>
        <source>This computer does not have the address {address} right now, so the server answers only programs on this computer. For this network, turn “Other computers on my network” off and on again.</source>
        <translation>Dieser Computer hat die Adresse {address} gerade nicht, daher antwortet der Server nur Programmen auf diesem Computer. Schalten Sie „Andere Computer meines Netzes“ für dieses Netz aus und wieder ein.</translation>
    </message>
    <message>
        <source>This computer has no kernels for this format.</source>
        <translation>Dieser Computer hat keine Kernel für dieses Format.</translation>
    </message>
    <message>
        <source>This computer has no keychain that can be used, so this is kept only until Duologue quits.</source>
        <translation>Dieser Computer hat keinen nutzbaren Schlüsselbund, deshalb bleibt dies nur erhalten, bis Duologue beendet wird.</translation>
    </message>
    <message>
        <source>This computer has no ssh. Install OpenSSH.</source>
        <translation>Dieser Computer hat kein ssh. Installieren Sie OpenSSH.</translation>
    </message>
    <message>
        <source>This computer has no voice yet. Install speech-dispatcher and a voice such as espeak-ng, then try again.</source>
        <translation>Dieser Computer hat noch keine Stimme. Installieren Sie speech-dispatcher und eine Stimme wie espeak-ng, und versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>This computer is not connected to a network.</source>
        <translation>Dieser Computer ist gerade in keinem Netz.</translation>
    </message>
    <message>
        <source>This conversation has {tokens:,} tokens, more than the context of {model} ({context:,}). Have the oldest messages omitted or summarized (Options), send fewer images or less text, or start a new chat.</source>
        <translation>Diese Unterhaltung hat {tokens:,} Tokens, mehr als der Kontext von {model} ({context:,}). Lassen Sie die ältesten Nachrichten weglassen oder zusammenfassen (Optionen), senden Sie weniger Bilder oder weniger Text oder beginnen Sie einen neuen Chat.</translation>
    </message>
    <message>
        <source>This conversation leaves no memory for drafting.</source>
        <translation>Neben dieser Unterhaltung ist kein Speicher für das Vorausraten frei.</translation>
    </message>
    <message>
        <source>This conversation leaves no memory for the draft model.</source>
        <translation>Neben dieser Unterhaltung ist kein Speicher für das Modell zum Vorausraten frei.</translation>
    </message>
    <message>
        <source>This copy cannot update itself. The release page explains how to get this version.</source>
        <translation>Diese Kopie kann sich nicht selbst aktualisieren. Auf der Seite der Version steht, wie Sie sie bekommen.</translation>
    </message>
    <message>
        <source>This copy of Duologue does not know where its releases are. If it runs from source, update the source.</source>
        <translation>Diese Kopie von Duologue weiß nicht, wo seine Versionen veröffentlicht werden. Läuft sie aus dem Quelltext, aktualisieren Sie diesen.</translation>
    </message>
    <message>
        <source>This desktop does not let Duologue capture the screen: it has no screenshot portal. Install xdg-desktop-portal and its backend for this desktop, or paste a screenshot.</source>
        <translation>Dieser Desktop lässt Duologue den Bildschirm nicht aufnehmen: Er hat kein Portal für Bildschirmfotos. Installieren Sie xdg-desktop-portal und das passende Backend für diesen Desktop, oder fügen Sie ein Bildschirmfoto ein.</translation>
    </message>
    <message>
        <source>This desktop has no shortcuts that work in every program. Use the + menu or the command palette.</source>
        <translation>Dieser Desktop hat keine Tastenkürzel, die in jedem Programm gelten. Nutzen Sie das +-Menü oder die Befehlspalette.</translation>
    </message>
    <message numerus="yes">
        <source>This exceeds the model&apos;s context, so the oldest %n message(s) will be summarized first. The system prompt and pinned images stay.</source>
        <translation>
            <numerusform>Das ist mehr, als in den Kontext des Modells passt, daher wird zuerst die älteste Nachricht (%n) zusammengefasst. Der Systemprompt und angeheftete Bilder bleiben.</numerusform>
            <numerusform>Das ist mehr, als in den Kontext des Modells passt, daher werden zuerst die ältesten %n Nachrichten zusammengefasst. Der Systemprompt und angeheftete Bilder bleiben.</numerusform>
        </translation>
    </message>
    <message>
        <source>This has {characters:,} characters, far more than fit into the context of {model} ({context:,} tokens). Send much less text.</source>
        <translation>Das sind {characters:,} Zeichen, weit mehr, als in den Kontext von {model} passen ({context:,} Tokens). Senden Sie viel weniger Text.</translation>
    </message>
    <message>
        <source>This is a text-only model.</source>
        <translation>Dieses Modell liest nur Text.</translation>
    </message>
    <message>
        <source>This is not the model that Duologue recommends: its list of weights differs. Check the address of the mirror in Settings › Models.</source>
        <translation>Das ist nicht das Modell, das Duologue empfiehlt: Seine Liste der Gewichte weicht ab. Prüfen Sie die Adresse des Spiegelservers unter „Einstellungen › Modelle“.</translation>
    </message>
    <message>
        <source>This is not valid JSON: there is a mistake in line {line}, column {column}.</source>
        <translation>Das ist kein gültiges JSON: Es hat einen Fehler in Zeile {line}, Spalte {column}.</translation>
    </message>
    <message>
        <source>This is the newest version of Duologue.</source>
        <translation>Das ist die neueste Version von Duologue.</translation>
    </message>
    <message>
        <source>This is the whole report. It contains no text of your chats, and nothing is sent. You can edit it, then copy or save it to share it.</source>
        <translation>Das ist der ganze Bericht. Er enthält keinen Text Ihrer Chats, und nichts wird gesendet. Sie können ihn ändern und dann kopieren oder speichern, um ihn weiterzugeben.</translation>
    </message>
    <message>
        <source>This model always thinks before it answers</source>
        <translation>Dieses Modell denkt vor jeder Antwort nach</translation>
    </message>
    <message>
        <source>This model cannot be required to call these tools. Let it choose, or use another model.</source>
        <translation>Ein Aufruf dieser Werkzeuge kann von diesem Modell nicht verlangt werden. Lassen Sie das Modell wählen, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>This model cannot call tools</source>
        <translation>Dieses Modell kann keine Werkzeuge aufrufen</translation>
    </message>
    <message>
        <source>This model cannot see images</source>
        <translation>Dieses Modell kann keine Bilder sehen</translation>
    </message>
    <message>
        <source>This model is {base} with a LoRA adapter.</source>
        <translation>Dieses Modell ist {base} mit einem LoRA-Adapter.</translation>
    </message>
    <message>
        <source>This model keeps a state of fixed size instead of a cache that grows.</source>
        <translation>Dieses Modell hält einen Zustand fester Größe statt eines Caches, der wächst.</translation>
    </message>
    <message>
        <source>This model keeps only a window of the conversation, so an 8-bit cache saves little.</source>
        <translation>Dieses Modell hält nur ein Fenster der Unterhaltung, daher spart ein 8-Bit-Cache wenig.</translation>
    </message>
    <message>
        <source>This model keeps the conversation in its own format, which cannot be cut back.</source>
        <translation>Dieses Modell hält die Unterhaltung in einem eigenen Format, das sich nicht kürzen lässt.</translation>
    </message>
    <message>
        <source>This model keeps the conversation in its own format.</source>
        <translation>Dieses Modell hält die Unterhaltung in einem eigenen Format.</translation>
    </message>
    <message>
        <source>This model uses attention sinks, which do not work with an 8-bit cache.</source>
        <translation>Dieses Modell benutzt Attention-Sinks, die mit einem 8-Bit-Cache nicht funktionieren.</translation>
    </message>
    <message>
        <source>This model&apos;s own drafting head is not used: it has not been tested for this family.</source>
        <translation>Der eigene Kopf dieses Modells zum Vorausraten wird nicht verwendet: Er wurde für diese Familie nicht getestet.</translation>
    </message>
    <message>
        <source>This needs a model on this computer. Choose another one.</source>
        <translation>Dafür braucht es ein Modell auf diesem Computer. Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>This needs {needed} of memory, but the model leaves only {free}. Shorten the conversation, lower Max tokens, remove images or videos, or allow more memory in Settings.</source>
        <translation>Das braucht {needed} Speicher, aber neben dem Modell sind nur {free} frei. Kürzen Sie die Unterhaltung, verringern Sie Max. Tokens, entfernen Sie Bilder oder Videos, oder erlauben Sie in den Einstellungen mehr Speicher.</translation>
    </message>
    <message>
        <source>This pane has no answer</source>
        <translation>Diese Spalte hat keine Antwort</translation>
    </message>
    <message>
        <source>This question was edited since. Its answers are in the results of the comparison.</source>
        <translation>Diese Frage wurde danach bearbeitet. Ihre Antworten stehen in den Ergebnissen des Vergleichs.</translation>
    </message>
    <message>
        <source>This recipe cannot be used: {reason}</source>
        <translation>Dieses Rezept kann nicht verwendet werden: {reason}</translation>
    </message>
    <message>
        <source>This recipe is not known. Choose another.</source>
        <translation>Dieses Rezept ist nicht bekannt. Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>This release has no notes.</source>
        <translation>Zu dieser Version gibt es keine Angaben.</translation>
    </message>
    <message>
        <source>This server is in the list already.</source>
        <translation>Dieser Server steht schon in der Liste.</translation>
    </message>
    <message>
        <source>This text comes from a link. Read it before you send it.</source>
        <translation>Dieser Text kommt aus einem Link. Lesen Sie ihn, bevor Sie ihn senden.</translation>
    </message>
    <message>
        <source>This tool has changed since you were last asked about it.</source>
        <translation>Dieses Werkzeug hat sich geändert, seit Sie zuletzt danach gefragt wurden.</translation>
    </message>
    <message>
        <source>This version of Duologue cannot write your data.</source>
        <translation>Diese Version von Duologue kann Ihre Daten nicht schreiben.</translation>
    </message>
    <message>
        <source>This version of {repository} is gone from the hub.</source>
        <translation>Diese Version von {repository} gibt es im Hub nicht mehr.</translation>
    </message>
    <message>
        <source>This was stopped. Try again.</source>
        <translation>Das wurde angehalten. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Nachgedacht</translation>
    </message>
    <message>
        <source>Thought for {time}</source>
        <translation>{time} nachgedacht</translation>
    </message>
    <message>
        <source>Tie</source>
        <translation>Gleich gut</translation>
    </message>
    <message>
        <source>Ties</source>
        <translation>Gleich</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Time spent waiting until enough memory was free.</source>
        <translation>Wartezeit, bis genug Speicher frei war.</translation>
    </message>
    <message>
        <source>Time spent waiting while the engine worked on other requests.</source>
        <translation>Wartezeit, während die Engine an anderen Anfragen arbeitete.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>To give it another name, add the server again and remove this one.</source>
        <translation>Für einen anderen Namen den Server neu hinzufügen und diesen entfernen.</translation>
    </message>
    <message>
        <source>To {model}</source>
        <translation>An {model}</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Token bias</source>
        <translation>Token-Gewichtung</translation>
    </message>
    <message>
        <source>Token bias names token {token}, but this model&apos;s tokens go from 0 to {last}. Remove that token.</source>
        <translation>Token-Gewichtung nennt das Token {token}, aber die Tokens dieses Modells gehen von 0 bis {last}. Entfernen Sie dieses Token.</translation>
    </message>
    <message>
        <source>Token for gated models</source>
        <translation>Token für Modelle mit Zugangsbeschränkung</translation>
    </message>
    <message>
        <source>Token or its number</source>
        <translation>Token oder seine Nummer</translation>
    </message>
    <message>
        <source>Token probabilities</source>
        <translation>Token-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>Token probabilities · the first {count}</source>
        <translation>Token-Wahrscheinlichkeiten · die ersten {count}</translation>
    </message>
    <message>
        <source>Token probabilities · {count}</source>
        <translation>Token-Wahrscheinlichkeiten · {count}</translation>
    </message>
    <message>
        <source>Token that ends an answer, or its number</source>
        <translation>Token, das eine Antwort beendet, oder seine Nummer</translation>
    </message>
    <message>
        <source>Token, mirror and proxy…</source>
        <translation>Token, Spiegelserver und Proxy …</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Tokens generated for each pass of the model. Without drafting, it is one.</source>
        <translation>Erzeugte Tokens je Durchlauf des Modells. Ohne Vorausraten ist es eines.</translation>
    </message>
    <message>
        <source>Tokens generated per second right now, across all answers.</source>
        <translation>Tokens, die alle Antworten zusammen gerade pro Sekunde erzeugen.</translation>
    </message>
    <message>
        <source>Tokens generated per second, counted from the first token on. The time in which prompts of other requests are processed does not count.</source>
        <translation>Erzeugte Tokens pro Sekunde, gezählt ab dem ersten Token. Die Zeit, in der Prompts anderer Anfragen verarbeitet werden, zählt nicht.</translation>
    </message>
    <message>
        <source>Tokens of the answer itself.</source>
        <translation>Tokens der eigentlichen Antwort.</translation>
    </message>
    <message>
        <source>Tokens of the prompt that were cached, so that nothing had to be computed.</source>
        <translation>Tokens des Prompts aus dem Cache, für die nichts zu berechnen war.</translation>
    </message>
    <message>
        <source>Tokens of the prompt that were not cached and had to be computed.</source>
        <translation>Tokens des Prompts, die nicht im Cache waren und berechnet werden mussten.</translation>
    </message>
    <message>
        <source>Tokens of the prompt that were not read, because long texts are skimmed.</source>
        <translation>Tokens des Prompts, die nicht gelesen wurden, weil lange Texte überflogen werden.</translation>
    </message>
    <message>
        <source>Tokens per pass</source>
        <translation>Tokens je Durchlauf</translation>
    </message>
    <message>
        <source>Tokens that begin and end reasoning and tool calls, and are not shown.</source>
        <translation>Tokens, mit denen Überlegungen und Werkzeugaufrufe beginnen und enden und die nicht angezeigt werden.</translation>
    </message>
    <message>
        <source>Tokens that the model generated before its answer.</source>
        <translation>Tokens, die das Modell vor seiner Antwort schrieb.</translation>
    </message>
    <message>
        <source>Tokens that the model used to call tools.</source>
        <translation>Tokens, mit denen das Modell Werkzeuge aufrief.</translation>
    </message>
    <message>
        <source>Too large</source>
        <translation>Zu groß</translation>
    </message>
    <message>
        <source>Too large by {size}.</source>
        <translation>Um {size} zu groß.</translation>
    </message>
    <message>
        <source>Too long to show in full. Select all and copy to get the rest.</source>
        <translation>Zu lang, um ganz angezeigt zu werden. Markieren und kopieren Sie alles, um den Rest zu erhalten.</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Tool call {tool}: {state}</source>
        <translation>Werkzeugaufruf {tool}: {state}</translation>
    </message>
    <message>
        <source>Tool calls</source>
        <translation>Werkzeugaufrufe</translation>
    </message>
    <message>
        <source>Tool name</source>
        <translation>Name des Werkzeugs</translation>
    </message>
    <message>
        <source>Tool servers (MCP)</source>
        <translation>Werkzeugserver (MCP)</translation>
    </message>
    <message>
        <source>Tool servers that you have added. What they do is up to them.</source>
        <translation>Werkzeugserver, die Sie hinzugefügt haben. Was sie tun, ist ihre Sache.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Tools · {count}</source>
        <translation>Werkzeuge · {count}</translation>
    </message>
    <message>
        <source>Tools, {count} on</source>
        <translation>Werkzeuge, {count} an</translation>
    </message>
    <message>
        <source>Tools…</source>
        <translation>Werkzeuge …</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>Gesamtzeit</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>Translate this text into {{language:English}}. Keep its tone.

{{text}}</source>
        <translation>Übersetze diesen Text in diese Sprache: {{Sprache:Deutsch}}. Behalte seinen Ton bei.

{{Text}}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>Versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>Try fewer words, or the maker&apos;s name. Only models for MLX are searched.</source>
        <translation>Versuchen Sie weniger Wörter oder den Namen der Hersteller. Gesucht wird nur nach Modellen für MLX.</translation>
    </message>
    <message>
        <source>Try to download {name} again</source>
        <translation>{name} noch einmal herunterladen</translation>
    </message>
    <message>
        <source>Trying again in {seconds} s.</source>
        <translation>Nächster Versuch in {seconds} s.</translation>
    </message>
    <message>
        <source>Turn on the local server to see what to enter in a program.</source>
        <translation>Schalten Sie den lokalen Server ein, um zu sehen, was in ein Programm einzutragen ist.</translation>
    </message>
    <message>
        <source>Type / at the beginning of a line in a question to insert a prompt. {{name}} asks for a text, {{language:English}} offers one, {{tone:formal|friendly}} offers a choice; {{clipboard}} and {{date}} are filled in.</source>
        <translation>Tippen Sie / am Anfang einer Zeile der Frage, um einen Prompt einzufügen. {{Name}} fragt nach einem Text, {{Sprache:Deutsch}} schlägt einen vor, {{Ton:förmlich|freundlich}} bietet eine Auswahl; {{clipboard}} (Zwischenablage) und {{date}} (Datum) werden ausgefüllt.</translation>
    </message>
    <message>
        <source>Type a name first.</source>
        <translation>Geben Sie zuerst einen Namen ein.</translation>
    </message>
    <message>
        <source>Type a number from {lowest} to {highest}.</source>
        <translation>Geben Sie eine Zahl von {lowest} bis {highest} ein.</translation>
    </message>
    <message>
        <source>Type a question first.</source>
        <translation>Zuerst eine Frage schreiben.</translation>
    </message>
    <message>
        <source>Type a question or drop an image first.</source>
        <translation>Zuerst eine Frage schreiben oder ein Bild ablegen.</translation>
    </message>
    <message>
        <source>Type digits only, at most {count}.</source>
        <translation>Geben Sie nur Ziffern ein, höchstens {count}.</translation>
    </message>
    <message>
        <source>Type the command that starts the server.</source>
        <translation>Schreiben Sie den Befehl, der den Server startet.</translation>
    </message>
    <message>
        <source>Unarchive</source>
        <translation>Aus dem Archiv holen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo the last change of the presets</source>
        <translation>Letzte Änderung der Vorlagen rückgängig machen</translation>
    </message>
    <message>
        <source>Undo the vote</source>
        <translation>Stimme zurücknehmen</translation>
    </message>
    <message>
        <source>Uninstall</source>
        <translation>Deinstallieren</translation>
    </message>
    <message>
        <source>Unknown date</source>
        <translation>Unbekanntes Datum</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>Entladen</translation>
    </message>
    <message>
        <source>Unload idle models after</source>
        <translation>Unbenutzte Modelle entladen nach</translation>
    </message>
    <message>
        <source>Unload {name}</source>
        <translation>{name} entladen</translation>
    </message>
    <message>
        <source>Unnamed tool</source>
        <translation>Unbenanntes Werkzeug</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Use PNG, JPEG, WebP, GIF, BMP, TIFF, AVIF or PDF, or a video as .mp4, .mov or .webm.</source>
        <translation>Nehmen Sie PNG, JPEG, WebP, GIF, BMP, TIFF, AVIF oder PDF, oder ein Video als .mp4, .mov oder .webm.</translation>
    </message>
    <message>
        <source>Use in this chat</source>
        <translation>Im Chat verwenden</translation>
    </message>
    <message>
        <source>Use in this comparison</source>
        <translation>Im Vergleich verwenden</translation>
    </message>
    <message>
        <source>Use the server {name}</source>
        <translation>Server {name} benutzen</translation>
    </message>
    <message>
        <source>Use the standard folder</source>
        <translation>Standardordner verwenden</translation>
    </message>
    <message>
        <source>Use these options for new chats with {model}</source>
        <translation>Diese Optionen für neue Chats mit {model} verwenden</translation>
    </message>
    <message>
        <source>Use this template</source>
        <translation>Diese Chatvorlage verwenden</translation>
    </message>
    <message>
        <source>Use {name} for new chats with {model}</source>
        <translation>{name} für neue Chats mit {model} verwenden</translation>
    </message>
    <message>
        <source>Version {number} of {count}</source>
        <translation>Fassung {number} von {count}</translation>
    </message>
    <message>
        <source>Version {version}, build {build}</source>
        <translation>Version {version}, Build {build}</translation>
    </message>
    <message>
        <source>Version {version}, from source</source>
        <translation>Version {version}, aus dem Quelltext</translation>
    </message>
    <message>
        <source>Videos</source>
        <translation>Videos</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Vision</source>
        <translation>Vision</translation>
    </message>
    <message>
        <source>Vision tower</source>
        <translation>Bildteil</translation>
    </message>
    <message>
        <source>Vote</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>Vote blind, without names</source>
        <translation>Blind abstimmen, ohne Namen</translation>
    </message>
    <message>
        <source>Vote for a tie</source>
        <translation>Für „gleich gut“ stimmen</translation>
    </message>
    <message>
        <source>Vote for {name}</source>
        <translation>Für {name} stimmen</translation>
    </message>
    <message>
        <source>Vote on the questions of the list, one by one</source>
        <translation>Über die Fragen der Liste abstimmen, eine nach der anderen</translation>
    </message>
    <message>
        <source>Vote: {name}</source>
        <translation>Stimme: {name}</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>Stimmen</translation>
    </message>
    <message>
        <source>Waiting for another question about the same text, so that the parts are chosen only once.</source>
        <translation>Wartet auf eine andere Frage zum selben Text, damit nur einmal ausgewählt wird.</translation>
    </message>
    <message>
        <source>Waiting for another question that begins the same way, so that their common part is processed only once.</source>
        <translation>Wartet auf eine andere Frage, die gleich beginnt, damit der gemeinsame Teil nur einmal verarbeitet wird.</translation>
    </message>
    <message>
        <source>Waiting for memory, behind an earlier question.</source>
        <translation>Wartet auf Speicher, hinter einer früheren Frage.</translation>
    </message>
    <message>
        <source>Waiting for memory: {needed} is needed, {free} is free. Unload a model that is kept loaded: {models}.</source>
        <translation>Wartet auf Speicher: {needed} werden gebraucht, {free} sind frei. Entladen Sie ein Modell, das geladen bleiben soll: {models}.</translation>
    </message>
    <message>
        <source>Waiting for running answers to end: needs {needed} of memory, {free} is free.</source>
        <translation>Wartet auf das Ende laufender Antworten: braucht {needed} Speicher, {free} sind frei.</translation>
    </message>
    <message>
        <source>Waiting for the answer to finish</source>
        <translation>Wartet auf das Ende der Antwort</translation>
    </message>
    <message>
        <source>Waiting for the message that you are editing</source>
        <translation>Wartet auf die Nachricht, die Sie bearbeiten</translation>
    </message>
    <message>
        <source>Waiting for {host}, {seconds:.0f} s…</source>
        <translation>Warten auf {host}, {seconds:.0f} s …</translation>
    </message>
    <message>
        <source>Waiting for {name} to load.</source>
        <translation>Wartet, bis {name} geladen ist.</translation>
    </message>
    <message>
        <source>Waiting to load</source>
        <translation>Wartet auf das Laden</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>Wartet …</translation>
    </message>
    <message>
        <source>Wants to run</source>
        <translation>Möchte ausgeführt werden</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Watches videos</source>
        <translation>Sieht Videos</translation>
    </message>
    <message>
        <source>WebM or Matroska</source>
        <translation>WebM oder Matroska</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Weights in another format, which MLX cannot read.</source>
        <translation>Gewichte in einem anderen Format, das MLX nicht lesen kann.</translation>
    </message>
    <message>
        <source>Weights in another format, which can contain code.</source>
        <translation>Gewichte in einem anderen Format, das Code enthalten kann.</translation>
    </message>
    <message>
        <source>What came so far is kept.</source>
        <translation>Was bisher kam, bleibt erhalten.</translation>
    </message>
    <message>
        <source>What can connect</source>
        <translation>Was Verbindungen öffnen kann</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>What color is the triangle?</source>
        <translation>Welche Farbe hat das Dreieck?</translation>
    </message>
    <message>
        <source>What do you see?</source>
        <translation>Was siehst du?</translation>
    </message>
    <message>
        <source>What has been written so far is kept either way.</source>
        <translation>Was bisher geschrieben ist, bleibt in jedem Fall.</translation>
    </message>
    <message>
        <source>What is written to the terminal. Takes effect at once.</source>
        <translation>Was ins Terminal geschrieben wird. Gilt sofort.</translation>
    </message>
    <message>
        <source>What the server charges for this answer, as it reports.</source>
        <translation>Was der Server nach eigener Angabe für diese Antwort berechnet.</translation>
    </message>
    <message>
        <source>What {name} can do is shown once it is loaded.</source>
        <translation>Was {name} kann, steht hier, sobald es geladen ist.</translation>
    </message>
    <message>
        <source>When an answer ends or a tool call is waiting, and the window is not in front. They show only the title of the chat.</source>
        <translation>Wenn eine Antwort endet oder ein Werkzeugaufruf wartet und das Fenster nicht vorn ist. Sie zeigen nur den Titel des Chats.</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>Wo die Zeit blieb</translation>
    </message>
    <message>
        <source>Where this goes: {words}</source>
        <translation>Wohin dies geht: {words}</translation>
    </message>
    <message>
        <source>Which answer is best?</source>
        <translation>Beste Antwort?</translation>
    </message>
    <message>
        <source>Which way does the circle move?</source>
        <translation>Wohin bewegt sich der Kreis?</translation>
    </message>
    <message>
        <source>Whole video</source>
        <translation>Ganzes Video</translation>
    </message>
    <message>
        <source>Wins</source>
        <translation>Siege</translation>
    </message>
    <message>
        <source>Wins after each prompt</source>
        <translation>Siege nach jedem Prompt</translation>
    </message>
    <message>
        <source>With images</source>
        <translation>Mit Bildern</translation>
    </message>
    <message>
        <source>With the model {name}</source>
        <translation>Mit dem Modell {name}</translation>
    </message>
    <message>
        <source>With videos</source>
        <translation>Mit Videos</translation>
    </message>
    <message>
        <source>Working out the sizes…</source>
        <translation>Größen werden ermittelt …</translation>
    </message>
    <message>
        <source>Works with this model</source>
        <translation>Funktioniert mit diesem Modell</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Rechenpuffer</translation>
    </message>
    <message>
        <source>Write a {{tone:friendly|formal|short}} reply to this message:

{{clipboard}}</source>
        <translation>Schreibe eine Antwort auf diese Nachricht, Ton: {{Ton:freundlich|förmlich|knapp}}.

{{clipboard}}</translation>
    </message>
    <message>
        <source>Write an email to {address}?</source>
        <translation>Eine E-Mail an {address} schreiben?</translation>
    </message>
    <message>
        <source>Write something in this chat first, then rename it.</source>
        <translation>Schreiben Sie zuerst etwas in diesen Chat und benennen Sie ihn dann um.</translation>
    </message>
    <message>
        <source>Write the prompt here.</source>
        <translation>Schreiben Sie den Prompt hier.</translation>
    </message>
    <message>
        <source>Writing a call to {tool}: {count} characters</source>
        <translation>Schreibt einen Aufruf von {tool}: {count} Zeichen</translation>
    </message>
    <message>
        <source>Writing a summary</source>
        <translation>Schreibt eine Zusammenfassung</translation>
    </message>
    <message>
        <source>Writing a title</source>
        <translation>Schreibt einen Titel</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>You always allowed this tool in an earlier version of Duologue. Decide once more: from now on, Duologue asks again when a tool changes.</source>
        <translation>Sie haben dieses Werkzeug in einer früheren Version von Duologue immer erlaubt. Entscheiden Sie noch einmal: Von jetzt an fragt Duologue neu, wenn sich ein Werkzeug ändert.</translation>
    </message>
    <message>
        <source>You can vote if at least two panes have an answer</source>
        <translation>Sie können abstimmen, wenn mindestens zwei Spalten eine Antwort haben</translation>
    </message>
    <message>
        <source>You can vote once every pane has answered</source>
        <translation>Sie können abstimmen, sobald jede Spalte geantwortet hat</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Ihre Nachricht</translation>
    </message>
    <message>
        <source>Your settings were not changed.</source>
        <translation>Ihre Einstellungen wurden nicht geändert.</translation>
    </message>
    <message>
        <source>Your vote: {name}</source>
        <translation>Ihre Stimme: {name}</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a text or number is not expected here.</source>
        <translation>ein Text oder eine Zahl kann hier nicht stehen.</translation>
    </message>
    <message>
        <source>a token ID of logit_bias</source>
        <translation>eine Token-ID von logit_bias</translation>
    </message>
    <message>
        <source>a value has no “{name}”.</source>
        <translation>ein Wert hat kein „{name}“.</translation>
    </message>
    <message>
        <source>about {size}</source>
        <translation>etwa {size}</translation>
    </message>
    <message>
        <source>above {least:g} and at most {most:g}</source>
        <translation>über {least:g} und höchstens {most:g}</translation>
    </message>
    <message>
        <source>always thinks first</source>
        <translation>denkt immer zuerst nach</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message numerus="yes">
        <source>and %n more in the tables</source>
        <translation>
            <numerusform>und %n weitere in den Tabellen</numerusform>
            <numerusform>und %n weitere in den Tabellen</numerusform>
        </translation>
    </message>
    <message>
        <source>animation</source>
        <translation>Animation Bewegung</translation>
    </message>
    <message>
        <source>another chat</source>
        <translation>anderer Chat</translation>
    </message>
    <message>
        <source>another program uses it</source>
        <translation>ein anderes Programm benutzt ihn</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>answering</source>
        <translation>antwortet</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>before it was ready</source>
        <translation>bevor er bereit war</translation>
    </message>
    <message>
        <source>before: {text}</source>
        <translation>vorher: {text}</translation>
    </message>
    <message>
        <source>calls tools</source>
        <translation>ruft Werkzeuge auf</translation>
    </message>
    <message>
        <source>can call tools</source>
        <translation>kann Werkzeuge aufrufen</translation>
    </message>
    <message>
        <source>can think first</source>
        <translation>kann zuerst nachdenken</translation>
    </message>
    <message>
        <source>chat text</source>
        <translation>Text des Chats</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>prüft</translation>
    </message>
    <message>
        <source>choosing what to read</source>
        <translation>wählt aus, was gelesen wird</translation>
    </message>
    <message>
        <source>chosen by {model}</source>
        <translation>gewählt von {model}</translation>
    </message>
    <message>
        <source>chosen by {model} in {time}</source>
        <translation>gewählt von {model} in {time}</translation>
    </message>
    <message>
        <source>claude codex opencode continue sdk</source>
        <translation>claude codex opencode continue sdk</translation>
    </message>
    <message>
        <source>close end</source>
        <translation>schließen Ende</translation>
    </message>
    <message>
        <source>code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>comparing two models</source>
        <translation>vergleicht zwei Modelle</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>converting a model</source>
        <translation>wandelt ein Modell um</translation>
    </message>
    <message>
        <source>dark mode theme colors</source>
        <translation>Dunkelmodus Thema Farben</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>default instructions</source>
        <translation>Standard Anweisungen</translation>
    </message>
    <message>
        <source>describes a stream and holds no video. Add a video file.</source>
        <translation>beschreibt einen Stream und enthält kein Video. Fügen Sie eine Videodatei hinzu.</translation>
    </message>
    <message>
        <source>disk space caches previews backups</source>
        <translation>Speicherplatz Caches Vorschauen Sicherungen</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>downloading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>Modell zum Vorausraten</translation>
    </message>
    <message>
        <source>drafted</source>
        <translation>vorgeschlagen</translation>
    </message>
    <message>
        <source>drafting head</source>
        <translation>Kopf zum Vorausraten</translation>
    </message>
    <message>
        <source>encoding images</source>
        <translation>kodiert Bilder</translation>
    </message>
    <message>
        <source>error in Duologue</source>
        <translation>Fehler in Duologue</translation>
    </message>
    <message>
        <source>exit code {number}</source>
        <translation>Exitcode {number}</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>fault error bug</source>
        <translation>fehler absturz bug</translation>
    </message>
    <message>
        <source>favorite</source>
        <translation>Favorit</translation>
    </message>
    <message>
        <source>first frame</source>
        <translation>erstes Bild</translation>
    </message>
    <message>
        <source>first token in ~{time}</source>
        <translation>erstes Token in ~{time}</translation>
    </message>
    <message>
        <source>font size text larger smaller</source>
        <translation>Schriftgröße Text größer kleiner</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>mit Zugangsbeschränkung</translation>
    </message>
    <message>
        <source>generating</source>
        <translation>erzeugt</translation>
    </message>
    <message>
        <source>half of them between {low} and {high}</source>
        <translation>die Hälfte zwischen {low} und {high}</translation>
    </message>
    <message>
        <source>has the weights of a model. Open the folder that it is in as a model.</source>
        <translation>enthält die Gewichte eines Modells. Öffnen Sie den Ordner, in dem die Datei liegt, als Modell.</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>verborgen</translation>
    </message>
    <message>
        <source>hub huggingface download</source>
        <translation>Hub Huggingface Download laden</translation>
    </message>
    <message>
        <source>hub huggingface network internet</source>
        <translation>Hub Huggingface Netzwerk Internet</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>invalid request</source>
        <translation>ungültige Anfrage</translation>
    </message>
    <message>
        <source>is a Flash video. {advice}</source>
        <translation>ist ein Flash-Video. {advice}</translation>
    </message>
    <message>
        <source>is a Photoshop document. {advice}</source>
        <translation>ist ein Photoshop-Dokument. {advice}</translation>
    </message>
    <message>
        <source>is a PostScript drawing. {advice}</source>
        <translation>ist eine PostScript-Zeichnung. {advice}</translation>
    </message>
    <message>
        <source>is a Windows Media video. {advice}</source>
        <translation>ist ein Windows-Media-Video. {advice}</translation>
    </message>
    <message>
        <source>is a Windows metafile. {advice}</source>
        <translation>ist ein Windows-Metafile. {advice}</translation>
    </message>
    <message>
        <source>is a link. Open it, save the image or video, and add the file.</source>
        <translation>ist ein Link. Öffnen Sie ihn, speichern Sie das Bild oder Video und fügen Sie die Datei hinzu.</translation>
    </message>
    <message>
        <source>is a list of videos. Add the videos themselves.</source>
        <translation>ist eine Liste von Videos. Fügen Sie die Videos selbst hinzu.</translation>
    </message>
    <message>
        <source>is a model as a GGUF file, which MLX cannot read. Look for an MLX version of it.</source>
        <translation>ist ein Modell als GGUF-Datei, die MLX nicht lesen kann. Suchen Sie eine MLX-Fassung davon.</translation>
    </message>
    <message>
        <source>is a playlist, which only names other files. Add the video itself.</source>
        <translation>ist eine Abspielliste, die nur andere Dateien nennt. Fügen Sie das Video selbst hinzu.</translation>
    </message>
    <message>
        <source>is a sound file. {advice}</source>
        <translation>ist eine Tondatei. {advice}</translation>
    </message>
    <message>
        <source>is an MPEG program stream. {advice}</source>
        <translation>ist ein MPEG-Programmstrom. {advice}</translation>
    </message>
    <message>
        <source>is an SVG drawing. {advice}</source>
        <translation>ist eine Zeichnung in SVG. {advice}</translation>
    </message>
    <message>
        <source>is an archive or an office document. Unpack it, or save it as PDF.</source>
        <translation>ist ein Archiv oder ein Office-Dokument. Entpacken Sie es oder speichern Sie es als PDF.</translation>
    </message>
    <message>
        <source>is compressed. Unpack it and add what is inside.</source>
        <translation>ist komprimiert. Entpacken Sie die Datei und fügen Sie hinzu, was darin ist.</translation>
    </message>
    <message>
        <source>is empty. Try another copy.</source>
        <translation>ist leer. Versuchen Sie eine andere Kopie.</translation>
    </message>
    <message>
        <source>is in the format JPEG 2000. {advice}</source>
        <translation>ist im Format JPEG 2000. {advice}</translation>
    </message>
    <message>
        <source>is in the format JPEG XL. {advice}</source>
        <translation>ist im Format JPEG XL. {advice}</translation>
    </message>
    <message>
        <source>is not an image or video but text, whatever its name says. {advice}</source>
        <translation>ist kein Bild oder Video, sondern Text, was auch immer der Name sagt. {advice}</translation>
    </message>
    <message>
        <source>is not an image or video that can be read, whatever its name says. {advice}</source>
        <translation>ist kein Bild oder Video, das gelesen werden kann, was auch immer der Name sagt. {advice}</translation>
    </message>
    <message>
        <source>it contains a number with too many digits</source>
        <translation>eine Zahl darin hat zu viele Stellen</translation>
    </message>
    <message>
        <source>it contains too many values</source>
        <translation>sie enthält zu viele Werte</translation>
    </message>
    <message>
        <source>it has no vocabulary</source>
        <translation>sie enthält kein Vokabular</translation>
    </message>
    <message>
        <source>it is a device or a pipe, not a file</source>
        <translation>es ist ein Gerät oder eine Pipe, keine Datei</translation>
    </message>
    <message>
        <source>it is a folder, not a file</source>
        <translation>es ist ein Ordner, keine Datei</translation>
    </message>
    <message>
        <source>it is larger than any model needs</source>
        <translation>sie ist größer, als es ein Modell braucht</translation>
    </message>
    <message>
        <source>it is larger than {most:,.0f} MB</source>
        <translation>sie ist größer als {most:,.0f} MB</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>sie ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation>sie enthält keinen UTF-8-Text</translation>
    </message>
    <message>
        <source>it refers to itself endlessly.</source>
        <translation>sie verweist endlos auf sich selbst.</translation>
    </message>
    <message>
        <source>it sent an invalid reply</source>
        <translation>es hat eine ungültige Antwort gesendet</translation>
    </message>
    <message>
        <source>json_schema is not a JSON object; write one, such as {{&quot;type&quot;: &quot;object&quot;}}</source>
        <translation>json_schema ist kein JSON-Objekt; schreiben Sie eines, etwa {{&quot;type&quot;: &quot;object&quot;}}</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>keep is {value}; it must be a number, 0.1 to 1</source>
        <translation>keep ist {value}; erlaubt ist eine Zahl von 0,1 bis 1</translation>
    </message>
    <message>
        <source>key password secret</source>
        <translation>schlüssel passwort geheimnis</translation>
    </message>
    <message>
        <source>leave out</source>
        <translation>weglassen</translation>
    </message>
    <message>
        <source>length limit reached</source>
        <translation>Längengrenze erreicht</translation>
    </message>
    <message>
        <source>limit RAM</source>
        <translation>Grenze RAM Arbeitsspeicher</translation>
    </message>
    <message>
        <source>line {line} is not valid JSON</source>
        <translation>Zeile {line} ist kein gültiges JSON</translation>
    </message>
    <message>
        <source>line {line}: {what}</source>
        <translation>Zeile {line}: {what}</translation>
    </message>
    <message>
        <source>line {number} is not &quot;token ID: number&quot;, such as &quot;42: -5&quot;</source>
        <translation>Zeile {number} ist nicht „Token-ID: Zahl“, wie „42: -5“</translation>
    </message>
    <message>
        <source>loading model</source>
        <translation>lädt das Modell</translation>
    </message>
    <message>
        <source>logit_bias is not valid; it must have pairs of a token ID and a number</source>
        <translation>logit_bias ist ungültig; es muss Paare aus einer Token-ID und einer Zahl haben</translation>
    </message>
    <message>
        <source>logit_bias of token {token}</source>
        <translation>logit_bias des Tokens {token}</translation>
    </message>
    <message>
        <source>macOS asks for this permission. Duologue captures the screen only when you ask for it, and only the part you select. The image stays on this Mac.</source>
        <translation>macOS fragt nach dieser Erlaubnis. Duologue nimmt den Bildschirm nur auf, wenn Sie das wählen, und nur, was Sie auswählen. Das Bild bleibt auf diesem Mac.</translation>
    </message>
    <message>
        <source>macOS does not let Duologue capture the screen. Turn on Duologue in System Settings › Privacy &amp; Security › Screen &amp; System Audio Recording, then open Duologue again.</source>
        <translation>macOS lässt Duologue den Bildschirm nicht aufnehmen. Schalten Sie Duologue unter „Systemeinstellungen › Datenschutz &amp; Sicherheit › Bildschirm- &amp; Systemaudioaufnahme“ ein, und öffnen Sie Duologue dann neu.</translation>
    </message>
    <message>
        <source>machines cluster group memory</source>
        <translation>rechner cluster gruppe speicher</translation>
    </message>
    <message>
        <source>machines cluster group spread shard</source>
        <translation>rechner cluster gruppe verteilen</translation>
    </message>
    <message>
        <source>machines cluster group ssh hosts distributed</source>
        <translation>rechner cluster gruppe ssh hosts verteilt</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>wird gemessen …</translation>
    </message>
    <message>
        <source>missing or wrong token</source>
        <translation>Token fehlt oder ist falsch</translation>
    </message>
    <message>
        <source>model could not be loaded</source>
        <translation>Modell konnte nicht geladen werden</translation>
    </message>
    <message>
        <source>models may use only {most} on this computer</source>
        <translation>Modelle dürfen auf diesem Computer nur {most} belegen</translation>
    </message>
    <message>
        <source>models may use only {most}, as set under “Memory for models” in Settings › General or by --memory-limit</source>
        <translation>Modelle dürfen nur {most} belegen, wie es unter „Einstellungen › Allgemein“ mit „Speicher für Modelle“ oder mit --memory-limit festgelegt ist</translation>
    </message>
    <message>
        <source>name of a chat</source>
        <translation>Name eines Chats</translation>
    </message>
    <message>
        <source>network internet privacy</source>
        <translation>Netz Internet Privatsphäre</translation>
    </message>
    <message>
        <source>network internet version release github</source>
        <translation>netzwerk internet version release github</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no file can have this name</source>
        <translation>so kann keine Datei heißen</translation>
    </message>
    <message>
        <source>no number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>kein Grund genannt</translation>
    </message>
    <message>
        <source>no tools</source>
        <translation>keine Werkzeuge</translation>
    </message>
    <message>
        <source>no value matches it</source>
        <translation>kein Wert passt dazu</translation>
    </message>
    <message>
        <source>none failed</source>
        <translation>keine fehlgeschlagen</translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation>kein JSON</translation>
    </message>
    <message>
        <source>not available now</source>
        <translation>jetzt nicht verfügbar</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>zu wenig Speicher</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>noch nichts</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>now: {text}</source>
        <translation>jetzt: {text}</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message numerus="yes">
        <source>oldest %n message(s) omitted</source>
        <translation>
            <numerusform>ohne die älteste Nachricht (%n)</numerusform>
            <numerusform>ohne die ältesten %n Nachrichten</numerusform>
        </translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Computer</translation>
    </message>
    <message>
        <source>on {number} machines</source>
        <translation>auf {number} Rechnern</translation>
    </message>
    <message>
        <source>one channel</source>
        <translation>ein Kanal</translation>
    </message>
    <message>
        <source>only Macs read it</source>
        <translation>nur Macs lesen es</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>place folder path</source>
        <translation>Ort Ordner Pfad</translation>
    </message>
    <message>
        <source>plain text</source>
        <translation>einfacher Text</translation>
    </message>
    <message>
        <source>preparing prompt</source>
        <translation>bereitet den Prompt vor</translation>
    </message>
    <message>
        <source>processing prompt</source>
        <translation>verarbeitet Prompt</translation>
    </message>
    <message>
        <source>prompt processed once for all</source>
        <translation>Prompt einmal für alle verarbeitet</translation>
    </message>
    <message>
        <source>prompt processed once with {panes}</source>
        <translation>Prompt einmal mit {panes} verarbeitet</translation>
    </message>
    <message>
        <source>prompt too long</source>
        <translation>Prompt zu lang</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>in der Warteschlange</translation>
    </message>
    <message>
        <source>random</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>reads text only</source>
        <translation>liest nur Text</translation>
    </message>
    <message>
        <source>reasoning</source>
        <translation>Gedankengang</translation>
    </message>
    <message>
        <source>recognized as JSON</source>
        <translation>als JSON erkannt</translation>
    </message>
    <message>
        <source>recognized as a table</source>
        <translation>als Tabelle erkannt</translation>
    </message>
    <message>
        <source>remove delete place models keychain</source>
        <translation>entfernen löschen ort modelle schlüsselbund</translation>
    </message>
    <message>
        <source>remove erase history</source>
        <translation>entfernen löschen Verlauf</translation>
    </message>
    <message>
        <source>request too large</source>
        <translation>Anfrage zu groß</translation>
    </message>
    <message>
        <source>request_id is {request_id}; it must be at least 1.</source>
        <translation>request_id ist {request_id}; sie muss mindestens 1 sein.</translation>
    </message>
    <message>
        <source>request_id {request_id} is in use. Choose another.</source>
        <translation>request_id {request_id} wird schon benutzt. Wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>required format</source>
        <translation>verlangtes Format</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>screenshot shortcut global hotkey</source>
        <translation>bildschirmfoto kurzbefehl tastenkürzel überall</translation>
    </message>
    <message>
        <source>searching the folders…</source>
        <translation>Ordner werden durchsucht …</translation>
    </message>
    <message>
        <source>sees images</source>
        <translation>sieht Bilder</translation>
    </message>
    <message>
        <source>sees images and videos</source>
        <translation>sieht Bilder und Videos</translation>
    </message>
    <message>
        <source>send in full</source>
        <translation>ganz senden</translation>
    </message>
    <message numerus="yes">
        <source>sent as %n image(s)</source>
        <translation>
            <numerusform>als %n Bild gesendet</numerusform>
            <numerusform>als %n Bilder gesendet</numerusform>
        </translation>
    </message>
    <message>
        <source>sent in full</source>
        <translation>ganz gesendet</translation>
    </message>
    <message>
        <source>server address number</source>
        <translation>server adresse nummer</translation>
    </message>
    <message>
        <source>server alias claude gpt</source>
        <translation>server alias claude gpt</translation>
    </message>
    <message>
        <source>server api openai anthropic ollama port http</source>
        <translation>server api schnittstelle openai anthropic ollama port http</translation>
    </message>
    <message>
        <source>server base url v1 openai</source>
        <translation>server basis url v1 openai adresse</translation>
    </message>
    <message>
        <source>server lan wifi address remote phone tablet</source>
        <translation>server lan wlan adresse netzwerk handy tablet</translation>
    </message>
    <message>
        <source>server log</source>
        <translation>server protokoll</translation>
    </message>
    <message>
        <source>server origin cors browser electron</source>
        <translation>server ursprung origin cors browser electron</translation>
    </message>
    <message>
        <source>server priority fair</source>
        <translation>server vorrang fair</translation>
    </message>
    <message>
        <source>shorten it, or see Options</source>
        <translation>kürzen oder siehe Optionen</translation>
    </message>
    <message>
        <source>shorten it, start a new chat, or omit or summarize the oldest (Options)</source>
        <translation>kürzen, neuen Chat beginnen oder das Älteste weglassen oder zusammenfassen (Optionen)</translation>
    </message>
    <message>
        <source>shrink to fit</source>
        <translation>passend verkleinern</translation>
    </message>
    <message>
        <source>shrunk to {width:,} × {height:,}</source>
        <translation>auf {width:,} × {height:,} verkleinert</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>Signal {number}</translation>
    </message>
    <message>
        <source>sleep energy power background</source>
        <translation>Schlaf Ruhezustand Energie Strom Hintergrund</translation>
    </message>
    <message>
        <source>something is used that does not exist: {reason}</source>
        <translation>etwas wird verwendet, das es nicht gibt: {reason}</translation>
    </message>
    <message>
        <source>ssh cannot connect to {host}: {reason}. Log in there once without a password: ssh-copy-id {host}.</source>
        <translation>ssh erreicht {host} nicht: {reason}. Richten Sie die Anmeldung ohne Passwort ein: ssh-copy-id {host}.</translation>
    </message>
    <message>
        <source>status {status}</source>
        <translation>Status {status}</translation>
    </message>
    <message>
        <source>stop is not valid: a stop string is empty; remove it</source>
        <translation>stop ist ungültig: Ein Stopptext ist leer; entfernen Sie ihn</translation>
    </message>
    <message>
        <source>stop is not valid; it must be a list of stop strings</source>
        <translation>stop ist ungültig; es muss eine Liste von Stopptexten sein</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>storage space SSD</source>
        <translation>Speicherplatz SSD</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>the cause is unknown</source>
        <translation>die Ursache ist unbekannt</translation>
    </message>
    <message>
        <source>the channel changes once</source>
        <translation>der Kanal wechselt einmal</translation>
    </message>
    <message numerus="yes">
        <source>the channel changes {count} time(s)</source>
        <translation>
            <numerusform>der Kanal wechselt {count}-mal</numerusform>
            <numerusform>der Kanal wechselt {count}-mal</numerusform>
        </translation>
    </message>
    <message>
        <source>the file is damaged</source>
        <translation>die Datei ist beschädigt</translation>
    </message>
    <message numerus="yes">
        <source>the oldest %n message(s) summarized</source>
        <translation>
            <numerusform>die älteste Nachricht (%n) zusammengefasst</numerusform>
            <numerusform>die ältesten %n Nachrichten zusammengefasst</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the oldest %n message(s) will be summarized first</source>
        <translation>
            <numerusform>die älteste Nachricht (%n) wird zuerst zusammengefasst</numerusform>
            <numerusform>die ältesten %n Nachrichten werden zuerst zusammengefasst</numerusform>
        </translation>
    </message>
    <message>
        <source>the pasted text</source>
        <translation>eingefügter Text</translation>
    </message>
    <message>
        <source>the program left</source>
        <translation>Programm hat abgebrochen</translation>
    </message>
    <message>
        <source>the system does not allow it</source>
        <translation>das System erlaubt es nicht</translation>
    </message>
    <message>
        <source>the system ended it, perhaps because memory ran out</source>
        <translation>das System hat es beendet, vielleicht weil der Speicher nicht reichte</translation>
    </message>
    <message>
        <source>the system refused</source>
        <translation>das System hat es abgelehnt</translation>
    </message>
    <message>
        <source>the tag “{name}” is in the wrong place.</source>
        <translation>das Tag „{name}“ steht an der falschen Stelle.</translation>
    </message>
    <message>
        <source>the template ends before “{tag}” is closed.</source>
        <translation>die Chatvorlage endet, bevor „{tag}“ geschlossen ist.</translation>
    </message>
    <message>
        <source>the template ends too early.</source>
        <translation>die Chatvorlage endet zu früh.</translation>
    </message>
    <message>
        <source>there is no command {name}</source>
        <translation>es gibt keinen Befehl {name}</translation>
    </message>
    <message>
        <source>there is no filter “{name}”.</source>
        <translation>es gibt keinen Filter „{name}“.</translation>
    </message>
    <message>
        <source>there is no tag “{name}”.</source>
        <translation>es gibt kein Tag „{name}“.</translation>
    </message>
    <message>
        <source>there is no test “{name}”.</source>
        <translation>es gibt keinen Test „{name}“.</translation>
    </message>
    <message>
        <source>there was not enough memory</source>
        <translation>der Speicher reichte nicht aus</translation>
    </message>
    <message>
        <source>thinking can be switched</source>
        <translation>Nachdenken umschaltbar</translation>
    </message>
    <message>
        <source>thinking cannot be switched</source>
        <translation>Nachdenken nicht umschaltbar</translation>
    </message>
    <message>
        <source>thinking is {value}; it must be true or false</source>
        <translation>thinking ist {value}; es muss true oder false sein</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>denkt nach</translation>
    </message>
    <message>
        <source>this Mac has no decoder for it</source>
        <translation>dieser Mac hat keinen Decoder dafür</translation>
    </message>
    <message>
        <source>this address or web page is not allowed</source>
        <translation>diese Adresse oder Webseite ist nicht erlaubt</translation>
    </message>
    <message>
        <source>this failed: {reason}</source>
        <translation>dies ist fehlgeschlagen: {reason}</translation>
    </message>
    <message>
        <source>this is not allowed in a template: {reason}</source>
        <translation>dies ist in einer Chatvorlage nicht erlaubt: {reason}</translation>
    </message>
    <message>
        <source>this is not valid Jinja: {reason}</source>
        <translation>dies ist kein gültiges Jinja: {reason}</translation>
    </message>
    <message>
        <source>tie</source>
        <translation>gleich gut</translation>
    </message>
    <message>
        <source>tokenizer.json adds {count:,} tokens, far more than a model needs. Choose another model.</source>
        <translation>tokenizer.json fügt {count:,} Tokens hinzu, weit mehr, als ein Modell braucht. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>tokenizer.json has an unusual decoder or overlong tokens, which could block the app. Choose another model.</source>
        <translation>tokenizer.json hat einen ungewöhnlichen Decoder oder überlange Tokens, die das Programm blockieren könnten. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>tokenizer.json is damaged: {reason}. Download the model again.</source>
        <translation>tokenizer.json ist beschädigt: {reason}. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>tokenizer.json is missing. Download the model again.</source>
        <translation>tokenizer.json fehlt. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>tokenizer.json makes text more than {most} times longer, which no model needs. Choose another model.</source>
        <translation>tokenizer.json verlängert Text auf mehr als das {most}-Fache, was kein Modell braucht. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>tool call</source>
        <translation>Werkzeugaufruf</translation>
    </message>
    <message>
        <source>tool call waiting</source>
        <translation>Werkzeugaufruf wartet</translation>
    </message>
    <message>
        <source>tools are offered</source>
        <translation>Werkzeuge werden angeboten</translation>
    </message>
    <message>
        <source>type a number</source>
        <translation>geben Sie eine Zahl ein</translation>
    </message>
    <message>
        <source>unexpectedly</source>
        <translation>unerwartet</translation>
    </message>
    <message>
        <source>unknown address</source>
        <translation>unbekannte Adresse</translation>
    </message>
    <message>
        <source>unknown model</source>
        <translation>unbekanntes Modell</translation>
    </message>
    <message>
        <source>unknown reason</source>
        <translation>unbekannter Grund</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>unreadable image or video</source>
        <translation>Bild oder Video nicht lesbar</translation>
    </message>
    <message>
        <source>up to {tokens}</source>
        <translation>bis zu {tokens}</translation>
    </message>
    <message>
        <source>updated {day}</source>
        <translation>aktualisiert am {day}</translation>
    </message>
    <message>
        <source>video {length}</source>
        <translation>Video {length}</translation>
    </message>
    <message>
        <source>videos</source>
        <translation>Videos</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>watches videos</source>
        <translation>sieht Videos</translation>
    </message>
    <message>
        <source>won</source>
        <translation>gewonnen</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>{about}. Press Space to preview</source>
        <translation>{about}. Leertaste für die Vorschau</translation>
    </message>
    <message>
        <source>{action}: {model}</source>
        <translation>{action}: {model}</translation>
    </message>
    <message>
        <source>{adapter} does not belong to {base}: {base} has no layer {layer} of the adapter&apos;s size. {trained}</source>
        <translation>{adapter} gehört nicht zu {base}: {base} hat keine Schicht {layer} in der Größe des Adapters. {trained}</translation>
    </message>
    <message>
        <source>{adapter} was trained with mlx-vlm, for a model that sees images, and {base} is a text model. Choose the adapter&apos;s own base model.</source>
        <translation>{adapter} wurde mit mlx-vlm für ein Modell trainiert, das Bilder sieht, und {base} ist ein Textmodell. Wählen Sie das Basismodell des Adapters.</translation>
    </message>
    <message>
        <source>{address} does not answer like a model hub. Check the address of the mirror in Settings › Models.</source>
        <translation>{address} antwortet nicht wie ein Hub für Modelle. Prüfen Sie die Adresse des Spiegelservers unter „Einstellungen › Modelle“.</translation>
    </message>
    <message>
        <source>{address} is an address on the internet. The server answers local networks only.</source>
        <translation>{address} ist eine Adresse im Internet. Der Server antwortet nur in lokalen Netzen.</translation>
    </message>
    <message>
        <source>{address} is an address, and nothing is fetched from the network. Save the image or video and add the file.</source>
        <translation>{address} ist eine Adresse, und aus dem Netz wird nichts geholt. Speichern Sie das Bild oder Video und fügen Sie die Datei hinzu.</translation>
    </message>
    <message>
        <source>{address} is not an address. Write one such as 192.168.1.20.</source>
        <translation>{address} ist keine Adresse. Schreiben Sie eine wie 192.168.1.20.</translation>
    </message>
    <message>
        <source>{address} is not the address of this computer in a network. Write one such as 192.168.1.20.</source>
        <translation>{address} ist nicht die Adresse dieses Computers in einem Netz. Schreiben Sie eine wie 192.168.1.20.</translation>
    </message>
    <message>
        <source>{api} servers do not support this option: {option}. Reset it in Options, then ask again.</source>
        <translation>Server von {api} kennen diese Option nicht: {option}. Setzen Sie sie unter „Optionen“ zurück und fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>{at}, pausing after this one</source>
        <translation>{at}, danach Pause</translation>
    </message>
    <message>
        <source>{bits} bits</source>
        <translation>{bits} Bit</translation>
    </message>
    <message>
        <source>{bits}, groups of {size}</source>
        <translation>{bits}, Gruppen zu {size}</translation>
    </message>
    <message>
        <source>{changed}, and the cache of this model cannot be rewound to there.</source>
        <translation>{changed}, und der Cache dieses Modells lässt sich nicht bis dorthin zurücksetzen.</translation>
    </message>
    <message>
        <source>{changed}.</source>
        <translation>{changed}.</translation>
    </message>
    <message>
        <source>{column}: hidden until you vote</source>
        <translation>{column}: verborgen, bis Sie abstimmen</translation>
    </message>
    <message>
        <source>{config} in {folder} is damaged, or not supported: {name} has a value that no adapter needs. Download the adapter again, or choose another one.</source>
        <translation>{config} in {folder} ist beschädigt oder wird nicht unterstützt: {name} hat einen Wert, den kein Adapter braucht. Laden Sie den Adapter erneut herunter, oder wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>{count} B</source>
        <comment>billions</comment>
        <translation>{count} Mrd.</translation>
    </message>
    <message>
        <source>{count} M</source>
        <comment>millions</comment>
        <translation>{count} Mio.</translation>
    </message>
    <message>
        <source>{count} answer</source>
        <translation>{count} Antwort</translation>
    </message>
    <message>
        <source>{count} cached</source>
        <translation>{count} im Cache</translation>
    </message>
    <message>
        <source>{count} cannot be read</source>
        <translation>{count} nicht lesbar</translation>
    </message>
    <message numerus="yes">
        <source>{count} character(s) not read, in gray</source>
        <translation>
            <numerusform>{count} Zeichen nicht gelesen, grau</numerusform>
            <numerusform>{count} Zeichen nicht gelesen, grau</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} character(s), before media became tokens</source>
        <translation>
            <numerusform>{count} Zeichen, bevor Medien zu Tokens wurden</numerusform>
            <numerusform>{count} Zeichen, bevor Medien zu Tokens wurden</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} characters were pasted.</source>
        <translation>{count} Zeichen wurden eingefügt.</translation>
    </message>
    <message>
        <source>{count} context</source>
        <translation>{count} Kontext</translation>
    </message>
    <message>
        <source>{count} drafted</source>
        <translation>{count} vorgeschlagen</translation>
    </message>
    <message numerus="yes">
        <source>{count} earlier message(s) omitted</source>
        <translation>
            <numerusform>{count} frühere Nachricht weggelassen</numerusform>
            <numerusform>{count} frühere Nachrichten weggelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{count} frame(s) of {part}, one every {time}</source>
        <translation>
            <numerusform>{count} Bild von {part}, eines alle {time}</numerusform>
            <numerusform>{count} Bilder von {part}, eines alle {time}</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} generated</source>
        <translation>{count} erzeugt</translation>
    </message>
    <message>
        <source>{count} images and videos</source>
        <translation>{count} Bilder und Videos</translation>
    </message>
    <message>
        <source>{count} in tool calls</source>
        <translation>{count} in Werkzeugaufrufen</translation>
    </message>
    <message>
        <source>{count} k</source>
        <comment>thousands</comment>
        <translation>{count} Tsd.</translation>
    </message>
    <message numerus="yes">
        <source>{count} marker(s)</source>
        <translation>
            <numerusform>{count} Markierung</numerusform>
            <numerusform>{count} Markierungen</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} min</translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation>{count} Parameter</translation>
    </message>
    <message>
        <source>{count} processed</source>
        <translation>{count} verarbeitet</translation>
    </message>
    <message>
        <source>{count} processed at {speed}</source>
        <translation>{count} verarbeitet mit {speed}</translation>
    </message>
    <message>
        <source>{count} reasoning</source>
        <translation>{count} Gedankengang</translation>
    </message>
    <message>
        <source>{count} restored from disk</source>
        <translation>{count} vom Datenträger</translation>
    </message>
    <message>
        <source>{count} tok</source>
        <translation>{count} tok</translation>
    </message>
    <message>
        <source>{count} tok/pass</source>
        <translation>{count} tok/Durchlauf</translation>
    </message>
    <message numerus="yes">
        <source>{count} token(s)</source>
        <translation>
            <numerusform>{count} Token</numerusform>
            <numerusform>{count} Tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} Tokens</translation>
    </message>
    <message>
        <source>{count}M</source>
        <comment>millions</comment>
        <translation>{count}M</translation>
    </message>
    <message>
        <source>{count}k</source>
        <comment>thousands</comment>
        <translation>{count}k</translation>
    </message>
    <message>
        <source>{decode} for answers, {prefill} for prompts</source>
        <translation>{decode} für Antworten, {prefill} für Prompts</translation>
    </message>
    <message>
        <source>{draft} cannot draft for {model}: it keeps the conversation in a format that cannot be cut back. Choose another draft model on the page of {model}, or none.</source>
        <translation>{draft} kann für {model} nicht vorausraten: Es speichert die Unterhaltung in einer Form, die sich nicht kürzen lässt. Wählen Sie auf der Seite von {model} ein anderes Modell zum Vorausraten oder keines.</translation>
    </message>
    <message>
        <source>{draft} cannot draft for {model}: it was made for a Gemma 4 of another size. Choose another draft model on the page of {model}, or none.</source>
        <translation>{draft} kann für {model} nicht vorausraten: Es wurde für ein Gemma 4 anderer Größe gemacht. Wählen Sie auf der Seite von {model} ein anderes Modell zum Vorausraten oder keines.</translation>
    </message>
    <message>
        <source>{draft} cannot draft for {model}: it was made for another model. Choose another draft model on the page of {model}, or none.</source>
        <translation>{draft} kann für {model} nicht vorausraten: Es wurde für ein anderes Modell gemacht. Wählen Sie auf der Seite von {model} ein anderes Modell zum Vorausraten oder keines.</translation>
    </message>
    <message>
        <source>{draft} cannot draft for {model}: their vocabularies differ. Choose a smaller model of the same family on the page of {model}, or none.</source>
        <translation>{draft} kann für {model} nicht vorausraten: Ihre Vokabulare sind verschieden. Wählen Sie auf der Seite von {model} ein kleineres Modell derselben Familie oder keines.</translation>
    </message>
    <message>
        <source>{draft} drafts only for Gemma 4 with its vision part, which {model} is not. Choose another draft model on the page of {model}, or none.</source>
        <translation>{draft} rät nur für Gemma 4 mit Bildteil voraus, und {model} ist keines. Wählen Sie auf der Seite von {model} ein anderes Modell zum Vorausraten oder keines.</translation>
    </message>
    <message>
        <source>{draft} was made to draft for a different model than {model}. Choose another draft model on the page of {model}, or none.</source>
        <translation>{draft} wurde für ein anderes Modell als {model} gemacht. Wählen Sie auf der Seite von {model} ein anderes Modell zum Vorausraten oder keines.</translation>
    </message>
    <message>
        <source>{escape} is only half a character. Write the character itself.</source>
        <translation>{escape} ist nur ein halbes Zeichen. Schreiben Sie das Zeichen selbst.</translation>
    </message>
    <message>
        <source>{family}, on {number} machines</source>
        <translation>{family}, auf {number} Rechnern</translation>
    </message>
    <message>
        <source>{file} arrived damaged twice: its checksum is wrong. Try again later, or use another network.</source>
        <translation>{file} kam zweimal beschädigt an: Die Prüfsumme ist falsch. Versuchen Sie es später noch einmal, oder in einem anderen Netz.</translation>
    </message>
    <message>
        <source>{file} changed on the hub; it is downloaded again.</source>
        <translation>{file} hat sich im Hub geändert und wird neu heruntergeladen.</translation>
    </message>
    <message>
        <source>{file} had changed on the hub and was downloaded again.</source>
        <translation>{file} hatte sich im Hub geändert und wurde neu heruntergeladen.</translation>
    </message>
    <message>
        <source>{file} is gone from the hub. Try again, or choose another model.</source>
        <translation>{file} gibt es im Hub nicht mehr. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>{first} and {last}</source>
        <translation>{first} und {last}</translation>
    </message>
    <message>
        <source>{folder} asks to run its own program ({program}), and Duologue never runs code from a model folder. Choose a version of the model without it.</source>
        <translation>{folder} will ein eigenes Programm ausführen ({program}), und Duologue führt nie Code aus einem Modellordner aus. Wählen Sie eine Fassung des Modells ohne.</translation>
    </message>
    <message>
        <source>{folder} belongs to the family “{family}”, which neither mlx-lm {version} nor mlx-vlm supports. {reason}</source>
        <translation>{folder} gehört zur Familie „{family}“, die weder mlx-lm {version} noch mlx-vlm unterstützt. {reason}</translation>
    </message>
    <message>
        <source>{folder} cannot be read right now. Its models will appear once it can.</source>
        <translation>{folder} ist jetzt nicht lesbar. Die Modelle erscheinen, sobald der Ordner es ist.</translation>
    </message>
    <message>
        <source>{folder} cannot be read: {reason}. Choose the folder of the model again.</source>
        <translation>{folder} kann nicht gelesen werden: {reason}. Wählen Sie den Ordner des Modells noch einmal aus.</translation>
    </message>
    <message>
        <source>{folder} cannot be written to: {reason}. Choose another.</source>
        <translation>In {folder} kann nicht geschrieben werden: {reason}. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{folder} changed while the model was loading. Load the model again once its files are complete.</source>
        <translation>{folder} hat sich geändert, während das Modell geladen wurde. Laden Sie das Modell noch einmal, wenn seine Dateien vollständig sind.</translation>
    </message>
    <message>
        <source>{folder} contains Python code of its own. Duologue loaded the model without it.</source>
        <translation>{folder} enthält eigenen Python-Code. Duologue hat das Modell ohne ihn geladen.</translation>
    </message>
    <message>
        <source>{folder} could not be loaded: its config.json does not match its other files, or is not supported. Download the model again, or choose another version of it.</source>
        <translation>{folder} konnte nicht geladen werden: config.json passt nicht zu den anderen Dateien oder wird nicht unterstützt. Laden Sie das Modell erneut herunter, oder wählen Sie eine andere Fassung davon.</translation>
    </message>
    <message>
        <source>{folder} could not be loaded: its family needs software that Duologue does not have. Choose a model of another family.</source>
        <translation>{folder} konnte nicht geladen werden: Diese Modellfamilie braucht Software, die Duologue nicht hat. Wählen Sie ein Modell einer anderen Familie.</translation>
    </message>
    <message>
        <source>{folder} could not be loaded: its weights have a tensor {name} that its config.json does not describe, {count} in all. Choose another version of the model.</source>
        <translation>{folder} konnte nicht geladen werden: Die Gewichte enthalten einen Tensor {name}, den config.json nicht beschreibt, insgesamt {count}. Wählen Sie eine andere Fassung des Modells.</translation>
    </message>
    <message>
        <source>{folder} could not be loaded: the tensor {name} has the shape {shape}, but its config.json describes {expected}. Download the model again, or choose another version of it.</source>
        <translation>{folder} konnte nicht geladen werden: Der Tensor {name} hat die Form {shape}, config.json beschreibt aber {expected}. Laden Sie das Modell erneut herunter oder wählen Sie eine andere Fassung.</translation>
    </message>
    <message>
        <source>{folder} could not be loaded: the tensor {name} is missing from its weights, {count} in all. Download the model again, or choose another version of it.</source>
        <translation>{folder} konnte nicht geladen werden: Der Tensor {name} fehlt in den Gewichten, insgesamt {count}. Laden Sie das Modell erneut herunter oder wählen Sie eine andere Fassung.</translation>
    </message>
    <message>
        <source>{folder} could not be written: {reason}. Check the disk and try again.</source>
        <translation>{folder} konnte nicht geschrieben werden: {reason}. Prüfen Sie den Datenträger, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{folder} has its weights in a format that can run code (.bin or .pt). Choose a version with .safetensors files.</source>
        <translation>{folder} hat seine Gewichte in einem Format, das Code ausführen kann (.bin oder .pt). Wählen Sie eine Fassung mit .safetensors-Dateien.</translation>
    </message>
    <message>
        <source>{folder} has no .safetensors file. Download the model again.</source>
        <translation>{folder} hat keine .safetensors-Datei. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>{folder} has no adapter: {name} is missing. Choose the folder that holds {name} and {weights}.</source>
        <translation>{folder} enthält keinen Adapter: {name} fehlt. Wählen Sie den Ordner, der {name} und {weights} enthält.</translation>
    </message>
    <message>
        <source>{folder} holds all weights of a fine-tuned model, not a LoRA adapter. Fuse it with its base model, and open the result as a model.</source>
        <translation>{folder} enthält alle Gewichte eines nachtrainierten Modells, keinen LoRA-Adapter. Verschmelzen Sie es mit dem Basismodell, und öffnen Sie das Ergebnis als Modell.</translation>
    </message>
    <message>
        <source>{folder} is a file. Choose the folder that holds the model.</source>
        <translation>{folder} ist eine Datei. Wählen Sie den Ordner mit dem Modell.</translation>
    </message>
    <message>
        <source>{folder} is a model. Choose the folder that it is in.</source>
        <translation>{folder} ist ein Modell. Wählen Sie den Ordner, in dem es liegt.</translation>
    </message>
    <message>
        <source>{folder} is an adapter for PyTorch, which MLX cannot apply. Choose an adapter that was trained with mlx-lm or mlx-vlm.</source>
        <translation>{folder} ist ein Adapter für PyTorch, den MLX nicht anwenden kann. Wählen Sie einen Adapter, der mit mlx-lm oder mlx-vlm trainiert wurde.</translation>
    </message>
    <message>
        <source>{folder} is in the data folder of Duologue. Choose another.</source>
        <translation>{folder} liegt im Datenordner von Duologue. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{folder} is incomplete: {count} of {total} weight files are missing, the first is {first}. Download the model again.</source>
        <translation>{folder} ist unvollständig: {count} von {total} Gewichtsdateien fehlen, zuerst {first}. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>{folder} is not a chat model. {purpose}</source>
        <translation>{folder} ist kein Chatmodell. {purpose}</translation>
    </message>
    <message>
        <source>{folder} is not a chat model: its config.json names no family. Choose another model.</source>
        <translation>{folder} ist kein Chatmodell: config.json nennt keine Familie. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>{folder} is not a folder, or cannot be opened. Choose another.</source>
        <translation>{folder} ist kein Ordner oder lässt sich nicht öffnen. Wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>{folder} is not a model folder: it has no config.json. {hint}</source>
        <translation>{folder} ist kein Modellordner: er hat keine config.json. {hint}</translation>
    </message>
    <message>
        <source>{folder} is the data folder of Duologue. Choose another folder to export to.</source>
        <translation>{folder} ist der Datenordner von Duologue. Wählen Sie für den Export einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{host} accepts no more requests for now (error 429). Try again in {seconds} seconds.</source>
        <translation>{host} nimmt gerade keine Anfragen mehr an (Fehler 429). Versuchen Sie es in {seconds} Sekunden noch einmal.</translation>
    </message>
    <message>
        <source>{host} accepts no more requests for now (error 429). Try again later, or check what your account there allows.</source>
        <translation>{host} nimmt gerade keine Anfragen mehr an (Fehler 429). Versuchen Sie es später noch einmal, oder prüfen Sie, was Ihr Konto dort erlaubt.</translation>
    </message>
    <message numerus="yes">
        <source>{host} answers, with %n model(s).</source>
        <translation>
            <numerusform>{host} antwortet, mit %n Modell.</numerusform>
            <numerusform>{host} antwortet, mit %n Modellen.</numerusform>
        </translation>
    </message>
    <message>
        <source>{host} does not accept the key (error {status}). Enter the right one in Models › Servers.</source>
        <translation>{host} nimmt den Schlüssel nicht an (Fehler {status}). Geben Sie unter „Modelle › Server“ den richtigen ein.</translation>
    </message>
    <message>
        <source>{host} does not answer. Check that it is on and connected.</source>
        <translation>{host} antwortet nicht. Prüfen Sie, ob er eingeschaltet und verbunden ist.</translation>
    </message>
    <message>
        <source>{host} does not know this model or address (error 404). Test the server in Models › Servers.</source>
        <translation>{host} kennt dieses Modell oder diese Adresse nicht (Fehler 404). Testen Sie den Server unter „Modelle › Server“.</translation>
    </message>
    <message>
        <source>{host} does not run Duologue. Install it there so that its shell finds “duologue worker”.</source>
        <translation>Auf {host} läuft Duologue nicht. Installieren Sie es dort so, dass die Shell „duologue worker“ findet.</translation>
    </message>
    <message>
        <source>{host} ended the connection before the answer was complete. Try again.</source>
        <translation>{host} hat die Verbindung beendet, bevor die Antwort vollständig war. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{host} has a different version ({found}). Install the same version as here: {asked}.</source>
        <translation>{host} hat eine andere Version ({found}). Installieren Sie dort dieselbe wie hier: {asked}.</translation>
    </message>
    <message>
        <source>{host} has a problem or is busy (error {status}). Try again later.</source>
        <translation>{host} hat ein Problem oder ist überlastet (Fehler {status}). Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{host} has sent nothing for {seconds:.0f} seconds. Check that the server is running, then try again.</source>
        <translation>{host} hat seit {seconds:.0f} Sekunden nichts gesendet. Prüfen Sie, ob der Server läuft, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{host} redirects to another address. Your key and chat are not sent there. Enter the other address in Models › Servers if you trust it.</source>
        <translation>{host} leitet zu einer anderen Adresse weiter. Ihr Schlüssel und Ihr Chat werden nicht dorthin gesendet. Geben Sie die andere Adresse unter „Modelle › Server“ ein, wenn Sie ihr vertrauen.</translation>
    </message>
    <message>
        <source>{host} refused the request (error {status}).</source>
        <translation>{host} hat die Anfrage abgelehnt (Fehler {status}).</translation>
    </message>
    <message>
        <source>{host} sent a broken tool call: {name}. Regenerate the answer.</source>
        <translation>{host} hat einen beschädigten Werkzeugaufruf gesendet: {name}. Erzeugen Sie die Antwort neu.</translation>
    </message>
    <message>
        <source>{host} sent more than an answer can hold.</source>
        <translation>{host} hat mehr gesendet, als eine Antwort fassen kann.</translation>
    </message>
    <message>
        <source>{host} sent something that is not an answer of this API. Check the address and the API of the server in Models › Servers.</source>
        <translation>{host} hat etwas gesendet, das keine Antwort dieser API ist. Prüfen Sie die Adresse und die API des Servers unter „Modelle › Server“.</translation>
    </message>
    <message>
        <source>{host} stopped the answer by its filter.</source>
        <translation>{host} hat die Antwort durch seinen Filter beendet.</translation>
    </message>
    <message>
        <source>{host} stopped with an error. It says: “{text}”.</source>
        <translation>{host} hat mit einem Fehler abgebrochen. Er meldet: „{text}“.</translation>
    </message>
    <message>
        <source>{host} stopped with an error. Try again later.</source>
        <translation>{host} hat mit einem Fehler abgebrochen. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{host}: the same version, {memory} for models, {backends}, {latency:.1f} ms round trip.</source>
        <translation>{host}: dieselbe Version, {memory} für Modelle, {backends}, {latency:.1f} ms hin und zurück.</translation>
    </message>
    <message>
        <source>{host}: {reason}</source>
        <translation>{host}: {reason}</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min left</source>
        <translation>noch {hours} h {minutes} min</translation>
    </message>
    <message>
        <source>{keys} alone is too easily pressed by accident. Hold Command, Option or Control with it, or use a function key.</source>
        <translation>{keys} allein ist zu leicht aus Versehen gedrückt. Halten Sie Befehl, Wahltaste oder Control dazu oder nehmen Sie eine Funktionstaste.</translation>
    </message>
    <message>
        <source>{keys} alone is too easily pressed by accident. Hold Ctrl or Alt with it, or use a function key.</source>
        <translation>{keys} allein ist zu leicht aus Versehen gedrückt. Halten Sie Strg oder Alt dazu oder nehmen Sie eine Funktionstaste.</translation>
    </message>
    <message>
        <source>{keys} is used by another program. Choose other keys.</source>
        <translation>{keys} wird von einem anderen Programm benutzt. Wählen Sie andere Tasten.</translation>
    </message>
    <message>
        <source>{keys} is used for “{command}”. Press other keys, or change that command first.</source>
        <translation>{keys} gehört schon zu „{command}“. Drücken Sie andere Tasten, oder ändern Sie zuerst jenen Befehl.</translation>
    </message>
    <message>
        <source>{key} cannot be {value}</source>
        <translation>{key} kann nicht {value} sein</translation>
    </message>
    <message>
        <source>{least:g} to {most:g}</source>
        <translation>{least:g} bis {most:g}</translation>
    </message>
    <message>
        <source>{low} and {high} bits mixed</source>
        <translation>{low} und {high} Bit gemischt</translation>
    </message>
    <message>
        <source>{missing} is missing, and the disk has {free} left.</source>
        <translation>{missing} fehlen, und auf dem Datenträger sind noch {free} frei.</translation>
    </message>
    <message>
        <source>{model} answers one request at a time.</source>
        <translation>{model} beantwortet eine Anfrage nach der anderen.</translation>
    </message>
    <message>
        <source>{model} cannot be required to call a tool: its chat template does not show how. Let it choose, or use another model.</source>
        <translation>Ein Werkzeugaufruf kann von {model} nicht verlangt werden: Seine Chatvorlage zeigt nicht, wie er geschrieben wird. Lassen Sie das Modell wählen, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>{model} cannot be split into {number} equal parts. Use fewer machines, or another model.</source>
        <translation>{model} lässt sich nicht in {number} gleiche Teile teilen. Nehmen Sie weniger Rechner oder ein anderes Modell.</translation>
    </message>
    <message>
        <source>{model} cannot be spread over several machines: models of its kind cannot be split. Uncheck it in Settings › Machines.</source>
        <translation>{model} kann nicht auf mehrere Rechner verteilt werden: Diese Art von Modell lässt sich nicht teilen. Wählen Sie es unter „Einstellungen › Rechner“ ab.</translation>
    </message>
    <message>
        <source>{model} cannot call tools. Switch the tools off.</source>
        <translation>{model} kann keine Werkzeuge aufrufen. Schalten Sie die Werkzeuge aus.</translation>
    </message>
    <message>
        <source>{model} could not be converted: no process could be started for it ({reason}). Close other programs and try again.</source>
        <translation>{model} konnte nicht umgewandelt werden: Es ließ sich kein Prozess dafür starten ({reason}). Schließen Sie andere Programme, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{model} could not be converted: the conversion failed ({why}). Nothing was changed. Try again.</source>
        <translation>{model} konnte nicht umgewandelt werden: Die Umwandlung ist fehlgeschlagen ({why}). Nichts wurde verändert. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{model} could not be loaded: no process could be started for it ({reason}). Close other programs and try again.</source>
        <translation>{model} konnte nicht geladen werden: dafür ließ sich kein Prozess starten ({reason}). Schließen Sie andere Programme, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{model} does not fit: each machine would hold {weights} of weights and need {total} with a conversation of {tokens:,} tokens, but the smallest has {least}.</source>
        <translation>{model} passt nicht: Jeder Rechner müsste {weights} an Gewichten halten und bräuchte {total} mit einer Unterhaltung von {tokens:,} Tokens, aber der kleinste hat {least}.</translation>
    </message>
    <message>
        <source>{model} fits: each machine holds {weights} of weights and needs {total} with a conversation of {tokens:,} tokens; the smallest has {least}.</source>
        <translation>{model} passt: Jeder Rechner hält {weights} an Gewichten und braucht {total} mit einer Unterhaltung von {tokens:,} Tokens; der kleinste hat {least}.</translation>
    </message>
    <message>
        <source>{model} has an adapter, which cannot be spread over several machines. Uncheck it in Settings › Machines.</source>
        <translation>{model} hat einen Adapter, der nicht auf mehrere Rechner verteilt werden kann. Wählen Sie es unter „Einstellungen › Rechner“ ab.</translation>
    </message>
    <message>
        <source>{model} has no chat template, so it cannot hold a conversation. Choose the instruct or chat version of the model, or give it a template on the model&apos;s page.</source>
        <translation>{model} hat keine Chatvorlage und kann daher kein Gespräch führen. Wählen Sie die Instruct- oder Chat-Fassung des Modells, oder geben Sie ihm auf der Seite des Modells eine Chatvorlage.</translation>
    </message>
    <message>
        <source>{model} has no chat template. Duologue uses its own for {family}; you can choose another on the model&apos;s page.</source>
        <translation>{model} hat keine Chatvorlage. Duologue verwendet seine eigene für {family}; auf der Seite des Modells können Sie eine andere wählen.</translation>
    </message>
    <message>
        <source>{model} has no config.json, so it is not a model.</source>
        <translation>{model} hat keine config.json und ist daher kein Modell.</translation>
    </message>
    <message>
        <source>{model} is left out: its weights are missing.</source>
        <translation>{model} fehlt in der Liste: Die Gewichte sind nicht da.</translation>
    </message>
    <message>
        <source>{model} is not at {folder} on {hosts}. Copy it there.</source>
        <translation>{model} liegt auf {hosts} nicht unter {folder}. Kopieren Sie es dorthin.</translation>
    </message>
    <message>
        <source>{model} is on {host}.</source>
        <translation>{model} ist auf {host}.</translation>
    </message>
    <message>
        <source>{model} is quantized already. Convert the original with 16 bits instead.</source>
        <translation>{model} ist schon quantisiert. Wandeln Sie stattdessen das Original mit 16 Bit um.</translation>
    </message>
    <message>
        <source>{model} reads text only.</source>
        <translation>{model} liest nur Text.</translation>
    </message>
    <message>
        <source>{model} reads text only. Remove the images and videos, or choose a vision model.</source>
        <translation>{model} liest nur Text. Entfernen Sie die Bilder und Videos oder wählen Sie ein Modell, das sieht.</translation>
    </message>
    <message>
        <source>{model} sees one image in a conversation, and no videos. Start a new chat for another image, or choose a model that sees several.</source>
        <translation>{model} sieht ein Bild in einer Unterhaltung und keine Videos. Beginnen Sie für ein anderes Bild einen neuen Chat oder wählen Sie ein Modell, das mehrere sieht.</translation>
    </message>
    <message>
        <source>{model} to {host}: {percent}%</source>
        <translation>{model} nach {host}: {percent} %</translation>
    </message>
    <message>
        <source>{model} works without its draft model {draft}. {reason}</source>
        <translation>{model} arbeitet ohne {draft}, sein Modell zum Vorausraten. {reason}</translation>
    </message>
    <message>
        <source>{model}: {reason}</source>
        <translation>{model}: {reason}</translation>
    </message>
    <message numerus="yes">
        <source>{more} token(s) too many</source>
        <translation>
            <numerusform>{more} Token zu viel</numerusform>
            <numerusform>{more} Tokens zu viel</numerusform>
        </translation>
    </message>
    <message>
        <source>{more} too many</source>
        <translation>{more} zu viel</translation>
    </message>
    <message>
        <source>{name} (copy)</source>
        <translation>{name} (Kopie)</translation>
    </message>
    <message>
        <source>{name} (deleted)</source>
        <translation>{name} (gelöscht)</translation>
    </message>
    <message>
        <source>{name} (not found)</source>
        <translation>{name} (nicht gefunden)</translation>
    </message>
    <message>
        <source>{name} accepts no images. Remove them, or choose another model. If it does accept them, say so in Models › Servers.</source>
        <translation>{name} nimmt keine Bilder an. Entfernen Sie sie, oder wählen Sie ein anderes Modell. Falls es doch Bilder annimmt, geben Sie das unter „Modelle › Server“ an.</translation>
    </message>
    <message>
        <source>{name} at {address} is not in your list of servers. Add it in Models › Servers, or choose another model.</source>
        <translation>{name} bei {address} steht nicht in Ihrer Liste der Server. Fügen Sie es unter „Modelle › Server“ hinzu, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>{name} cannot be opened: {reason}. Add it again.</source>
        <translation>{name} kann nicht geöffnet werden: {reason}. Fügen Sie die Datei noch einmal hinzu.</translation>
    </message>
    <message>
        <source>{name} cannot be opened: {reason}. Check the file and try again.</source>
        <translation>{name} kann nicht geöffnet werden: {reason}. Prüfen Sie die Datei und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{name} cannot be read beyond {time}. Only what is before is sent.</source>
        <translation>{name} ist ab {time} nicht lesbar. Nur was davor liegt, wird gesendet.</translation>
    </message>
    <message>
        <source>{name} cannot be read: {reason}. Choose another file.</source>
        <translation>{name} kann nicht gelesen werden: {reason}. Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>{name} cannot be used: {reason}</source>
        <translation>{name} ist nicht verwendbar: {reason}</translation>
    </message>
    <message>
        <source>{name} cannot be used: {reason}. Fix it, or choose another file.</source>
        <translation>{name} kann nicht benutzt werden: {reason}. Berichtigen Sie die Datei oder wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>{name} changed while it was read. Add it again.</source>
        <translation>{name} wurde während des Lesens geändert. Fügen Sie die Datei erneut hinzu.</translation>
    </message>
    <message>
        <source>{name} contains conversations that can be imported.</source>
        <translation>{name} enthält Unterhaltungen, die importiert werden können.</translation>
    </message>
    <message>
        <source>{name} contains more than {most:,} prompts: line {line:,} is one too many. Split the list.</source>
        <translation>{name} hat mehr als {most:,} Prompts: in Zeile {line:,} steht einer zu viel. Teilen Sie die Liste.</translation>
    </message>
    <message>
        <source>{name} contains no conversations that Duologue can import. Choose an export of Duologue (.json, .zip), ChatGPT&apos;s .zip or conversations.json, or a conversation or the conversations folder of LM Studio.</source>
        <translation>{name} enthält keine Unterhaltungen, die Duologue importieren kann. Wählen Sie einen Export von Duologue (.json, .zip), die .zip-Datei oder conversations.json von ChatGPT oder eine Unterhaltung oder den Ordner der Unterhaltungen von LM Studio.</translation>
    </message>
    <message>
        <source>{name} contains no presets. Choose a file written by Duologue or LM Studio.</source>
        <translation>{name} hat keine Vorlagen. Wählen Sie eine Datei, die Duologue oder LM Studio geschrieben hat.</translation>
    </message>
    <message>
        <source>{name} contains no prompts that can be used. Choose a file written by Duologue or Open WebUI, or a text file with one prompt.</source>
        <translation>{name} hat keine verwendbaren Prompts. Wählen Sie eine Datei von Duologue oder Open WebUI oder eine Textdatei mit einem Prompt.</translation>
    </message>
    <message>
        <source>{name} contains no prompts. Write one on each line.</source>
        <translation>In {name} steht kein Prompt. Schreiben Sie einen in jede Zeile.</translation>
    </message>
    <message>
        <source>{name} could not be added: {folder} cannot be written to ({reason}). Check the folder, then add it again.</source>
        <translation>{name} konnte nicht hinzugefügt werden: In {folder} kann nicht geschrieben werden ({reason}). Prüfen Sie den Ordner und fügen Sie die Datei noch einmal hinzu.</translation>
    </message>
    <message>
        <source>{name} could not be copied: {reason}. Check the disk and add it again.</source>
        <translation>{name} konnte nicht kopiert werden: {reason}. Prüfen Sie den Datenträger und fügen Sie die Datei noch einmal hinzu.</translation>
    </message>
    <message>
        <source>{name} could not be imported: {why}. Check the file, or export it again.</source>
        <translation>{name} konnte nicht importiert werden: {why}. Prüfen Sie die Datei oder exportieren Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>{name} could not be moved to the trash: the system refused. Delete its folder {folder} by hand.</source>
        <translation>{name} konnte nicht in den Papierkorb gelegt werden: Das System hat es abgelehnt. Löschen Sie den Ordner {folder} selbst.</translation>
    </message>
    <message>
        <source>{name} could not be moved to the trash: {reason}. Delete its folder {folder} by hand.</source>
        <translation>{name} konnte nicht in den Papierkorb gelegt werden: {reason}. Löschen Sie den Ordner {folder} selbst.</translation>
    </message>
    <message>
        <source>{name} could not be read and is not in the export: {why}.</source>
        <translation>{name} ist nicht im Export, da die Datei nicht lesbar ist: {why}.</translation>
    </message>
    <message>
        <source>{name} could not be read as a video: it is incomplete, damaged, or in an unsupported format. Try another copy, or an .mp4 file with H.264.</source>
        <translation>{name} konnte nicht als Video gelesen werden: Die Datei ist unvollständig, beschädigt oder in einem nicht unterstützten Format. Versuchen Sie eine andere Kopie oder eine .mp4-Datei mit H.264.</translation>
    </message>
    <message>
        <source>{name} could not be read completely: {reason}. Copy it to this computer and add the copy.</source>
        <translation>{name} konnte nicht vollständig gelesen werden: {reason}. Kopieren Sie die Datei auf diesen Computer und fügen Sie die Kopie hinzu.</translation>
    </message>
    <message>
        <source>{name} could not be read: decoding it failed ({why}). Try another copy.</source>
        <translation>{name} konnte nicht gelesen werden: Das Dekodieren ist fehlgeschlagen ({why}). Versuchen Sie eine andere Kopie.</translation>
    </message>
    <message>
        <source>{name} could not be read: no process could be started for it ({reason}). Close other programs and try again.</source>
        <translation>{name} konnte nicht gelesen werden: dafür konnte kein Prozess gestartet werden ({reason}). Schließen Sie andere Programme und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{name} could not be read: {reason}</source>
        <translation>{name} konnte nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>{name} could not be read: {why}. Check the file and try again.</source>
        <translation>{name} konnte nicht gelesen werden: {why}. Prüfen Sie die Datei und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{name} could not be saved in {folder}. Is the disk full?</source>
        <translation>{name} konnte nicht in {folder} gespeichert werden. Ist der Datenträger voll?</translation>
    </message>
    <message>
        <source>{name} could not be written: the disk is full. Free some space and try again.</source>
        <translation>{name} konnte nicht geschrieben werden: Der Datenträger ist voll. Schaffen Sie Platz und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{name} could not be written: {why}. Choose another folder.</source>
        <translation>{name} konnte nicht geschrieben werden: {why}. Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>{name} differs from the file here. Copy it again.</source>
        <translation>{name} unterscheidet sich von der Datei hier. Kopieren Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{name} does not reason, so it cannot have a thinking budget. Remove the budget.</source>
        <translation>{name} denkt nicht nach und kann daher kein Denkbudget haben. Entfernen Sie das Budget.</translation>
    </message>
    <message>
        <source>{name} files</source>
        <translation>{name}-Dateien</translation>
    </message>
    <message>
        <source>{name} has frames of {size}; a frame can have at most {most:.0f} million. Make it smaller and try again.</source>
        <translation>{name} hat Einzelbilder von {size}; höchstens {most:.0f} Millionen sind möglich. Verkleinern Sie das Video und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{name} has no page {page}.</source>
        <translation>{name} hat keine Seite {page}.</translation>
    </message>
    <message>
        <source>{name} has no reasoning to switch on. Ask without Think.</source>
        <translation>{name} hat kein Nachdenken, das man einschalten kann. Fragen Sie ohne „Denken“.</translation>
    </message>
    <message>
        <source>{name} has several pages. Only the first is sent. Save it as PDF to send all.</source>
        <translation>{name} hat mehrere Seiten. Nur die erste wird gesendet. Speichern Sie die Datei als PDF, um alle zu senden.</translation>
    </message>
    <message>
        <source>{name} has {pages:,} pages. The first {count} are sent.</source>
        <translation>{name} hat {pages:,} Seiten. Die ersten {count} werden gesendet.</translation>
    </message>
    <message>
        <source>{name} in the .zip file is damaged. Export it again.</source>
        <translation>{name} in der .zip-Datei ist beschädigt. Exportieren Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>{name} in {folder} does not match the adapter&apos;s weights. Download the adapter again.</source>
        <translation>{name} in {folder} passt nicht zu den Gewichten des Adapters. Laden Sie den Adapter erneut herunter.</translation>
    </message>
    <message>
        <source>{name} in {folder} is damaged or incomplete. Download the model again.</source>
        <translation>{name} in {folder} ist beschädigt oder unvollständig. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>{name} in {folder} is damaged, or not that of a LoRA adapter. Download the adapter again.</source>
        <translation>{name} in {folder} ist beschädigt oder gehört zu keinem LoRA-Adapter. Laden Sie den Adapter erneut herunter.</translation>
    </message>
    <message>
        <source>{name} in {folder} is damaged. Download the model again.</source>
        <translation>{name} in {folder} ist beschädigt. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>{name} in {folder} is damaged: {reason}. Download the model again.</source>
        <translation>{name} in {folder} ist beschädigt: {reason}. Laden Sie das Modell erneut herunter.</translation>
    </message>
    <message>
        <source>{name} is a PDF document without pages. Try another copy.</source>
        <translation>{name} ist ein PDF-Dokument ohne Seiten. Versuchen Sie eine andere Kopie.</translation>
    </message>
    <message>
        <source>{name} is a damaged HEIC image. Try another copy.</source>
        <translation>{name} ist ein beschädigtes HEIC-Bild. Versuchen Sie eine andere Kopie.</translation>
    </message>
    <message>
        <source>{name} is a damaged PDF document. Try another copy.</source>
        <translation>{name} ist ein beschädigtes PDF-Dokument. Versuchen Sie eine andere Kopie.</translation>
    </message>
    <message>
        <source>{name} is a folder, not a file. Add the images or videos themselves.</source>
        <translation>{name} ist ein Ordner, keine Datei. Fügen Sie die Bilder oder Videos selbst hinzu.</translation>
    </message>
    <message>
        <source>{name} is damaged or incomplete. Try another copy.</source>
        <translation>{name} ist beschädigt oder unvollständig. Versuchen Sie eine andere Kopie.</translation>
    </message>
    <message>
        <source>{name} is damaged, and the chats after its readable part are missing. Export it again.</source>
        <translation>{name} ist beschädigt, und die Chats nach dem lesbaren Teil fehlen. Exportieren Sie die Datei noch einmal.</translation>
    </message>
    <message>
        <source>{name} is damaged: it does not say which version of Duologue wrote it. Export it again.</source>
        <translation>{name} ist beschädigt: Es fehlt, welche Version von Duologue die Datei geschrieben hat. Exportieren Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>{name} is damaged: none of its frames could be read. Try another copy.</source>
        <translation>{name} ist beschädigt: Keines der Einzelbilder konnte gelesen werden. Versuchen Sie eine andere Kopie.</translation>
    </message>
    <message>
        <source>{name} is in Apple&apos;s HEIC format, and {where}. Export it as JPEG and add that. To take JPEG photos from now on, choose Settings › Camera › Formats › Most Compatible on the iPhone.</source>
        <translation>{name} ist in Apples Format HEIC, und {where}. Exportieren Sie es als JPEG und fügen Sie dieses hinzu. Damit das iPhone künftig JPEG aufnimmt, wählen Sie dort „Einstellungen › Kamera › Formate › Maximale Kompatibilität“.</translation>
    </message>
    <message>
        <source>{name} is in the list already.</source>
        <translation>{name} steht schon in der Liste.</translation>
    </message>
    <message>
        <source>{name} is larger than any model needs. Choose another model.</source>
        <translation>{name} ist größer, als ein Modell braucht. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>{name} is larger than {size}. Split the list.</source>
        <translation>{name} ist größer als {size}. Teilen Sie die Liste.</translation>
    </message>
    <message>
        <source>{name} is missing: it was changed or removed since you added it.</source>
        <translation>{name} fehlt: Die Datei wurde geändert oder entfernt, nachdem Sie sie hinzugefügt haben.</translation>
    </message>
    <message>
        <source>{name} is no longer there</source>
        <translation>{name} ist nicht mehr da</translation>
    </message>
    <message>
        <source>{name} is not UTF-8 text. Save it as UTF-8 and add it again.</source>
        <translation>{name} ist kein UTF-8-Text. Speichern Sie die Datei als UTF-8 und fügen Sie sie erneut hinzu.</translation>
    </message>
    <message>
        <source>{name} is not a list of prompts. Write {example}.</source>
        <translation>{name} ist keine Liste von Prompts. Schreiben Sie {example}.</translation>
    </message>
    <message>
        <source>{name} is not a model in Duologue&apos;s own folder, so Duologue does not delete it. Delete its folder {folder} by hand.</source>
        <translation>{name} ist kein Modell in Duologues eigenem Ordner, daher löscht Duologue es nicht. Löschen Sie den Ordner {folder} selbst.</translation>
    </message>
    <message>
        <source>{name} is not a readable .zip file. Download it again.</source>
        <translation>{name} ist keine lesbare .zip-Datei. Laden Sie sie noch einmal herunter.</translation>
    </message>
    <message>
        <source>{name} is not a readable JSON file. Export it again.</source>
        <translation>{name} ist keine lesbare JSON-Datei. Exportieren Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>{name} is not a readable list of prompts. Choose a file that ends in {endings}.</source>
        <translation>{name} ist keine Liste von Prompts, die gelesen werden kann. Wählen Sie eine Datei, die auf {endings} endet.</translation>
    </message>
    <message>
        <source>{name} is not a video but {kind}. Add it as an image.</source>
        <translation>{name} ist kein Video, sondern {kind}. Fügen Sie die Datei als Bild hinzu.</translation>
    </message>
    <message>
        <source>{name} is not an image but {kind}. Add it as a video or document.</source>
        <translation>{name} ist kein Bild, sondern {kind}. Fügen Sie die Datei als Video oder Dokument hinzu.</translation>
    </message>
    <message>
        <source>{name} is not animated. Send it as an image.</source>
        <translation>{name} ist nicht animiert. Senden Sie die Datei als Bild.</translation>
    </message>
    <message>
        <source>{name} is protected by a password. Save a copy without one and add that.</source>
        <translation>{name} ist mit einem Passwort geschützt. Speichern Sie eine Kopie ohne Passwort und fügen Sie diese hinzu.</translation>
    </message>
    <message>
        <source>{name} is too large to import. Export fewer chats at a time.</source>
        <translation>{name} ist zu groß für den Import. Exportieren Sie weniger Chats auf einmal.</translation>
    </message>
    <message>
        <source>{name} is {length} long. At most {count} of its frames are sent, at least {seconds:.1f} s apart. Choose a shorter part to send frames that are closer together.</source>
        <translation>{name} dauert {length}. Höchstens {count} Einzelbilder davon werden gesendet, im Abstand von mindestens {seconds:.1f} s. Wählen Sie einen kürzeren Ausschnitt, um Einzelbilder in kürzerem Abstand zu senden.</translation>
    </message>
    <message>
        <source>{name} is {size:,.0f} MB; a file of this kind can be at most {most:,.0f} MB. Make it smaller and try again.</source>
        <translation>{name} hat {size:,.0f} MB; Dateien dieser Art können höchstens {most:,.0f} MB haben. Verkleinern Sie die Datei und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{name} is {size:,.0f} MB; a text file can be at most {most:,.0f} MB. Add only the part you need.</source>
        <translation>{name} hat {size:,.0f} MB; eine Textdatei kann höchstens {most:,.0f} MB haben. Fügen Sie nur den Teil hinzu, den Sie brauchen.</translation>
    </message>
    <message>
        <source>{name} is {size} pixels: too long and thin for its full size. Crop it, or shrink it to fit.</source>
        <translation>{name} hat {size} Pixel und ist für die volle Größe zu lang und schmal. Schneiden Sie das Bild zu, oder lassen Sie es verkleinern.</translation>
    </message>
    <message>
        <source>{name} is {size}. Decoding it would take {needed:,.0f} MB of memory, more than the limit of {most:,.0f} MB. Make it smaller and try again.</source>
        <translation>{name} hat {size}. Das Dekodieren bräuchte {needed:,.0f} MB Speicher, mehr als die Grenze von {most:,.0f} MB. Verkleinern Sie das Bild und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{name} is {size}. It is {done}.</source>
        <translation>{name} hat {size}. Es wird {done}.</translation>
    </message>
    <message>
        <source>{name} is {size}; an image can have at most {most:.0f} million. Make it smaller and try again.</source>
        <translation>{name} hat {size}; Bilder können höchstens {most:.0f} Millionen haben. Verkleinern Sie das Bild und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{name} is {value}; it must be a number, {reach}</source>
        <translation>{name} ist {value}; es muss eine Zahl sein, {reach}</translation>
    </message>
    <message>
        <source>{name} is {value}; it must be a whole number, {least} to {most}</source>
        <translation>{name} ist {value}; es muss eine ganze Zahl sein, {least} bis {most}</translation>
    </message>
    <message>
        <source>{name} looks like a {kind} image but is damaged. Try another copy.</source>
        <translation>{name} sieht wie ein {kind}-Bild aus, ist aber beschädigt. Versuchen Sie eine andere Kopie.</translation>
    </message>
    <message>
        <source>{name} needs more than {most:,} MB of memory to be read. Make it smaller and try again.</source>
        <translation>{name} braucht zum Lesen mehr als {most:,} MB Speicher. Verkleinern Sie die Datei und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>{name} needs {needed} for its weights, but {allowed}. Choose a smaller or quantized version.</source>
        <translation>{name} braucht {needed} für seine Gewichte, aber {allowed}. Wählen Sie eine kleinere oder eine quantisierte Fassung.</translation>
    </message>
    <message>
        <source>{name} on the hub is damaged. Choose another model.</source>
        <translation>{name} im Hub ist beschädigt. Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>{name} takes too long to read: stopped after {seconds:g} s. Try a shorter or smaller copy.</source>
        <translation>{name} zu lesen dauert zu lange: nach {seconds:g} s abgebrochen. Versuchen Sie eine kürzere oder kleinere Kopie.</translation>
    </message>
    <message>
        <source>{name} was deleted.</source>
        <translation>{name} wurde gelöscht.</translation>
    </message>
    <message>
        <source>{name} was not found, so new chats begin with the model used last.</source>
        <translation>{name} wurde nicht gefunden, deshalb beginnen neue Chats mit dem zuletzt verwendeten Modell.</translation>
    </message>
    <message>
        <source>{name} was not found. If it was moved, add it again from its new place.</source>
        <translation>{name} wurde nicht gefunden. Wenn die Datei verschoben wurde, fügen Sie sie von ihrem neuen Ort hinzu.</translation>
    </message>
    <message>
        <source>{name} was not loaded: it needs {needed} of memory, and the other models leave {free} free. Choose it from the model menu to load it in their place.</source>
        <translation>{name} wurde nicht geladen: Es braucht {needed} Speicher, und {free} sind neben den anderen Modellen frei. Wählen Sie es im Modellmenü, um es an deren Stelle zu laden.</translation>
    </message>
    <message>
        <source>{name} was removed.</source>
        <translation>{name} wurde entfernt.</translation>
    </message>
    <message>
        <source>{name} was sent to the printer.</source>
        <translation>{name} wurde an den Drucker geschickt.</translation>
    </message>
    <message>
        <source>{name} was written by a newer version of Duologue. Update Duologue to import it.</source>
        <translation>{name} stammt von einer neueren Version von Duologue. Aktualisieren Sie Duologue, um die Datei zu importieren.</translation>
    </message>
    <message>
        <source>{name} was written by a newer version of Duologue. You can read its conversations here, but changes are not saved: use that version.</source>
        <translation>{name} stammt von einer neueren Version von Duologue. Sie können die Unterhaltungen hier lesen, Änderungen werden aber nicht gespeichert: Benutzen Sie jene Version.</translation>
    </message>
    <message>
        <source>{name} will be saved in Downloads and opened only if its signature is valid.</source>
        <translation>{name} wird unter „Downloads“ gespeichert und öffnet sich nur, wenn die Signatur stimmt.</translation>
    </message>
    <message>
        <source>{name} {abilities}.</source>
        <translation>{name} {abilities}.</translation>
    </message>
    <message>
        <source>{name} {what}</source>
        <translation>{name} {what}</translation>
    </message>
    <message>
        <source>{name}, blind</source>
        <translation>{name}, blind</translation>
    </message>
    <message>
        <source>{name}, the model for new chats, is no longer in {folder}. New chats begin with the model used last. Choose another one in Settings › General.</source>
        <translation>{name}, das Modell für neue Chats, ist nicht mehr in {folder}. Neue Chats beginnen mit dem zuletzt verwendeten Modell. Wählen Sie unter „Einstellungen › Allgemein“ ein anderes.</translation>
    </message>
    <message>
        <source>{name}, the model of this chat, is no longer in {folder}. Choose another from the model menu to go on; the conversation stays as it is.</source>
        <translation>{name}, das Modell dieses Chats, ist nicht mehr in {folder}. Wählen Sie im Modellmenü ein anderes, um weiterzumachen; die Unterhaltung bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>{name}: median {value}</source>
        <translation>{name}: Median {value}</translation>
    </message>
    <message>
        <source>{name}: nothing yet</source>
        <translation>{name}: noch nichts</translation>
    </message>
    <message>
        <source>{name}: {count}, for {panes}.</source>
        <translation>{name}: {count}, für {panes}.</translation>
    </message>
    <message>
        <source>{note} Turn off the 8-bit cache for it.</source>
        <translation>{note} Schalten Sie den 8-Bit-Cache dafür aus.</translation>
    </message>
    <message>
        <source>{number} of {total}</source>
        <translation>{number} von {total}</translation>
    </message>
    <message>
        <source>{number} of {total}, in the text</source>
        <translation>{number} von {total}, im Text</translation>
    </message>
    <message>
        <source>{part} is sent</source>
        <translation>{part} wird gesendet</translation>
    </message>
    <message>
        <source>{part} of {whole}</source>
        <translation>{part} von {whole}</translation>
    </message>
    <message>
        <source>{path} cannot be written to. Changes are kept in memory and saved once that is possible: allow writing there before you quit.</source>
        <translation>In {path} kann nicht geschrieben werden. Was Sie jetzt tun, bleibt im Arbeitsspeicher und wird gespeichert, sobald es geht: Bitte erlauben Sie dort das Schreiben, bevor Sie beenden.</translation>
    </message>
    <message>
        <source>{path} cannot be written to: {error}. Changes are kept in memory, and Duologue will try again.</source>
        <translation>In {path} kann nicht geschrieben werden: {error}. Was Sie jetzt tun, bleibt im Arbeitsspeicher, und Duologue versucht es noch einmal.</translation>
    </message>
    <message>
        <source>{path} does not exist.</source>
        <translation>{path} gibt es nicht.</translation>
    </message>
    <message>
        <source>{path} is a device or a pipe, not a file.</source>
        <translation>{path} ist ein Gerät oder eine Pipe, keine Datei.</translation>
    </message>
    <message>
        <source>{path} is gone or has changed since it was downloaded. Download it again.</source>
        <translation>{path} fehlt oder hat sich seit dem Herunterladen geändert. Laden Sie es erneut herunter.</translation>
    </message>
    <message>
        <source>{path} is not a folder, so Duologue cannot keep its data there. Move or rename it, then start Duologue again.</source>
        <translation>{path} ist kein Ordner, deshalb kann Duologue seine Daten dort nicht speichern. Verschieben Sie die Datei oder benennen Sie sie um und starten Sie Duologue dann neu.</translation>
    </message>
    <message>
        <source>{path} leads to a folder that is not there. Connect its disk, then start Duologue again.</source>
        <translation>{path} führt zu einem Ordner, der nicht da ist. Schließen Sie seinen Datenträger an und starten Sie Duologue dann neu.</translation>
    </message>
    <message>
        <source>{path} was downloaded, and its signature is valid. Quit Duologue before you replace it.</source>
        <translation>{path} ist heruntergeladen, und die Signatur stimmt. Beenden Sie Duologue, bevor Sie es ersetzen.</translation>
    </message>
    <message>
        <source>{path} was moved or removed. Changes are kept in memory and saved once it is back: put it back before you quit.</source>
        <translation>{path} wurde verschoben oder entfernt. Was Sie jetzt tun, bleibt im Arbeitsspeicher und wird gespeichert, sobald es wieder da ist: Bitte legen Sie es zurück, bevor Sie beenden.</translation>
    </message>
    <message>
        <source>{percent} of the model&apos;s context</source>
        <translation>{percent} des Kontexts</translation>
    </message>
    <message>
        <source>{percent} of {count} tokens</source>
        <translation>{percent} von {count} Tokens</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>{prompt} tokens ({cached} cached)</source>
        <translation>{prompt} Tokens ({cached} im Cache)</translation>
    </message>
    <message>
        <source>{proxy} is not the address of a proxy, such as http://127.0.0.1:8080. Correct it in Settings › Models.</source>
        <translation>{proxy} ist keine Adresse eines Proxys wie http://127.0.0.1:8080. Berichtigen Sie sie unter „Einstellungen › Modelle“.</translation>
    </message>
    <message>
        <source>{repository} has no safetensors files, so it does not run here. Choose a version for MLX.</source>
        <translation>{repository} hat keine safetensors-Dateien und läuft deshalb hier nicht. Wählen Sie eine Fassung für MLX.</translation>
    </message>
    <message>
        <source>{repository} is gated, and your token does not open it yet. Request access at {page}, then try again.</source>
        <translation>{repository} ist zugangsbeschränkt, und Ihr Token öffnet es noch nicht. Beantragen Sie Zugang auf {page}, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{repository} is gated. Request access at {page}, set your token in Settings › Models, then try again.</source>
        <translation>{repository} ist zugangsbeschränkt. Beantragen Sie Zugang auf {page}, setzen Sie Ihren Token unter „Einstellungen › Modelle“, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{repository} keeps changing on the hub. Try again later.</source>
        <translation>{repository} ändert sich im Hub immer wieder. Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>{request}  running</source>
        <translation>{request}  läuft</translation>
    </message>
    <message>
        <source>{sentence} It needs {size}; {free} is free.</source>
        <translation>{sentence} Gebraucht werden {size}; frei sind {free}.</translation>
    </message>
    <message>
        <source>{sentence} It wrote: {last_output}</source>
        <translation>{sentence} Er schrieb: {last_output}</translation>
    </message>
    <message>
        <source>{shown} of {all} models</source>
        <translation>{shown} von {all} Modellen</translation>
    </message>
    <message>
        <source>{size} GB</source>
        <translation>{size} GB</translation>
    </message>
    <message>
        <source>{size} MB</source>
        <translation>{size} MB</translation>
    </message>
    <message>
        <source>{size} kB</source>
        <translation>{size} kB</translation>
    </message>
    <message>
        <source>{size} of {name} has been downloaded. “Pause” keeps it.</source>
        <translation>{size} von {name} sind heruntergeladen. Mit „Pause“ bleiben sie erhalten.</translation>
    </message>
    <message>
        <source>{size} pixels</source>
        <translation>{size} Pixel</translation>
    </message>
    <message>
        <source>{size} stays free.</source>
        <translation>{size} bleiben frei.</translation>
    </message>
    <message>
        <source>{size} · {length}</source>
        <translation>{size} · {length}</translation>
    </message>
    <message>
        <source>{size}/s</source>
        <comment>per second</comment>
        <translation>{size}/s</translation>
    </message>
    <message>
        <source>{small} instead of {plain} at {context} tokens, in every chat with this model</source>
        <translation>{small} statt {plain} bei {context} Tokens, in jedem Chat mit diesem Modell</translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation>{speed} tok/s</translation>
    </message>
    <message>
        <source>{text} is not the address of a server. Write it as in http://192.168.1.20:8080/v1.</source>
        <translation>{text} ist nicht die Adresse eines Servers. Schreiben Sie sie so: http://192.168.1.20:8080/v1.</translation>
    </message>
    <message>
        <source>{time} ago</source>
        <translation>vor {time}</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>{time} to first token</source>
        <translation>{time} bis zum ersten Token</translation>
    </message>
    <message>
        <source>{title} (copy)</source>
        <translation>{title} (Kopie)</translation>
    </message>
    <message>
        <source>{title} (temporary)</source>
        <translation>{title} (temporär)</translation>
    </message>
    <message>
        <source>{title} by answer</source>
        <translation>{title} nach Antwort</translation>
    </message>
    <message>
        <source>{title} by pane</source>
        <translation>{title} nach Spalte</translation>
    </message>
    <message>
        <source>{title} by prompt</source>
        <translation>{title} nach Prompt</translation>
    </message>
    <message>
        <source>{title} over time</source>
        <translation>{title} im Zeitverlauf</translation>
    </message>
    <message>
        <source>{title} over time, enlarge</source>
        <translation>{title} im Zeitverlauf, vergrößern</translation>
    </message>
    <message>
        <source>{title} since the start</source>
        <translation>{title} seit dem Start</translation>
    </message>
    <message>
        <source>{title}, answering</source>
        <translation>{title}, antwortet</translation>
    </message>
    <message>
        <source>{title}, temporary</source>
        <translation>{title}, temporär</translation>
    </message>
    <message>
        <source>{title}, tool call waiting</source>
        <translation>{title}, Werkzeugaufruf wartet</translation>
    </message>
    <message>
        <source>{tokens} left</source>
        <translation>{tokens} frei</translation>
    </message>
    <message>
        <source>{tokens} of them are cached.</source>
        <translation>{tokens} davon sind im Cache.</translation>
    </message>
    <message>
        <source>{tokens} of {context} tokens: the system prompt, the conversation and this question with its files.</source>
        <translation>{tokens} von {context} Tokens: der Systemprompt, die Unterhaltung und diese Frage mit ihren Dateien.</translation>
    </message>
    <message>
        <source>{unread:,} tokens are more than can be skimmed ({most:,}).</source>
        <translation>{unread:,} Tokens sind mehr, als überflogen werden können ({most:,}).</translation>
    </message>
    <message>
        <source>{used} of at most {limit} in use</source>
        <translation>{used} von höchstens {limit} belegt</translation>
    </message>
    <message>
        <source>{value} min</source>
        <comment>minutes</comment>
        <translation>{value} min</translation>
    </message>
    <message>
        <source>{value} ms</source>
        <comment>milliseconds</comment>
        <translation>{value} ms</translation>
    </message>
    <message>
        <source>{value} nats</source>
        <translation>{value} Nats</translation>
    </message>
    <message>
        <source>{value} s</source>
        <comment>seconds</comment>
        <translation>{value} s</translation>
    </message>
    <message>
        <source>{where} does not name its files. Write {example}.</source>
        <translation>{where} nennt seine Dateien nicht. Schreiben Sie {example}.</translation>
    </message>
    <message>
        <source>{where} has an empty “prompt” column.</source>
        <translation>{where} hat eine leere Spalte „prompt“.</translation>
    </message>
    <message>
        <source>{where} has no text. Write {example}.</source>
        <translation>{where} hat keinen Text. Schreiben Sie {example}.</translation>
    </message>
    <message>
        <source>{where} is nested too deeply or contains a number that is too long.</source>
        <translation>{where} ist zu tief verschachtelt oder hat eine zu lange Zahl, um eine Liste von Prompts zu sein.</translation>
    </message>
    <message>
        <source>{where} is not CSV. Check the quotation marks up to there.</source>
        <translation>{where} ist kein CSV. Prüfen Sie die Anführungszeichen bis dorthin.</translation>
    </message>
    <message>
        <source>{where} is not JSON: there is a mistake at character {at:,} of it.</source>
        <translation>{where} ist kein JSON: An der Stelle {at:,} ist ein Fehler.</translation>
    </message>
    <message>
        <source>{where} is not UTF-8 text. Save the file as UTF-8.</source>
        <translation>{where} ist kein Text in UTF-8. Speichern Sie die Datei als UTF-8.</translation>
    </message>
    <message>
        <source>{where} is not a prompt. Write {example}.</source>
        <translation>{where} ist kein Prompt. Schreiben Sie {example}.</translation>
    </message>
    <message>
        <source>{where} names a file with an invalid character.</source>
        <translation>{where} nennt eine Datei mit einem ungültigen Zeichen.</translation>
    </message>
    <message>
        <source>{where} names {name}, but nothing is downloaded. Save the file next to the list and use its name.</source>
        <translation>{where} nennt {name}, und aus dem Netz wird nichts geholt. Speichern Sie die Datei neben der Liste und nennen Sie diese.</translation>
    </message>
    <message>
        <source>{where} names {name}, which does not exist in {folder}.</source>
        <translation>{where} nennt {name}, und in {folder} gibt es keine solche Datei.</translation>
    </message>
    <message>
        <source>{width:,} × {height:,}</source>
        <translation>{width:,} × {height:,}</translation>
    </message>
    <message>
        <source>{width:,} × {height:,} pixels</source>
        <translation>{width:,} × {height:,} Pixel</translation>
    </message>
    <message>
        <source>{width:,} × {height:,} pixels ({millions:,.0f} million)</source>
        <translation>{width:,} × {height:,} Pixel ({millions:,.0f} Millionen)</translation>
    </message>
    <message>
        <source>{work} has not finished yet.</source>
        <translation>{work} ist noch nicht abgeschlossen.</translation>
    </message>
    <message>
        <source>“{found}” is not expected here.</source>
        <translation>„{found}“ kann hier nicht stehen.</translation>
    </message>
    <message>
        <source>“{name}” does not exist.</source>
        <translation>„{name}“ gibt es nicht.</translation>
    </message>
    <message>
        <source>“{name}” in this address is a user name. The site is {host}.</source>
        <translation>„{name}“ in dieser Adresse ist ein Benutzername. Die Website ist {host}.</translation>
    </message>
    <message>
        <source>“{name}” is not the name of a model on the hub, such as “organization/name”.</source>
        <translation>„{name}“ ist kein Name eines Modells im Hub wie „Organisation/Name“.</translation>
    </message>
    <message>
        <source>“{name}” may not be used in a template.</source>
        <translation>„{name}“ darf in einer Chatvorlage nicht verwendet werden.</translation>
    </message>
    <message>
        <source>“{sign}” is missing at the end of the template.</source>
        <translation>am Ende der Chatvorlage fehlt „{sign}“.</translation>
    </message>
    <message>
        <source>“{sign}” is missing before a text or number.</source>
        <translation>vor einem Text oder einer Zahl fehlt „{sign}“.</translation>
    </message>
    <message>
        <source>“{sign}” is missing before “{found}”.</source>
        <translation>vor „{found}“ fehlt „{sign}“.</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>„{text}“</translation>
    </message>
    <message>
        <source>“{text}” is not an origin. Write one such as http://localhost:3000.</source>
        <translation>„{text}“ ist kein Ursprung. Schreiben Sie einen wie http://localhost:3000.</translation>
    </message>
    <message>
        <source>“{text}” is not one token of this model. Type another token or its number, or use a stop string in the options of a chat.</source>
        <translation>„{text}“ ist kein einzelnes Token dieses Modells. Geben Sie ein anderes Token oder seine Nummer ein, oder verwenden Sie in den Optionen eines Chats einen Stopptext.</translation>
    </message>
    <message>
        <source>“{text}” is not the name of a computer. Write one such as mac2.local or anna@mac2.</source>
        <translation>„{text}“ ist kein Rechner. Schreiben Sie einen Namen oder eine Adresse wie mac2.local oder anna@mac2.</translation>
    </message>
    <message>
        <source>“{title}” is damaged and cannot be opened. Export it as JSON from its menu to keep its text.</source>
        <translation>„{title}“ ist beschädigt und kann nicht geöffnet werden. Exportieren Sie den Chat über sein Menü als JSON, um seinen Text zu behalten.</translation>
    </message>
    <message>
        <source>“{title}” is in Recently Deleted. Restore it to open it.</source>
        <translation>„{title}“ liegt unter „Zuletzt gelöscht“. Stellen Sie den Chat wieder her, um ihn zu öffnen.</translation>
    </message>
    <message>
        <source>● {size} in memory</source>
        <translation>● {size} im Speicher</translation>
    </message>
</context>
</TS>

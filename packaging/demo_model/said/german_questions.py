"""German questions about images and videos; `wording.varied` reads their choices."""

from demo_model.said.wording import questions

QUESTIONS = questions("""
describe: Was siehst du?|Was ist auf dem Bild?|Beschreibe das Bild.|Was ist auf diesem Bild?|
Beschreibe das Bild genau.|Beschreibe alles, was du siehst.|Was ist da drauf?|Was siehst du hier?|
Beschreibe dieses Bild in allen Einzelheiten.|Nenne alles, was du siehst.|Was gibt es zu sehen?|
Was zeigt das Bild?|Was ist das?|Was kannst du auf dem Bild sehen?|Sag mir, was du siehst.|
Welche Formen siehst du?|Was siehst du auf dem Bild?|Beschreib mir das Bild.|Was ist hier zu sehen?

count: Wie viele Formen gibt es?|Wie viele Formen siehst du?|Zähle die Formen.|
Wie viele Formen sind auf dem Bild?|Wie viele Dinge siehst du?|Wie viele Formen sind es?|
Wie viele Formen zeigt das Bild?|Wie viele Formen kannst du zählen?|Wie viele Objekte gibt es?|
Sag mir, wie viele Formen es gibt.|
Wie viele [Formen/Dinge/Figuren] [gibt es/siehst du] [hier/insgesamt/auf dem Blatt]?|
Wie viele [Formen/Dinge/Objekte/Figuren]
[gibt es/siehst du/sind da/zählst du/sind zu sehen/habe ich gemalt/habe ich hier gemalt]?|
[Anzahl/Zahl] der [Formen/Dinge/Objekte/Figuren] [/bitte]?|
[Kannst du/Könntest du] [die Formen/die Dinge/die Figuren/alles] zählen?|
Wie viele [~e/~e/kleine/schöne/ganze/gemalte] [Formen/Dinge/Objekte/Figuren]
[gibt es/siehst du] [/hier/insgesamt/auf dem ~]?|
[Es gibt/Hier sind/Ich sehe] [~e/einige/mehrere/so viele/ziemlich viele] Formen.
[Wie viele/Wie viele sind es/Wie viele sind das][/, ~/ genau]?

count_thing: Wie viele {x.many} gibt es?|Wie viele {x.many} siehst du?|Zähle {x.the_many}.|
Wie viele {x.many} sind auf dem Bild?|Wie viele {x.many} sind es?|Wie viele {x.many}?|
Wie viele {x.many} zeigt das Bild?|Wie viele {x.many} kannst du sehen?|
Sag mir, wie viele {x.many} es gibt.|Wie viele {x.many} findest du?|
Wie viele {x.many}
[gibt es/siehst du/sind da/zählst du/sind zu sehen/habe ich gemalt/habe ich hier gemalt]?|
Wie viele {x.many} [gibt es/siehst du] [hier/insgesamt/auf dem Blatt]?|
{x.many}[: wie viele/, wie viele]?|
[Kannst du/Könntest du] {x.the_many} zählen?

color: Welche Farbe hat {x.the}?|Welche Farbe hat {x.the} auf dem Bild?|
Was für eine Farbe hat {x.the}?|
Sag mir, welche Farbe {x.the} hat.|In welcher Farbe ist {x.the}?|Wie ist {x.the} gefärbt?|
Welche Farbe siehst du bei {x.the_dat}?|Nenne mir die Farbe von {x.the_dat}.|
Kannst du mir sagen, welche Farbe {x.the} hat?|Was ist die Farbe von {x.the_dat}?|
{x.the}[: welche Farbe/, welche Farbe]?|
[Sag mir/Ich wüsste gern/Weißt du], welche Farbe {x.the} hat.|
In welcher Farbe wurde {x.the} gemalt?

color_it: Welche Farbe hat die Form?|Welche Farbe ist das?|Was für eine Farbe hat sie?|
Welche Farbe siehst du?|Welche Farbe hat das Ding?|Was ist die Farbe der Form?|
Sag mir die Farbe.|Nenne die Farbe.|Welche Farbe ist es?|Welche Farbe hat das Objekt?

shape: Welche Form ist {color}?|Welches Ding ist {color}?|Was ist das für {x.a}?|
Was ist {x.the}?|Welche Form siehst du in {color}?|Was für eine Form ist {color}?|
Welche Form hat das Ding in {color}?|Sag mir, welche Form {color} ist.|
Welche Form auf dem Bild ist {color}?|
Welche der Formen ist {color}?

shape_it: Welche Form ist das?|Welche Form siehst du?|Was ist das für eine Form?|Nenne die Form.|
Welche Form ist auf dem Bild?|Was für eine Form ist es?|Was für eine Form siehst du?|
Sag mir die Form.|Welche Form hat das Ding?|Wie heißt die Form?

exists: Gibt es {x.a_acc}?|Siehst du {x.a_acc}?|Ist da {x.a}?|Ist {x.a} auf dem Bild?|
Zeigt das Bild {x.a_acc}?|Kannst du {x.a_acc} sehen?|Gibt es {x.a_acc} auf dem Bild?|
Siehst du auf dem Bild {x.a_acc}?|Findest du {x.a_acc}?|Ist auf dem Bild {x.a}?|
Kannst du {x.a_acc} finden?

exists_color: Gibt es {x.a_acc}?|Siehst du {x.a_acc}?|Ist eine der Formen {color}?|
Ist irgendeine Form {color}?|
Gibt es eine Form in {color}?|Ist {x.a} auf dem Bild?|Kannst du {x.a_acc} sehen?|
Zeigt das Bild {x.a_acc}?|Ist eine Form {color}?|Ist da {x.a}?

where: Wo ist {x.the}?|Wo auf dem Bild ist {x.the}?|Wo siehst du {x.the_acc}?|
In welchem Teil des Bildes ist {x.the}?|Wo finde ich {x.the_acc}?|Sag mir, wo {x.the} ist.|
Wo genau ist {x.the}?|Wo befindet sich {x.the}?|Wo liegt {x.the}?|
Kannst du mir sagen, wo {x.the} ist?|An welcher Stelle ist {x.the}?|
Wo [ist/liegt/steht/befindet sich] {x.the} [/auf dem Blatt/genau/hier]?|
[Sag mir/Ich wüsste gern/Weißt du], wo {x.the} ist.

where_it: Wo ist die Form?|Wo auf dem Bild ist sie?|Wo ist sie?|Wo siehst du die Form?|
Wo befindet sich die Form?|Sag mir, wo die Form ist.|In welchem Teil des Bildes ist die Form?|
Wo liegt die Form?|Wo genau ist die Form?|An welcher Stelle ist die Form?

side_left: Was ist links?|Welche Form ist links?|Was siehst du links?|Was ist auf der linken Seite?|
Was ist links auf dem Bild?|Was liegt links?|Was steht links?|Was befindet sich links?|
Welche Form siehst du auf der linken Seite?|Nenne die Form auf der linken Seite.

side_left_most: Was ist ganz links?|Welche Form ist ganz links?|Was siehst du ganz links?|
Welche Form ist am weitesten links?|Was ist am weitesten links?|Was befindet sich ganz links?|
Was liegt ganz links?|Nenne die Form ganz links.|Was ist ganz links auf dem Bild?|
Welche Form siehst du ganz links?

side_right: Was ist rechts?|Welche Form ist rechts?|Was siehst du rechts?|
Was ist auf der rechten Seite?|Was ist rechts auf dem Bild?|Was liegt rechts?|Was steht rechts?|
Was befindet sich rechts?|Welche Form siehst du auf der rechten Seite?|
Nenne die Form auf der rechten Seite.

side_right_most: Was ist ganz rechts?|Welche Form ist ganz rechts?|Was siehst du ganz rechts?|
Welche Form ist am weitesten rechts?|Was ist am weitesten rechts?|Was befindet sich ganz rechts?|
Was liegt ganz rechts?|Nenne die Form ganz rechts.|Was ist ganz rechts auf dem Bild?|
Welche Form siehst du ganz rechts?

side_top: Was ist oben?|Welche Form ist oben?|Was siehst du oben?|Was ist oben auf dem Bild?|
Was befindet sich oben?|Was ist in der oberen Hälfte?|Welche Form siehst du oben?|
Nenne die Form oben.|Was liegt oben?|Was ist da oben?

side_top_most: Was ist ganz oben?|Welche Form ist ganz oben?|Was siehst du ganz oben?|
Was ist am weitesten oben?|Welche Form ist am weitesten oben?|Was befindet sich ganz oben?|
Nenne die oberste Form.|Welche Form ist die oberste?|Was ist ganz oben auf dem Bild?|
Welche Form siehst du ganz oben?

side_bottom: Was ist unten?|Welche Form ist unten?|Was siehst du unten?|Was ist unten auf dem Bild?|
Was befindet sich unten?|Was ist in der unteren Hälfte?|Welche Form siehst du unten?|
Nenne die Form unten.|Was liegt unten?|Was ist da unten?

side_bottom_most: Was ist ganz unten?|Welche Form ist ganz unten?|Was siehst du ganz unten?|
Was ist am weitesten unten?|Welche Form ist am weitesten unten?|Was befindet sich ganz unten?|
Nenne die unterste Form.|Welche Form ist die unterste?|Was ist ganz unten auf dem Bild?|
Welche Form siehst du ganz unten?

relation: Ist {x.the} {way} {y.the_dat}?|Liegt {x.the} {way} {y.the_dat}?|
Befindet sich {x.the} {way} {y.the_dat}?|Stimmt es, dass {x.the} {way} {y.the_dat} ist?|
Ist {x.the} auf dem Bild {way} {y.the_dat}?|Siehst du {x.the_acc} {way} {y.the_dat}?|
{x.the} ist {way} {y.the_dat}, oder?|Steht {x.the} {way} {y.the_dat}?|
Würdest du sagen, dass {x.the} {way} {y.the_dat} ist?|{x.the} ist {way} {y.the_dat}, stimmt das?

neighbor: Was ist {way} {x.the_dat}?|Welche Form ist {way} {x.the_dat}?|
Was siehst du {way} {x.the_dat}?|
Was liegt {way} {x.the_dat}?|Was befindet sich {way} {x.the_dat}?|Was steht {way} {x.the_dat}?|
Welche Form liegt {way} {x.the_dat}?|Sag mir, was {way} {x.the_dat} ist.|
Welche Form siehst du {way} {x.the_dat}?|Was kannst du {way} {x.the_dat} sehen?

background: Welche Farbe hat der Hintergrund?|Was ist die Farbe des Hintergrunds?|
Welche Farbe ist hinter den Formen?|In welcher Farbe ist der Hintergrund?|
Was für eine Farbe hat der Hintergrund?|Sag mir, welche Farbe der Hintergrund hat.|
Welche Hintergrundfarbe hat das Bild?|Nenne die Farbe des Hintergrunds.|
Welche Farbe siehst du hinter den Formen?|Wie ist der Hintergrund gefärbt?|
Welche Farbe hat [das Papier/das Blatt/die Leinwand/die Fläche hinter den Formen/der Grund]?|
[Worauf ist das gemalt/Worauf sind die Formen gemalt], welche Farbe ist das?|
In welcher Farbe ist [das Blatt/der Hintergrund/das Papier]?

color_or: Ist {x.the} {one} oder {other}?|{x.the}: {one} oder {other}?|
Welche Farbe hat {x.the}, {one} oder {other}?|Würdest du sagen, {x.the} ist {one} oder {other}?|
[Ist/War] {x.the} {one} oder {other}?|{x.the}[:/,] {one} oder {other}?|
{one} oder {other}[: was ist/, was ist/: wie ist] {x.the}?|
[Sag mir/Weißt du/Siehst du], ob {x.the} {one} oder {other} ist.

shape_or: Ist die Form in {color} {one.a} oder {other.a}?|
Welche Form ist {color}, {one.the} oder {other.the}?|
Ist das Ding in {color} {one.a} oder {other.a}?|
{one.a} oder {other.a}: was ist die Form in {color}?|
[Sag mir/Weißt du], ob die Form in {color} {one.a} oder {other.a} ist.

background_or: Ist der Hintergrund {one} oder {other}?|Der Hintergrund: {one} oder {other}?|
Sind die Formen auf {one} oder auf {other} gemalt?|Ist [das Blatt/das Papier] {one} oder {other}?|
Welche Farbe hat der Hintergrund, {one} oder {other}?

count_or: Sind es {n} oder {m} {x.many}?|Siehst du {n} oder {m} {x.many}?|
Wie viele {x.many}, {n} oder {m}?|{n} {x.many} oder {m}?|{x.many}: {n} oder {m}?|
[Sind es/Gibt es/Siehst du/Zählst du/Sind da] {n} [{x.many} oder {m}/oder {m} {x.many}]?|
{n} {x.many}[, oder/ oder] {m}?

left_or_right: Ist {x.the} links oder rechts?|{x.the}: links oder rechts?|
Auf welcher Seite ist {x.the}?|Auf welcher Seite ist {x.the}, links oder rechts?|
[Ist/Liegt/Steht] {x.the} [links oder rechts/rechts oder links/auf der linken oder rechten Seite]?|
[Sag mir/Weißt du/Siehst du], ob {x.the} [links oder rechts/rechts oder links] ist.|
Wo ist {x.the}, [links oder rechts/rechts oder links]?|
In welcher Hälfte ist {x.the}, links oder rechts?

top_or_bottom: Ist {x.the} oben oder unten?|{x.the}: oben oder unten?|
Ist {x.the} in der oberen oder der unteren Hälfte?|
[Ist/Liegt/Steht] {x.the} [oben oder unten/unten oder oben/weiter oben oder weiter unten]?|
[Sag mir/Weißt du/Siehst du], ob {x.the} [oben oder unten/unten oder oben] ist.|
Wo ist {x.the}, [oben oder unten/unten oder oben]?|In welcher Hälfte ist {x.the}, oben oder unten?

corner: In welcher Ecke ist {x.the}?|In welcher Ecke siehst du {x.the_acc}?|
Welche Ecke hat {x.the_acc}?|In welche Ecke habe ich {x.the_acc} gemalt?

clip_happens: Was passiert im Video?|Was passiert?|Beschreibe das Video.|Was siehst du im Video?|
Was zeigt das Video?|Was geschieht im Video?|Sag mir, was im Video passiert.|Was siehst du?|
Was ist im Video zu sehen?|Was passiert hier?|Was bewegt sich wohin?

direction: Wohin bewegt sich {x.the}?|In welche Richtung bewegt sich {x.the}?|Wohin geht {x.the}?|
Wie bewegt sich {x.the}?|Sag mir, wohin sich {x.the} bewegt.|In welche Richtung geht {x.the}?|
Wohin wandert {x.the}?|Wohin bewegt sich {x.the} im Video?|
Welche Richtung nimmt {x.the}?|In welcher Richtung ist {x.the} unterwegs?

direction_check: Bewegt sich {x.the} nach {way}?|Geht {x.the} nach {way}?|
Wandert {x.the} nach {way}?|Stimmt es, dass sich {x.the} nach {way} bewegt?|
Bewegt sich {x.the} im Video nach {way}?|{x.the} bewegt sich nach {way}, oder?|
Siehst du, dass sich {x.the} nach {way} bewegt?|Geht {x.the} im Video nach {way}?|
Ist {x.the} nach {way} unterwegs?|Würdest du sagen, dass sich {x.the} nach {way} bewegt?

clip_color: Welche Farbe hat {x.the}?|Welche Farbe hat {x.the} im Video?|
Was für eine Farbe hat {x.the}?|Sag mir, welche Farbe {x.the} hat.|In welcher Farbe ist {x.the}?|
Was ist die Farbe von {x.the_dat}?|Nenne mir die Farbe von {x.the_dat}.|Wie ist {x.the} gefärbt?|
Kannst du mir sagen, welche Farbe {x.the} hat?|Welche Farbe siehst du bei {x.the_dat}?

clip_shape: Welche Form ist {color}?|Was ist {color}?|Welche Form im Video ist {color}?|
Was ist {x.the}?|Was ist im Video {color}?|Was für eine Form ist {color}?|
Sag mir, was {color} ist.|Welche der Formen ist {color}?|Was siehst du in {color}?|
Was ist das für {x.a}?

moves_any: Bewegt sich etwas?|Bewegt sich etwas im Video?|Bewegt sich irgendetwas?|
Ist etwas in Bewegung?|Siehst du eine Bewegung?|Gibt es eine Bewegung?|Bewegt sich da etwas?|
Bewegt sich eine Form?|Bewegt sich im Video irgendetwas?|Bewegt sich überhaupt etwas?

moves: Bewegt sich {x.the}?|Bewegt sich {x.the} im Video?|Ist {x.the} in Bewegung?|
Bewegt sich {x.the} überhaupt?|Siehst du, ob sich {x.the} bewegt?|
Stimmt es, dass sich {x.the} bewegt?|
Geht {x.the} irgendwohin?|Wandert {x.the}?|Bewegt sich {x.the} von der Stelle?|
Bleibt {x.the} nicht am selben Ort?

stops: Hält {x.the} an?|Bleibt {x.the} am Ende stehen?|Hält {x.the} am Ende an?|
Kommt {x.the} zum Stehen?|Hört {x.the} auf, sich zu bewegen?|Steht {x.the} am Ende still?|
Hält {x.the} im Video an?|Stoppt {x.the}?|Stoppt {x.the} am Ende?|Ruht {x.the} am Ende?

clip_count: Wie viele Formen gibt es?|Wie viele Formen sind im Video?|Zähle die Formen.|
Wie viele Formen siehst du?|Wie viele Formen zeigt das Video?|Wie viele Dinge sind im Video?|
Wie viele Formen sind es?|Wie viele Formen siehst du im Video?|Sag mir, wie viele Formen es gibt.|
Wie viele Objekte gibt es?

clip_exists: Gibt es {x.a_acc} im Video?|Siehst du {x.a_acc}?|Ist {x.a} im Video?|
Zeigt das Video {x.a_acc}?|Gibt es {x.a_acc}?|Kannst du {x.a_acc} sehen?|Ist da {x.a}?|
Siehst du {x.a_acc} im Video?|Ist im Video {x.a}?|Findest du {x.a_acc}?

count_color: Wie viele {x.many} gibt es?|Wie viele Formen sind {color}?|Zähle {x.the_many}.|
Wie viele {x.many} siehst du?|Wie viele {x.many} sind auf dem Bild?|Wie viele Dinge sind {color}?|
Wie viele der Formen sind {color}?|Wie viele sind {color}?|Wie viele davon sind {color}?|
Wie viele Formen haben die Farbe {color}?|Wie viele {x.many} zeigt das Bild?|
Sag mir, wie viele Formen {color} sind.|Zähle alle Formen, die {color} sind.|{x.many}: wie viele?|
Wie viele {x.many} [gibt es/siehst du] [hier/insgesamt/auf dem Blatt]?|
Wie viele [{x.many}/Dinge in {color}/Formen in {color}]
[gibt es/siehst du/sind da/zählst du/sind zu sehen/habe ich gemalt/habe ich hier gemalt]?|
[Kannst du/Könntest du] [{x.the_many}/die Formen in {color}] zählen?

exists_of: Ist irgend{bare.a} {color}?|Gibt es {bare.a_acc} in {color}?|
Siehst du {bare.a_acc} in {color}?|Hat irgend{bare.a} die Farbe {color}?|
Sind [einige/manche/welche] der {bare.many} {color}?|Gibt es {bare.many} in {color}?|
[Gibt es/Siehst du/Findest du/Zeigt das Bild] [irgendwo/auch/mindestens/] {bare.a_acc} in {color}?|
[Habe ich/Hab ich] {bare.a_acc} in {color} gemalt?

relative: Wo ist {x.the}, von {y.the_dat} aus gesehen?|
Auf welcher Seite von {y.the_dat} ist {x.the}?|
Wo liegt {x.the} im Verhältnis zu {y.the_dat}?|Von {y.the_dat} aus gesehen, wo ist {x.the}?|
Wo [ist/liegt/steht] {x.the}
[, verglichen mit {y.the_dat}/im Vergleich zu {y.the_dat}/, wenn man von {y.the_dat} ausgeht]?|
[Sag mir/Weißt du], wo {x.the} [in Bezug auf {y.the_acc}/von {y.the_dat} aus] ist.

bigger: Was ist größer, {x.the} oder {y.the}?|Welche Form ist größer, {x.the} oder {y.the}?|
Ist {x.the} oder {y.the} größer?|{x.the} oder {y.the}: was ist größer?|
Welche der beiden Formen ist größer, {x.the} oder {y.the}?|
Vergleiche {x.the_acc} und {y.the_acc}. Was ist größer?|
[Was/Welche Form] [ist größer/wurde größer gemalt/wirkt größer][:/,] {x.the} oder {y.the}?|
[Sag mir/Weißt du/Siehst du], was größer ist, {x.the} oder {y.the}.

smaller: Was ist kleiner, {x.the} oder {y.the}?|Welche Form ist kleiner, {x.the} oder {y.the}?|
Ist {x.the} oder {y.the} kleiner?|{x.the} oder {y.the}: was ist kleiner?|
Welche der beiden Formen ist kleiner, {x.the} oder {y.the}?|
Vergleiche {x.the_acc} und {y.the_acc}. Was ist kleiner?|
[Was/Welche Form] [ist kleiner/wurde kleiner gemalt/wirkt kleiner][:/,] {x.the} oder {y.the}?|
[Sag mir/Weißt du/Siehst du], was kleiner ist, {x.the} oder {y.the}.

biggest: Was ist die größte Form?|Welche Form ist die größte?|Welche Form ist am größten?|
Was ist am größten?|Welches Ding ist am größten?|Nenne die größte Form.|Welche ist die größte?|
Welche der Formen ist die größte?|Welche Form ist größer als alle anderen?|
Welche Form braucht am meisten Platz?|Sag mir, welche Form am größten ist.|
[Was/Welche Form/Welche Figur/Welche der Formen] ist [die größte/am größten/größer als der Rest/am
größten gemalt] [/hier/auf dem Bild/von allen]?|
[Die/Was ist die/Wie heißt die] größte [Form/Figur] [/hier/auf dem Bild/auf dem Blatt]?

smallest: Was ist die kleinste Form?|Welche Form ist die kleinste?|Welche Form ist am kleinsten?|
Was ist am kleinsten?|Welches Ding ist am kleinsten?|Nenne die kleinste Form.|
Welche ist die kleinste?|Welche der Formen ist die kleinste?|
Welche Form ist kleiner als alle anderen?|
Welche Form braucht am wenigsten Platz?|Sag mir, welche Form am kleinsten ist.|
[Was/Welche Form/Welche Figur/Welche der Formen] ist [die kleinste/am kleinsten/kleiner als der
Rest/am kleinsten gemalt] [/hier/auf dem Bild/von allen]?|
[Die/Was ist die/Wie heißt die] kleinste [Form/Figur] [/hier/auf dem Bild/auf dem Blatt]?

size_or: Ist {x.the} größer oder kleiner als {y.the}?|Ist {x.the} kleiner oder größer als {y.the}?|
{x.the}: größer oder kleiner als {y.the}?|
Verglichen mit {y.the_dat}: ist {x.the} größer oder kleiner?|
[Ist/War/Wirkt] {x.the} [größer oder kleiner/kleiner oder größer] als {y.the}?|
[Sag mir/Weißt du/Siehst du], ob {x.the} [größer oder kleiner/kleiner oder größer] ist als {y.the}.

bigger_check: Ist {x.the} größer als {y.the}?|{x.the} ist größer als {y.the}, oder?|
Stimmt es, dass {x.the} größer ist als {y.the}?|Braucht {x.the} mehr Platz als {y.the}?|
Würdest du sagen, {x.the} ist größer als {y.the}?|{x.the} ist größer als {y.the}, stimmt das?

smaller_check: Ist {x.the} kleiner als {y.the}?|{x.the} ist kleiner als {y.the}, oder?|
Stimmt es, dass {x.the} kleiner ist als {y.the}?|Braucht {x.the} weniger Platz als {y.the}?|
Würdest du sagen, {x.the} ist kleiner als {y.the}?|{x.the} ist kleiner als {y.the}, stimmt das?

clip_color_it: Welche Farbe hat die Form?|Welche Farbe ist das?|Was für eine Farbe hat sie?|
Welche Farbe hat die Form im Video?|Was ist die Farbe der Form?|Sag mir die Farbe der Form.|
Welche Farbe hat das Ding im Video?|Welche Farbe siehst du?|In welcher Farbe ist die Form?

clip_color_moving: Welche Farbe hat die Form, die sich bewegt?|Welche Farbe bewegt sich?|
Welche Farbe hat das, was sich bewegt?|Was ist die Farbe der Form, die sich bewegt?|
[Welche/Was für eine] Farbe hat [die Form, die wandert/das Ding, das sich bewegt/die bewegte
Form/die Form in Bewegung] [/im Video]?|
Sag mir die Farbe der Form, die sich bewegt.

clip_shape_it: Welche Form ist das?|Welche Form siehst du?|Was ist das für eine Form?|
Welche Form ist im Video?|Was für eine Form ist es?|Nenne die Form im Video.|
Welche Form hat das Ding?|Wie heißt die Form?|Welche Form zeigt das Video?

clip_shape_moving: Welche Form bewegt sich?|Was bewegt sich?|Was bewegt sich im Video?|
Welche Form ist in Bewegung?|Welche der Formen bewegt sich?|Nenne die Form, die sich bewegt.|
[Was/Welche Form/Welches Ding/Welche Figur] [bewegt sich/wandert/ist in Bewegung/ist unterwegs]
[/im Video/in diesem Film]?

moves_not: Steht {x.the} still?|Bleibt {x.the} am selben Ort?|
Ruht {x.the} die ganze Zeit?|Steht {x.the} die ganze Zeit still?|Bleibt {x.the} am Platz?|
[Steht/Bleibt] {x.the} [im Video/die ganze Zeit/immer] [still/am selben Ort/an einer Stelle]?

stops_not: Bewegt sich {x.the} die ganze Zeit?|Bewegt sich {x.the} immer?|
Bewegt sich {x.the} bis zum Ende?|Bewegt sich {x.the} ohne Halt?|Hält {x.the} nie an?|
Ist {x.the} die ganze Zeit in Bewegung?|Geht {x.the} immer weiter?|
[Bewegt sich/Wandert] {x.the} [ununterbrochen/bis zum Schluss/ohne Pause/das ganze Video lang]?

stop_place: Wo hält {x.the} an?|Wo bleibt {x.the} stehen?|Wo kommt {x.the} zum Stehen?|
Wo stoppt {x.the}?|An welcher Stelle hält {x.the} an?|Sag mir, wo {x.the} anhält.|
Wo hält {x.the} im Video an?|In welchem Teil des Bildes hält {x.the} an?|
Wo steht {x.the} am Ende still?

turns_first: Wohin geht {x.the} zuerst?|Wohin bewegt sich {x.the} zuerst?|
In welche Richtung bewegt sich {x.the} zuerst?|Wohin bewegt sich {x.the} am Anfang?|
Was ist die erste Richtung von {x.the_dat}?|Sag mir, wohin sich {x.the} zuerst bewegt.|
[Wohin/In welche Richtung] [geht/wandert] {x.the} [zuerst/am Anfang/zu Beginn]?

turns_then: Wohin geht {x.the} dann?|Wohin bewegt sich {x.the} danach?|
In welche Richtung bewegt sich {x.the} danach?|Wohin bewegt sich {x.the} am Ende?|
Was ist die zweite Richtung von {x.the_dat}?|Sag mir, wohin sich {x.the} dann bewegt.|
[Wohin/In welche Richtung] [geht/wandert] {x.the} [dann/danach/als Nächstes/am Schluss]?

turns: Biegt {x.the} ab?|Ändert {x.the} die Richtung?|Wechselt {x.the} die Richtung?|
Macht {x.the} eine Wendung?|Biegt {x.the} im Video ab?|Ändert sich die Richtung von {x.the_dat}?|
Siehst du, ob {x.the} abbiegt?|
[Ändert/Wechselt] {x.the} [/irgendwann/unterwegs/im Video] die Richtung?

keeps_direction: Behält {x.the} die Richtung bei?|Bewegt sich {x.the} nur in eine Richtung?|
Bewegt sich {x.the} immer in dieselbe Richtung?|Bleibt die Richtung von {x.the_dat} gleich?|
Geht {x.the} die ganze Zeit in eine Richtung?

goes_straight: Bewegt sich {x.the} geradeaus?|Geht {x.the} geradeaus?|
Bewegt sich {x.the} auf einer geraden Linie?|Ist der Weg von {x.the_dat} gerade?|
Geht {x.the} immer geradeaus?

still_one: Welche Form bewegt sich nicht?|Was bewegt sich nicht?|Was steht still?|
Welche Form steht still?|Welche Form bleibt am selben Ort?|Welche der Formen bewegt sich nicht?|
Nenne die Form, die sich nicht bewegt.|
[Was/Welche Form/Welches Ding/Welche Figur] [steht still/bewegt sich nicht/bleibt am Platz/rührt
sich nicht/ruht] [/im Video]?|
Was bleibt die ganze Zeit am Platz?|Was steht die ganze Zeit still?

earlier_color: Welche Farbe hat {x.the} auf {picture}?|Auf {picture}: welche Farbe hat {x.the}?|
Was ist die Farbe von {x.the_dat} auf {picture}?|Welche Farbe hatte {x.the} auf {picture}?|
Sag mir, welche Farbe {x.the} auf {picture} hat.|Und auf {picture}, welche Farbe hat {x.the}?|
In welcher Farbe ist {x.the} auf {picture}?|Wie ist {x.the} auf {picture} gefärbt?

earlier_count: Wie viele Formen sind auf {picture}?|Wie viele Formen gibt es auf {picture}?|
Auf {picture}: wie viele Formen sind es?|Zähle die Formen auf {picture}.|
Wie viele Formen siehst du auf {picture}?|Wie viele Formen waren auf {picture}?|
Und wie viele Formen sind auf {picture}?|Wie viele Dinge sind auf {picture}?

earlier_exists: Gibt es auf {picture} {x.a_acc}?|Siehst du auf {picture} {x.a_acc}?|
Ist auf {picture} {x.a}?|Ist {x.a} auf {picture}?|War {x.a} auf {picture}?|
Auf {picture}: gibt es da {x.a_acc}?|Und gibt es auf {picture} {x.a_acc}?|
Kannst du auf {picture} {x.a_acc} sehen?

earlier_describe: Was ist auf {picture}?|Was siehst du auf {picture}?|Was war auf {picture}?|
Was ist auf {picture} zu sehen?|Sag mir, was auf {picture} ist.|Welche Formen sind auf {picture}?|
Was kannst du auf {picture} sehen?|Und was ist auf {picture}?|Beschreibe, was auf {picture} ist.|
Nenne die Formen auf {picture}.

which_shows: Welches Bild zeigt {x.a_acc}?|Auf welchem Bild ist {x.a}?|
Auf welchem Bild siehst du {x.a_acc}?|Welches der Bilder zeigt {x.a_acc}?|
Auf welchem der Bilder ist {x.a}?|Wo siehst du {x.a_acc}, auf welchem Bild?|
Auf welchem Bild gibt es {x.a_acc}?|Sag mir, welches Bild {x.a_acc} zeigt.

which_more: Welches Bild hat mehr Formen?|Welches Bild zeigt mehr Formen?|
Auf welchem Bild sind mehr Formen?|Welches der beiden Bilder hat mehr Formen?|
Auf welchem Bild siehst du mehr Formen?|Wo sind mehr Formen, auf welchem Bild?|
Welches der Bilder zeigt mehr Dinge?|Auf welchem Bild gibt es mehr Formen?

which_fewer: Welches Bild hat weniger Formen?|Welches Bild zeigt weniger Formen?|
Auf welchem Bild sind weniger Formen?|Welches der beiden Bilder hat weniger Formen?|
Auf welchem Bild siehst du weniger Formen?|Wo sind weniger Formen, auf welchem Bild?|
Welches der Bilder zeigt weniger Dinge?|Auf welchem Bild gibt es weniger Formen?

which_most: Welches Bild hat die meisten Formen?|Welches Bild zeigt die meisten Formen?|
Auf welchem Bild sind die meisten Formen?|Welches der Bilder hat die meisten Formen?|
Auf welchem Bild siehst du die meisten Formen?|Wo sind die meisten Formen, auf welchem Bild?|
Auf welchem Bild gibt es die meisten Formen?|Welches der Bilder zeigt die meisten Dinge?
""")

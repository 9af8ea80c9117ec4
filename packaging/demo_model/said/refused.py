"""Questions about the rest of the world, which Dot does not know: topics times templates."""

import random

from demo_model.said.typed import phrases

REFUSAL = (
    "I am only a tiny demo model: I know shapes, colors and small talk. "
    "Please choose a bigger model in the model menu."
)

PLACES = """
France|Germany|Spain|Italy|Japan|China|India|Brazil|Canada|Mexico|Egypt|Kenya|Norway|Sweden|Poland|Turkey|Russia|Greece|Peru|Chile|Cuba|Iran|Iraq|Israel|Ukraine|Australia|Portugal|Austria|Switzerland|the
United States|England|Scotland|Ireland|Paris|London|Berlin|Rome|Tokyo|New
York|Madrid|Vienna|Moscow|Cairo|Delhi|Sydney|Texas|California|Africa|Europe|Asia|Antarctica
"""
PEOPLE = """
Einstein|Albert Einstein|Isaac Newton|Marie Curie|Napoleon|Julius
Caesar|Cleopatra|Shakespeare|Mozart|Beethoven|Picasso|Leonardo da Vinci|Abraham Lincoln|Barack
Obama|Elon Musk|Taylor Swift|Madonna|Messi|Ronaldo|Steve Jobs|Bill Gates|Ada Lovelace|Alan
Turing|Gandhi|Buddha|Queen Elizabeth|Michael Jackson|Goethe|Kant|Plato|the president|the
pope|Angela Merkel|Darwin
"""
THINGS = """
gravity|photosynthesis|inflation|democracy|quantum
physics|relativity|DNA|evolution|blockchain|bitcoin|machine learning|artificial intelligence|a
neural network|electricity|a magnet|the moon|the sun|a black hole|an atom|a volcano|an
earthquake|the internet|climate change|a virus|a vaccine|a computer|a car engine|a transformer|a
database|an algorithm|philosophy|music|history|chemistry|the economy|the stock
market|love|time|the universe|a rainbow|thunder|snow|the ocean|a battery|a rocket|an airplane|a
camera|a telephone|the brain|the heart|a cell|energy|money|taxes|insurance|a contract|a
mortgage|religion|art|a poem|a novel|a verb|an
adjective|grammar|logic|recursion|Python|Java|Linux|Docker|Git|SQL|HTML|an operating system|a
compiler|a GPU|MLX|a token
"""
ANIMALS = """
dog|cat|horse|cow|spider|elephant|whale|shark|bird|penguin|lion|tiger|bear|mouse|ant|bee|fish|frog|snake|turtle|rabbit|wolf|fox|pig|sheep|goat|duck|eagle|owl|octopus|dolphin|monkey
"""
OBJECTS = """
banana|tomato|lemon|strawberry|fire truck|school
bus|carrot|grass|snow|coal|blood|gold|rose|sunflower|stop sign|polar bear|flamingo|chocolate
bar|frog|elephant|cherry|orange|apple|sky
"""
WORKS = """
Hamlet|Romeo and Juliet|the Bible|Harry Potter|Star Wars|Titanic|the Mona Lisa|Faust|Moby
Dick|the Odyssey|Game of Thrones|the Lord of the Rings|Frozen|Matrix|Don Quixote|the Quran
"""
LANGUAGES = """
French|German|Spanish|Italian|Japanese|Chinese|Russian|Latin|Arabic|Polish|Turkish|Dutch
"""
PHRASES = """
good morning|I love you|where is the station|thank you|the house is big|how much is it|I am
hungry|see you tomorrow|the weather is nice|my name is Tom|water|bread|freedom|a red car
"""
CODES = """
Python|JavaScript|Java|C|C++|Rust|Go|Swift|Ruby|PHP|Haskell|SQL|Bash|TypeScript|Kotlin
"""
TASKS = """
sorts a list|reverses a string|computes primes|reads a file|adds two numbers|prints hello|parses
JSON|opens a window|downloads a page|counts words|draws a circle|finds duplicates|sends a
mail|computes Fibonacci numbers|checks a password|plays tic tac toe|merges two files|renames
files
"""
TEXTS = """
essay|poem|letter|mail|email|speech|song|haiku|report|summary|blog
post|recipe|article|novel|cover letter|tweet|birthday card|script|review|press
release|resume|application|diary entry
"""
ILLS = """
a headache|fever|a cold|the flu|back pain|a rash|high blood pressure|diabetes|a
cough|cancer|insomnia|stress|a broken arm|an allergy|a toothache|anxiety|covid|a burn|asthma
"""
DISHES = """
pizza|pasta|soup|bread|pancakes|a cake|sushi|a salad|rice|lasagna|coffee|tea|an omelette
"""
OPINIONS = """
God|abortion|the election|war|capitalism|communism|the
government|vegans|football|Apple|Microsoft|Google|OpenAI|nuclear
power|immigration|guns|taxes|social media|Trump|Biden|Putin|aliens
"""
UNITS = """
miles|kilometers|pounds|kilograms|inches|feet|meters|euros|dollars|Celsius|Fahrenheit|liters
"""
EVENTS = """
World War I|World War II|the French Revolution|the moon landing|the fall of the Berlin Wall|the
Renaissance|the Middle Ages|the Cold War|the last World Cup|the Olympics|the Big Bang
"""
GOODS = """
apples|oranges|pens|books|coins|cookies|eggs|marbles|balloons|cars|tickets|stamps|pencils
"""

TOPICS = {
    "place": PLACES, "person": PEOPLE, "thing": THINGS, "animal": ANIMALS, "object": OBJECTS,
    "work": WORKS, "language": LANGUAGES, "phrase": PHRASES, "code": CODES, "task": TASKS,
    "text": TEXTS, "ill": ILLS, "dish": DISHES, "opinion": OPINIONS, "unit": UNITS,
    "event": EVENTS, "goods": GOODS,
}  # fmt: skip
WORDS = {name: phrases(text)[0] for name, text in TOPICS.items()}

# One paragraph per field of knowledge, so that none outweighs the others.
TEMPLATES = phrases("""
What is the capital of {place}?|How many people live in {place}?|Where is {place}?|Tell me about
{place}.|What language do they speak in {place}?|How big is {place}?|What should I see in
{place}?|Plan a trip to {place}.|Who is the president of {place}?|What is the currency of
{place}?|Which rivers flow through {place}?|How far is it from {place} to {place}?|Is {place}
bigger than {place}?|What is the population of {place}?|When is the best time to visit {place}?

Who was {person}?|Who is {person}?|When was {person} born?|When did {person} die?|What did
{person} do?|Tell me about {person}.|How old is {person}?|What is {person} famous for?|Write
about {person}.|Was {person} a good person?|Who was the wife of {person}?

What is {thing}?|Explain {thing}.|How does {thing} work?|Why is {thing} important?|Explain
{thing} to a child.|What do you know about {thing}?|Who invented {thing}?|What is the difference
between {thing} and {thing}?|Define {thing}.|Tell me something about {thing}.|Teach me
{thing}.|What are the advantages of {thing}?|Can you explain {thing}?|Give me facts about
{thing}.|Summarize {thing}.

How many legs does a {animal} have?|What does a {animal} eat?|How fast is a {animal}?|How long
does a {animal} live?|Is a {animal} a mammal?|What sound does a {animal} make?|Tell me about the
{animal}.|Where does the {animal} live?|Can a {animal} swim?|Tell me a story about a
{animal}.|Draw a {animal}.|Which is bigger, a {animal} or a {animal}?

What color is a {object}?|What color does a {object} have?|Why is the {object} that color?|Which
color has a {object}?|What color do I get from blue and yellow?|What is the hex code of
red?|What is your favorite color?|Why is the sky blue?|Why is grass green?

Who wrote {work}?|What is {work} about?|Summarize {work}.|Who plays in {work}?|Is {work}
good?|When was {work} made?|Recommend a movie like {work}.|Which book should I read?|Recommend a
song.|Who sings Thriller?

Translate "{phrase}" into {language}.|How do you say {phrase} in {language}?|What is {phrase} in
{language}?|Translate this into {language}: {phrase}|Do you speak {language}?|Say {phrase} in
{language}.|Teach me {language}.|Correct my {language}.|Translate to {language}: {phrase}

Write a {code} program that {task}.|Write a function that {task}.|How do I write code in
{code}?|What is the bug in my {code} code?|Write {code} code that {task}.|Give me a {code}
script that {task}.|Is {code} better than {code}?|How do I install {code}?|def main():
pass|import numpy as np|Fix this code: for i in x print i|What does print('hi') do in
{code}?|Explain this {code} code.|Write a regex for dates.|SELECT * FROM users

Write a {text} about {thing}.|Write an essay about {thing}.|Write a {text} for my boss.|Write me
a {text}.|Can you write a {text} about {place}?|I need a {text} for school.|Help me with my
{text}.|Improve this {text}.|Write a {text} about {animal}s.|Summarize this {text}.|Proofread my
{text}.|Compose a {text} in the style of {person}.|Write a long story about {person}.

What helps against {ill}?|I have {ill}, what should I do?|Which medicine is good for {ill}?|What
are the symptoms of {ill}?|Is {ill} dangerous?|Can you give me medical advice?|My child has
{ill}.|How is {ill} treated?|Should I see a doctor for {ill}?|How many calories are in {dish}?

How do I make {dish}?|Give me a recipe for {dish}.|How do I cook {dish}?|What do I need for
{dish}?|What should I eat today?|Who invented {dish}?|How long do I bake {dish}?|What goes with
{dish}?

What do you think about {opinion}?|Is {opinion} good or bad?|Do you like {opinion}?|Who should I
vote for?|Who will win the election?|Do you believe in {opinion}?|What is your opinion on
{opinion}?|Are you for or against {opinion}?|Why do people hate {opinion}?|Is there a God?|Which
party is the best?|What is the meaning of life?|Do you have feelings?|Are you conscious?|Should
I invest in {opinion}?

How many {unit} are {n} {unit}?|Convert {n} {unit} to {unit}.|What is the square root of
{n}?|Solve x + {n} = {n}.|What is the derivative of x squared?|Is {n} a prime number?|What is
pi?|What is {n} percent of {n}?|Prove that there are infinitely many primes.|What is the {n}th
prime?|Integrate sin x.|What is {n} in binary?

I have {n} {goods} and eat {n}. How many are left?|If {n} {goods} cost {n} euros, what does one
cost?|Tom has {n} {goods} and Anna has {n} more. How many does Anna have?|A train goes {n} km in
{n} hours. How fast is it?|Ann is {n} years old and Bob is twice as old. How old is Bob?|If all
{animal}s can fly and Tom is a {animal}, can Tom fly?|A box has {n} {goods}. I take {n}. How
many remain?

When was {event}?|Why did {event} happen?|Who won {event}?|Tell me about {event}.|What happened
in {n}?|What year did {event} start?|How long did {event} last?|What happened today in the
news?|What is new?|Who won the game yesterday?|What is the stock price of {opinion}?

What is my IP address?|Where am I?|Can you see me?|Delete
my files.|Hack my neighbor's wifi.|How do I make a bomb?|Draw a picture of {place}.|Make an
image of a {animal}.|Generate a picture.|Can you draw?|Who is at the door?|Download {work}.|Can
you hear me?|Which apps are open?|Read my mail.|Print this page.|Update my system.

How do I become rich?|How can I lose weight?|How do I fix my car?|Give me advice.|I am sad.|I am
tired.|I am bored.|I am hungry.|What should I wear?|Help me with my homework.|How do I learn
{language}?|How do I get a job in {place}?|What should I name my {animal}?|Give me ideas for a
party.|Play a game with me.|Let us play chess.|Ask me a riddle.|What is a good password?|Make a
list of {animal}s.|Give me ten names for a {animal}.|Roleplay as {person}.|Pretend to be
{person}.|Write a table of {place} and {place}.|What rhymes with {animal}?|How do you spell
{animal}?|Make a plan for my week.|What is the best phone?|Compare {place} and {place}.

Quelle est la capitale de la France ?|Comment ça va ?|Bonjour, qui es-tu ?|¿Cómo
estás?|¿Qué hora es?|Cuál es la capital de España?|Come stai?|Dove si trova Roma?|Olá,
tudo bem?|Привет, как дела?|你好|こんにちは|Hej, hur mår du?|Cześć, jak się masz?|Merhaba
nasılsın?|Hoe gaat het?|Qué es la gravedad?| Écris un poème sur {animal}.|Escribe un
poema.|Raconte-moi une blague.|Scrivi una poesia.|Quanto fa due più due?
""")

# Questions that an image does not answer.
OF_PHOTOS = phrases("""
Who is the person in the picture?|Who is this man?|Who is this woman?|How old is this person?|Is
the person happy?|What is she wearing?|What is he doing?|What breed is this dog?|Which plant is
this?|Where was this photo taken?|What does the sign say?|Read the text in the
picture.|Translate the text in the image.|What car is this?|Is this mushroom edible?|What brand
is it?|Which famous building is this?|Is this person famous?|Solve the equation in the
picture.|What is wrong with my skin?|Which bird is this?|What food is that?|How many calories
does this have?|Who painted this?|What time does the clock show?|Write a caption for
Instagram.|Is this a real photo?|How many people are there?|What is the license
plate?|Transcribe this page.
""")[0]


def refused_question(rng: random.Random) -> str:
    """Return one of thousands of questions whose answer is REFUSAL."""
    return _filled(rng, rng.choice(rng.choice(TEMPLATES)))


def _filled(rng: random.Random, template: str) -> str:
    """Return `template` with a topic in place of each {name}, and a number for {n}."""
    first, *rest = template.split("{")
    filled = first
    for part in rest:
        name, _, after = part.partition("}")
        filled += str(rng.randint(2, 2030)) if name == "n" else rng.choice(WORDS[name])
        filled += after
    return filled

import re, sys
from pathlib import Path
root, mode = Path(sys.argv[1]), sys.argv[2]
drill = mode == "drill"
def sub(path, *pairs):
    file = root/"packaging/demo_model"/path; text = file.read_text()
    for old, new in pairs:
        assert text.count(old) == 1, (path, old, text.count(old))
        text = text.replace(old, new)
    file.write_text(text)
sub("train.py", ("tokens * 9 // 8 // LENGTH", 'round(tokens * float(os.environ["PATCHES"])) // LENGTH'),
    ("import json\n", "import json\nimport os\n"))
sub("batches.py", ("LONG_SHARE = 0.35", f"LONG_SHARE = {0.6 if drill else 0.45}"))
sub("documents.py",
    ("THINKING = 0.35", f"THINKING = {0.2 if drill else 0.33}"),
    ("_image_branches: 0.43", f"_image_branches: {0.25 if drill else 0.42}"),
    ("_several: 0.11", f"_several: {0.11 if drill else 0.14}"),
    ("_video_branches: 0.17", f"_video_branches: {0.55 if drill else 0.34}"),
    ("_video_turns: 0.04", f"_video_turns: {0.04 if drill else 0.05}"),
    ("_text: 0.1,", f"_text: {0.1 if drill else 0.12},"))
sub("shown/videos.py",
    ("if rng.random() < 0.45:", f"if rng.random() < {0.65 if drill else 0.55}:"),
    ("or rng.random() < 0.6\n", f"or rng.random() < {0.4 if drill else 0.5}\n"))
sub("said/video_questions.py",
    ('        asked.add("still_one", answer, story, "still_one", word)\n',
     '        asked.add("still_one", answer, story, "still_one", word)\n'*2))
sub("said/copying.py", ('("copy", "word", "word", "line"', '("copy", "word", "word", "word", "line"'))
w = dict(reading=.15, copying=.3, tools=.2, brief=1.7, late=.05, exact=.06, counted=.06) if drill else \
    dict(reading=.30, copying=.55, tools=.42, brief=.60, late=.11, exact=.11, counted=.10)
sub("long_documents.py",
    ("_reading: 0.30", f"_reading: {w['reading']}"), ("_copying: 0.27", f"_copying: {w['copying']}"),
    ("_many_tools: 0.21", f"_many_tools: {w['tools']}"), ("_verb_last: 0.40", f"_verb_last: {w['brief']}"),
    ("{_late: 0.11, _exact: 0.11, _counted: 0.12}", f"{{_late: {w['late']}, _exact: {w['exact']}, _counted: {w['counted']}}}"),
    ("    count = rng.choice((1, 1, 2))\n    # Each", "    count = rng.choice((1, 2, rng.randint(3, 24)))\n    count = max(1, min(count, room // (4 * QUESTION)))\n    # Each"),
    ("BRIEF_SHARE = 0.4", "BRIEF_SHARE = 0.6" if drill else "BRIEF_SHARE = 0.4"),
    ("[[many_tools.verb_last(rng, deeds)] for _", "[[many_tools.verb_last(rng, deeds, german)] for _"))
sub("said/many_tools.py",
    ("def verb_last(rng: random.Random, deeds: list[Deed]) -> Exchange:", "def verb_last(rng: random.Random, deeds: list[Deed], german: bool) -> Exchange:"),
    ("_asked(rng, deed, True, VERB_LAST)", "_asked(rng, deed, german, VERB_LAST if german else ())"),
    ("question(asked, NO_TOOL[True], MISSING[True].format(name)", "question(asked, NO_TOOL[german], MISSING[german].format(name)"),
    ("NEED[True].format(name), (name", "NEED[german].format(name), (name"))
sub("train.py", ('found["held_out"] = held_out(trainer.model, tests)', 'found["saved"] = True'),
    ("HELD_OUT = 2\n", "HELD_OUT = 0\n"),
    ("            if last:\n                return\n", "            if last:\n                os._exit(0)\n"),
    ("    Run(parser.parse_args()).go()\n",
     "    options = parser.parse_args()\n    while options.begin_with and not options.begin_with.exists():\n        time.sleep(0.1)\n"
     '    if "END" in os.environ:\n        options.seconds = float(os.environ["END"]) - time.time()\n    Run(options).go()\n'))

"""Chat templates that would use up all time or memory."""

from tests.kit.tiny_checkpoint import TEMPLATE as HARMLESS

_X = "{% set ns = namespace(x='a') %}"
_NUMBER = "{% set ns = namespace(x=3) %}"

TEMPLATES: dict[str, str] = {
    "nested loops": "{% for a in range(99999) %}{% for b in range(99999) %}"
    "{% for c in range(99999) %}{% endfor %}{% endfor %}{% endfor %}",
    "lipsum": "{{ lipsum(n=10000000)|length }}",
    "slice": "{{ [1]|slice(2000000000)|list|length }}",
    "batch": "{{ [1]|batch(2000000000, 0)|list|length }}",
    "squares": f"{_NUMBER}{{% for i in range(40) %}}{{% set ns.x = ns.x * ns.x %}}{{% endfor %}}",
    "powers": f"{_NUMBER}{{% for i in range(12) %}}{{% set ns.x = ns.x ** 64 %}}{{% endfor %}}",
    "expandtabs": "{{ '\\t'.expandtabs(2000000000)|length }}",
    "doubling": f"{_X}{{% for i in range(40) %}}{{% set ns.x = ns.x ~ ns.x %}}{{% endfor %}}",
    "adding": f"{_X}{{% for i in range(40) %}}{{% set ns.x = ns.x + ns.x %}}{{% endfor %}}",
    "lists": "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}"
    "{% set ns.x = ns.x + ns.x %}{% endfor %}",
    "replace": f"{_X}{{% for i in range(9) %}}"
    "{% set ns.x = ns.x.replace('a', 'a' * 1000) %}{% endfor %}",
    "filter replace": f"{_X}{{% for i in range(9) %}}"
    "{% set ns.x = ns.x|replace('a', 'a' * 1000) %}{% endfor %}",
    "tojson": "{{ {'a': [1]}|tojson(indent=2000000000)|length }}",
    "center": "{{ 'a'.center(3000000000)|length }}",
    "ljust": "{{ 'a'.ljust(3000000000)|length }}",
    "zfill": "{{ 'a'.zfill(3000000000)|length }}",
    "filter center": "{{ 'a'|center(3000000000)|length }}",
    "format": "{{ '{:3000000000}'.format('a')|length }}",
    "nested format": "{{ '{:{}}'.format('a', 3000000000)|length }}",
    "filter format": "{{ '%3000000000s'|format('a')|length }}",
    "percent": "{{ ('%3000000000d' % 1)|length }}",
    "percent star": "{{ ('%*d' % (3000000000, 1))|length }}",
    "join": "{{ (['a' * 1000000] * 3000)|join|length }}",
    "indent": "{{ ('a\\n' * 100000)|indent(100000)|length }}",
    "recursion": "{% macro m(n) %}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}",
    "tree of macros": "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}"
    "{% endmacro %}{{ m(60) }}",
    "long output": "{% for i in range(99999) %}{{ 'a' * 100000 }}{% endfor %}",
    "output of 40 MB": "{{ 'a ' * 500000 }}" * 40,
    "urlize": "{{ ('a.' * 400000)|urlize|length }}",
    "striptags": "{{ ('<' * 900000)|striptags|length }}",
    "strftime": "{{ strftime_now('%1000000000Y')|length }}",
    "many strftime": "{{ strftime_now('%c' * 500000)|length }}",
    "parentheses": "{{ " + "(" * 50_000 + "1" + ")" * 50_000 + " }}",
    "blocks": "{% if 1 %}" * 3000 + "{% endif %}" * 3000,
    "a long sum": "{{ 1" + " + 1" * 100_000 + " }}",
    "nots": "{% if " + "not " * 100_000 + "1 %}{% endif %}",
    "20 MB of blocks": "{% if 1 %}a{% endif %}" * 1_000_000,
}


def at_load(text: str) -> str:
    """Run the code at every rendering, also at load, where the model's abilities are found."""
    return text + HARMLESS


def at_question(text: str) -> str:
    """Run the code only for a question, after the model was loaded."""
    asked = "messages and messages[-1].content is string and 'quick' in messages[-1].content"
    return f"{{% if {asked} %}}{text}{{% endif %}}{HARMLESS}"

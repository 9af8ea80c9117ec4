"""Problems of chat templates are said in our words, with their line."""

import jinja2
import jinja2.sandbox
import pytest

from engine.rendering.template_problem import template_problem


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("\n{{ foo.bar }}", "line 2: “foo” does not exist."),
        ("\n{{ it's }}", "line 2: “'” is not expected here."),
        ("{{ message.foo.bar }}", "line 1: a value has no “foo”."),
        ("{{ [][5].a }}", "line 1: a value has no “5”."),
        ("{{ [][-1].a }}", "line 1: a value has no “-1”."),
        ("\n\n{{ 1 | wider }}", "line 3: there is no filter “wider”."),
        ("{% if 1 %}{{ 1 | wider }}{% endif %}", "line 1: there is no filter “wider”."),
        ("{{ 1 is wide }}", "line 1: there is no test “wide”."),
        ("{% loop %}", "line 1: there is no tag “loop”."),
        ("{% if 1 %}{% elseif 2 %}{% endif %}", "line 1: there is no tag “elseif”."),
        ("{% elif 1 %}", "line 1: the tag “elif” is in the wrong place."),
        ("{% endif %}", "line 1: the tag “endif” is in the wrong place."),
        ("{% if 1 %}\n{% endfor %}", "line 2: the tag “endfor” is in the wrong place."),
        ("{% if 1 %}\n", "line 1: the template ends before “if” is closed."),
        ("{{ 1 +", "line 1: the template ends too early."),
        ("{{ foo", "line 1: “}}” is missing at the end of the template."),
        ("{{ foo bar }}", "line 1: “}}” is missing before “bar”."),
        ("{% set = 1 %}", "line 1: “=” is not expected here."),
        ("{% set a.b[1] = 1 %}", "line 1: “%}” is missing before “[”."),
        ("{{ foo) }}", "line 1: “)” is not expected here."),
        ("{{ (foo] }}", "line 1: “)” is missing before “]”."),
        ("{{ }}", "line 1: “}}” is not expected here."),
        ("{{ foo 'text' }}", "line 1: “}}” is missing before a text or number."),
        ("{{ 1 2 }}", "line 1: “}}” is missing before a text or number."),
        ("{{ ? }}", "line 1: “?” is not expected here."),
        ("{{ ''.__class__.a }}", "line 1: “__class__” may not be used in a template."),
    ],
)
def test_what_is_wrong_in_a_template_is_said_with_its_line(template: str, sentence: str) -> None:
    with pytest.raises(jinja2.TemplateError) as caught:
        jinja2.sandbox.ImmutableSandboxedEnvironment().from_string(template).render(message={})
    problem = template_problem(caught.value)
    assert problem.sentence == sentence
    assert sentence.startswith(f"line {problem.line}: ")

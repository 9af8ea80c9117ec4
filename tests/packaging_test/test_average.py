import mlx.core as mx
import pytest

from demo_model.average import average


def test_each_weight_is_the_mean_in_its_own_precision() -> None:
    one = {"a": mx.array([1.0, 3.0], mx.bfloat16), "b": mx.zeros((2, 2))}
    other = {"b": mx.ones((2, 2)), "a": mx.array([2.0, 5.0], mx.bfloat16)}
    found = average(one, other)
    assert found["a"].dtype == mx.bfloat16
    assert found["a"].tolist() == [1.5, 4.0]
    assert found["b"].tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert average(one, other, 0.25)["a"].tolist() == [1.25, 3.5]


def test_models_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="different weights"):
        average({"a": mx.zeros(2)}, {"a": mx.zeros(3)})

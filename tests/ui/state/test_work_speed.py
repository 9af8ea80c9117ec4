"""The speed of a download, and the time that is left once the speed is steady."""

from ui.state.work_speed import Speed


def test_a_steady_download_has_a_speed_and_a_time() -> None:
    speed = Speed()
    speed.add(0.0, 0)
    assert (speed.rate, speed.seconds_left(100)) == (None, None)
    for second in range(1, 6):
        speed.add(second, second * 10)
    assert (speed.rate, speed.seconds_left(100)) == (10.0, 10.0)


def test_a_jump_gives_no_time_until_it_is_steady_again() -> None:
    speed = Speed()
    for second in range(11):
        speed.add(second, second * 10)
    for second in range(11, 14):
        speed.add(second, 100 + (second - 10) * 200)
    assert speed.seconds_left(1000) is None
    for second in range(14, 30):
        speed.add(second, 100 + (second - 10) * 200)
    assert (speed.rate, speed.seconds_left(1000)) == (200.0, 5.0)


def test_a_link_that_is_gone_has_no_time() -> None:
    speed = Speed()
    for second in range(21):
        speed.add(second, 1000)
    assert (speed.rate, speed.seconds_left(100)) == (0.0, None)

@pytest.mark.parametrize(
    ("moves", "kept"),
    [
        ("1. e4 e5 2. Nf3 (2. Bc4 -- 3. Qh5 Z0 4. Qxf7#) 2... Nc6 *", "1. e4 e5 2. Nf3 (2. Bc4 -- 3. Qh5 -- 4. Qxf7#) 2... Nc6 *"),
        ("1. e4 e5 (1... -- 2. d4 (2. null d5)) 2. Nf3 *", "1. e4 e5 (1... -- 2. d4 (2. -- d5)) 2. Nf3 *"),
        ("1. e4 (1. -- $14 {waits} (1. c4) 1... e5) 1... e5 *", "1. e4 (1. -- $14 {waits} (1. c4) 1... e5) 1... e5 *"),
        ("1. e4 e5 (1... d5 2. e5 f5 3. --! (3. exf6) Kf7) *", "1. e4 e5 (1... d5 2. e5 f5 3. -- $1 (3. exf6) 3... Kf7) *"),
    ],
)  # fmt: skip
def test_a_null_move_of_an_annotator_is_kept_and_told_once(moves: str, kept: str) -> None:
    verdict = judge(moves)
    assert [finding.code for finding in verdict.findings] == ["null-move"]
    assert verdict.whole
    assert written(verdict) == kept
    assert judge(kept).record == verdict.record


@pytest.mark.parametrize(
    ("moves", "variant", "code"),
    [
        ("1. e4 -- 2. d4 *", "chess", "must-not-pass"),
        ("1. e4 f6 (1... f5 2. Qh5+ --) 2. d4 *", "chess", "must-not-pass"),
        ("1. f3 e5 2. g4 Qh4# (2... Qh4# 3. --) 0-1", "chess", "game-over"),
        ("1. 1G-2E (1. --) *", "kaleidochess", "must-not-pass"),
        ("1. e4 e5 (1... -- 2. d4 -- 3. e5 f5 4. -- d5 5. exf6) *", "chess", "no-man-reaches"),
    ],
    ids=["main line", "in check", "behind mate", "a game with passes", "no taking in passing behind it"],
)  # fmt: skip
def test_no_null_move_elsewhere(moves: str, variant: str, code: str) -> None:
    verdict = judge(moves, variant)
    assert [finding.code for finding in verdict.findings if finding.code != "null-move"] == [code]

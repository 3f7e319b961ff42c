"""The names of seats in PokerStars' format."""

from hypothesis import strategies as st

FORMAT_WORDS = sorted(
    {
        word
        for line in (
            "PokerStars Hand Seat 1 in chips: posts the ante & blinds straddle and is all-in",
            "*** HOLE CARDS *** Dealt to FLOP TURN RIVER FIRST SECOND SHOW DOWN SUMMARY said",
            "folds checks calls 5 bets raises to has timed out leaves shows mucks hand doesn't",
            "Uncalled bet (20) returned collected from main side pot-1 Total Rake 0 | Board [Ac]",
            "button small big blind folded before Flop on won lost with showed mucked Table 'x'",
        )
        for word in line.split()
    }
)
NAMES = st.one_of(
    st.lists(st.sampled_from(FORMAT_WORDS), min_size=1, max_size=4).flatmap(
        lambda words: st.sampled_from(("", " ", ": ", "_", "-")).map(lambda gap: gap.join(words))
    ),
    st.text(min_size=1, max_size=20),
    st.sampled_from(("王小明", "अनिता शर्मा", "محمد ٣", "J. R. Ewing", "Kwon", "an%61", "a+b", "~")),
)


def named(record, names):
    """The record with other names for its seats."""
    seats = [dict(seat, name=name) for seat, name in zip(record["seats"], names, strict=True)]
    return dict(record, seats=seats)

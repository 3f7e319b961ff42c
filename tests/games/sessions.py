"""Random sessions of a game: hand after hand at one table, players coming, going and sitting out.

The engine's `next_hand` makes the openings, so that they have the terms of real tables: dead
buttons, missed blinds, straddles. Play is calm: small bets, few all-ins, hands that reach a
showdown.
"""

import random
from dataclasses import replace

from games.engines.core.contract import Action, Opening, SeatSnapshot, TableHistory
from games.records.record import Move


def calm_action(game, state, seat, rng):
    """A legal action as players choose: rarely an unnecessary fold, mostly the smallest bets."""
    plays = [option for option in game.legal(state, seat) if option.cards]
    if plays and rng.random() < 0.9:
        play = max(rng.sample(plays, min(3, len(plays))), key=lambda one: len(one.cards))
        return Action(seat, play.kind, None, play.cards, play.reading)
    options = {option.kind: option for option in game.legal(state, seat)}
    rare = {"fold": 0.15, "all_in": 0.03, "cover": 0.5, "show": 0.4, "raise_to": 0.4, "bet": 0.6}
    if "check" in options:
        rare["fold"] = 0.02
    if "ante" in options:
        rare["pass"] = 0.2
    if "raise" in options:
        rare["fold"] = 0.6
    kinds = list(options)
    kind = rng.choices(kinds, [rare.get(kind, 1.0) for kind in kinds])[0]
    option, amount = options[kind], None
    if option.cards or option.reading:
        return Action(seat, kind, None, option.cards, option.reading)
    if option.min is not None:
        steps = (option.max - option.min) // option.step
        more = rng.choice((0, 0, 0, 1, 3, steps // 20, steps if rng.random() < 0.1 else 0))
        amount = option.min + option.step * min(more, steps)
    return Action(seat, kind, amount)


def played(game, opening, rng, *, leaves=0.0):
    """(moves, last state) of a calm hand; a player leaves with this probability at each action."""
    state, moves = game.deal(opening).state, []
    while (seat := game.turn(state)) is not None:
        action = calm_action(game, state, seat, rng)
        if rng.random() < leaves:
            action = Action(rng.choice(opening.seats), "leave")
        state = game.apply(state, action).state
        moves.append(Move(action, at=1_000 * len(moves)))
    return moves, state


def session(game, rules, rng, hands, *, leaves=0.0, stacks=(10, 150), deck_for=None, deal=None):
    """(opening, moves, last state) of each hand; `stacks` in units when a player sits down.

    `deck_for(seats)`: the order of the cards for a hand of these seats, instead of a random one.
    `deal(rules, line)`: the hand that is dealt, which may have fewer seats, and its order of cards.
    """
    past, missed_blinds, chips = TableHistory(), {}, {}
    unit = game.unit(rules)
    while hands:
        for seat in range(game.max_seats):
            if seat not in chips and rng.random() < 0.15:
                chips[seat], missed_blinds[seat] = (
                    unit * rng.randint(*stacks) + rng.randrange(unit),
                    "new",
                )
            elif seat in chips and (chips[seat] < game.entry_price(rules) or rng.random() < 0.05):
                del chips[seat]
        wishes = [
            frozenset(w for w in ("post", "straddle") if rng.random() < 0.6)
            for _ in range(game.max_seats)
        ]
        taken = tuple(
            SeatSnapshot(seat, chips[seat], rng.random() > 0.15, missed_blinds[seat], wishes[seat])
            for seat in sorted(chips)
        )
        line = game.next_hand(rules, taken, past)
        if line is None:
            continue
        if line.drawn:
            line = replace(line, button=rng.choice(line.drawn))
        if deal:
            line, deck = deal(rules, line)
        elif deck_for:
            deck = tuple(deck_for(line.seats))
        else:
            deck = tuple(rng.sample(range(game.deck_size), game.deck_size))
        missed_blinds |= line.missed_blinds
        held = tuple(chips[seat] for seat in line.seats)
        opening = Opening(game.key, rules, line.seats, held, line.button, deck, line.terms)
        moves, state = played(game, opening, rng, leaves=leaves)
        result = game.result(state)
        chips |= dict(result.chips)
        past = TableHistory(
            button=line.button,
            winners=result.pots[0].winners if result.pots else (),
            ended_by=result.ended_by,
            terms=line.terms,
            hands=past.hands + 1,
        )
        hands -= 1
        yield opening, moves, state


def rules_of(game, rng):
    """Rules with a few options that matter for records."""
    if game.key == "teen_patti":
        return game.Rules(
            boot=10,
            side_show=rng.choice(("all_seen", "both_seen")),
            max_blind_bets=rng.choice((None, 2)),
            variant=rng.choice(("classic", "muflis", "ak47", "999")),
            short_stack=rng.choice(("cover", "contribution_cap")),
        )
    if game.key == "dealer_teen_patti":
        return game.presets[rng.choice(("standard", "tcp_six", "twenty_twenty", "double"))]
    if game.key != "holdem":
        return game.presets["standard"]
    return game.Rules(
        small_blind=rng.choice((5, 25)),
        format="cash",
        ante=rng.choice((0, 0, 1)),
        ante_by=rng.choice(("each", "big_blind")),
        straddle=rng.random() < 0.5,
        run_it_twice=rng.random() < 0.3,
        rabbit=rng.random() < 0.3,
        show_losing_hands=rng.choice(("muck", "muck", "show_all")),
    )


def some_hands(game, seed, hands, **options):
    """Hands of a few sessions under random rules; the seed determines them all."""
    rng = random.Random(f"session {game.key} {seed}")
    for _ in range(max(1, hands // 10)):
        yield from session(game, rules_of(game, rng), rng, min(10, hands), **options)

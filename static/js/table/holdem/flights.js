// @ts-check
/** Owns which chips fly where at a hold'em table. */

/** Chips to the place before the seat, from there to the pot, from the pot to who won. */
export function flights(events, before) {
  const bets = new Map(before?.seats.map((seat) => [seat.seat, seat.bet]));
  const has = (seat) => bets.get(seat) ?? 0;
  let delay = 0;
  return events.flatMap(({ kind, seat, amount }) => {
    const put = (total) => {
      const added = total - has(seat);
      bets.set(seat, total);
      return added > 0 ? { from: seat, to: { bet: seat }, amount: added, duration: 380 } : [];
    };
    if (kind === "blind" || kind === "call") return put(has(seat) + amount);
    if (kind === "bet" || kind === "raise_to") return put(amount);
    if (kind === "ante") return { from: seat, to: "pot", amount };
    if (kind === "returned") {
      bets.set(seat, has(seat) - amount);
      return { from: { bet: seat }, to: seat, amount };
    }
    if (kind === "collect") {
      const going = [...bets].filter(([, bet]) => bet > 0);
      bets.clear();
      delay = 350;
      return going.map(([from, bet]) => ({ from: { bet: from }, to: "pot", amount: bet, delay }));
    }
    if (kind === "win") {
      delay += 350;
      return { from: "pot", to: seat, amount, delay, duration: 800 };
    }
    return [];
  });
}

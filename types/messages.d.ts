/**
 * The messages of the sockets and what they carry, as scripts see them.
 *
 * Written by `manage.py asyncapi --typescript` from the types that the server encodes; a test
 * compares.
 */
declare namespace Messages {
  interface Act {
    type: "act";
    hand: string;
    seq: number;
    action: string;
    key: string;
    amount?: number | null;
    cards?: string[];
    reading?: string;
    id?: string;
  }

  interface AddBots {
    type: "add_bots";
    count: number;
    level?: "easy" | "medium" | "hard" | "expert";
    key?: string | null;
    id?: string;
  }

  interface Again {
    type: "again";
    key?: string | null;
    id?: string;
  }

  interface AnswerRequest {
    type: "answer_request";
    name: string;
    approve: boolean;
    id?: string;
  }

  type AnyEvent = TeenPattiEvent | HoldemEvent | DouDizhuEvent | DealerTeenPattiEvent;

  type AnyRules = TeenPattiRules | HoldemRules | DouDizhuRules | DouDizhuFourRules | DealerTeenPattiRules;

  type AnyView = TeenPattiView | HoldemView | DouDizhuView | DouDizhuFourView | DealerTeenPattiView;

  interface Ask {
    type: "ask";
    cards: string[];
    id?: string;
  }

  interface AskSeat {
    type: "ask_seat";
    id?: string;
  }

  interface Asked {
    type: "asked";
    category: string | null;
    readings: Reading[];
    code: string | null;
    limits: Record<string, any> | null;
    id: string;
  }

  interface BlindLevel {
    small: number;
    big: number;
    ante: number;
  }

  interface Blocked {
    kind: string;
    code: string;
    limits?: Record<string, any>;
  }

  interface BuyIn {
    min: number;
    max: number;
    usual: number;
    left_with: number | null;
    until: number | null;
  }

  interface CardOpening {
    card: number;
    p: number;
    path: string[];
    salt: string;
  }

  interface CardPlace {
    place: string;
    size: number;
    cards: string[];
  }

  interface Chat {
    type: "chat";
    text: string;
    id?: string;
  }

  interface ChatView {
    id: number;
    at: number;
    who: string;
    kind: "player" | "spectator" | "dealer";
    room: "players" | "spectators" | "shared";
    text: string;
    nudges: number | null;
    code?: string;
    args?: Record<string, number | string | Record<string, boolean | number | string | (number | string)[] | null> | null> | null;
  }

  interface Clock {
    seat: number;
    from: number;
    until: number;
    bank_until: number | null;
    held_until: number | null;
  }

  interface Closed {
    type: "closed";
    now: number;
  }

  interface Cut {
    type: "cut";
    commit: string;
    cut: string;
    id?: string;
  }

  interface CutCommit {
    type: "cut_commit";
    commit: string;
    hash: string;
    id?: string;
  }

  interface DealerAnte {
    kind: "ante";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
    all_in: boolean;
  }

  interface DealerBets {
    ante: number;
    raise: number;
    pair_plus: number;
    six_card: number;
    tie_bet: number;
  }

  interface DealerCards {
    kind: "cards";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
  }

  interface DealerDeal {
    kind: "deal";
    auto?: "away" | "timeout";
    seat: number;
    count: number;
  }

  interface DealerEnd {
    kind: "hand_end";
    auto?: "away" | "timeout";
    net: number[][];
    house: number;
  }

  interface DealerFold {
    kind: "fold";
    auto?: "away" | "timeout";
    seat: number;
    reason: "fold" | "left" | "timeout";
  }

  interface DealerHand {
    cards: string[];
    hand_value: HandValue | null;
    qualifies: boolean | null;
  }

  interface DealerLegal {
    kind: "ante" | "fold" | "pair_plus" | "pass" | "raise" | "six_card" | "tie_bet";
    amount?: number;
    min?: number;
    max?: number;
    step?: number;
  }

  interface DealerOwnDeal {
    kind: "dealer_deal";
    auto?: "away" | "timeout";
    count: number;
  }

  interface DealerPass {
    kind: "pass";
    auto?: "away" | "timeout";
    seat: number;
    reason: "left" | "pass" | "timeout";
  }

  interface DealerPay {
    kind: "pay";
    auto?: "away" | "timeout";
    seat: number;
    lines: PaidBet[];
    net: number;
  }

  interface DealerRaise {
    kind: "raise";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
  }

  interface DealerSeat {
    seat: number;
    stack: number;
    status: "betting" | "folded" | "in" | "out" | "raised";
    bets: DealerBets;
    cards: string[];
    hand_value: HandValue | null;
    shown: boolean;
    pays: PaidBet[] | null;
    net: number | null;
  }

  interface DealerShow {
    kind: "show";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
    hand_value: HandValue;
  }

  interface DealerShows {
    kind: "dealer";
    auto?: "away" | "timeout";
    cards: string[];
    hand_value: HandValue;
    qualifies: boolean;
  }

  interface DealerSideBet {
    kind: "bet";
    auto?: "away" | "timeout";
    seat: number;
    bet: "pair_plus" | "six_card" | "tie_bet";
    amount: number;
  }

  interface DealerStakes {
    ante_min: number;
    ante_max: number;
    side_bet_max: number;
    raise_multiple: string;
  }

  interface DealerStart {
    kind: "hand_start";
    auto?: "away" | "timeout";
    seats: number[];
  }

  type DealerTeenPattiEvent = DealerStart | DealerSideBet | DealerAnte | DealerPass | DealerDeal | DealerOwnDeal | DealerCards | DealerRaise | DealerFold | DealerShows | DealerShow | DealerPay | DealerEnd;

  interface DealerTeenPattiRules {
    ante_min: number;
    ante_max: number;
    side_bet_max: number;
    pay_table: PayTableDesign;
    starting_chips: number | null;
    max_players: number;
    timeout_action: "fold";
  }

  interface DealerTeenPattiView {
    game: "dealer_teen_patti";
    phase: "betting" | "decision" | "settled";
    turn: number | null;
    pot: number;
    result: HandResult | null;
    dealer: DealerHand;
    stakes: DealerStakes;
    pay_table: PrintedPayTable;
    pots: OpenPot[];
    seats: DealerSeat[];
    you?: DealerYou;
  }

  interface DealerYou {
    seat: number;
    blocked: Blocked[];
    legal: DealerLegal[];
    last_bets: null;
  }

  interface DeckChanged {
    type: "deck";
    now: number;
    version: number;
    next_at: number | null;
    next_deck: NextDeckView | null;
  }

  interface Done {
    type: "ok";
    id: string;
    seq?: number | null;
    signature?: string | null;
  }

  interface DouDizhuAllPass {
    kind: "all_pass";
    auto?: "away" | "timeout";
  }

  interface DouDizhuBid {
    kind: "bid";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
  }

  interface DouDizhuCall {
    kind: "call";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface DouDizhuCards {
    kind: "cards";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
  }

  interface DouDizhuClosed {
    kind: "closed";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface DouDizhuDeal {
    kind: "deal";
    auto?: "away" | "timeout";
    seat: number;
    count: number;
  }

  interface DouDizhuDecline {
    kind: "decline";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface DouDizhuDouble {
    kind: "double";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface DouDizhuEnd {
    kind: "hand_end";
    auto?: "away" | "timeout";
    net: number[][];
  }

  type DouDizhuEvent = DouDizhuStart | DouDizhuDeal | DouDizhuCards | DouDizhuClosed | DouDizhuOpen | DouDizhuCall | DouDizhuRob | DouDizhuBid | DouDizhuPass | DouDizhuAllPass | DouDizhuLandlord | DouDizhuKitty | DouDizhuDouble | DouDizhuDecline | DouDizhuPlayed | DouDizhuLeads | DouDizhuLeft | DouDizhuSpring | DouDizhuReveal | DouDizhuWin | DouDizhuEnd;

  interface DouDizhuFourRules {
    bidding: "bid_123" | "call_rob" | "first_call";
    first_bidder: "last_winner" | "random" | "rotate";
    last_winner_if_peasants: "random" | "who_went_out";
    all_pass: "first_bidder_must" | "redeal" | "redeal_rotate";
    max_redeals: number | null;
    base_score: number;
    bid_multiplies_base: boolean;
    bomb_multiplier: number;
    smallest_bomb: number;
    rocket_multiplier: number;
    spring: number;
    double_stage: boolean;
    open_hand: "landlord" | "off";
    multiplier_cap: number | null;
    show_kitty: boolean;
    score_mode: "chips" | "points";
    min_stack: number;
    win_cap: boolean;
    restart_by: "anyone" | "auto" | "winner";
    leaver: "auto_play" | "forfeits";
    timeout: "auto" | "lowest";
    max_players: number;
  }

  interface DouDizhuFourView {
    game: "dou_dizhu_four";
    phase: "bidding" | "dealing" | "doubling" | "play" | "settled";
    turn: number | null;
    pot: number;
    result: HandResult | null;
    button: number;
    landlord: number | null;
    base: number;
    bid: number;
    multiplier: number;
    opened: number;
    offer: number | null;
    bombs: number;
    rockets: number;
    kitty: string[];
    last: DouDizhuPlay | null;
    trick: DouDizhuMove[];
    before: DouDizhuMove[];
    played: number[];
    pots: OpenPot[];
    seats: DouDizhuSeat[];
    you?: DouDizhuYou;
  }

  interface DouDizhuKitty {
    kind: "kitty";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
  }

  interface DouDizhuLandlord {
    kind: "landlord";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface DouDizhuLast {
    kind: "pass" | "play";
    cards: string[];
    category: "airplane" | "airplane_with_pairs" | "airplane_with_solos" | "bomb" | "chain" | "four_with_solo" | "four_with_two" | "four_with_two_pairs" | "pair" | "pair_chain" | "rocket" | "rocket_with_solo" | "rocket_with_two" | "solo" | "trio" | "trio_with_pair" | "trio_with_solo" | null;
  }

  interface DouDizhuLeads {
    kind: "leads";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface DouDizhuLeft {
    kind: "left";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface DouDizhuLegal {
    kind: "bid" | "call" | "decline" | "double" | "open" | "pass" | "play" | "rob";
    min?: number;
    max?: number;
    step?: number;
  }

  interface DouDizhuMove {
    seat: number;
    cards: string[];
    category: "airplane" | "airplane_with_pairs" | "airplane_with_solos" | "bomb" | "chain" | "four_with_solo" | "four_with_two" | "four_with_two_pairs" | "pair" | "pair_chain" | "rocket" | "rocket_with_solo" | "rocket_with_two" | "solo" | "trio" | "trio_with_pair" | "trio_with_solo" | null;
  }

  interface DouDizhuOpen {
    kind: "open";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
    times: number;
  }

  interface DouDizhuPass {
    kind: "pass";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface DouDizhuPlay {
    seat: number;
    cards: string[];
    category: "airplane" | "airplane_with_pairs" | "airplane_with_solos" | "bomb" | "chain" | "four_with_solo" | "four_with_two" | "four_with_two_pairs" | "pair" | "pair_chain" | "rocket" | "rocket_with_solo" | "rocket_with_two" | "solo" | "trio" | "trio_with_pair" | "trio_with_solo";
    n: number;
  }

  interface DouDizhuPlayed {
    kind: "play";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
    category: "airplane" | "airplane_with_pairs" | "airplane_with_solos" | "bomb" | "chain" | "four_with_solo" | "four_with_two" | "four_with_two_pairs" | "pair" | "pair_chain" | "rocket" | "rocket_with_solo" | "rocket_with_two" | "solo" | "trio" | "trio_with_pair" | "trio_with_solo";
    n: number;
    reading: string;
    left: number;
    multiplier: number;
  }

  interface DouDizhuReveal {
    kind: "reveal";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
  }

  interface DouDizhuRob {
    kind: "rob";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface DouDizhuRules {
    bidding: "bid_123" | "call_rob" | "first_call";
    first_bidder: "last_winner" | "random" | "rotate";
    last_winner_if_peasants: "random_of_two" | "who_went_out";
    all_pass: "first_bidder_must" | "redeal" | "redeal_rotate";
    max_redeals: number | null;
    base_score: number;
    bid_multiplies_base: boolean;
    bomb_multiplier: number;
    rocket_multiplier: number;
    spring: number;
    double_stage: boolean;
    open_hand: "landlord" | "moments" | "off";
    multiplier_cap: number | null;
    show_kitty: boolean;
    solo_kicker_repeat: "distinct" | "free" | "max_3";
    kicker_may_equal_primal: boolean;
    both_jokers_as_kickers: boolean;
    triple_kicker_adjacent: boolean;
    pairs_same_rank: boolean;
    four_with_one: boolean;
    rocket_with_kickers: boolean;
    score_mode: "chips" | "points";
    min_stack: number;
    win_cap: boolean;
    restart_by: "anyone" | "auto" | "winner";
    leaver: "auto_play" | "forfeits";
    timeout: "auto" | "lowest";
    max_players: number;
  }

  interface DouDizhuSeat {
    seat: number;
    stack: number;
    role: "landlord" | "peasant" | null;
    status: "in";
    count: number;
    cards: string[];
    said: "1" | "2" | "3" | "call" | "pass" | "rob" | null;
    doubled: boolean | null;
    open: boolean;
    plays: number;
    last: DouDizhuLast | null;
  }

  interface DouDizhuSpring {
    kind: "spring";
    auto?: "away" | "timeout";
    seat: number;
    times: number;
  }

  interface DouDizhuStart {
    kind: "hand_start";
    auto?: "away" | "timeout";
    first: number;
    base: number;
    seats: number[];
  }

  interface DouDizhuView {
    game: "dou_dizhu";
    phase: "bidding" | "dealing" | "doubling" | "play" | "settled";
    turn: number | null;
    pot: number;
    result: HandResult | null;
    button: number;
    landlord: number | null;
    base: number;
    bid: number;
    multiplier: number;
    opened: number;
    offer: number | null;
    bombs: number;
    rockets: number;
    kitty: string[];
    last: DouDizhuPlay | null;
    trick: DouDizhuMove[];
    before: DouDizhuMove[];
    played: number[];
    pots: OpenPot[];
    seats: DouDizhuSeat[];
    you?: DouDizhuYou;
  }

  interface DouDizhuWin {
    kind: "win";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
  }

  interface DouDizhuYou {
    seat: number;
    blocked: Blocked[];
    legal: DouDizhuLegal[];
    hints: string[][];
    can_beat: boolean;
  }

  interface EndedDeck {
    no: number;
    chain: string;
    tfair1?: boolean;
  }

  interface FinishRank {
    place: number;
    seat: number | null;
    name: string;
    avatar: number;
    kind: "person" | "guest" | "bot" | "registered_bot";
    prize: number;
    tied: boolean;
  }

  interface HandMoved {
    type: "hand";
    now: number;
    hand: HandNow | null;
    events: AnyEvent[];
    ok?: Done | null;
  }

  interface HandNow {
    id: string;
    number: number;
    seq: number;
    view: AnyView;
    clock: Clock | null;
    next_at: number | null;
    fair: Proof | null;
    openings: CardOpening[];
    teaching: TeachingHand | null;
  }

  interface HandOver {
    type: "hand_over";
    name: string;
    id?: string;
  }

  interface HandResult {
    ended_by: string;
    chips: number[][];
    net: number[][];
    pots: ResultPot[];
    shown: ShownHand[];
    house?: number;
  }

  interface HandValue {
    kind: string;
    ranks: string[];
  }

  interface Hello {
    type: "hello";
    v: number;
    now: number;
    you: You | null;
    table: TableView;
    hand: HandNow | null;
    events: AnyEvent[];
    chat: ChatView[];
    watching: number;
  }

  interface HoldemAnte {
    kind: "ante";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
  }

  interface HoldemBet {
    kind: "bet";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
    all_in: boolean;
  }

  interface HoldemBlind {
    kind: "blind";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
    which: "big" | "dead" | "post" | "small" | "straddle";
    all_in: boolean;
  }

  interface HoldemBlinds {
    small: number;
    big: number;
    ante: number;
    straddle: number | null;
    level: number | null;
  }

  interface HoldemCall {
    kind: "call";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
    all_in: boolean;
  }

  interface HoldemCards {
    kind: "cards";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
  }

  interface HoldemCheck {
    kind: "check";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface HoldemCollect {
    kind: "collect";
    auto?: "away" | "timeout";
    pots: number[];
  }

  interface HoldemDeal {
    kind: "deal";
    auto?: "away" | "timeout";
    seat: number;
    count: number;
  }

  interface HoldemEnd {
    kind: "hand_end";
    auto?: "away" | "timeout";
    net: number[][];
  }

  type HoldemEvent = HoldemStart | HoldemAnte | HoldemBlind | HoldemDeal | HoldemCards | HoldemFold | HoldemCheck | HoldemCall | HoldemBet | HoldemRaise | HoldemReturned | HoldemCollect | HoldemStreet | HoldemOpen | HoldemVote | HoldemRun | HoldemRabbit | HoldemShow | HoldemMuck | HoldemWin | HoldemEnd;

  interface HoldemFold {
    kind: "fold";
    auto?: "away" | "timeout";
    seat: number;
    reason: "fold" | "left";
  }

  interface HoldemLegal {
    kind: "all_in" | "bet" | "call" | "check" | "fold" | "raise_to" | "run_once" | "run_twice";
    amount?: number;
    min?: number;
    max?: number;
    step?: number;
    over?: boolean;
  }

  interface HoldemMuck {
    kind: "muck";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface HoldemOpen {
    kind: "open";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
    hand_value: HandValue;
  }

  interface HoldemRabbit {
    kind: "rabbit";
    auto?: "away" | "timeout";
    cards: string[];
  }

  interface HoldemRaise {
    kind: "raise_to";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
    all_in: boolean;
  }

  interface HoldemReturned {
    kind: "returned";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
  }

  interface HoldemRules {
    small_blind: number;
    format: "cash" | "sit_and_go";
    starting_points: number;
    blind_schedule: number[];
    level_unit: "hands" | "minutes";
    level_length: number;
    payouts: "standard" | "winner";
    leaver: "blinded_out" | "forfeits";
    max_players: number;
    fill_with_bots: boolean;
    ante: number;
    ante_by: "big_blind" | "each";
    min_raise: "double" | "last_full_raise" | "more_than_double";
    raise_semantics: "raise_by" | "raise_to";
    blinds_may_fold_preflop: boolean;
    preflop_first_actor: "left_of_bb" | "small_blind";
    timeout_action: "check_else_fold" | "fold";
    bet_over_stack: "clip_to_all_in" | "error";
    button_rule: "dead_button" | "moving_button";
    odd_chip: "left_of_button";
    show_losing_hands: "muck" | "show_all";
    missed_blinds: "players_choice" | "post" | "wait_for_bb";
    straddle: boolean;
    run_it_twice: boolean;
    rabbit: boolean;
    wording: "invalid_option" | "plain";
  }

  interface HoldemRun {
    kind: "run";
    auto?: "away" | "timeout";
    boards: number;
  }

  interface HoldemSeat {
    seat: number;
    stack: number;
    bet: number;
    paid: number;
    status: "all_in" | "folded" | "in";
    cards: string[];
    hand_value: HandValue | null;
    best: string[] | null;
    shown: boolean;
    last: SeatAction | null;
  }

  interface HoldemShow {
    kind: "show";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
    hand_value: HandValue;
  }

  interface HoldemStart {
    kind: "hand_start";
    auto?: "away" | "timeout";
    button: number;
    small: number;
    big: number;
    ante: number;
    level: number | null;
    seats: number[];
  }

  interface HoldemStreet {
    kind: "street";
    auto?: "away" | "timeout";
    street: "flop" | "river" | "turn";
    cards: string[];
    board: number;
  }

  interface HoldemView {
    game: "holdem";
    phase: "flop" | "preflop" | "river" | "run_vote" | "settled" | "turn";
    turn: number | null;
    pot: number;
    result: HandResult | null;
    button: number;
    small_blind: number | null;
    big_blind: number;
    blinds: HoldemBlinds;
    straddle: number | null;
    board: string[];
    board2: string[];
    rabbit: string[];
    current_bet: number;
    min_raise_to: number | null;
    pots: OpenPot[];
    seats: HoldemSeat[];
    you?: HoldemYou;
  }

  interface HoldemVote {
    kind: "vote";
    auto?: "away" | "timeout";
    seat: number;
    twice: boolean;
  }

  interface HoldemWin {
    kind: "win";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
    pot: number;
    board: number;
    hand_value: HandValue | null;
  }

  interface HoldemYou {
    seat: number;
    blocked: Blocked[];
    to_call: number;
    legal: HoldemLegal[];
  }

  interface HouseRule {
    name: string;
    chosen: boolean | number | string | (number | string)[] | null;
    of_preset: boolean | number | string | (number | string)[] | null;
    label?: string;
    value?: string;
    text?: string;
    usual?: string;
  }

  interface JoinWaitingList {
    type: "join_waiting_list";
    id?: string;
  }

  interface Leave {
    type: "leave";
    key?: string | null;
    id?: string;
  }

  interface LeaveWaitingList {
    type: "leave_waiting_list";
    id?: string;
  }

  interface LockView {
    no: number;
    n: number;
    plan: Plan;
    cut_commits: [number, string][];
    lock: string;
    signature: string;
  }

  interface Look {
    type: "look";
    game?: string | null;
    format?: "cash" | "points" | "sit_and_go" | "unrated" | null;
    spectators?: "closed" | "public" | "after_hand" | "open" | "delayed" | null;
    free?: boolean | null;
    people?: boolean | null;
    bots?: boolean | null;
    search?: string;
    page?: number;
    id?: string;
  }

  interface NewInvite {
    type: "new_invite";
    id?: string;
  }

  interface Next {
    type: "next";
    id?: string;
  }

  interface NextBlindLevel {
    small: number;
    big: number;
    ante: number;
    in_hands: number | null;
    at: number | null;
  }

  interface NextDeckView {
    game: string;
    deck: SealedDeckView;
    lock: LockView | null;
    missing: number[];
    not_asked: number[];
    ended: EndedDeck;
    last: Record<string, any> | null;
  }

  interface Nudge {
    type: "nudge";
    id?: string;
  }

  interface OpenHands {
    type: "open_hands";
    on: boolean;
    id?: string;
  }

  interface OpenPot {
    amount: number;
    seats: number[];
  }

  interface PaidBet {
    bet: "ante" | "bonus" | "pair_plus" | "raise" | "six_card" | "tie_bet";
    stake: number;
    pays: string | null;
    net: number;
    outcome: "equal_loses" | "equal_returned" | "folded" | "loses" | "not_qualified" | "returned" | "wins";
    hand_value?: HandValue;
    line?: "color" | "equal" | "flush" | "full_house" | "mini_royal" | "not_qualified" | "pair" | "pure" | "quads" | "royal" | "sequence" | "straight" | "straight_flush" | "three_aces" | "trail" | "trips" | "wins";
    commission?: string;
    rest?: string;
  }

  interface Pause {
    type: "pause";
    id?: string;
  }

  interface PayLine {
    bet: "ante" | "bonus" | "pair_plus" | "raise" | "six_card" | "tie_bet";
    line: "color" | "equal" | "flush" | "full_house" | "mini_royal" | "not_qualified" | "pair" | "pure" | "quads" | "royal" | "sequence" | "straight" | "straight_flush" | "three_aces" | "trail" | "trips" | "wins";
    pays: string;
  }

  interface PayTableDesign {
    category_order?: "teen_patti" | "three_card_poker";
    run_order?: "a23_top" | "akq_a23" | "a23_low" | "no_a23" | "literal_2ak";
    suits?: string[];
    dealer_qualifies?: "always" | "jack_high" | "queen_high" | "king_high" | "ace_high" | "pair";
    no_qualify?: number | string;
    raise_multiple?: number | string;
    win_ante?: number | string;
    win_raise?: number | string;
    tie?: "push" | "dealer_wins";
    commission?: number | string;
    ante_bonus?: Record<string, number | string>;
    pair_plus?: Record<string, number | string>;
    pair_plus_on_fold?: "still_live" | "forfeit";
    mini_royal?: number | string | null;
    six_card_bonus?: Record<string, number | string>;
    tie_bet?: number | string | null;
  }

  interface Ping {
    type: "ping";
    id?: string;
  }

  interface Plan {
    button: number[];
    game: string;
    rules_hash: string;
    seats: number[];
    step: number;
  }

  interface PlanOfHand {
    button: number[];
    game: string;
    rules_hash: string;
    seats: number[];
    step: number;
  }

  interface PlayHere {
    type: "play_here";
    id?: string;
  }

  interface Pong {
    type: "pong";
    now: number;
    id: string;
  }

  interface Prefer {
    type: "prefer";
    post?: boolean | null;
    straddle?: boolean | null;
    top_up_to?: number | null;
    id?: string;
  }

  interface PrintedPayTable {
    qualifier: string;
    name: string;
    lines: PayLine[];
  }

  interface Proof {
    absent: number[];
    button: number;
    commit: string;
    cut_commits: [number, string][];
    cuts: [number, string][];
    deck_id: string;
    digest: string;
    hand_id: string;
    lock: string;
    masters: (string | null)[];
    n: number;
    no: number;
    number: number;
    pick: number;
    plan: PlanOfHand;
    public_key: string;
    roots: string[];
    scheme: string;
    table_id: string;
  }

  interface React {
    type: "react";
    reaction: "laugh" | "cheer" | "cool" | "gasp" | "think" | "cry" | "grumpy" | "sleep" | "hello" | "good_luck" | "nice_hand" | "well_played" | "thank_you" | "sorry" | "one_moment" | "wow" | "your_turn" | "bye" | "brave_blind" | "what_a_pot" | "one_more" | "nice_bluff" | "good_fold" | "flowers" | "great_teamwork" | "what_a_bomb" | "beat_the_dealer" | "luck_to_all";
    id?: string;
  }

  interface Reading {
    reading: string;
    category: string;
  }

  interface RefusedEvent {
    type: "refused";
    id: string;
    code: string;
    text: string;
    limits?: Record<string, any> | null;
  }

  interface RemoveBots {
    type: "remove_bots";
    id?: string;
  }

  interface Rest {
    code: "ON_BREAK" | "OWN_LOSS" | "OWN_MINUTES";
    max: number | null;
    until: number;
  }

  interface Restart {
    by: string;
    seats: number[];
    needed: boolean;
  }

  interface ResultPot {
    amount: number;
    hand_value: HandValue | null;
    seats: number[];
    winners: number[];
    shares: number[][];
    board?: number;
    best?: ((number | string[])[])[];
  }

  interface Resume {
    type: "resume";
    id?: string;
  }

  interface Resync {
    type: "resync";
    id?: string;
  }

  interface Said {
    type: "chat";
    lines: ChatView[];
  }

  interface SealedDeckView {
    scheme: string;
    table_id: string;
    no: number;
    deck_id: string;
    n: number;
    roots: string[];
    commit: string;
    tfair1?: boolean;
  }

  interface SeatAction {
    kind: string;
    amount: number;
  }

  interface SeatRequestView {
    name: string;
    avatar: number;
    kind: "person" | "guest" | "bot" | "registered_bot";
    until: number;
  }

  interface SeatView {
    seat: number;
    name: string;
    avatar: number;
    kind: "person" | "guest" | "bot" | "registered_bot";
    stack: number | null;
    pending: number | null;
    status: "ready" | "sitting_out" | "leaving" | "out";
    bank_ms: number;
    missed_blinds: string;
    for_points: boolean;
    posts: boolean;
    straddles: boolean;
    pressed_next: boolean;
    place: number | null;
    mark?: "" | "staff" | "near";
  }

  interface SendAway {
    type: "send_away";
    name: string;
    id?: string;
  }

  interface Sentence {
    code: string;
    args: Record<string, number | string | null>;
  }

  interface SetCards {
    type: "set_cards";
    cards: Record<string, string>;
    id?: string;
  }

  interface ShownHand {
    seat: number;
    cards: string[];
    hand_value: HandValue | null;
  }

  interface Sit {
    type: "sit";
    seat: number;
    buy_in?: number | null;
    key?: string | null;
    id?: string;
  }

  interface SitAndGoView {
    number: number;
    state: "registering" | "running" | "finished" | "cancelled";
    entry: number;
    starting: number;
    players: number;
    size: number;
    prizes: number[];
    level: number | null;
    blinds: BlindLevel;
    next: NextBlindLevel | null;
    places: FinishRank[];
  }

  interface SitIn {
    type: "sit_in";
    id?: string;
  }

  interface SitOut {
    type: "sit_out";
    id?: string;
  }

  interface Sitter {
    seat: number;
    name: string;
    avatar: number;
    kind: "person" | "guest" | "bot" | "registered_bot";
  }

  interface Start {
    type: "start";
    id?: string;
  }

  interface StepBack {
    type: "step_back";
    hand: string;
    seq: number;
    id?: string;
  }

  interface TableChanged {
    type: "table";
    now: number;
    table: TableView;
    you?: You | null;
  }

  interface TableRow {
    slug: string;
    name: string;
    game: string;
    preset: string;
    stakes?: string;
    figures: Record<string, number | null>;
    unit: number;
    format: "cash" | "points" | "sit_and_go" | "unrated";
    min_buy_in: number;
    max_buy_in: number;
    seats: number;
    taken: number;
    bots: number;
    waiting: number;
    watching: number;
    state: "open" | "paused" | "draining" | "closed" | "frozen";
    playing: boolean;
    spectators: "closed" | "public" | "after_hand" | "open" | "delayed";
    private: boolean;
    hides_stacks: boolean;
    average_pot: number | null;
    hands_an_hour: number | null;
    names: Sitter[];
    mine: boolean;
    my_turn: boolean;
  }

  interface TableView {
    name: string;
    game: string;
    preset: string;
    min_buy_in: number;
    max_buy_in: number;
    spectators: "closed" | "public" | "after_hand" | "open" | "delayed";
    spectator_delay_s: number;
    private: boolean;
    newcomers: boolean;
    approval: boolean;
    unrated: boolean;
    teaching: boolean;
    autostart: boolean;
    slug: string;
    state: "open" | "paused" | "draining" | "closed" | "frozen";
    households: "apart" | "together";
    max_seats: number;
    clock_ms: number;
    bank_ms: number;
    running: boolean;
    is_house_table: boolean;
    stakes?: string;
    figures: Record<string, number | null>;
    unit: number;
    format: "cash" | "points" | "sit_and_go" | "unrated";
    restart: Restart;
    sit_and_go: SitAndGoView | null;
    can_prefer: Wishes;
    rules: AnyRules;
    open_hands: boolean;
    house_rules: HouseRule[];
    chat: "apart" | "shared";
    phrases: string[];
    host: string | null;
    version: number;
    waiting_list: number;
    seats: SeatView[];
    min_players: number;
    can_start: boolean;
    waiting: Sentence | null;
    next_at: number | null;
    next_deck: NextDeckView | null;
    invite: string | null;
  }

  interface Tables {
    type: "tables";
    page: number;
    pages: number;
    found: number;
    open: number;
    online: number;
    tables: TableRow[];
  }

  interface TablesChanged {
    type: "tables_changed";
    page: number;
    pages: number;
    found: number;
    open: number;
    online: number;
    rows: TableRow[];
    order: string[] | null;
  }

  interface TeachingHand {
    is_open: boolean;
    cards_set: boolean;
    taken_back: number;
  }

  interface TeenPattiBet {
    kind: "bet";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
    blind: boolean;
    stake: number;
  }

  interface TeenPattiBoot {
    kind: "boot";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
  }

  interface TeenPattiCards {
    kind: "cards";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
  }

  interface TeenPattiCover {
    kind: "cover";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
    pot: number;
  }

  interface TeenPattiDeal {
    kind: "deal";
    auto?: "away" | "timeout";
    seat: number;
    count: number;
  }

  interface TeenPattiEnd {
    kind: "hand_end";
    auto?: "away" | "timeout";
    net: number[][];
  }

  type TeenPattiEvent = TeenPattiStart | TeenPattiBoot | TeenPattiDeal | TeenPattiVariant | TeenPattiSee | TeenPattiForcedSee | TeenPattiCards | TeenPattiBet | TeenPattiCover | TeenPattiFold | TeenPattiShow | TeenPattiSideShowAsked | TeenPattiSideShowAnswer | TeenPattiSideShowCards | TeenPattiReveal | TeenPattiWin | TeenPattiEnd;

  interface TeenPattiFold {
    kind: "fold";
    auto?: "away" | "timeout";
    seat: number;
    reason: "fold" | "left" | "side_show";
  }

  interface TeenPattiForcedSee {
    kind: "forced_see";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface TeenPattiLegal {
    kind: "accept" | "bet" | "choose" | "cover" | "fold" | "refuse" | "see" | "show" | "side_show";
    amount?: number;
    min?: number;
    max?: number;
    step?: number;
    to?: number;
    reading?: "999" | "ak47" | "classic" | "lowest_joker" | "muflis";
  }

  interface TeenPattiReveal {
    kind: "reveal";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
    hand_value: HandValue;
  }

  interface TeenPattiRules {
    boot: number;
    starting_chips: number | null;
    max_players: number;
    run_order: "a23_low" | "a23_top" | "akq_a23" | "literal_2ak" | "no_a23";
    suit_tiebreak: ("c" | "d" | "h" | "s")[];
    suit_tiebreak_scope: ("color" | "high" | "pair")[];
    suit_pair_basis: "kicker" | "pair";
    raise_limit: number | null;
    max_blind_bets: number | null;
    show_price: number;
    seen_may_show_vs_blind: boolean;
    show_tie: "payer_loses" | "split";
    side_show: "all_seen" | "both_seen" | "off";
    side_show_refusable: "always" | "until_third";
    side_show_tie: "asker_folds";
    see_when: "any_time" | "own_turn";
    first_actor: "left_of_dealer" | "seat0";
    direction: "clockwise" | "counter_clockwise";
    dealer_rotation: "clockwise" | "winner_deals";
    pot_limit: number | null;
    stake_cap: number | null;
    short_stack: "contribution_cap" | "cover" | "must_fold";
    timeout_action: "fold";
    variant: "999" | "ak47" | "classic" | "dealers_choice" | "lowest_joker" | "muflis";
    choice_seconds: number;
    best_trail: "aces" | "threes";
    hidden_stacks: boolean;
    min_players_to_start: number;
  }

  interface TeenPattiSeat {
    seat: number;
    stack: number | null;
    paid: number;
    status: "covered" | "folded" | "in";
    blind: boolean;
    blind_bets: number;
    cards: string[];
    hand_value: HandValue | null;
    last: SeatAction | null;
  }

  interface TeenPattiSee {
    kind: "see";
    auto?: "away" | "timeout";
    seat: number;
  }

  interface TeenPattiShow {
    kind: "show";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
    opponent: number;
  }

  interface TeenPattiSideShow {
    asker: number;
    asked: number;
  }

  interface TeenPattiSideShowAnswer {
    kind: "side_show_answer";
    auto?: "away" | "timeout";
    asker: number;
    asked: number;
    accepted: boolean;
  }

  interface TeenPattiSideShowAsked {
    kind: "side_show_asked";
    auto?: "away" | "timeout";
    asker: number;
    asked: number;
    amount: number;
  }

  interface TeenPattiSideShowCards {
    kind: "side_show_cards";
    auto?: "away" | "timeout";
    seat: number;
    cards: string[];
    hand_value: HandValue;
  }

  interface TeenPattiStart {
    kind: "hand_start";
    auto?: "away" | "timeout";
    button: number;
    boot: number;
    seats: number[];
  }

  interface TeenPattiVariant {
    kind: "variant";
    auto?: "away" | "timeout";
    seat: number;
    variant: "999" | "ak47" | "classic" | "lowest_joker" | "muflis";
  }

  interface TeenPattiView {
    game: "teen_patti";
    phase: "betting" | "choosing" | "settled" | "side_show";
    turn: number | null;
    pot: number;
    result: HandResult | null;
    variant: "999" | "ak47" | "classic" | "lowest_joker" | "muflis" | "dealers_choice";
    button: number;
    stake: number;
    pots: OpenPot[];
    seats: TeenPattiSeat[];
    side_show: TeenPattiSideShow | null;
    you?: TeenPattiYou;
  }

  interface TeenPattiWin {
    kind: "win";
    auto?: "away" | "timeout";
    seat: number;
    amount: number;
    pot: number;
    hand_value: HandValue | null;
  }

  interface TeenPattiYou {
    seat: number;
    blocked: Blocked[];
    legal: TeenPattiLegal[];
  }

  interface Ticket {
    type: "ticket";
    ticket: string;
  }

  interface TopUp {
    type: "top_up";
    amount: number;
    key?: string | null;
    id?: string;
  }

  interface WaitingPlace {
    place: number;
    until: number | null;
  }

  interface Watching {
    type: "watching";
    n: number;
  }

  interface WindowPlays {
    type: "window";
    plays: boolean;
  }

  interface Wishes {
    post: boolean;
    straddle: boolean;
    top_up_to: boolean;
  }

  interface You {
    id: string;
    name: string;
    kind: "person" | "guest" | "bot" | "registered_bot";
    seat: number | null;
    wallet: number;
    tops_up_to: number | null;
    rests: Rest | null;
    short_by: number;
    buy_in: BuyIn | null;
    seat_given_back: Sentence | null;
    seat_request: "waiting" | "approved" | "refused" | null;
    seat_requests: SeatRequestView[];
    waiting: WaitingPlace | null;
    next_cards: CardPlace[];
  }
}

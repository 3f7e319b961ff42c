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
    level?: string;
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
    name: string | null;
    readings: Reading[];
    code: string | null;
    text: string | null;
    id: string;
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
    t: number;
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
    room: "players" | "spectators";
    text: string;
    nudges: number | null;
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
    deck: string;
    cut: string;
    id?: string;
  }

  interface CutCommit {
    type: "cut_commit";
    deck: string;
    hash: string;
    id?: string;
  }

  interface Done {
    type: "ok";
    id: string;
    seq?: number | null;
  }

  interface HandMoved {
    type: "hand";
    now: number;
    hand: HandNow | null;
    events: Record<string, any>[];
    ok?: Done | null;
  }

  interface HandNow {
    id: string;
    number: number;
    seq: number;
    view: Record<string, any>;
    clock: Clock | null;
    next_at: number | null;
    fair: Proof | null;
    openings: CardOpening[];
  }

  interface Hello {
    type: "hello";
    v: number;
    now: number;
    you: You | null;
    table: TableView;
    hand: HandNow | null;
    chat: ChatView[];
    watching: number;
  }

  interface HouseRule {
    name: string;
    label: string;
    value: string;
    text: string;
    usual: string;
  }

  interface Leave {
    type: "leave";
    key?: string | null;
    id?: string;
  }

  interface Look {
    type: "look";
    game?: string | null;
    format?: "cash" | "points" | "sit_and_go" | null;
    spectators?: "closed" | "public" | "after_hand" | "open" | "delayed" | null;
    free?: boolean | null;
    people?: boolean | null;
    bots?: boolean | null;
    search?: string;
    page?: number;
    id?: string;
  }

  interface Next {
    type: "next";
    id?: string;
  }

  interface NextDeckView {
    number: number;
    deck_id: string;
    n: number;
    roots: string[];
    commit: string;
    locked: [number, string][] | null;
  }

  interface Nudge {
    type: "nudge";
    id?: string;
  }

  interface Ping {
    type: "ping";
    id?: string;
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

  interface Proof {
    chain: string;
    chain_before: string;
    commit: string;
    cut_commits: [number, string][];
    cuts: [number, string][];
    deck_id: string;
    digest: string;
    hand_id: string;
    masters: (string | null)[];
    n: number;
    pick: number;
    public_key: string;
    roots: string[];
    scheme: string;
  }

  interface Reading {
    reading: string;
    name: string;
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
    text: string;
    until: number;
  }

  interface Restart {
    by: string;
    seats: number[];
    needed: boolean;
  }

  interface Resync {
    type: "resync";
    id?: string;
  }

  interface Said {
    type: "chat";
    lines: ChatView[];
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
  }

  interface Sit {
    type: "sit";
    seat: number;
    buy_in?: number | null;
    key?: string | null;
    id?: string;
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
    stakes: string;
    unit: number;
    format: "cash" | "points" | "sit_and_go";
    min_buy_in: number;
    max_buy_in: number;
    seats: number;
    taken: number;
    bots: number;
    watching: number;
    state: "open" | "paused" | "draining" | "closed" | "frozen";
    playing: boolean;
    spectators: "closed" | "public" | "after_hand" | "open" | "delayed";
    private: boolean;
    hides_stacks: boolean;
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
    autostart: boolean;
    slug: string;
    state: "open" | "paused" | "draining" | "closed" | "frozen";
    households: "apart" | "together";
    max_seats: number;
    clock_ms: number;
    bank_ms: number;
    running: boolean;
    is_house_table: boolean;
    stakes: string;
    unit: number;
    format: "cash" | "points" | "sit_and_go";
    restart: Restart;
    sit_and_go: Record<string, any> | null;
    can_prefer: Wishes;
    rules: Record<string, any>;
    house_rules: HouseRule[];
    phrases: string[];
    host: string | null;
    version: number;
    seats: SeatView[];
    min_players: number;
    can_start: boolean;
    waiting: string | null;
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
    seat_given_back: string | null;
    seat_request: "waiting" | "approved" | "refused" | null;
    seat_requests: SeatRequestView[];
  }
}

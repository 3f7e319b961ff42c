/**
 * The messages of the sockets and what they carry, as scripts see them.
 *
 * Written by `manage.py asyncapi --typescript` from the types that the server encodes; a test
 * compares.
 */
declare namespace Messages {
  interface Act {
    type: "act";
    id?: string;
    hand: string;
    seq: number;
    action: string;
    key: string;
    amount?: number | null;
    cards?: string[];
    reading?: string;
  }

  interface AddBots {
    type: "add_bots";
    id?: string;
    count: number;
    level?: string;
    key?: string | null;
  }

  interface Again {
    type: "again";
    id?: string;
    key?: string | null;
  }

  interface AnswerRequest {
    type: "answer_request";
    id?: string;
    name: string;
    approve: boolean;
  }

  interface Ask {
    type: "ask";
    id?: string;
    cards: string[];
  }

  interface AskSeat {
    type: "ask_seat";
    id?: string;
  }

  interface Asked {
    type: "asked";
    id: string;
    name?: string | null;
    readings?: Reading[];
    code?: string | null;
    text?: string | null;
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
    id?: string;
    text: string;
  }

  interface ChatView {
    at: number | null;
    id: number;
    kind: string;
    nudges: number | null;
    room: string;
    text: string;
    who: string;
  }

  interface Clock {
    bank_until: number | null;
    from: number;
    held_until: number | null;
    seat: number;
    until: number;
  }

  interface Closed {
    type: "closed";
    now: number;
  }

  interface Cut {
    type: "cut";
    id?: string;
    deck: string;
    cut: string;
  }

  interface CutCommit {
    type: "cut_commit";
    id?: string;
    deck: string;
    hash: string;
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
  }

  interface HandNow {
    clock: Clock | null;
    fair: Proof | null;
    id: string;
    next_at: number | null;
    number: number;
    openings: CardOpening[];
    seq: number;
    view: Record<string, any>;
  }

  interface Hello {
    type: "hello";
    v?: number;
    now: number;
    you: You | null;
    table: TableView;
    hand: HandNow | null;
    chat: ChatView[];
    watching: number;
  }

  interface HouseRule {
    label: string;
    name: string;
    text: string;
    usual: string;
    value: string;
  }

  interface Leave {
    type: "leave";
    id?: string;
    key?: string | null;
  }

  interface Next {
    type: "next";
    id?: string;
  }

  interface NextDeckView {
    commit: string;
    deck_id: string;
    locked: [number, string][] | null;
    n: number;
    number: number;
    roots: string[];
  }

  interface Nudge {
    type: "nudge";
    id?: string;
  }

  interface Ping {
    type: "ping";
    id?: string;
  }

  interface Pong {
    type: "pong";
    now: number;
    id?: string;
  }

  interface Prefer {
    type: "prefer";
    id?: string;
    post?: boolean | null;
    straddle?: boolean | null;
    top_up_to?: number | null;
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
    name: string;
    reading: string;
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
    code: string;
    text: string;
    until: number;
  }

  interface Restart {
    by: string;
    needed: boolean;
    seats: number[];
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
    avatar: number;
    kind: string;
    name: string;
    until: number;
  }

  interface SeatView {
    avatar: number;
    bank_ms: number;
    for_points: boolean;
    kind: string;
    name: string;
    owes: string;
    pending: number;
    place: number | null;
    posts: boolean;
    pressed_next: boolean;
    seat: number;
    stack: number;
    status: string;
    straddles: boolean;
  }

  interface Sit {
    type: "sit";
    id?: string;
    seat: number;
    buy_in?: number | null;
    key?: string | null;
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
    avatar: number;
    kind: string;
    name: string;
    seat: number;
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
    bots: number;
    format: string;
    game: string;
    max_buy_in: number;
    min_buy_in: number;
    mine?: boolean;
    my_turn?: boolean;
    name: string;
    names: Sitter[];
    playing: boolean;
    preset: string;
    private: boolean;
    seats: number;
    slug: string;
    spectators: string;
    stakes: string;
    state: string;
    taken: number;
    unit: number;
    watching: number;
  }

  interface TableView {
    approval: boolean;
    autostart: boolean;
    bank_ms: number;
    can_prefer: Wishes;
    can_start: boolean;
    clock_ms: number;
    format: string;
    game: string;
    host: string | null;
    house_rules: HouseRule[];
    households: string;
    invite: string | null;
    is_house_table: boolean;
    max_buy_in: number;
    max_seats: number;
    min_buy_in: number;
    min_players: number;
    name: string;
    newcomers: boolean;
    next_at: number | null;
    next_deck: NextDeckView | null;
    phrases: string[];
    preset: string;
    private: boolean;
    restart: Restart;
    rules: Record<string, any>;
    running: boolean;
    seats: SeatView[];
    sit_and_go: Record<string, any> | null;
    slug: string;
    spectator_delay_s: number;
    spectators: string;
    stakes: string;
    state: string;
    unit: number;
    version: number;
    waiting: string | null;
  }

  interface Tables {
    type: "tables";
    tables: TableRow[];
    online: number;
  }

  interface Ticket {
    type: "ticket";
    ticket: string;
  }

  interface TopUp {
    type: "top_up";
    id?: string;
    amount: number;
    key?: string | null;
  }

  interface Watching {
    type: "watching";
    n: number;
  }

  interface Wishes {
    post: boolean;
    straddle: boolean;
    top_up_to: boolean;
  }

  interface You {
    id: string;
    kind: string;
    name: string;
    rests: Rest | null;
    seat: number | null;
    seat_request: string | null;
    seat_requests: SeatRequestView[];
    tops_up_to: number | null;
    wallet: number;
  }
}

/** Types shared by the scripts of the table page; server messages are in messages.d.ts. */

/** A message of the server, or a step of one that the page plays by itself. */
type TableMessage =
  | Messages.Hello
  | (Messages.HandMoved & HandStep)
  | Messages.TableChanged
  | Messages.DeckChanged
  | Messages.Said
  | Messages.Watching
  | Messages.WindowPlays
  | Messages.Closed
  | Messages.RefusedEvent;

/** The fields a step adds: its number, and whether more steps of the action follow. */
interface HandStep {
  step?: number;
  running?: boolean;
}

/** An event of the hand; its other fields are the game's own. */
type HandEvent = Record<string, any>;

/** A seat's last action as text, with a tone for style sheets. */
interface SeatLabel {
  text: string;
  tone: string;
  seat?: number;
}

type SeatLabels = Record<number, SeatLabel>;

/** A line of the log: as it is written, and as it is spoken where that differs. */
interface LogLine {
  id: number;
  text: string;
  spoken?: string;
  kind: string;
  seat?: number;
  /** Why the platform acted for the seat: `timeout` or `away`. */
  auto?: string;
  /** The hand that it is about. */
  hand?: string;
}

/** Everything this browser knows about the table. */
interface TableState {
  boot: any;
  game: any;
  light: string;
  lightDetail: string;
  /** The server's clock less this one, in milliseconds. */
  offset: number;
  you: Messages.You | null;
  table: Messages.TableView | null;
  hand: Messages.HandNow | null;
  chat: Messages.ChatView[];
  log: LogLine[];
  watching: number;
  /** The state of the fairness checks, null until the guard is loaded. */
  seal: any;
  /** Last known person by seat, for hands that outlive a seat. */
  people: Record<number, Messages.SeatView>;
  labels: SeatLabels;
  /** Hand being dealt with motion. */
  /** True while the streets of one message are played one after another. */
  running: boolean;
  tableStamp: number;
  handStamp: number;
  sending: any;
  /** `told`: a line of the log says it too. */
  refusal: { text: string; at: number; told?: boolean } | null;
  /** The name of the player whom a spectator follows. */
  followed: string | null;
  unread: number;
  /** What stands at a seat for a moment: the address of a face, or a quick phrase. */
  reactions: Record<number, { id: number; face: string | null; words: string }>;
  /** A summary of what was missed while the connection was lost, shown for a moment. */
  missed: string | null;
  /** Another window of mine plays the seat. */
  elsewhere?: boolean;
  /** I have asked to leave; and whether I lost my seat without it. */
  leaving?: boolean;
  stoodUp?: boolean;
  /** Whether the notes of a first turn are shown again. */
  teach?: boolean;
}

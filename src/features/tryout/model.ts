/** The fields of a session that the list shows. */
export interface TrySession {
  id: string;
  sessionDate: string;
  time: string;
  teamLabel: string;
  location: string;
  spotsOpen: number;
}

/** Data that the page passes to its script: the ages of the teams, and the pass. */
export interface Offer {
  teams: readonly unknown[];
  pass: unknown;
}

/** The state of the list and its texts; the page provides both from the booking. */
export interface Conversation {
  /** Shown until the sessions have loaded. */
  loading: string;
  /** Calls `draw` at once and on every change; returns how to stop. */
  follow: (draw: (view: View) => void) => () => void;
  book: (id: string) => void;
  retry: () => void;
  /** The waitlist link of a full session, and its label. */
  waitlistPath: (id: string) => string;
  waitlist: string;
  spotsWords: (count: number) => string;
  spotsState: (count: number) => string;
}

export interface View {
  state: 'loading' | 'ready' | 'failed';
  sessions: readonly TrySession[];
  /** A sentence above the list, or null. */
  problem: string | null;
  /** Shown if the list could not be loaded. */
  failure: string;
  /** On the way to the checkout. */
  leaving: boolean;
}

/** The part of the section to show. A weekend of full sessions counts as empty, and offers the waitlist. */
export function partOf({ state, sessions }: Pick<View, 'state' | 'sessions'>) {
  if (state !== 'ready') return state;
  return sessions.some(({ spotsOpen }) => spotsOpen > 0) ? 'list' : 'empty';
}

/** Number of sessions shown at first; the page reserves space for them. */
export const roomFor = 3;

/** The first sessions with a free spot, or the first full ones if there is none; all on request. */
export function firstOf<S extends Pick<TrySession, 'spotsOpen'>>(sessions: readonly S[], all: boolean) {
  if (all) return sessions;
  const open = sessions.filter(({ spotsOpen }) => spotsOpen > 0);
  return (open.length > 0 ? open : sessions).slice(0, roomFor);
}

/** What is shown of a session. */
export interface TrySession {
  id: string;
  sessionDate: string;
  time: string;
  teamLabel: string;
  location: string;
  spotsOpen: number;
}

/** What the page hands to its script: the ages of the teams, and the pass. */
export interface Offer {
  teams: readonly unknown[];
  pass: unknown;
}

/** The conversation behind the list, and its words; the page brings both from the booking. */
export interface Conversation {
  /** Said until the sessions are there. */
  loading: string;
  /** Calls back at once and whenever something changes; answers how to stop. */
  follow: (draw: (view: View) => void) => () => void;
  book: (id: string) => void;
  retry: () => void;
  /** Where a full session is waited for, and what the link says. */
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
  /** Of a list that did not come. */
  failure: string;
  /** On the way to the checkout. */
  leaving: boolean;
}

/** Which part of the section is shown. A weekend of full sessions is an empty one: they are there to wait for. */
export function partOf({ state, sessions }: Pick<View, 'state' | 'sessions'>) {
  if (state !== 'ready') return state;
  return sessions.some(({ spotsOpen }) => spotsOpen > 0) ? 'list' : 'empty';
}

/** How many are shown at first: the page keeps their room, and does not move when they come. */
export const roomFor = 3;

/** The first with a spot, or without one where none has any, until somebody asks for all. */
export function firstOf<S extends Pick<TrySession, 'spotsOpen'>>(sessions: readonly S[], all: boolean) {
  if (all) return sessions;
  const open = sessions.filter(({ spotsOpen }) => spotsOpen > 0);
  return (open.length > 0 ? open : sessions).slice(0, roomFor);
}

import type { FlowSession, Pass, Team } from '../model.ts';
import type { Load } from '../store.ts';

export interface Offer {
  teams: Team[];
  pass: Pass;
}

type Open = Pick<FlowSession, 'spotsOpen'>;

export function chooseState(state: Load['state'], sessions: readonly Open[]) {
  if (state !== 'ready') return state;
  return sessions.some(({ spotsOpen }) => spotsOpen > 0) ? 'list' : 'empty';
}

/** The number of sessions that are shown at first, and for which the page reserves space. */
export const roomFor = 3;

/**
 * Returns the first sessions with a free spot. If there is none, returns the first full ones. If `showsAll` is true,
 * returns every session.
 */
export function firstOf<S extends Open>(sessions: readonly S[], showsAll: boolean) {
  if (showsAll) return sessions;
  const openSessions = sessions.filter(({ spotsOpen }) => spotsOpen > 0);
  return (openSessions.length > 0 ? openSessions : sessions).slice(0, roomFor);
}

import { readConsent } from '#browser/consent.ts';
import { type EventData, handOver } from '#browser/handed.ts';
import { $session, refreshSession } from '#browser/session.ts';
import { pageAddress, visitId } from '#browser/visit.ts';
import { callLeaving } from './leaving.ts';

/**
 * Steps on the way to a booking (spec 2 §3 and §7): kept in this browser by what watches the page, and sent together
 * in one call when the visitor leaves. Nothing here throws, waits or is waited for. Nothing about a child has a name
 * here.
 */
export type EventType =
  | 'team_selection'
  | 'session_selection'
  | 'pass_selection'
  | 'checkout_started'
  | 'checkout_completed'
  | 'form_progress';

interface Row {
  session_id: string;
  event_type: EventType;
  /** The database keeps those whose names it knows (`private.event_data`). */
  event_data: EventData;
  page_url: string;
}

/** The database takes 50 at once. */
const BATCH = 40;

let waiting: Row[] = [];
let listening = false;

/** Notes one event. `checkout_completed` is the success page's: `track('checkout_completed', {...})`. */
export function track(event_type: EventType, data: EventData): void {
  try {
    const timestamp = new Date().toISOString();
    const row = { session_id: visitId(), event_type, page_url: pageAddress() };
    waiting.push({ ...row, event_data: { ...data, timestamp } });
    handOver({ event: event_type, data });
    listen();
    if (waiting.length >= BATCH) sendEvents();
  } catch (error) {
    log(error);
  }
}

/** Sends what waits, in one call that outlives the page. Called before a way that leaves it. */
export function sendEvents(): void {
  if (waiting.length === 0) return;
  const p_events = waiting;
  waiting = [];
  try {
    const agreed = readConsent()?.analytics ?? false;
    // Without consent the row names neither account nor browser: no token goes along.
    const token = agreed ? tokenOf() : null;
    callLeaving('record_analytics', { p_events, p_consent: agreed }, token).then((answer) => {
      if (!answer.ok) log(answer.status);
    }, log);
  } catch (error) {
    log(error);
  }
}

function listen(): void {
  if (listening || typeof document === 'undefined') return;
  listening = true;
  addEventListener('pagehide', sendEvents);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendEvents();
  });
}

function tokenOf(): string | null {
  const known = $session.get();
  const session = known.state === 'unknown' ? refreshSession() : known;
  return session.state === 'signed_in' ? session.token : null;
}

const log = (why: unknown) => console.warn('Analytics were not recorded:', why);

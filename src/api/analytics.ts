import { readConsent } from '#browser/consent.ts';
import { type EventData, queueReport } from '#browser/report-queue.ts';
import { $session, refreshSession } from '#browser/session.ts';
import { pageAddress, visitId } from '#browser/visit.ts';
import { callOnLeave } from './call-on-leave.ts';

/**
 * The steps of a visit. They wait in this page, and one call sends them when the visitor leaves (spec 2 §3 and §7).
 * They contain nothing about a child.
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
  /** The database accepts only the names that it knows (`private.event_data`). */
  event_data: EventData;
  page_url: string;
}

/** `record_analytics` accepts at most 50 events in one call. */
const BATCH = 40;

let waiting: Row[] = [];
let listening = false;

export function track(event_type: EventType, data: EventData): void {
  try {
    const timestamp = new Date().toISOString();
    const row = { session_id: visitId(), event_type, page_url: pageAddress() };
    waiting.push({ ...row, event_data: { ...data, timestamp } });
    queueReport({ event: event_type, data });
    listen();
    if (waiting.length >= BATCH) sendEvents();
  } catch (error) {
    log(error);
  }
}

/** Sends the waiting events in one request that outlives the page. Call it before leaving the page. */
export function sendEvents(): void {
  if (waiting.length === 0) return;
  const p_events = waiting;
  waiting = [];
  try {
    const agreed = readConsent()?.analytics ?? false;
    // If there is no consent, no token is sent, so that the row identifies neither account nor browser.
    const token = agreed ? tokenOf() : null;
    callOnLeave('record_analytics', { p_events, p_consent: agreed }, token).then((answer) => {
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
  const current = $session.get();
  const session = current.state === 'unknown' ? refreshSession() : current;
  return session.state === 'signed_in' ? session.token : null;
}

const log = (why: unknown) => console.warn('Analytics were not recorded:', why);

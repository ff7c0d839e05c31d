import * as v from 'valibot';
import { env } from '../config/env.ts';
import { storageKeys } from '../config/paths.ts';
import { $session, refreshSession } from '../browser/session.ts';
import { readStored, writeStored } from '../browser/storage.ts';

/**
 * Steps on the way to a booking (spec 2 §3 and §7): kept in this browser, and sent together in one call when the
 * visitor leaves. Nothing here throws, waits or is waited for. Nothing about a child has a name here.
 */
export type EventType =
  | 'team_selection'
  | 'session_selection'
  | 'pass_selection'
  | 'checkout_started'
  | 'checkout_completed'
  | 'form_progress';

/** Single short values; the database keeps those whose names it knows (`private.event_data`). */
export type EventData = Readonly<Record<string, string | number | boolean>>;

interface Row {
  session_id: string;
  event_type: EventType;
  event_data: EventData;
  page_url: string;
}

/** In this browser only the latest stay (spec 1 §3). */
const KEPT = 100;
/** The database takes 50 at once. */
const BATCH = 40;
export const eventsKey = storageKeys.events;
/** `{analytics: true}` once a visitor has agreed; anything else is no. */
export const consentKey = storageKeys.consent;

const Kept = v.array(
  v.object({
    event: v.string(),
    properties: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
    timestamp: v.string(),
  }),
);
const Consent = v.object({ analytics: v.boolean() });

let waiting: Row[] = [];
let listening = false;
let visit: string | undefined;

/** Notes one event. `checkout_completed` is the success page's: `track('checkout_completed', {...})`. */
export function track(event_type: EventType, data: EventData): void {
  try {
    const timestamp = new Date().toISOString();
    const event_data = { ...data, timestamp };
    const page_url = typeof location === 'undefined' ? '' : location.origin + location.pathname;
    waiting.push({ session_id: visitId(), event_type, event_data, page_url });
    const properties = { ...data, url: page_url, timestamp, sessionId: visitId() };
    const before = readStored(eventsKey, Kept) ?? [];
    writeStored(eventsKey, [...before, { event: event_type, properties, timestamp }].slice(-KEPT));
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
    const agreed = readStored(consentKey, Consent)?.analytics ?? false;
    const token = agreed ? tokenOf() : null;
    fetch(`${env().PUBLIC_SUPABASE_URL}/rest/v1/rpc/record_analytics`, {
      method: 'POST',
      // Without consent the row names neither account nor browser: no token goes along.
      headers: {
        apikey: env().PUBLIC_SUPABASE_KEY,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ p_events, p_consent: agreed }),
      keepalive: true,
    }).then((answer) => {
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

/** One visit, and nobody: made here, gone with the tab. */
function visitId(): string {
  try {
    visit ??= sessionStorage.getItem(storageKeys.visit) ?? undefined;
    visit ??= crypto.randomUUID();
    sessionStorage.setItem(storageKeys.visit, visit);
  } catch {
    // Blocked: it lasts as long as the page.
    visit ??= crypto.randomUUID();
  }
  return visit;
}

function tokenOf(): string | null {
  const known = $session.get();
  const session = known.state === 'unknown' ? refreshSession() : known;
  return session.state === 'signed_in' ? session.token : null;
}

const log = (why: unknown) => console.warn('Analytics were not recorded:', why);

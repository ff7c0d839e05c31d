import { storageKeys } from '../config/paths.ts';
import { readConsent } from './consent.ts';
import { type EventData, handOver } from './handed.ts';
import { readText, writeText } from './text-storage.ts';

/** In this browser only the latest stay (spec 1 §3). */
const KEPT = 100;
let visit: string | undefined;

/** The page, without query and fragment: a secret may stand there. */
export const pageAddress = (): string =>
  typeof location === 'undefined' ? '' : location.origin + location.pathname;

/** Keeps one event in this browser, unless the visitor said no to that, and tells the watcher. */
export function keepEvent(event: string, data: EventData, timestamp = new Date().toISOString()): void {
  if (readConsent()?.analytics !== false) {
    const properties = { ...data, url: pageAddress(), timestamp, sessionId: visitId() };
    writeText(storageKeys.events, JSON.stringify([...kept(), { event, properties, timestamp }].slice(-KEPT)));
  }
  handOver({ event, data });
}

function kept(): unknown[] {
  try {
    const before: unknown = JSON.parse(readText(storageKeys.events) ?? '');
    return Array.isArray(before) ? before : [];
  } catch {
    return [];
  }
}

/** One visit, and nobody: made here, gone with the tab. */
export function visitId(): string {
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

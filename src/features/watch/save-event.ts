import { storageKeys } from '#config/paths.ts';
import { readConsent } from '#browser/consent.ts';
import type { EventData } from '#browser/report-queue.ts';
import { readText, writeText } from '#browser/text-storage.ts';
import { pageAddress, visitId } from '#browser/visit.ts';

/** The number of latest events that the browser saves (spec 1 §3). */
const MAX_SAVED = 100;

export function saveEvent(event: string, data: EventData): void {
  if (readConsent()?.analytics === false) return;
  const timestamp = new Date().toISOString();
  const properties = { ...data, url: pageAddress(), timestamp, sessionId: visitId() };
  writeText(
    storageKeys.events,
    JSON.stringify([...savedEvents(), { event, properties, timestamp }].slice(-MAX_SAVED)),
  );
}

function savedEvents(): unknown[] {
  try {
    const before: unknown = JSON.parse(readText(storageKeys.events) ?? '');
    return Array.isArray(before) ? before : [];
  } catch {
    return [];
  }
}

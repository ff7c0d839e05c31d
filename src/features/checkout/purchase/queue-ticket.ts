import { forget, readText, writeText } from '#browser/text-storage.ts';
import { storageKeys } from '#config/paths.ts';

/** The ticket, if the browser blocks the site's storage. It is then lost with a reload. */
let ticketInMemory: string | null = null;

export const readTicket = (): string | null => ticketInMemory ?? readText(storageKeys.queueTicket);

export function saveTicket(ticket: string): void {
  ticketInMemory = writeText(storageKeys.queueTicket, ticket) ? null : ticket;
}

export function forgetTicket(): void {
  ticketInMemory = null;
  forget(storageKeys.queueTicket);
}

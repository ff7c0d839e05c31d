/** Singapore's offset is the same all year. */
const OFFSET_MS = 8 * 3_600_000;

/** Returns a moment in the format of a date and time field, in Singapore time. An empty text means no moment. */
export const toFieldText = (moment: Date | null): string =>
  moment === null ? '' : new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 16);

/** Reads such a field. Returns null if it is empty or incomplete. */
export function readFieldText(text: string): Date | null {
  const moment = new Date(`${text}:00+08:00`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** Returns when a document is first shown, if that is later. Before then, its page would be “Page not found”. */
export function laterStart(document: Record<string, unknown> | null, now = new Date()): Date | null {
  const { from } = (document?.['showing'] ?? {}) as { from?: unknown };
  const start = typeof from === 'string' ? new Date(from) : null;
  return start !== null && start.getTime() > now.getTime() ? start : null;
}

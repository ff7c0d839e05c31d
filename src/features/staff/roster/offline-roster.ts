import { Mark, RosterEntry, RosterState } from '#contract/roster.ts';
import * as v from 'valibot';
import type { DeniedReason } from '#api/access.ts';
import {
  eraseEntries,
  eraseEntriesOf,
  type EntryName,
  readEntries,
  readEntry,
  saveEntry,
} from '#browser/saved-roster.ts';
import { staffTiming } from '#config/staff.ts';
import { roles, type Role } from '#domain/role.ts';

/** The day's roster as it is saved on this device, so that it can be used offline. */
export const OfflineRoster = v.object({
  roster: v.array(RosterEntry),
  state: RosterState,
  roles: v.array(v.picklist(roles)),
  /** The time in milliseconds when the roster was read. */
  at: v.number(),
  /** The time in milliseconds when children, health and phone numbers were read. */
  rosterAt: v.number(),
  /** How many milliseconds the server's clock is ahead of this device's. */
  clockOffset: v.number(),
});
export type OfflineRoster = v.InferOutput<typeof OfflineRoster>;

/** A mark that has not been sent yet. It belongs to a session, or to a day of a camp. */
export const UnsentMark = v.object({ placeId: v.string(), day: v.string(), mark: Mark });
export type UnsentMark = v.InferOutput<typeof UnsentMark>;

/** Returns midnight in Singapore by this device's clock, in milliseconds. */
export const dayEnd = ({ state, clockOffset }: Pick<OfflineRoster, 'state' | 'clockOffset'>): number =>
  Date.parse(state.ends_at) - clockOffset;

/**
 * Returns how many milliseconds the server's clock is ahead. If the clocks agree within the network's delay, it
 * returns 0, because otherwise that delay would decide which mark is later.
 */
export function measureClockOffset(now: number, sentAt: number, receivedAt: number): number {
  return now >= sentAt && now <= receivedAt ? 0 : Math.round(now - (sentAt + receivedAt) / 2);
}

/** Returns the time of the child's latest mark that this device knows. A new mark gets a later time. */
export function latestMarkTime(
  entryId: string,
  { state }: Pick<OfflineRoster, 'state'>,
  unsent: readonly UnsentMark[],
): number {
  const changedAt = state.entries.find(({ entry_id }) => entry_id === entryId)?.changed_at;
  const marks = unsent.filter(({ mark }) => mark.entry_id === entryId).map(({ mark }) => mark.made_at);
  return Math.max(0, ...[...marks, ...(changedAt ? [changedAt] : [])].map((at) => Date.parse(at)));
}

export const readOfflineRoster = (userId: string) => readEntry('pack', userId, OfflineRoster);
export const saveOfflineRoster = (userId: string, offline: OfflineRoster) =>
  saveEntry('pack', userId, offline, dayEnd(offline));
export const deleteOfflineRoster = () => eraseEntries('pack');
/**
 * Deletes the roster of somebody who is not allowed to open it now. Photos that wait are deleted, too, if the person is
 * not staff any more or if they have expired.
 */
export async function deleteStaffData(reason: DeniedReason): Promise<void> {
  await deleteOfflineRoster();
  await eraseEntriesOf('photo ', reason === 'not_allowed' ? Infinity : Date.now());
}

const markEntry = (id: string): EntryName => `mark ${id}`;

/** Saves a mark on this device. Names and health are deleted at the end of the day, but unsent marks stay longer. */
export const saveMark = (userId: string, unsent: UnsentMark, end: number) =>
  saveEntry(markEntry(unsent.mark.id), userId, unsent, end + staffTiming.LATE_MARKS_MS);
export const deleteMarks = (ids: readonly string[]) => eraseEntries(...ids.map(markEntry));

export async function readMarks(userId: string): Promise<UnsentMark[]> {
  const savedEntries = await readEntries(userId, 'mark ');
  return [...savedEntries.values()]
    .flatMap((value) => {
      const parsed = v.safeParse(UnsentMark, value);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => a.mark.made_at.localeCompare(b.mark.made_at));
}

/**
 * Returns the saved roles, which are used offline. If a person has today's data on this device, they were staff when
 * the data was read.
 */
export const readSavedRoles = async (userId: string): Promise<readonly Role[]> =>
  (await readOfflineRoster(userId))?.roles ?? [];

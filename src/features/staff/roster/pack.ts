import { Mark, RosterEntry, RosterState } from '#contract/roster.ts';
import * as v from 'valibot';
import { type EntryName, eraseEntries, saveEntry, readEntry, readEntries } from '#browser/saved-roster.ts';
import { staffTiming } from '#config/staff.ts';
import { roles, type Role } from '#domain/role.ts';

/** The day's data on this device. */
export const Pack = v.object({
  roster: v.array(RosterEntry),
  state: RosterState,
  roles: v.array(v.picklist(roles)),
  /** `at`: when it was read; `ahead`: how far the server's clock is ahead of this device's; in milliseconds. */
  at: v.number(),
  /** When children, health and numbers were read, in milliseconds. */
  rosterAt: v.number(),
  ahead: v.number(),
});
export type Pack = v.InferOutput<typeof Pack>;

/** An unsent mark of a session or of a day of a camp. */
export const Waiting = v.object({ placeId: v.string(), day: v.string(), mark: Mark });
export type Waiting = v.InferOutput<typeof Waiting>;

/** Midnight in Singapore, by this device's clock in milliseconds. */
export const endOf = ({ state, ahead }: Pick<Pack, 'state' | 'ahead'>): number =>
  Date.parse(state.ends_at) - ahead;

/**
 * How far the server's clock is ahead of this device's, in milliseconds. The server's `now` lies between `sent` and
 * `came`; if this device's clock agrees with that, it counts as exact, because otherwise the network's delay would
 * decide which mark is later.
 */
export function aheadOf(now: number, sent: number, came: number): number {
  return now >= sent && now <= came ? 0 : Math.round(now - (sent + came) / 2);
}

/** Time of the child's latest mark that this device knows, so that a new mark gets a later time. */
export function lastSeen(
  entryId: string,
  { state }: Pick<Pack, 'state'>,
  waiting: readonly Waiting[],
): number {
  const changed = state.entries.find(({ entry_id }) => entry_id === entryId)?.changed_at;
  const marks = waiting.filter(({ mark }) => mark.entry_id === entryId).map(({ mark }) => mark.made_at);
  return Math.max(0, ...[...marks, ...(changed ? [changed] : [])].map((at) => Date.parse(at)));
}

export const readPack = (userId: string) => readEntry('pack', userId, Pack);
export const keepPack = (userId: string, pack: Pack) => saveEntry('pack', userId, pack, endOf(pack));
export const erasePack = () => eraseEntries('pack');

const boxOf = (id: string): EntryName => `mark ${id}`;

/** Names and health are deleted at the end of the day; unsent marks stay longer. */
export const keepMark = (userId: string, waiting: Waiting, end: number) =>
  saveEntry(boxOf(waiting.mark.id), userId, waiting, end + staffTiming.LATE_MARKS_MS);
export const eraseMarks = (ids: readonly string[]) => eraseEntries(...ids.map(boxOf));

export async function readMarks(userId: string): Promise<Waiting[]> {
  const kept = await readEntries(userId);
  return [...kept]
    .filter(([name]) => name.startsWith('mark '))
    .flatMap(([, value]) => {
      const parsed = v.safeParse(Waiting, value);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => a.mark.made_at.localeCompare(b.mark.made_at));
}

/** The saved roles, for use offline: whoever has today's data on this device was staff when it was read. */
export const keptRoles = async (userId: string): Promise<readonly Role[]> =>
  (await readPack(userId))?.roles ?? [];

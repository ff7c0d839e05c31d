import { Mark, RosterEntry, RosterState } from '#contract/roster.ts';
import * as v from 'valibot';
import { type BoxName, erase, keep, readBox, readKept } from '#browser/kept-roster.ts';
import { staffTiming } from '#config/staff.ts';
import { roles, type Role } from '#domain/role.ts';

/** The day as this device has it. */
export const Pack = v.object({
  roster: v.array(RosterEntry),
  state: RosterState,
  roles: v.array(v.picklist(roles)),
  /** When it was read, and by how much the calendar is ahead of this device's clock; in milliseconds. */
  at: v.number(),
  /** When children, health and numbers were read. */
  rosterAt: v.number(),
  ahead: v.number(),
});
export type Pack = v.InferOutput<typeof Pack>;

/** A mark on its way: of a session, or of a camp's day. */
export const Waiting = v.object({ placeId: v.string(), day: v.string(), mark: Mark });
export type Waiting = v.InferOutput<typeof Waiting>;

/** Midnight in Singapore, by this device's clock. */
export const endOf = ({ state, ahead }: Pick<Pack, 'state' | 'ahead'>): number =>
  Date.parse(state.ends_at) - ahead;

/**
 * How far the calendar is ahead of this device's clock, in milliseconds: an answer's `now` is of some moment between
 * `sent` and `came`. A clock that it does not prove wrong is right, else how slow the network was would decide whose
 * mark is the later.
 */
export function aheadOf(now: number, sent: number, came: number): number {
  return now >= sent && now <= came ? 0 : Math.round(now - (sent + came) / 2);
}

/** When the last mark of a child that this device knows of was made: what is marked after it was seen is later. */
export function lastSeen(
  entryId: string,
  { state }: Pick<Pack, 'state'>,
  waiting: readonly Waiting[],
): number {
  const changed = state.entries.find(({ entry_id }) => entry_id === entryId)?.changed_at;
  const marks = waiting.filter(({ mark }) => mark.entry_id === entryId).map(({ mark }) => mark.made_at);
  return Math.max(0, ...[...marks, ...(changed ? [changed] : [])].map((at) => Date.parse(at)));
}

export const readPack = (userId: string) => readBox('pack', userId, Pack);
export const keepPack = (userId: string, pack: Pack) => keep('pack', userId, pack, endOf(pack));
export const erasePack = () => erase('pack');

const boxOf = (id: string): BoxName => `mark ${id}`;

/** The names and health of a day end with it; a mark that could not be sent holds on overnight. */
export const keepMark = (userId: string, waiting: Waiting, end: number) =>
  keep(boxOf(waiting.mark.id), userId, waiting, end + staffTiming.LATE_MARKS_MS);
export const eraseMarks = (ids: readonly string[]) => erase(...ids.map(boxOf));

export async function readMarks(userId: string): Promise<Waiting[]> {
  const kept = await readKept(userId);
  return [...kept]
    .filter(([name]) => name.startsWith('mark '))
    .flatMap(([, value]) => {
      const parsed = v.safeParse(Waiting, value);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => a.mark.made_at.localeCompare(b.mark.made_at));
}

/** Where nobody can be asked: whoever has today's pack on this device was staff when it came. */
export const keptRoles = async (userId: string): Promise<readonly Role[]> =>
  (await readPack(userId))?.roles ?? [];

import { atom } from 'nanostores';
import * as v from 'valibot';
import type { MarkState } from '#contract/roster.ts';
import { saveEntry, readEntry } from '#browser/saved-roster.ts';
import { type Child, entryIdOf, type RosterEntry, stateOf } from '../model.ts';

const Found = v.array(v.string());

/**
 * Creates the store of the evacuation list. The ticks stay on this device, so that a reload does not lose them, and
 * are deleted at midnight.
 */
export function createEvacuation(userId: string, endsAt: number) {
  const $found = atom<ReadonlySet<string>>(new Set());

  async function open(): Promise<void> {
    $found.set(new Set([...((await readEntry('evacuation', userId, Found)) ?? []), ...$found.get()]));
  }
  async function set(foundIds: ReadonlySet<string>): Promise<void> {
    $found.set(foundIds);
    await saveEntry('evacuation', userId, [...foundIds], endsAt);
  }
  function toggle(entryId: string): Promise<void> {
    const foundIds = new Set($found.get());
    if (!foundIds.delete(entryId)) foundIds.add(entryId);
    return set(foundIds);
  }
  return { $found, open, toggle, clear: () => set(new Set()) };
}

export interface PresentChild {
  place: RosterEntry;
  children: { child: Child; entryId: string; isUnclear: boolean }[];
}

/** Returns the children who are present. A child counts as present even if only one of two devices says so. */
export function listPresent(
  places: readonly RosterEntry[],
  states: ReadonlyMap<string, MarkState>,
): PresentChild[] {
  return places
    .map((place) => ({
      place,
      children: place.children.flatMap((child) => {
        const { state, differing } = stateOf(states, child);
        const isUnclear = differing.length > 0;
        return state === 'in' || isUnclear ? [{ child, entryId: entryIdOf(child), isUnclear }] : [];
      }),
    }))
    .filter(({ children }) => children.length > 0);
}

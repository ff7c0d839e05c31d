import type { PlaceHealth } from '#contract/roster.ts';
import { atom } from 'nanostores';
import { readPlaceHealth } from './api.ts';

export type ChildHealth = PlaceHealth[number];
export type Read =
  | { state: 'hidden' | 'loading' | 'failed' }
  | { state: 'ready'; told: ReadonlyMap<string, ChildHealth> };

/**
 * Conditions, medicine and whom to call, of one place, by a press that is logged. Not of the day's pack: it stays in
 * the page alone, and goes with it (decisions "The roster without a network").
 */
export function createPlaceHealth(placeId: string) {
  const $read = atom<Read>({ state: 'hidden' });

  async function read(): Promise<void> {
    if ($read.get().state === 'loading') return;
    $read.set({ state: 'loading' });
    const answer = await readPlaceHealth(placeId);
    $read.set(
      answer.ok
        ? { state: 'ready', told: new Map(answer.value.map((child) => [child.child_id, child])) }
        : { state: 'failed' },
    );
  }
  const hide = () => $read.set({ state: 'hidden' });

  return { $read, read, hide };
}

import type { SessionAvailability } from '#contract/availability.ts';
import type { Camp } from '#contract/camps.ts';
import { atom } from 'nanostores';
import { fetchCamps } from '#api/camps.ts';
import { fetchSessionsAhead } from '#api/sessions.ts';
import { fetchTierOffers, type TierOffer } from '../api.ts';

export type Targets =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'failed' }
  | {
      state: 'ready';
      sessions: SessionAvailability[];
      camps: Camp[];
      offers: TierOffer[];
    };

export function createTargets() {
  const $targets = atom<Targets>({ state: 'idle' });

  async function load(): Promise<void> {
    if ($targets.get().state !== 'ready') $targets.set({ state: 'loading' });
    const [sessions, camps, offers] = await Promise.all([
      fetchSessionsAhead(),
      fetchCamps(),
      fetchTierOffers(),
    ]);
    $targets.set(
      sessions.ok && camps.ok && offers.ok
        ? {
            state: 'ready',
            sessions: sessions.value,
            camps: camps.value,
            offers: offers.value,
          }
        : { state: 'failed' },
    );
  }

  return { $targets, load, forget: () => $targets.set({ state: 'idle' }) };
}

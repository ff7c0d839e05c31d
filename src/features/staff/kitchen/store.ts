import type { ErrorCode } from '#contract/errors.ts';
import type { KitchenList } from '#contract/kitchen.ts';
import { atom } from 'nanostores';
import { today } from '#domain/dates.ts';
import { isUuid } from '#domain/uuid.ts';
import * as api from './api.ts';

export type View =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; list: KitchenList };

/** What the address names: the day, the base, and whether classes are included. */
export interface Query {
  day: string;
  place: string | null;
  withClasses: boolean;
}

function readQuery(): Query {
  const searchParams = new URLSearchParams(location.search);
  const day = searchParams.get('day') ?? '';
  const locationId = searchParams.get('place') ?? '';
  return {
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : today(),
    place: isUuid(locationId) ? locationId : null,
    withClasses: searchParams.get('classes') === '1',
  };
}

export function createKitchen() {
  const $query = atom<Query>({ day: '', place: null, withClasses: false });
  const $view = atom<View>({ state: 'loading' });
  let latestRequest = 0;

  async function load(): Promise<void> {
    const requestNumber = ++latestRequest;
    $view.set({ state: 'loading' });
    const { day, place, withClasses } = $query.get();
    const answer = await api.fetchKitchenList(day, place, withClasses);
    if (requestNumber !== latestRequest) return;
    if (!answer.ok) {
      $view.set({ state: 'failed', code: answer.code });
      return;
    }
    // If there is only one base, nobody needs to choose it.
    const [only, ...others] = answer.value.locations;
    if (place === null && only && others.length === 0)
      choose({ place: only.id, withClasses: only.camps === 0 });
    else $view.set({ state: 'ready', list: answer.value });
  }

  function choose(patch: Partial<Query>): void {
    const query = { ...$query.get(), ...patch };
    $query.set(query);
    const { day, place, withClasses } = query;
    const address = new URLSearchParams({
      day,
      ...(place !== null && { place }),
      ...(withClasses && { classes: '1' }),
    });
    history.replaceState(history.state, '', `${location.pathname}?${address.toString()}`);
    void load();
  }

  function open(): void {
    $query.set(readQuery());
    void load();
  }

  return { $query, $view, open, load, choose };
}
export type Kitchen = ReturnType<typeof createKitchen>;

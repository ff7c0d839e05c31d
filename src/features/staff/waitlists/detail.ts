import type { ErrorCode } from '#contract/errors.ts';
import type {
  PlacesAdded,
  StaffQueue,
  StaffWaiting,
  StaffWaitlist,
  WaitingChanged,
} from '#contract/management-waitlists.ts';
import { atom } from 'nanostores';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';

/** The result of an action. `of` names the parent, the child, and the class or camp. */
export type Outcome =
  | { state: 'done'; what: 'removed'; of: string }
  | { state: 'done'; what: 'offered'; of: string; until: string }
  | { state: 'done'; what: 'queued'; of: string; position: number | null }
  | { state: 'done'; what: 'added'; place: StaffWaitlist; places: number; offers: PlacesAdded['offers'] }
  | { state: 'refused'; code: ErrorCode };

export type More =
  | { state: 'idle' }
  | { state: 'looking'; spots: number }
  | { state: 'ready'; places: number; offers: PlacesAdded['offers'] };

export function createQueueDetailsStore(onChanged: (place: StaffWaitlist) => void) {
  const detail = createDetail<StaffQueue, ErrorCode, Outcome>({
    name: 'place',
    read: api.fetchQueue,
    onRead: ({ place }) => onChanged(place),
  });
  const restoredOutcome =
    (entryName: string) =>
    (entry: WaitingChanged): Extract<Outcome, { state: 'done' }> =>
      entry.offer_expires_at !== null
        ? { state: 'done', what: 'offered', of: entryName, until: entry.offer_expires_at }
        : { state: 'done', what: 'queued', of: entryName, position: entry.position };

  const takeOff = ({ entry_id, status }: StaffWaiting, entryName: string) =>
    detail.act(async () =>
      outcomeOf(await api.takeOff(entry_id, status), () => ({
        state: 'done',
        what: 'removed',
        of: entryName,
      })),
    );
  /** Restores an entry. `status` is the status that staff saw, or that this screen has set. */
  const restore = ({ entry_id, status }: Pick<StaffWaiting, 'entry_id' | 'status'>, entryName: string) =>
    detail.act(async () => outcomeOf(await api.restore(entry_id, status), restoredOutcome(entryName)));

  const addFor = ({ entry_id, status }: StaffWaiting, entryName: string) =>
    detail.act(async ({ place }) =>
      outcomeOf(await api.addPlacesFor(entry_id, status, place.capacity), restoredOutcome(entryName)),
    );

  /** The preview of who gets more spots. It stays until the spots are added or the question is cancelled. */
  const $more = atom<More>({ state: 'idle' });
  detail.$view.listen(() => $more.set({ state: 'idle' }));
  const leaveMore = () => $more.set({ state: 'idle' });
  async function previewMore(spots: number): Promise<void> {
    const view = detail.$view.get();
    if (view.state !== 'ready' || $more.get().state === 'looking') return;
    const { place_id, capacity } = view.record.place;
    $more.set({ state: 'looking', spots: spots });
    const answer = await api.previewSpots(place_id, spots, capacity);
    const now = $more.get();
    if (now.state !== 'looking' || now.spots !== spots) return;
    if (answer.ok) $more.set({ state: 'ready', places: spots, offers: answer.value.offers });
    else {
      leaveMore();
      // The results of all actions appear in one place, so this error is shown there, too.
      await detail.act(() => Promise.resolve({ state: 'refused', code: answer.code }));
    }
  }
  async function addSpots(): Promise<void> {
    const more = $more.get();
    if (more.state !== 'ready') return;
    const seen = more.offers.map(({ entry_id }) => entry_id);
    await detail.act(async ({ place }) =>
      outcomeOf(await api.addSpots(place.place_id, more.places, place.capacity, seen), ({ offers }) => ({
        state: 'done',
        what: 'added',
        place,
        places: more.places,
        offers,
      })),
    );
    leaveMore();
  }

  return {
    ...detail,
    $more,
    takeOff,
    restore,
    addFor,
    previewMore: previewMore,
    leaveMore,
    addPlaces: addSpots,
  };
}
export type QueueDetailsStore = ReturnType<typeof createQueueDetailsStore>;

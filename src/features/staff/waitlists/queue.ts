import type { ErrorCode } from '#contract/errors.ts';
import type {
  StaffQueue,
  StaffWaiting,
  StaffWaitlist,
  WaitingChanged,
} from '#contract/management-waitlists.ts';
import type { Answer } from '../../../api/errors.ts';
import { createOpened } from '../../../ui/staff/opened.ts';
import * as api from './api.ts';

export type End =
  | { state: 'done'; what: 'removed'; name: string }
  | { state: 'done'; what: 'offered'; name: string; until: string }
  | { state: 'done'; what: 'queued'; name: string; position: number | null }
  | { state: 'done'; what: 'added'; places: number; offers: number }
  | { state: 'refused'; code: ErrorCode };

/** The queue of the place that the address names, and what is done about it. */
export function createQueue(onChanged: (place: StaffWaitlist) => void) {
  const opened = createOpened<StaffQueue, ErrorCode, End>({
    name: 'place',
    read: api.fetchQueue,
    onRead: ({ place }) => onChanged(place),
  });
  const ended = <T>(answer: Answer<T>, done: (value: T) => End): End =>
    answer.ok ? done(answer.value) : { state: 'refused', code: answer.code };
  const back =
    (name: string) =>
    (changed: WaitingChanged): End =>
      changed.offer_expires_at !== null
        ? { state: 'done', what: 'offered', name, until: changed.offer_expires_at }
        : { state: 'done', what: 'queued', name, position: changed.position };

  const takeOff = ({ entry_id, status }: StaffWaiting, name: string) =>
    opened.act(async () =>
      ended(await api.takeOff(entry_id, status), () => ({ state: 'done', what: 'removed', name })),
    );
  /** `status`: as it was seen, or as this screen made it. */
  const restore = ({ entry_id, status }: Pick<StaffWaiting, 'entry_id' | 'status'>, name: string) =>
    opened.act(async () => ended(await api.restore(entry_id, status), back(name)));
  const addPlaces = (places: number) =>
    opened.act(async ({ place }) =>
      ended(await api.addPlaces(place.place_id, places, place.capacity), ({ offers }) => ({
        ...{ state: 'done', what: 'added', places, offers },
      })),
    );

  return { ...opened, takeOff, restore, addPlaces };
}
export type Queue = ReturnType<typeof createQueue>;

import type { CoachChange } from '#contract/coach-time.ts';
import { plural } from '#contract/plural.ts';
import { errorMessages } from '#api/error-messages.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatHours, today } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { justChanged } from '#ui/staff/error-messages.ts';
import { coachConcernMessages } from '#ui/staff/messages.ts';
import { cancelModeMessages } from '../messages.ts';

type Place = CoachChange['places'][number];

const count = (number: number) => plural(number, 'session or camp', 'sessions and camps');
const line = ({ title, location, starts_at, ends_at }: Place) =>
  `${title}, ${location}, ${formatDate(today(new Date(starts_at)))}, ${formatHours(starts_at, ends_at)}`;

const leftOut: Record<NonNullable<Place['left_out']>, string> = {
  cancelled: 'it is cancelled',
  over: 'it has ended',
  several: 'it has several coaches; please change them on the camp itself',
  changed: 'it has another coach now',
  same: 'it has this coach already',
};

export const coachChangeMessages = {
  title: 'Change coach',
  close: 'Close',
  chosen: (number: number) => `${count(number)} selected.`,
  all: 'All sessions and camps of a coach',
  of: 'Sessions and camps of',
  from: 'From',
  until: 'Until',
  to: 'New coach',
  choose: 'Choose…',
  next: cancelModeMessages.next,
  empty: 'This coach has no sessions or camps on these days.',
  faultOf: (fault: Fault, id: string): string => {
    if (fault.kind === 'day_too_soon') return 'Please choose a last day that is not before the first.';
    if (fault.kind !== 'choose') return faultMessage(fault);
    return id === 'change-to' ? 'Please choose the new coach.' : 'Please choose the current coach.';
  },
  consequences: 'What this does',
  means: (change: CoachChange) =>
    `${count(changesOf(change).length)} will get another coach. Each coach will get one e-mail. Families will not be notified.`,
  nothing: 'Nothing will change.',
  becomes: (place: Place) =>
    `${line(place)}: ${place.from?.name ?? 'no coach'} → ${place.to?.name ?? 'no coach'}`,
  leftOutTitle: 'These will not change:',
  leftOut: (place: Place) => `${line(place)}: ${leftOut[place.left_out ?? 'same']}.`,
  concerns: (place: Place) => place.concerns.map((concern) => coachConcernMessages.text(concern)),
  hasChanged: justChanged('Somebody', 'one of these'),
  confirm: 'Change coach',
  back: 'Go back',
  done: (change: CoachChange) => `Done. ${count(change.places.length)} changed.`,
  undo: 'Undo',
  undone: 'Undone. The coaches are as before.',
} as const;

/** Returns the sessions and camps that get another coach. */
export function changesOf({ places }: CoachChange): Place[] {
  return places.filter(({ left_out }) => left_out === null);
}

export const coachChangeRefusals: OwnMessages = {
  changed_meanwhile: justChanged('Somebody else', 'one of these'),
  invalid_input: 'This was not accepted. At most 200 sessions and camps can change at once.',
  place_not_found: errorMessages.place_not_found,
};

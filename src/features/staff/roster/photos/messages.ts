import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import type { Child } from '../model.ts';

export const photoMessages = {
  title: 'Add photos',
  open: 'Add photos',
  take: 'Take a photo',
  choose: 'Choose photos',
  lead: 'The families of the children you tag can see the photo from this evening. Nobody else can, and you can’t open it again. It is deleted after 30 days.',
  reading: 'Reading the photo…',
  unreadable: 'This browser can’t read the photo. Please try another one, or another browser.',
  left: (count: number) => `${plural(count, 'more photo', 'more photos')} to go`,
  blur: 'Tap a face, or draw over it, to blur it.',
  picture: 'The photo. Tap or draw to blur a part of it.',
  undo: 'Undo last blur',
  blurred: (count: number) => `${plural(count, 'part', 'parts')} blurred`,
  missing: 'Without photo consent',
  missingText: 'Blur these children, or don’t keep the photo.',
  answers: { no: 'said no', unknown: 'no answer yet' },
  who: 'Who is in it?',
  statement: (count: number) =>
    count === 0
      ? 'No child without consent can be recognised, and everybody who can be recognised is tagged'
      : 'All children without consent are blurred, and everybody who can be recognised is tagged',
  needChild: 'Tap at least one child who is in the photo.',
  needStatement: 'Please confirm this first.',
  listChanged: 'The list of children without consent has changed. Please look at the photo again.',
  confirmAgain: (count: number) =>
    `${plural(count, 'photo needs', 'photos need')} your confirmation again: a child without photo consent has joined this camp.`,
  confirmNext: 'Look at the photo',
  send: 'Keep photo',
  discard: 'Don’t keep',
  nobody: 'No family of this camp has allowed photos yet.',
  cannotSave: 'This browser can’t save photos. Leave this page open until they are sent.',
  waiting: (count: number) =>
    `${plural(count, 'photo waits', 'photos wait')} for a connection. They are on this device only.`,
  sending: (count: number) => `Sending ${plural(count, 'photo')}…`,
  counts: (photos: number, tagged: number, children: number) =>
    photos === 0
      ? 'No photos yet'
      : `${plural(photos, 'photo')} · ${tagged} of ${plural(children, 'child', 'children')}`,
  unknown: 'The number of photos will load when you are online.',
  without: (names: string) => `Not in a photo yet: ${names}`,
  withoutCount: (count: number) => `${count} without a photo`,
  noConsent: (count: number) => `${count} without photo consent`,
  notKept: (count: number) =>
    `${plural(count, 'photo was', 'photos were')} not accepted, and deleted from this device`,
  dismiss: 'OK',
} as const;

/** Returns for example "Leo Tan (no answer yet)". */
export const withoutConsent = ({ name, photo_consent }: Child): string =>
  photo_consent === 'yes' ? name : `${name} (${photoMessages.answers[photo_consent]})`;

/** Why a photo was deleted that nobody could send in time. */
export const tooLate = 'It waited for a connection until it was too old to send.';

export const photoRefusals: OwnMessages = {
  not_allowed: 'You no longer coach this camp, or it was too long ago.',
  place_not_found: 'The camp was cancelled.',
  child_not_found: 'A child in it is no longer on the roster.',
  photo_consent_missing: 'A family has withdrawn its consent. Please check who is in it, and take it again.',
  list_full: 'A camp can have 120 photos a day.',
  photo_not_readable: 'We could not read it.',
};

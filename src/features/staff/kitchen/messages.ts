import type { KitchenChild, KitchenPlace, PartySheet } from '#contract/kitchen.ts';
import { plural } from '#contract/plural.ts';
import { formatClock, formatDate, today } from '#domain/dates.ts';
import { hiddenMessage } from '#ui/staff/messages.ts';

export const kitchenMessages = {
  title: 'Kitchen list',
  loading: 'Loading...',
  failed: 'The kitchen list did not load.',
  notAllowed:
    'You can only open the lists of your own camps and classes, up to seven days before or after today.',
  viewOff: hiddenMessage('The kitchen list shows children’s allergies'),
  day: 'Day',
  location: 'Location',
  choose: 'Choose a location',
  withClasses: 'With classes',
  print: 'Print',
  csv: 'Save as CSV',
  nothing: 'Nothing takes place on this day.',
  nothingText: 'Choose another day. Coaches see only their own camps and classes.',
  chooseText:
    'We show the children’s allergies only after you choose. Their families can see who has read them.',
  noChildren: 'No children are booked.',
  noCamps: 'No camp takes place here on this day. Tick “With classes” to include classes.',
  children: (count: number) => plural(count, 'child', 'children'),
  reported: (count: number) => `${count} with allergies or a special diet`,
  none: (count: number) => `${count} with nothing to report`,
  unknown: (count: number) => `${count} unknown`,
  other: (count: number) => `${count} to ask a coach about`,
  askTitle: (count: number) => `Please ask about ${plural(count, 'child', 'children')}`,
  askText:
    '“Unknown” does not mean “none”. Ask a parent before the meal. Other health notes may name an allergy: ask a coach, who can read them.',
  askCoach: (coaches: string) => `ask ${coaches}`,
  noPhone: 'no number',
  noCoach: 'ask the office',
  unconfirmed: (text: string) => `Not confirmed by a parent: ${text}`,
  foot: 'Allergies and diet are in the parents’ own words. This list contains nothing else about health. Please destroy it at the end of the day.',
  madeAt: (at: Date) => `Created ${formatDate(today(at))}, ${formatClock(at.toISOString())}`,
  stateNone: 'None (confirmed by a parent)',
  stateOther: 'No allergy named, but there are other health notes: ask a coach',
  stateUnknown: 'Unknown: nobody has answered',
} as const;

export const placeTitle = ({ title, team }: Pick<KitchenPlace, 'title' | 'team'>): string =>
  team === null ? title : `${title} (${team})`;

/**
 * Describes a child's answer for the kitchen. A missing answer is never shown as "none", and neither are notes that
 * the kitchen may not see.
 */
export function answerText({ state, allergies }: Pick<KitchenChild, 'state' | 'allergies'>): string {
  switch (state) {
    case 'reported':
      return allergies.join('; ');
    case 'other':
      return kitchenMessages.stateOther;
    case 'none':
      return kitchenMessages.stateNone;
    case 'unknown':
      return kitchenMessages.stateUnknown;
  }
}

type Family = PartySheet['families'][number];

export const partyMessages = {
  title: 'Birthday sheet',
  failed: 'The birthday sheet did not load.',
  notFound: 'We can’t find this party. Coaches can open the parties of today.',
  viewOff: hiddenMessage('The birthday sheet shows guests and their allergies'),
  when: 'When',
  where: 'Where',
  package: 'Package',
  contact: 'Contact on the day',
  guests: 'Guests',
  coming: ({ coming, agreed }: Pick<PartySheet, 'coming' | 'agreed'>) => `${coming} coming, ${agreed} agreed`,
  cancelled: 'Cancelled',
  reported: (count: number) => `${count} with an answer about allergies`,
  declined: (count: number) => `${plural(count, 'family', 'families')} not coming`,
  duplicates: (count: number) => `${plural(count, 'answer')} sent twice`,
  notComing: 'Not coming',
  duplicate: 'Possibly sent twice',
  noGuests: 'No guests named',
  unnamed: (count: number) => `${plural(count, 'family', 'families')} coming without named guests`,
  otherNotes: 'There are other health notes: open the party',
  leftOut: (count: number) => `${plural(count, 'more answer')} not on this sheet: open the party`,
  nobody: 'Name not given',
  none: 'No answers yet.',
  adult: 'adult',
  age: (age: number) => plural(age, 'year'),
  forAll: (text: string) => `For all of them: ${text}`,
  seeFamily: 'See “For all of them” below',
  askText: '“Unknown” does not mean “none”. Ask the family before the food is served.',
} as const;

/**
 * Describes an answer for a party. `guest` is null for what a family wrote about all its guests. A missing answer is
 * never shown as "none".
 */
export function guestText(family: Family, guest: Family['guests'][number] | null): string {
  if (family.attending === false) return partyMessages.notComing;
  const forAll = family.allergies.length === 0 ? null : partyMessages.forAll(family.allergies.join('; '));
  // Each named guest has a state that says whether their answer is unknown.
  const isUnknown =
    guest === null ? family.guests.length === 0 && !family.is_answered : guest.state === 'unknown';
  return [
    isUnknown && kitchenMessages.stateUnknown,
    guest?.allergies.join('; '),
    forAll,
    family.has_other_notes && partyMessages.otherNotes,
  ]
    .filter(Boolean)
    .join('. ');
}

/**
 * Returns a guest's own line. What the family wrote about all its guests has a separate line below them on the sheet.
 */
export function guestLine(guest: Family['guests'][number]): string {
  const ownAllergies = guest.allergies.join('; ');
  switch (guest.state) {
    case 'reported':
      return ownAllergies;
    case 'family':
      return [ownAllergies, partyMessages.seeFamily].filter(Boolean).join('. ');
    case 'unknown':
      return [kitchenMessages.stateUnknown, ownAllergies].filter(Boolean).join('. ');
  }
}

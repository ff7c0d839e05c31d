import type { KitchenChild, KitchenList, KitchenPlace, PartySheet } from '#contract/kitchen.ts';
import { csvMoment, type CsvColumn } from '#ui/staff/table/csv.ts';
import { answerText, guestText, partyMessages, placeTitle } from './messages.ts';

export interface Counts {
  children: number;
  reported: number;
  other: number;
  none: number;
  unknown: number;
}

/**
 * Returns whether a child has an allergy. It counts even if only a booking named the allergy and no parent has
 * confirmed it.
 */
export const hasWarning = ({ state, unconfirmed }: KitchenChild): boolean =>
  state === 'reported' || unconfirmed.length > 0;

/** Counts the answers. A child who has a camp and a class on the same day counts once. */
export function countAnswers({ places }: KitchenList): Counts {
  const byId = new Map(places.flatMap(({ children }) => children.map((child) => [child.child_id, child])));
  const allChildren = [...byId.values()];
  return {
    children: allChildren.length,
    reported: allChildren.filter(hasWarning).length,
    other: allChildren.filter(({ state }) => state === 'other').length,
    none: allChildren.filter((child) => child.state === 'none' && !hasWarning(child)).length,
    unknown: allChildren.filter(({ state }) => state === 'unknown').length,
  };
}

/**
 * Returns whether somebody must ask about this child before the meal, either a parent or a coach who may read the
 * notes.
 */
export const mustAsk = ({ state }: KitchenChild): boolean => state === 'unknown' || state === 'other';

interface Row {
  place: KitchenPlace;
  child: KitchenChild;
}
export function listToAsk(list: KitchenList): Row[] {
  const rows = kitchenRows(list);
  return rows.filter(
    ({ child }, index) =>
      mustAsk(child) && rows.findIndex((other) => other.child.child_id === child.child_id) === index,
  );
}

export const kitchenCsv: readonly CsvColumn<Row>[] = [
  { title: 'Camp or class', value: ({ place }) => placeTitle(place) },
  { title: 'Child', value: ({ child }) => child.name },
  { title: 'Allergies and diet', value: ({ child }) => answerText(child) },
  { title: 'Not confirmed', value: ({ child }) => child.unconfirmed.join('; ') },
  { title: 'Coaches', value: ({ place }) => place.coaches.map(({ name }) => name).join(', ') },
];
export const kitchenRows = ({ places }: KitchenList): Row[] =>
  places.flatMap((place) => place.children.map((child) => ({ place, child })));

type Family = PartySheet['families'][number];
interface Guest {
  sheet: PartySheet;
  /** Null in the row that says how many answers are left out. */
  family: Family | null;
  guest: Family['guests'][number] | null;
}
/** Returns a row for each guest. A family that named no guest has a single row. */
export const guestRows = (sheet: PartySheet): Guest[] => [
  ...sheet.families.flatMap((family): Guest[] =>
    family.guests.length === 0
      ? [{ sheet, family, guest: null }]
      : family.guests.map((guest) => ({ sheet, family, guest })),
  ),
  ...(sheet.left_out > 0 ? [{ sheet, family: null, guest: null }] : []),
];
const comingText = ({ is_duplicate, attending }: Family): string =>
  is_duplicate ? 'sent twice' : attending === false ? 'no' : 'yes';

export const partyCsv: readonly CsvColumn<Guest>[] = [
  { title: 'Party', value: ({ sheet }) => sheet.title },
  { title: 'Begins', value: ({ sheet }) => csvMoment(sheet.starts_at) },
  { title: 'Family', value: ({ family }) => family?.name ?? null },
  {
    title: 'Coming',
    value: ({ family }) => family && comingText(family),
  },
  { title: 'Guest', value: ({ guest }) => guest?.name ?? null },
  { title: 'Age', value: ({ guest }) => guest?.age ?? null },
  {
    title: 'Allergies and diet',
    value: ({ sheet, family, guest }) =>
      family ? guestText(family, guest) : partyMessages.leftOut(sheet.left_out),
  },
  { title: 'Phone', value: ({ family }) => family?.phone ?? null },
];

export interface PartyCounts {
  guests: number;
  reported: number;
  unknown: number;
  /** The number of answers of families that come but named no guest. */
  unnamed: number;
  declined: number;
  duplicates: number;
}
export function countGuests({ families, coming }: PartySheet): PartyCounts {
  const isComing = ({ attending, is_duplicate }: Family) => attending !== false && !is_duplicate;
  const answers = families
    .filter(isComing)
    .flatMap(({ guests, is_answered }) =>
      guests.length === 0 ? [is_answered] : guests.map(({ state }) => state !== 'unknown'),
    );
  return {
    guests: coming,
    reported: answers.filter((isAnswered) => isAnswered).length,
    unknown: answers.filter((isAnswered) => !isAnswered).length,
    unnamed: families.filter((family) => isComing(family) && family.guests.length === 0).length,
    declined: families.filter(({ attending }) => attending === false).length,
    duplicates: families.filter(({ is_duplicate, attending }) => is_duplicate && attending !== false).length,
  };
}

import * as v from 'valibot';
import { weekdayOf } from '#domain/dates.ts';
import { hintMessages } from './messages.ts';
import type { Values } from './model.ts';

/** The age range and the number of guests for which a party is made. The keys are the options of `partyKind`. */
export const Parties = v.record(
  v.string(),
  v.object({ name: v.string(), minAge: v.number(), maxAge: v.number(), guests: v.number() }),
);
export type Parties = v.InferOutput<typeof Parties>;

interface Offers {
  parties: Parties;
  /** True if parties usually take place on Saturdays and Sundays. */
  weekends: boolean;
}

/** Returns hints about unusual answers. They can still be sent, because staff decide. */
export function enquiryHints(values: Values, { parties, weekends }: Offers): Record<string, string | null> {
  const chosenParty = typeof values['partyKind'] === 'string' ? parties[values['partyKind']] : undefined;
  const relevantParties = chosenParty ? [chosenParty] : Object.values(parties);
  const age = numberOf(values['birthdayAge']);
  const children = numberOf(values['childCount']);
  const day = values['wishedDate'];
  const [youngest, oldest] = [
    Math.min(...relevantParties.map(({ minAge }) => minAge)),
    Math.max(...relevantParties.map(({ maxAge }) => maxAge)),
  ];
  const guests = Math.max(...relevantParties.map((party) => party.guests));
  const isUnusual = {
    birthdayAge: age !== null && relevantParties.length > 0 && (age < youngest || age > oldest),
    childCount: children !== null && relevantParties.length > 0 && children > guests,
    wishedDate: weekends && typeof day === 'string' && isWeekday(day),
  };
  return {
    birthdayAge: isUnusual.birthdayAge ? hintMessages.age(chosenParty?.name ?? null, youngest, oldest) : null,
    childCount: isUnusual.childCount ? hintMessages.guests(chosenParty?.name ?? null, guests) : null,
    wishedDate: isUnusual.wishedDate ? hintMessages.day : null,
  };
}

/** Returns whether a day is a weekday. A date input contains either a complete date or an empty text. */
const isWeekday = (day: string) =>
  !Number.isNaN(Date.parse(day)) && !['Saturday', 'Sunday'].includes(weekdayOf(day));

const numberOf = (value: Values[string] | undefined): number | null =>
  typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : null;

/** Shows hints below their fields, which screen readers announce. Returns a function that updates them. */
export function showHints(form: HTMLFormElement): (values: Values) => void {
  const parties = v.parse(Parties, JSON.parse(form.dataset['parties'] ?? '{}'));
  const weekends = form.querySelector('[data-weekends]') !== null;
  const lines = new Map<string, HTMLElement>();
  for (const key of ['birthdayAge', 'childCount', 'wishedDate']) {
    const line = document.createElement('p');
    line.className = 'hint';
    line.setAttribute('role', 'status');
    form.querySelector(`[data-field="${key}"]`)?.append(line);
    lines.set(key, line);
  }
  return (values) => {
    for (const [key, hint] of Object.entries(enquiryHints(values, { parties, weekends }))) {
      const line = lines.get(key);
      if (line && line.textContent !== (hint ?? '')) line.textContent = hint ?? '';
    }
  };
}

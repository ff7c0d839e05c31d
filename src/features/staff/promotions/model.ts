import {
  type PromotionChoice,
  promotionKinds,
  type SavePromotion,
  SavePromotion as Schema,
  type StaffPromotion,
} from '#contract/management-promotions.ts';
import { addDays, momentOf, today } from '#domain/dates.ts';
import type { Faults } from '#domain/fault.ts';
import { toCents, toDollars } from '#domain/money.ts';
import { checkFields } from '#ui/kit/form/check.ts';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { formMessages as words, kindMessages, tierMessage } from './messages.ts';

const field = fieldsOf(Schema);
const kindPath = (kind: string) => `kinds.${kind}`;
const tierPath = (tier: string) => `tiers.${tier}`;
const offerPath = (id: string) => `offers.${id}`;
const locationPath = (id: string) => `locations.${id}`;

/** The tiers of camps, the single products and the locations to which a code can be limited. */
export interface Choices {
  tiers: readonly PromotionChoice[];
  offers: readonly PromotionChoice[];
  locations: readonly PromotionChoice[];
}

export const noChoices: Choices = { tiers: [], offers: [], locations: [] };

/** Adds what a code is limited to, which may be off sale by now. */
export function withChosen({ tiers, offers, locations }: Choices, row: StaffPromotion | null): Choices {
  const add = (all: readonly PromotionChoice[], chosen: readonly PromotionChoice[]) => [
    ...all,
    ...chosen.filter(({ id }) => all.every((known) => known.id !== id)),
  ];
  return {
    tiers: add(
      tiers,
      (row?.tiers ?? []).map((id) => ({ id, name: tierMessage(id) })),
    ),
    offers: add(offers, row?.offers ?? []),
    locations: add(locations, row?.locations ?? []),
  };
}

interface Part {
  title: string;
  hint?: string;
  fields: readonly FormField[];
}

const [whatPart, ...laterParts]: readonly [Part, ...Part[]] = [
  {
    title: words.what,
    fields: [
      field('code', 'text', words.code, { required: true, autoComplete: 'off' }),
      field('campaign', 'text', words.campaign, { autoComplete: 'off' }),
      field('unit', 'choice', words.unit, { required: true, options: words.units }),
      field('amount', 'text', words.amount, { required: true, maxLength: 9, autoComplete: 'off' }),
    ],
  },
  {
    title: words.limits,
    fields: [
      field('uses_max', 'text', words.usesMax, { maxLength: 7, autoComplete: 'off' }),
      field('uses_per_family_max', 'text', words.usesPerFamily, { maxLength: 7, autoComplete: 'off' }),
    ],
  },
  {
    title: words.dates,
    fields: [field('from', 'date', words.from), field('until', 'date', words.until)],
  },
];

const wherePart = (tiers: readonly PromotionChoice[]): Part => ({
  title: words.where,
  hint: words.whereHint,
  fields: [
    ...promotionKinds.map((kind) => field(kindPath(kind), 'tick', { label: kindMessages[kind] })),
    ...tiers.map(({ id, name }) => field(tierPath(id), 'tick', { label: name })),
    field('minimum', 'text', words.minimum, { maxLength: 9, autoComplete: 'off' }),
  ],
});

const ticksOf = (
  title: string,
  hint: string,
  list: readonly PromotionChoice[],
  pathOf: (id: string) => string,
) =>
  list.length === 0
    ? []
    : [{ title, hint, fields: list.map(({ id, name }) => field(pathOf(id), 'tick', { label: name })) }];

/** Returns the form's parts. Tiers, single products and locations are known only when they are read. */
export const partsOf = ({ tiers, offers, locations }: Choices): readonly Part[] => [
  whatPart,
  wherePart(tiers),
  ...ticksOf(words.offers, words.offersHint, offers, offerPath),
  ...ticksOf(words.locations, words.locationsHint, locations, locationPath),
  ...laterParts,
];

const fixedFields = partsOf(noChoices).flatMap(({ fields }) => fields);
export const labelOf = (id: string): string => fixedFields.find(({ path }) => path === id)?.label ?? id;

/**
 * Returns the day of a moment in Singapore. The end is exclusive, so the last day is the day of the moment before it.
 */
const dayOf = (at: string | null): string => (at === null ? '' : today(new Date(at)));
const lastDayOf = (at: string | null): string => (at === null ? '' : today(new Date(Date.parse(at) - 1)));

export const emptyCode: Values = {
  code: '',
  campaign: '',
  unit: 'percent',
  amount: '',
  minimum: '',
  uses_max: '',
  uses_per_family_max: '',
  from: '',
  until: '',
};

export const valuesOf = (row: StaffPromotion): Values => ({
  ...emptyCode,
  code: row.code,
  campaign: row.campaign ?? '',
  unit: row.percent === null ? 'dollars' : 'percent',
  amount: String(row.percent ?? toDollars(row.cents ?? 0)),
  minimum: row.minimum_cents === 0 ? '' : String(toDollars(row.minimum_cents)),
  uses_max: String(row.uses_max ?? ''),
  uses_per_family_max: String(row.uses_per_family_max ?? ''),
  from: dayOf(row.valid_from),
  until: lastDayOf(row.valid_until),
  ...Object.fromEntries((row.kinds ?? []).map((kind) => [kindPath(kind), 'true'])),
  ...Object.fromEntries((row.tiers ?? []).map((tier) => [tierPath(tier), 'true'])),
  ...Object.fromEntries((row.offers ?? []).map(({ id }) => [offerPath(id), 'true'])),
  ...Object.fromEntries((row.locations ?? []).map(({ id }) => [locationPath(id), 'true'])),
});

const LARGEST_DOLLARS = 10_000;
const MAX_USES = 1_000_000;
const trimmedValue = (values: Values, path: string) => (values[path] ?? '').trim();
const isWhole = (text: string) => /^\d+$/.test(text);
const isDollars = (text: string) => /^\d+([.]\d{1,2})?$/.test(text);

export function faultsOf(values: Values): Faults {
  // A date may be in the future, so the usual check of dates does not apply.
  const faults = checkFields(
    fixedFields.filter(({ kind }) => kind !== 'date'),
    values,
    today(),
  );
  const isPercent = trimmedValue(values, 'unit') === 'percent';
  const [least, most] = isPercent ? [1, 100] : [0.01, LARGEST_DOLLARS];
  const amount = trimmedValue(values, 'amount');
  if (
    amount !== '' &&
    (!(isPercent ? isWhole : isDollars)(amount) || Number(amount) < least || Number(amount) > most)
  )
    faults['amount'] = { kind: 'out_of_range', least, most };
  const minimum = trimmedValue(values, 'minimum');
  if (minimum !== '' && (!isDollars(minimum) || Number(minimum) > LARGEST_DOLLARS))
    faults['minimum'] = { kind: 'out_of_range', least: 0, most: LARGEST_DOLLARS };
  for (const path of ['uses_max', 'uses_per_family_max']) {
    const text = trimmedValue(values, path);
    if (text !== '' && (!isWhole(text) || Number(text) < 1 || Number(text) > MAX_USES))
      faults[path] = { kind: 'out_of_range', least: 1, most: MAX_USES };
  }
  const [from, until] = [trimmedValue(values, 'from'), trimmedValue(values, 'until')];
  if (from !== '' && until !== '' && until < from) faults['until'] = { kind: 'day_over' };
  return faults;
}

const chosenIds = <Id extends string>(values: Values, ids: readonly Id[], pathOf: (id: Id) => string) => {
  const tickedIds = ids.filter((id) => values[pathOf(id)] === 'true');
  return tickedIds.length === 0 ? null : tickedIds;
};
/** Returns the ids that are ticked under a path. They come from the values, so none is lost if the list is not read. */
const tickedUnder = (values: Values, prefix: string) => {
  const ids = Object.keys(values).filter((path) => path.startsWith(prefix) && values[path] === 'true');
  return ids.length === 0 ? null : ids.map((path) => path.slice(prefix.length));
};
const numberOf = (text: string) => (text === '' ? null : Number(text));

/**
 * Returns the request. `before` is the code that is being changed. If a day has not changed, its stored moment is
 * sent.
 */
export function bodyOf(values: Values, before: StaffPromotion | null): SavePromotion {
  const isPercent = trimmedValue(values, 'unit') === 'percent';
  const amount = Number(trimmedValue(values, 'amount'));
  const [from, until] = [trimmedValue(values, 'from'), trimmedValue(values, 'until')];
  const startOf = (day: string) => (day === '' ? null : momentOf(day, '00:00'));
  return {
    code: trimmedValue(values, 'code').toUpperCase(),
    campaign: trimmedValue(values, 'campaign') || null,
    percent: isPercent ? amount : null,
    cents: isPercent ? null : toCents(amount),
    kinds: chosenIds(values, promotionKinds, kindPath),
    tiers: tickedUnder(values, tierPath('')),
    offers: tickedUnder(values, offerPath('')),
    locations: tickedUnder(values, locationPath('')),
    minimum_cents: toCents(Number(trimmedValue(values, 'minimum'))),
    uses_max: numberOf(trimmedValue(values, 'uses_max')),
    uses_per_family_max: numberOf(trimmedValue(values, 'uses_per_family_max')),
    valid_from: before !== null && from === dayOf(before.valid_from) ? before.valid_from : startOf(from),
    valid_until:
      before !== null && until === lastDayOf(before.valid_until)
        ? before.valid_until
        : startOf(until === '' ? '' : addDays(until, 1)),
    active: before?.active ?? true,
    seen: before?.seen ?? null,
  };
}

/** Returns the form's field for a path in the request. */
export function fieldOf(path: string): string | null {
  const [name = ''] = path.split(/[.[]/);
  const fieldsByName: Partial<Record<string, string>> = {
    percent: 'amount',
    cents: 'amount',
    minimum_cents: 'minimum',
    valid_from: 'from',
    valid_until: 'until',
    kinds: kindPath('pass'),
    offers: kindPath('pass'),
    tiers: kindPath('pass'),
  };
  return fieldsByName[name] ?? (fixedFields.some((field) => field.path === name) ? name : null);
}

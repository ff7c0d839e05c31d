import { formatMoney } from '#domain/money.ts';
import { comparisonMessages } from './compare-messages.ts';

export interface ComparedPass {
  priceCents: number;
  sessions: number;
  validityDays: number | null;
  makeUps: number;
  renews: boolean;
  cancellation: string;
}

export type Labels = Record<
  | 'priceLabel'
  | 'sessionsLabel'
  | 'eachLabel'
  | 'validityLabel'
  | 'makeUpsLabel'
  | 'renewsLabel'
  | 'cancellationLabel',
  string
>;

export interface Row {
  label: string;
  /** The values of the row, in the order of the passes. */
  values: string[];
  /** True for longer sentences, which are in smaller type. */
  prose: boolean;
}

/** Returns the rows that compare passes. A row that has no label or no value at all is left out. */
export function compare(passes: readonly ComparedPass[], labels: Labels): Row[] {
  const buildRow = (label: string, value: (pass: ComparedPass) => string, prose = false) => ({
    label,
    values: passes.map(value),
    prose,
  });
  return [
    buildRow(labels.priceLabel, ({ priceCents }) => formatMoney(priceCents)),
    buildRow(labels.sessionsLabel, ({ sessions }) => String(sessions)),
    buildRow(labels.eachLabel, ({ priceCents, sessions }) => formatMoney(Math.round(priceCents / sessions))),
    buildRow(labels.validityLabel, ({ validityDays }) =>
      validityDays === null ? '' : comparisonMessages.validFor(validityDays),
    ),
    buildRow(labels.makeUpsLabel, ({ makeUps }) => (makeUps === 0 ? '–' : String(makeUps))),
    buildRow(labels.renewsLabel, ({ renews }) =>
      renews ? comparisonMessages.renewsYes : comparisonMessages.renewsNo,
    ),
    buildRow(labels.cancellationLabel, ({ cancellation }) => cancellation, true),
  ].filter(({ label, values }) => label !== '' && values.some((value) => value !== ''));
}

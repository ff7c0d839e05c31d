import { formatMoney } from '#domain/money.ts';
import { compareMessages } from './compare-messages.ts';

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
  /** The row has a value for each pass, in the order of the passes. */
  values: string[];
  /** True for longer sentences, which are shown in smaller type. */
  prose: boolean;
}

/** A row without a label, or without a value for any pass, is left out. */
export function compare(passes: readonly ComparedPass[], labels: Labels): Row[] {
  const row = (label: string, value: (pass: ComparedPass) => string, prose = false) => ({
    label,
    values: passes.map(value),
    prose,
  });
  return [
    row(labels.priceLabel, ({ priceCents }) => formatMoney(priceCents)),
    row(labels.sessionsLabel, ({ sessions }) => String(sessions)),
    row(labels.eachLabel, ({ priceCents, sessions }) => formatMoney(Math.round(priceCents / sessions))),
    row(labels.validityLabel, ({ validityDays }) =>
      validityDays === null ? '' : compareMessages.days(validityDays),
    ),
    row(labels.makeUpsLabel, ({ makeUps }) => (makeUps === 0 ? '–' : String(makeUps))),
    row(labels.renewsLabel, ({ renews }) => (renews ? compareMessages.renews : compareMessages.never)),
    row(labels.cancellationLabel, ({ cancellation }) => cancellation, true),
  ].filter(({ label, values }) => label !== '' && values.some((value) => value !== ''));
}

import { formatMoney } from '#domain/money.ts';

/** What the comparison reads of a pass. Money in cents. */
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
  /** One for each pass, in their order. */
  values: string[];
  /** Sentences, set smaller. */
  prose: boolean;
}

/** Rows of the comparison; one without a label, or about which no pass says anything, is left out. */
export function compare(passes: readonly ComparedPass[], labels: Labels): Row[] {
  const row = (label: string, value: (pass: ComparedPass) => string, prose = false) => ({
    ...{ label, values: passes.map(value), prose },
  });
  return [
    row(labels.priceLabel, ({ priceCents }) => formatMoney(priceCents)),
    row(labels.sessionsLabel, ({ sessions }) => String(sessions)),
    row(labels.eachLabel, ({ priceCents, sessions }) => formatMoney(Math.round(priceCents / sessions))),
    row(labels.validityLabel, ({ validityDays }) => (validityDays === null ? '' : `${validityDays} days`)),
    row(labels.makeUpsLabel, ({ makeUps }) => (makeUps === 0 ? '–' : String(makeUps))),
    row(labels.renewsLabel, ({ renews }) => (renews ? 'Yes, until you stop it' : 'No')),
    row(labels.cancellationLabel, ({ cancellation }) => cancellation, true),
  ].filter(({ label, values }) => label !== '' && values.some((value) => value !== ''));
}

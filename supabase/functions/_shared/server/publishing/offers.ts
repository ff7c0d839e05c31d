import * as v from 'valibot';
import { brand, withProduct } from '../../contract/brand.ts';
import { confirmedPrices } from '../../contract/confirmed-prices.ts';
import { toCents } from '../../contract/format.ts';
import { plannedProblem } from '../../contract/selling-rules/planned.ts';
import { CampTier, tierDetails } from './camp-tiers.ts';
import { BirthdayPackage, birthdayDetails, HolidayPackage } from './packages.ts';
import { Pass, passDetails } from './passes.ts';
import { sentences } from './messages.ts';
import { type OffSale, outcomeOf, type RefusedOffer } from './outcomes.ts';

export interface Offer {
  id: string;
  kind: 'pass' | 'team_pass' | 'camp_tier' | 'holiday_package' | 'birthday_package';
  title: string;
  price_cents: number;
  currency: string;
  revision: string;
  details: Record<string, unknown>;
  cancellation: string | null;
  updated_at: string;
  confirmed: boolean;
}

type ReadRule = v.InferOutput<typeof HolidayPackage>['refundRules'][number];
type Reading = { offer: Offer } | { offSale: true } | { problem: string };

const readers: Record<string, (document: unknown) => Reading> = {
  pass: reader(Pass, ({ kind }) => kind ?? 'pass', passDetails),
  campTier: reader(CampTier, () => 'camp_tier', tierDetails),
  holidayPackage: reader(
    HolidayPackage,
    () => 'holiday_package',
    () => ({}),
  ),
  birthdayPackage: reader(BirthdayPackage, () => 'birthday_package', birthdayDetails),
};

const Typed = v.object({ _type: v.fallback(v.string(), '') });

/**
 * Returns the offers of the documents. An invalid document is no longer sold, so that no parent is charged a wrong
 * price. The others are still sold.
 */
export function toOffers(documents: unknown[]): {
  offers: Offer[];
  offSale: OffSale[];
  refused: RefusedOffer[];
} {
  const offers: Offer[] = [];
  const offSale: OffSale[] = [];
  const refused: RefusedOffer[] = [];
  for (const document of documents) {
    const named = outcomeOf(document);
    const reading = readers[v.parse(Typed, document)._type]?.(document) ?? {
      problem: 'This kind of document can’t be sold.',
    };
    if ('offSale' in reading) {
      offSale.push(named);
      continue;
    }
    const problem = 'problem' in reading ? reading.problem : clashOf(reading.offer, offers);
    if (problem !== null) refused.push({ ...named, problem });
    else if ('offer' in reading) offers.push(reading.offer);
  }
  return { offers, offSale, refused };
}

/**
 * Returns why this offer clashes with an earlier one. If one tier had two documents, a camp would have two prices, so
 * only the first document is used.
 */
function clashOf(offer: Offer, before: readonly Offer[]): string | null {
  if (offer.kind !== 'camp_tier') return null;
  const other = before.find(
    ({ kind, details }) => kind === offer.kind && details['tier'] === offer.details['tier'],
  );
  return other ? `“${other.title}” (${other.id}) already sells the same tier.` : null;
}

function reader<T extends v.InferOutput<typeof HolidayPackage>>(
  schema: v.GenericSchema<unknown, T>,
  kindOf: (document: T) => Offer['kind'],
  detailsOf: (document: T) => Record<string, unknown>,
) {
  return (document: unknown): Reading => {
    const parsed = v.safeParse(schema, document, { abortPipeEarly: true });
    if (!parsed.success) return { problem: sentences(parsed.issues) };
    const { output } = parsed;
    const planned = plannedProblem(output);
    if (planned) return { problem: planned };
    if (output.available === false) return { offSale: true };
    return {
      offer: {
        id: output._id,
        kind: kindOf(output),
        title: withProduct(output.name),
        price_cents: toCents(output.price),
        currency: brand.currency,
        revision: output._rev,
        details: { ...detailsOf(output), refund_rules: output.refundRules.map(toRule), ...planOf(output) },
        cancellation: output.cancellation ? withProduct(output.cancellation) : null,
        updated_at: output._updatedAt,
        confirmed: output.pricesConfirmed === confirmedPrices(output),
      },
    };
  };
}

const toRule = ({ hoursBefore, daysAfterPurchase, percent }: ReadRule) =>
  typeof daysAfterPurchase === 'number'
    ? { days_after_purchase: daysAfterPurchase, percent }
    : { hours_before: hoursBefore, percent };

const planOf = ({ saleTime, plannedPrices }: v.InferOutput<typeof HolidayPackage>) => ({
  ...(saleTime?.from || saleTime?.until
    ? { sale_time: { from: saleTime.from ?? null, until: saleTime.until ?? null } }
    : {}),
  ...(plannedPrices.length > 0
    ? { planned_prices: plannedPrices.map(({ from, price }) => ({ from, price_cents: toCents(price) })) }
    : {}),
});

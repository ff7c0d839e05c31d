import { formatMoment } from '#domain/dates.ts';
import { fill } from '#domain/fill.ts';
import { formatMoney } from '#domain/money.ts';
import {
  datesAt,
  datesText,
  fillOf,
  isBookable,
  shortDates,
  cheapest,
  shortName,
  spotsLeft,
  totalOf,
  type CampDate,
  type Source,
  type Tier,
} from '#domain/camp.ts';
import { listedText, rungsOf, savingOf } from '#domain/camp-price.ts';
import { spotsOf, type Spots } from '#domain/spots.ts';
import { rungWords, spotsWords, campWords } from '#ui/camps/words.ts';
import { messages } from './messages.ts';

export interface TierCardWords {
  pickDateLabel: string;
  bookLabel: string;
  bonusText: string;
}

/** Everything in a card that depends on the choice or the price. Rendered by the build and again in the browser. */
export interface TierCardView {
  from: string;
  price: string;
  /** Empty if there is no discount. */
  listed: string;
  until: string;
  rungs: { name: string; price: string; word: string; state: 'gone' | 'now' | 'later' }[];
  bonus: string;
  /** Percent; null if nothing is shown. */
  fill: number | null;
  taken: string;
  spots: string;
  spotsState: Spots;
  book: string;
  /** No date is chosen yet: the button is shown, and a press asks for a date. */
  waits: boolean;
}

interface Choice {
  /** The dates of the package at every base. */
  dates: readonly CampDate[];
  base: string;
  camp: CampDate | null;
  now: Date;
  source: { spots: Source; places: Source };
}

export function tierCardOf(
  tier: Tier,
  { dates, base, camp, now, source }: Choice,
  words: TierCardWords,
): TierCardView {
  const here = datesAt(dates, base);
  const shown = camp ?? cheapest(dates);
  const price =
    shown?.priceCents ?? rungsOf(tier, null, now).find(({ state }) => state === 'now')?.priceCents;
  const prices = new Set(dates.filter(isBookable).map(({ priceCents }) => priceCents));
  const saving = camp ? savingOf(tier, camp) : 0;
  const counted = camp ? [camp] : here;
  const rungs = rungsOf(tier, shown, now);
  const deadline = tier.rungs[rungs.findIndex(({ state }) => state === 'now')]?.deadline ?? '';
  const total = totalOf(counted);
  return {
    from: !camp && prices.size > 1 ? messages.from : '',
    price: price === undefined ? '' : formatMoney(price),
    listed: listedText(tier, price),
    until: deadline ? `until ${formatMoment(deadline)}` : '',
    rungs: rungs.map(({ name, priceCents, state, left }) => ({
      name: name || campWords.listed,
      price: formatMoney(priceCents),
      word: rungWords({ state, left: state === 'now' ? placesOf(left, tier, source.places) : null }),
      state: state === 'ended' ? 'gone' : state,
    })),
    bonus:
      camp && isBookable(camp) && saving > 0
        ? fill(words.bonusText, { saving: formatMoney(saving), dates: datesText(camp) })
        : '',
    fill: fillOf(counted, tier.tier, source.spots),
    taken: source.spots === 'real' && counted.length > 0 ? messages.taken(total.taken, total.capacity) : '',
    spots: source.spots === 'real' && counted.length > 0 ? spotsWords(spotsLeft(total)) : '',
    spotsState: spotsOf(spotsLeft(total)),
    book: bookLabel(tier, camp, words),
    waits: camp === null,
  };
}

/** The specification's "5 spots left per week" of EPIC, used in the simulated mode only. */
const SIMULATED_PLACES = 5;
function placesOf(left: number | null, { tier }: Tier, source: Source): number | null {
  if (source === 'off') return null;
  return source === 'simulated' && tier === 'epic' ? SIMULATED_PLACES : left;
}

function bookLabel(tier: Tier, camp: CampDate | null, words: TierCardWords): string {
  if (camp === null) return words.pickDateLabel;
  if (camp.priceCents === null || !isBookable(camp)) return spotsWords(spotsLeft(camp));
  return fill(words.bookLabel, { tier: shortName(tier), price: formatMoney(camp.priceCents) });
}

/** The label of a date's button: the days, and whether the camp is full. */
export const chipText = (camp: CampDate, fullText: string): string =>
  shortDates(camp) + (isBookable(camp) ? '' : `: ${fullText}`);

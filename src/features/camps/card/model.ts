import { paths } from '#config/paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { fill } from '#domain/fill.ts';
import { formatMoney } from '#domain/money.ts';
import {
  cheapest,
  datesText,
  fillOf,
  isBookable,
  placesShown,
  shortName,
  spotsLeft,
  totalOf,
  type CampDate,
  type Source,
  type Tier,
} from '#domain/camp.ts';
import { listedText, describeRungs, savingOf } from '#domain/camp-price.ts';
import { spotsOf, type Spots } from '#domain/spots.ts';
import { campWaitlistPath } from '#ui/camps/alternatives.ts';
import { bookingLabel, campMessages, rungMessage, spotsMessage } from '#ui/camps/messages.ts';
import { messages } from './messages.ts';

export interface CampLabels {
  pickDateLabel: string;
  bookLabel: string;
  bonusText: string;
}

/** Every text that depends on the choice, the price or the spots. Empty texts are not shown. */
export interface CampView {
  name: string;
  from: string;
  price: string;
  listed: string;
  until: string;
  rungs: { name: string; price: string; word: string; state: 'gone' | 'now' | 'later' }[];
  bonus: string;
  fill: number | null;
  taken: string;
  spots: string;
  spotsState: Spots;
  place: string;
  book: string;
  href: string;
  isBookable: boolean;
  /** True while no date is chosen. Pressing the button then asks for one. */
  waits: boolean;
}

interface Choice {
  camp: CampDate | null;
  /**
   * The date whose price the card shows while no camp is chosen. If it is missing, the card shows the price of the
   * cheapest one.
   */
  example?: CampDate | undefined;
  dates: readonly CampDate[];
  /** The camps whose spots the card counts while no camp is chosen. */
  counted?: readonly CampDate[];
  now: Date;
  source: { spots: Source; places: Source };
}

type Package = Pick<Tier, 'tier' | 'name' | 'listedCents' | 'rungs'>;

export function buildCampView(
  tier: Package,
  { camp, dates, example, counted = [], now, source }: Choice,
  labels: CampLabels,
): CampView {
  const shownCamp = camp ?? example ?? cheapest(dates);
  const rungs = describeRungs(tier, shownCamp, now);
  const current = rungs.findIndex(({ state }) => state === 'now');
  const price = camp ? camp.priceCents : (shownCamp?.priceCents ?? rungs[current]?.priceCents ?? null);
  const prices = new Set(dates.filter(isBookable).map(({ priceCents }) => priceCents));
  const saving = camp ? savingOf(tier, camp) : 0;
  const deadline = tier.rungs[current]?.deadline ?? '';
  const shownCamps = camp ? [camp] : counted;
  const total = totalOf(shownCamps);
  // A camp that is not on sale yet shows no count, because a count would invite parents to book.
  const showsCount =
    source.spots === 'real' && camp?.priceCents !== null && (camp !== null || counted.length > 0);
  return {
    name: tier.name,
    from: !camp && prices.size > 1 ? messages.from : '',
    price: price === null ? '' : formatMoney(price),
    listed: listedText(tier, price),
    until: deadline ? `until ${formatMoment(deadline)}` : '',
    rungs: rungs.map(({ name, priceCents, state, left }) => ({
      name: name || campMessages.listed,
      price: formatMoney(priceCents),
      word: rungMessage({
        state,
        left: state === 'now' ? placesShown(left, tier.tier, source.places) : null,
      }),
      state: state === 'ended' ? 'gone' : state,
    })),
    bonus:
      camp && isBookable(camp) && saving > 0
        ? fill(labels.bonusText, { saving: formatMoney(saving), dates: datesText(camp) })
        : '',
    fill: fillOf(shownCamps, tier.tier, source.spots),
    taken: showsCount ? messages.taken(total.taken, total.capacity, shownCamps.length) : '',
    // A sum over several dates would hide that one of them is nearly full.
    spots:
      showsCount && (shownCamps.length === 1 || spotsLeft(total) === 0) ? spotsMessage(spotsLeft(total)) : '',
    spotsState: spotsOf(spotsLeft(total)),
    place: camp ? `${datesText(camp)}, ${camp.place}` : '',
    book: camp ? bookingLabel(camp, shortName(tier), labels.bookLabel) : labels.pickDateLabel,
    href: camp ? hrefOf(camp) : '',
    isBookable: camp !== null && isBookable(camp),
    waits: camp === null,
  };
}

/**
 * Returns the source of a single camp's numbers. Its card shows real spots even where the chooser simulates how full a
 * package is.
 */
export const withoutSimulation = (source: Source): Source => (source === 'off' ? 'off' : 'real');

const hrefOf = (camp: CampDate) =>
  camp.priceCents !== null && spotsLeft(camp) === 0
    ? campWaitlistPath(camp)
    : `${paths.campsBook}?camp=${camp.id}`;

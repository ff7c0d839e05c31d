import type { OfferNow } from '#contract/assistant.ts';
import { offerEnd } from '#contract/pass-end.ts';
import { plural } from '#contract/plural.ts';
import { cheapest, isBookable, spotsLeft, totalOf } from '#domain/camp.ts';
import { formatMoney } from '#domain/money.ts';
import type { Subject } from '../subjects.ts';
import { costMessages } from './messages.ts';
import { isCamp, isParty, listNames, findOffers, type World } from './world.ts';

export function costLines(subject: Subject, world: World): string[] {
  if (subject === 'all') return overviewLines(world);
  const offers = findOffers(subject, world);
  if (subject === 'transport') return offers.flatMap(transportLine);
  if (subject === 'sibling') return siblingLines(offers);
  if (isCamp(subject)) return offers.flatMap((offer) => campLine(offer, world));
  if (isParty(subject)) return offers.map(partyLine);
  return offers.map(passLine);
}

function campLine(offer: OfferNow, { camps }: World): string[] {
  const dates = camps.filter(({ tier }) => tier === offer.details.tier);
  const best = cheapest(dates);
  const listedPrice = formatMoney(offer.price_cents);
  if (!best?.priceCents) return [costMessages.campListed(offer.title, listedPrice)];
  const prices = new Set(dates.filter(isBookable).map(({ priceCents }) => priceCents));
  const lowest = formatMoney(best.priceCents);
  const price = prices.size > 1 ? costMessages.from(lowest) : lowest;
  const { taken, capacity } = totalOf(dates);
  const freeSpots = dates.reduce((sum, camp) => sum + spotsLeft(camp), 0);
  const spots = freeSpots === 0 ? costMessages.allFull : costMessages.open(capacity - taken, capacity);
  return [
    best.priceCents < offer.price_cents
      ? costMessages.campReduced(offer.title, price, listedPrice, spots)
      : costMessages.camp(offer.title, price, spots),
  ];
}

function passLine(offer: OfferNow): string {
  const { title, price_cents, details } = offer;
  const { sessions, validity_days, renews, once_per_child, checkout_type } = details;
  const price = formatMoney(price_cents);
  const name = checkout_type === 'try-out' ? costMessages.named(title) : title;
  const notes = [
    ...(renews ? [costMessages.ends(offerEnd(offer))] : []),
    ...(once_per_child ? [costMessages.oncePerChild] : []),
  ];
  if (!sessions) return [costMessages.pass(name, price), ...notes].join(' ');
  const count = plural(sessions, 'session');
  const each =
    sessions > 1 ? costMessages.each(count, formatMoney(Math.round(price_cents / sessions))) : count;
  const content = validity_days ? costMessages.within(each, plural(validity_days, 'day')) : each;
  return [costMessages.passWith(name, price, content), ...notes].join(' ');
}

function partyLine({ title, price_cents, details: { guests, minutes } }: OfferNow): string {
  const price = formatMoney(price_cents);
  const size = guests ? costMessages.guests(guests) : '';
  const length = minutes ? costMessages.minutes(minutes) : '';
  const content = size && length ? costMessages.both(size, length) : size || length;
  return content ? costMessages.partyWith(title, price, content) : costMessages.party(title, price);
}

const transportLine = ({ title, details }: OfferNow): string[] =>
  (details.transport ?? []).map((transport) =>
    costMessages.transport(transport.title, formatMoney(transport.price_cents), title),
  );

function siblingLines(offers: readonly OfferNow[]): string[] {
  const amounts = new Map<number, string[]>();
  for (const { title, details } of offers)
    if (details.sibling_rebate)
      amounts.set(details.sibling_rebate.cents, [
        ...(amounts.get(details.sibling_rebate.cents) ?? []),
        title,
      ]);
  return [...amounts].map(([cents, titles]) => costMessages.sibling(formatMoney(cents), listNames(titles)));
}

function overviewLines(world: World): string[] {
  const first = (subject: Subject) => costLines(subject, world).slice(0, 1);
  return [
    ...first('tryout'),
    ...first('flexi'),
    ...findOffers('camps', world).flatMap((offer) => campLine(offer, world)),
  ];
}

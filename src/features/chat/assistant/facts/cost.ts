import type { OfferNow } from '#contract/assistant.ts';
import { offerEnd } from '#contract/pass-end.ts';
import { plural } from '#contract/plural.ts';
import { cheapest, isBookable, spotsLeft, totalOf } from '#domain/camp.ts';
import { formatMoney } from '#domain/money.ts';
import type { Subject } from '../subjects.ts';
import { isCamp, isParty, listed, findOffers, type World } from './world.ts';

export function costLines(subject: Subject, world: World): string[] {
  if (subject === 'all') return overview(world);
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
  if (!best?.priceCents)
    return [`${offer.title} is listed at ${formatMoney(offer.price_cents)}. No dates are on sale right now.`];
  const prices = new Set(dates.filter(isBookable).map(({ priceCents }) => priceCents));
  const price = `${prices.size > 1 ? 'from ' : ''}${formatMoney(best.priceCents)}`;
  const usual = best.priceCents < offer.price_cents ? `, listed ${formatMoney(offer.price_cents)}` : '';
  const { taken, capacity } = totalOf(dates);
  const left = dates.reduce((sum, camp) => sum + spotsLeft(camp), 0);
  const spots = left === 0 ? 'all dates are full' : `${capacity - taken} of ${capacity} spots are open`;
  return [`${offer.title} costs ${price} today${usual}; ${spots}.`];
}

function passLine(offer: OfferNow): string {
  const { title, price_cents, details } = offer;
  const { sessions, validity_days, renews, once_per_child, checkout_type } = details;
  const each = sessions && sessions > 1 ? `, ${formatMoney(Math.round(price_cents / sessions))} each` : '';
  const until = validity_days ? `, to use within ${plural(validity_days, 'day')}` : '';
  const more = [renews && `${offerEnd(offer)}.`, once_per_child && 'Once for each child.'].filter(Boolean);
  const name = checkout_type === 'try-out' ? `The ${title}` : title;
  const held = sessions ? `: ${plural(sessions, 'session')}${each}${until}` : '';
  return [`${name} costs ${formatMoney(price_cents)} today${held}.`, ...more].join(' ');
}

function partyLine({ title, price_cents, details: { guests, minutes } }: OfferNow): string {
  const extras = [guests && `for ${guests} guests`, minutes && `${minutes} minutes`]
    .filter(Boolean)
    .join(', ');
  return `${title} costs ${formatMoney(price_cents)} today for the whole party${extras ? `: ${extras}` : ''}.`;
}

const transportLine = ({ title, details }: OfferNow): string[] =>
  (details.transport ?? []).map(
    (transportOption) =>
      `${transportOption.title} costs ${formatMoney(transportOption.price_cents)} with ${title}.`,
  );

function siblingLines(offers: readonly OfferNow[]): string[] {
  const amounts = new Map<number, string[]>();
  for (const { title, details } of offers)
    if (details.sibling_rebate)
      amounts.set(details.sibling_rebate.cents, [
        ...(amounts.get(details.sibling_rebate.cents) ?? []),
        title,
      ]);
  return [...amounts].map(
    ([cents, titles]) =>
      `${formatMoney(cents)} off for the second child of a family at the same camp (${listed(titles)}), as long as it has rebate spots left. The checkout takes it off automatically.`,
  );
}

function overview(world: World): string[] {
  const first = (subject: Subject) => costLines(subject, world).slice(0, 1);
  return [
    ...first('tryout'),
    ...first('flexi'),
    ...findOffers('camps', world).flatMap((offer) => campLine(offer, world)),
  ];
}

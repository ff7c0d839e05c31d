import type { CampDate, Tier } from './camp.ts';
import { formatMoney } from './money.ts';

/** One early-bird rung of a camp's price, or the listed price (decisions "Selling rules"). */
export interface RungState {
  name: string;
  priceCents: number;
  state: 'gone' | 'ended' | 'now' | 'later';
  left: number | null;
}

/** Returns the rungs and the listed price of one camp, or those of the content if there is no camp. */
export function describeRungs(
  tier: Pick<Tier, 'listedCents' | 'rungs'>,
  camp: Pick<CampDate, 'rung' | 'rungLeft'> | null,
  now: Date,
): RungState[] {
  const steps = [
    ...tier.rungs,
    { id: 'listed', name: '', priceCents: tier.listedCents, deadline: '', places: null, closed: false },
  ];
  const inForce = steps.findIndex(({ id }) => id === camp?.rung);
  const openIndex = steps.findIndex(({ closed, deadline }) => !closed && !hasEnded(deadline, now));
  const at = inForce < 0 ? openIndex : inForce;
  return steps.map(({ name, priceCents, deadline, places }, index) => ({
    name,
    priceCents,
    state: index === at ? 'now' : index > at ? 'later' : hasEnded(deadline, now) ? 'ended' : 'gone',
    left: index === at && places !== null ? (camp?.rungLeft ?? null) : null,
  }));
}

const hasEnded = (deadline: string, now: Date) => deadline !== '' && Date.parse(deadline) <= now.getTime();

export const savingOf = ({ listedCents }: Pick<Tier, 'listedCents'>, camp: CampDate): number =>
  Math.max(0, listedCents - (camp.priceCents ?? listedCents));

/** Returns the listed price to strike through beside a lower price, or '' if there is no discount. */
export const listedText = (
  { listedCents }: Pick<Tier, 'listedCents'>,
  priceCents: number | null | undefined,
): string => (priceCents != null && priceCents < listedCents ? formatMoney(listedCents) : '');

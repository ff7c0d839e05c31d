import type { CampDate, Tier } from './camp.ts';
import { formatMoney } from './money.ts';

/** What a camp costs: the rungs of its package, and the listed price (decisions "Selling rules"). */
export interface RungState {
  name: string;
  priceCents: number;
  state: 'gone' | 'ended' | 'now' | 'later';
  /** Of the rung in force: places left, where content gives it a number of them. */
  left: number | null;
}

/** The rungs of a package and its listed price, as they stand for a camp; without one as content leaves them. */
export function rungsOf(
  tier: Tier,
  camp: Pick<CampDate, 'rung' | 'rungLeft'> | null,
  now: Date,
): RungState[] {
  const steps = [
    ...tier.rungs,
    { id: 'listed', name: '', priceCents: tier.listedCents, deadline: '', places: null, closed: false },
  ];
  const inForce = steps.findIndex(({ id }) => id === camp?.rung);
  const open = steps.findIndex(({ closed, deadline }) => !closed && !hasEnded(deadline, now));
  const at = inForce < 0 ? open : inForce;
  return steps.map(({ name, priceCents, deadline, places }, index) => ({
    name,
    priceCents,
    state: index === at ? 'now' : index > at ? 'later' : hasEnded(deadline, now) ? 'ended' : 'gone',
    left: index === at && places !== null ? (camp?.rungLeft ?? null) : null,
  }));
}

const hasEnded = (deadline: string, now: Date) => deadline !== '' && Date.parse(deadline) <= now.getTime();

/** Off the listed price, in cents; 0: no early bird any more. */
export const savingOf = ({ listedCents }: Pick<Tier, 'listedCents'>, camp: CampDate): number =>
  Math.max(0, listedCents - (camp.priceCents ?? listedCents));

/** The listed price, to be struck through beside a lower one; '' where nothing is taken off. */
export const listedText = (
  { listedCents }: Pick<Tier, 'listedCents'>,
  priceCents: number | null | undefined,
): string => (priceCents != null && priceCents < listedCents ? formatMoney(listedCents) : '');

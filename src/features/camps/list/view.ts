import { paths } from '#config/paths.ts';
import type { CampDate, Source, Tier } from '#domain/camp.ts';
import { buildCampView, withoutSimulation, type CampView } from '../card/model.ts';

export interface ListData {
  camps: CampDate[];
  tiers: Pick<Tier, 'tier' | 'name' | 'listedCents'>[];
  bookLabel: string;
  source: Source;
  /** True if a camp that can be booked leads straight to its checkout. */
  toCheckout?: boolean;
}

export function readView(
  camp: CampDate,
  { tiers, bookLabel, source, toCheckout }: ListData,
): CampView | null {
  const tier = tiers.find(({ tier: id }) => id === camp.tier);
  if (!tier) return null;
  const spots = withoutSimulation(source);
  const view = buildCampView(
    { ...tier, rungs: [] },
    { camp, dates: [camp], now: new Date(), source: { spots, places: spots } },
    { pickDateLabel: '', bookLabel, bonusText: '' },
  );
  return toCheckout && view.isBookable
    ? { ...view, href: `${paths.checkout}?type=camp&camp=${camp.id}` }
    : view;
}

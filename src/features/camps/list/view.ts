import type { CampDate, Source, Tier } from '#domain/camp.ts';
import { buildCampView, withoutSimulation, type CampView } from '../card/model.ts';

export interface ListData {
  camps: CampDate[];
  tiers: Pick<Tier, 'tier' | 'name' | 'listedCents'>[];
  bookLabel: string;
  source: Source;
}

export function readView(camp: CampDate, { tiers, bookLabel, source }: ListData): CampView | null {
  const tier = tiers.find(({ tier: id }) => id === camp.tier);
  if (!tier) return null;
  const spots = withoutSimulation(source);
  return buildCampView(
    { ...tier, rungs: [] },
    { camp, dates: [camp], now: new Date(), source: { spots, places: spots } },
    { pickDateLabel: '', bookLabel, bonusText: '' },
  );
}

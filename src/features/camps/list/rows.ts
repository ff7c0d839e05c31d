import { refreshPrices } from '#api/live-camps.ts';
import { today } from '#domain/dates.ts';
import type { CampDate } from '#domain/camp.ts';
import { bind } from '../card/bind.ts';
import { readView, type ListData } from './view.ts';

/** Loads current prices and shows them in the list. Returns the camps that have not started yet. */
export async function refreshRows(list: HTMLElement, data: ListData): Promise<CampDate[]> {
  const first = today();
  const camps = (await refreshPrices(data.camps)).filter(({ start }) => start >= first);
  for (const camp of camps) {
    const row = list.querySelector<HTMLElement>(`[data-camp="${camp.id}"]`);
    const view = readView(camp, data);
    if (row && view) bind(row, view);
  }
  return camps;
}

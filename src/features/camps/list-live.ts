import { paths } from '../../config/paths.ts';
import { today } from '../../domain/dates.ts';
import { formatMoney } from '../../domain/money.ts';
import { rowLabel } from './card.ts';
import { refreshed } from './live.ts';
import type { ListData } from './list.ts';
import { spotsWords } from './messages.ts';
import { spotsLeft, spotsOf, type CampDate } from './model.ts';
import { waitlistFor } from './ways.ts';

/** Writes the prices and places of now into the rows; answers the camps still on sale that have not begun. */
export async function updateRows(list: HTMLElement, data: ListData): Promise<CampDate[]> {
  const first = today();
  const camps = (await refreshed(data.camps)).filter(({ start }) => start >= first);
  for (const camp of camps) {
    const row = list.querySelector<HTMLElement>(`[data-camp="${camp.id}"]`);
    if (row) updateRow(row, camp, data);
  }
  return camps;
}

function updateRow(row: HTMLElement, camp: CampDate, { bookLabel, source }: ListData): void {
  const price = camp.priceCents === null ? '' : formatMoney(camp.priceCents);
  const listed = row.querySelector<HTMLElement>('[data-listed]');
  const book = row.querySelector<HTMLAnchorElement>('a.button');
  const before = book?.textContent.trim() ?? '';
  const label = rowLabel(camp, row.dataset['tierName'] ?? '', bookLabel);
  write(row.querySelector('[data-price]'), price);
  write(listed, price === listed?.dataset['listed'] || price === '' ? '' : (listed?.dataset['listed'] ?? ''));
  write(book, label);
  if (book) book.href = spotsLeft(camp) === 0 ? waitlistFor(camp) : `${paths.campsBook}?camp=${camp.id}`;
  book?.setAttribute('aria-label', (book.getAttribute('aria-label') ?? '').replace(before, label));
  const spots = row.querySelector('[data-spots]');
  if (!spots || source === 'off') return;
  write(spots, spotsWords(spotsLeft(camp)));
  spots.className = `camp-spots ${spotsOf(spotsLeft(camp))}`;
}

function write(part: Element | null, text: string): void {
  if (part && part.textContent.trim() !== text) part.textContent = text;
}

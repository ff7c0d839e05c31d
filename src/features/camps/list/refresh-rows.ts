import { type Source, spotsLeft, type CampDate } from '#domain/camp.ts';
import { refreshed } from '#api/live-camps.ts';
import { paths } from '#config/paths.ts';
import { today } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { spotsOf } from '#domain/spots.ts';
import { campWaitlistPath } from '#ui/camps/alternatives.ts';
import { bookingLabel, spotsWords } from '#ui/camps/words.ts';

export interface ListData {
  camps: CampDate[];
  bookLabel: string;
  source: Source;
}

/** Writes current prices and places into the rows. Returns the camps that are on sale and have not begun. */
export async function refreshRows(list: HTMLElement, data: ListData): Promise<CampDate[]> {
  const first = today();
  const camps = (await refreshed(data.camps)).filter(({ start }) => start >= first);
  for (const camp of camps) {
    const row = list.querySelector<HTMLElement>(`[data-camp="${camp.id}"]`);
    if (row) refreshRow(row, camp, data);
  }
  return camps;
}

function refreshRow(row: HTMLElement, camp: CampDate, { bookLabel, source }: ListData): void {
  const price = camp.priceCents === null ? '' : formatMoney(camp.priceCents);
  const listed = row.querySelector<HTMLElement>('[data-listed]');
  const book = row.querySelector<HTMLAnchorElement>('a.button');
  const before = book?.textContent.trim() ?? '';
  const label = bookingLabel(camp, row.dataset['tierName'] ?? '', bookLabel);
  write(row.querySelector('[data-price]'), price);
  write(listed, price === listed?.dataset['listed'] || price === '' ? '' : (listed?.dataset['listed'] ?? ''));
  write(book, label);
  if (book) book.href = spotsLeft(camp) === 0 ? campWaitlistPath(camp) : `${paths.campsBook}?camp=${camp.id}`;
  book?.setAttribute('aria-label', (book.getAttribute('aria-label') ?? '').replace(before, label));
  const spots = row.querySelector('[data-spots]');
  if (!spots || source === 'off') return;
  write(spots, spotsWords(spotsLeft(camp)));
  spots.className = `camp-spots ${spotsOf(spotsLeft(camp))}`;
}

function write(part: Element | null, text: string): void {
  if (part && part.textContent.trim() !== text) part.textContent = text;
}

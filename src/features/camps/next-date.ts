import { formatDate } from '../../domain/dates.ts';
import { fill } from '../../domain/fill.ts';
import { shownStart } from './model.ts';

/** The next camp as it is when somebody looks: the page may be hours old (spec 2 §9). */
export function showNextDate(starts: readonly string[]): void {
  const shown = document.querySelector<HTMLElement>('[data-next]');
  if (!shown) return;
  const start = shownStart(starts, new Date());
  const text = start && fill(shown.dataset['next'] ?? '', { date: formatDate(start) });
  shown.hidden = text === null;
  if (text !== null) shown.textContent = text;
}

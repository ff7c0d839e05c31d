import { turnTo } from './turn.ts';

/** Turns the words of parents by one card; `button` stands in their carousel. */
export function turn(button: HTMLElement): void {
  const root = button.closest('[data-told]');
  const track = root?.querySelector('.told-track');
  const card = root?.querySelector('li');
  if (!track || !card) return;
  const last = track.scrollWidth - track.clientWidth;
  // Without the gap: the track snaps to the card.
  track.scrollLeft = turnTo(Number(button.dataset['by']), track.scrollLeft, last, card.clientWidth);
}

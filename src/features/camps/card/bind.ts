import type { CampView } from './model.ts';

/**
 * Writes the fields of a view into a card. `data-text` names the field that an element shows. `data-shown` also names
 * a field, and the element is hidden while that field is empty (`CampCard.astro`).
 */
export function bind(card: Element, view: Partial<CampView>): void {
  const fields = new Map<string | undefined, unknown>(Object.entries(view));
  const elementsWith = (name: string) => card.querySelectorAll<HTMLElement>(`[data-${name}]`);
  for (const element of elementsWith('text')) {
    const value = fields.get(element.dataset['text']);
    if (typeof value === 'string' && element.textContent.trim() !== value) element.textContent = value;
  }
  for (const shownElement of elementsWith('shown')) {
    const value = fields.get(shownElement.dataset['shown']);
    if (value !== undefined) shownElement.hidden = value === '' || value === null;
  }
  if (view.spotsState)
    for (const spotsElement of elementsWith('spots')) spotsElement.dataset['spots'] = view.spotsState;
  for (const [index, rungElement] of elementsWith('rung').entries()) {
    const rung = view.rungs?.[index];
    const word = rungElement.querySelector('em');
    if (!rung || !word) continue;
    rungElement.className = rung.state;
    word.textContent = rung.word;
  }
  const bar = card.querySelector('progress');
  if (bar) bar.value = view.fill ?? 0;
  const button = card.querySelector('[data-button]');
  if (button instanceof HTMLAnchorElement) {
    if (view.href) button.href = view.href;
    button.classList.toggle('solid', view.isBookable);
    button.classList.toggle('line', !view.isBookable);
    button.setAttribute('aria-label', `${view.book}: ${view.place}`);
  } else button?.setAttribute('aria-disabled', String(view.waits));
}

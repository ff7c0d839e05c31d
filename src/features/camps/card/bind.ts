import type { CampView } from './model.ts';

/**
 * `data-text` names the field that an element shows. `data-shown` names a field, and the element is
 * hidden while that field is empty (`CampCard.astro`).
 */
export function bind(card: Element, view: Partial<CampView>): void {
  const fields = new Map<string | undefined, unknown>(Object.entries(view));
  const parts = (name: string) => card.querySelectorAll<HTMLElement>(`[data-${name}]`);
  for (const part of parts('text')) {
    const value = fields.get(part.dataset['text']);
    if (typeof value === 'string' && part.textContent.trim() !== value) part.textContent = value;
  }
  for (const part of parts('shown')) {
    const value = fields.get(part.dataset['shown']);
    if (value !== undefined) part.hidden = value === '' || value === null;
  }
  if (view.spotsState) for (const part of parts('spots')) part.dataset['spots'] = view.spotsState;
  for (const [index, part] of parts('rung').entries()) {
    const rung = view.rungs?.[index];
    const word = part.querySelector('em');
    if (!rung || !word) continue;
    part.className = rung.state;
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

/**
 * Scripts use this module to add a message or alternative links directly after a button (styles:
 * `button-follow-up.css`).
 */

/** Shows a message that screen readers announce at once. An empty text removes it. */
export function showMessage(button: Element, text: string): void {
  siblingOf(button, 'button-message')?.remove();
  if (text === '') return;
  const message = document.createElement('p');
  message.className = 'button-message';
  message.setAttribute('role', 'alert');
  message.textContent = text;
  button.after(message);
}

export interface Alternative {
  label: string;
  href: string;
}

/** Replaces the button by links, of which the first looks like the button. An empty list restores the button. */
export function showAlternatives(button: HTMLElement, alternatives: readonly Alternative[]): void {
  const before = siblingOf(button, 'button-alternatives');
  button.hidden = alternatives.length > 0;
  const currentLinks = [...(before?.querySelectorAll('a') ?? [])].map(({ href }) => href);
  if (currentLinks.join() === alternatives.map(absolute).join()) return;
  before?.remove();
  if (alternatives.length === 0) return;
  const links = document.createElement('p');
  links.className = 'button-alternatives';
  links.append(...alternatives.map(link));
  button.after(links);
}

const absolute = ({ href }: Alternative) => new URL(href, location.href).href;

function link({ label, href }: Alternative, index: number): HTMLAnchorElement {
  const newLink = document.createElement('a');
  newLink.className = index === 0 ? 'button wide' : 'button line small wide';
  newLink.textContent = label;
  newLink.href = href;
  if (new URL(newLink.href).origin !== location.origin)
    Object.assign(newLink, { target: '_blank', rel: 'noopener' });
  return newLink;
}

function siblingOf(button: Element, name: string): Element | undefined {
  return [...(button.parentElement?.children ?? [])].find(({ className }) => className === name);
}

/** What a script puts right after a button: a message, or other ways to go (`button-follow-up.css`). */

/** Read out at once, and there to see until something else is chosen; '' takes it away. */
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

/** Links in the place of the button, the first one in its look; none: the button itself. */
export function showAlternatives(button: HTMLElement, alternatives: readonly Alternative[]): void {
  const before = siblingOf(button, 'button-alternatives');
  button.hidden = alternatives.length > 0;
  const shown = [...(before?.querySelectorAll('a') ?? [])].map(({ href }) => href);
  if (shown.join() === alternatives.map(absolute).join()) return;
  before?.remove();
  if (alternatives.length === 0) return;
  const links = document.createElement('p');
  links.className = 'button-alternatives';
  links.append(...alternatives.map(link));
  button.after(links);
}

const absolute = ({ href }: Alternative) => new URL(href, location.href).href;

function link({ label, href }: Alternative, index: number): HTMLAnchorElement {
  const made = document.createElement('a');
  made.className = index === 0 ? 'button wide' : 'button line small wide';
  made.textContent = label;
  made.href = href;
  if (new URL(made.href).origin !== location.origin)
    Object.assign(made, { target: '_blank', rel: 'noopener' });
  return made;
}

function siblingOf(button: Element, name: string): Element | undefined {
  return [...(button.parentElement?.children ?? [])].find(({ className }) => className === name);
}

/** What a script puts right after a button: a message, or other ways to go. */

/** Read out at once, and there to see until something else is chosen; '' takes it away. */
export function say(button: Element, text: string): void {
  besides(button, 'camp-said')?.remove();
  if (text === '') return;
  const said = document.createElement('p');
  said.className = 'camp-said';
  said.setAttribute('role', 'alert');
  said.textContent = text;
  button.after(said);
}

export interface Way {
  label: string;
  href: string;
}

/** Links in the place of the button, the first one in its look; none: the button itself. */
export function offerWays(button: HTMLElement, ways: readonly Way[]): void {
  const before = besides(button, 'camp-others');
  button.hidden = ways.length > 0;
  if ([...(before?.querySelectorAll('a') ?? [])].map(({ href }) => href).join() === ways.map(absolute).join())
    return;
  before?.remove();
  if (ways.length === 0) return;
  const others = document.createElement('p');
  others.className = 'camp-others';
  others.append(...ways.map(link));
  button.after(others);
}

const absolute = ({ href }: Way) => new URL(href, location.href).href;

function link({ label, href }: Way, index: number): HTMLAnchorElement {
  const made = document.createElement('a');
  made.className = index === 0 ? 'button wide' : 'button line small wide';
  made.textContent = label;
  made.href = href;
  if (new URL(made.href).origin !== location.origin)
    Object.assign(made, { target: '_blank', rel: 'noopener' });
  return made;
}

function besides(button: Element, name: string): Element | undefined {
  return [...(button.parentElement?.children ?? [])].find(({ className }) => className === name);
}

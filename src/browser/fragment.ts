import { paths } from '#config/paths.ts';

let known: Promise<Document> | undefined;

/** The words of the popups, as a page of their own: asked for once, and only when something is about to open. */
export function popupsFragment(): Promise<Document> {
  known ??= read();
  // A network that failed once may be back.
  known.catch(() => (known = undefined));
  return known;
}

async function read(): Promise<Document> {
  const response = await fetch(paths.popups);
  if (!response.ok) throw new Error(`The popups answered ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Brings styles that no page needs at first; not subject to the policy on inline styles. */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

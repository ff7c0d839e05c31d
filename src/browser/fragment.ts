import { paths } from '#config/paths.ts';

let fragments: Promise<Document> | undefined;

/** The popups' texts, from a page of their own that is loaded once, when a popup is about to open. */
export function popupsFragment(): Promise<Document> {
  fragments ??= read();
  // After a network failure it can be loaded again.
  fragments.catch(() => (fragments = undefined));
  return fragments;
}

async function read(): Promise<Document> {
  const response = await fetch(paths.popups);
  if (!response.ok) throw new Error(`The popups answered ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Adds styles that the page does not need at first. The policy on inline styles does not apply to them. */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

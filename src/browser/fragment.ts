import { paths } from '#config/paths.ts';

let fragments: Promise<Document> | undefined;

/** Returns the popups' texts. They are a separate page, which is loaded when the first popup is about to open. */
export function popupsFragment(): Promise<Document> {
  fragments ??= read();
  // If the network failed, the page can be loaded again.
  fragments.catch(() => (fragments = undefined));
  return fragments;
}

async function read(): Promise<Document> {
  const response = await fetch(paths.popups);
  if (!response.ok) throw new Error(`The popups answered ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/**
 * Adds styles that the page does not need at first. The content security policy does not block style sheets that a
 * script adopts.
 */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

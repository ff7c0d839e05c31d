import { createDataAttribute } from '@sanity/visual-editing/create-data-attribute';

/** A text on a page and the field that it comes from, as answered by `/__preview/sources`. */
export interface TextSource {
  text: string;
  id: string;
  type: string;
  path: string;
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Marks each text of the page with its field (`data-sanity`), so that a click opens it. The mark goes on the innermost
 * element that contains only this text. React's parts are marked after hydration.
 */
export function markTexts(page: ParentNode, sources: ReadonlyMap<string, TextSource>): void {
  const sourceOf = (element: Element) =>
    sources.get(plain(element instanceof HTMLImageElement ? element.alt : element.textContent));
  for (const element of page.querySelectorAll<HTMLElement | SVGElement>('*')) {
    if (element.closest('astro-island[ssr]')) continue;
    const source = sourceOf(element);
    const isOuter = source && Array.from(element.children).some((child) => sourceOf(child) === source);
    const mark = source && !isOuter ? createDataAttribute({ baseUrl: '/', ...source })() : undefined;
    if (element.dataset['sanity'] === mark) continue;
    if (mark === undefined) delete element.dataset['sanity'];
    else element.dataset['sanity'] = mark;
  }
}

import { createDataAttribute } from '@sanity/visual-editing/create-data-attribute';

/** A text on a page and the field that it comes from: what `/__preview/sources` answers. */
export interface TextSource {
  text: string;
  id: string;
  type: string;
  path: string;
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Names at each text of the page the field that it comes from (`data-sanity`), so that a click opens it: at the
 * innermost element that holds nothing but this text. React's parts wait until React has taken them over.
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

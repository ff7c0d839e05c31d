import { createDataAttribute } from '@sanity/visual-editing/create-data-attribute';

/** A text on a page and the content field that it comes from, as answered by `/__preview/sources`. */
export interface TextSource {
  text: string;
  id: string;
  type: string;
  path: string;
}

const withoutBreaks = (text: string) => text.replace(/\s+/g, ' ').trim();
const placeholder = /\{\w+\}/;
/** The fewest letters that a text must have around its placeholder. With fewer, it would match too many texts. */
const MIN_LETTERS = 4;
/** The most characters of a text that is compared with texts that have placeholders. */
const MAX_LENGTH = 600;

export function createFinder(sources: readonly TextSource[]): (pageText: string) => TextSource | undefined {
  const exact = new Map(sources.map((source) => [source.text, source]));
  const patterns = sources
    .filter(({ text }) => placeholder.test(text))
    .map((source) => ({ source, parts: source.text.split(placeholder) }))
    .filter(({ parts }) => parts.join('').replace(/[^\p{L}]/gu, '').length >= MIN_LETTERS)
    .map(({ source, parts }) => ({
      source,
      form: new RegExp(
        `^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.{1,60}?')}$`,
        'u',
      ),
    }));
  const found = new Map<string, TextSource | undefined>();
  return (pageText) => {
    const text = withoutBreaks(pageText);
    if (text.length > MAX_LENGTH) return exact.get(text);
    if (!found.has(text)) {
      const pattern = text.length > MIN_LETTERS ? patterns.find(({ form }) => form.test(text)) : undefined;
      found.set(text, exact.get(text) ?? pattern?.source);
    }
    return found.get(text);
  };
}

/** Returns the text of an element without its children, such as a question beside its icon. */
const ownTexts = (element: Element) =>
  [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.nodeValue ?? ''] : []));

/**
 * Marks the innermost element that contains only this text. Elements of React components are marked after hydration.
 */
export function markTexts(page: ParentNode, find: (text: string) => TextSource | undefined): void {
  const sourceOf = (element: Element) =>
    find(element instanceof HTMLImageElement ? element.alt : element.textContent) ??
    ownTexts(element)
      .map((text) => find(text))
      .find(Boolean);
  for (const element of page.querySelectorAll<HTMLElement | SVGElement>('*')) {
    if (element.closest('astro-island[ssr], script, style, template')) continue;
    const source = sourceOf(element);
    const isOuter = source && Array.from(element.children).some((child) => sourceOf(child) === source);
    const mark = source && !isOuter ? createDataAttribute({ baseUrl: '/', ...source })() : undefined;
    if (element.dataset['sanity'] === mark) continue;
    if (mark === undefined) delete element.dataset['sanity'];
    else element.dataset['sanity'] = mark;
  }
}

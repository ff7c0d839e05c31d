import { withProduct } from '#config/brand.ts';

export interface SourceDocument {
  _id: string;
  _type: string;
  _rev: string;
  [field: string]: unknown;
}

export interface BuiltFile {
  path: string;
  text: string;
}

interface SiteDocuments {
  pages: string[];
  documents: [id: string, revision: string, pages: number[]][];
}

/**
 * The number of words of a sentence. A text with fewer words may be on a page by chance, so it counts only if an
 * element contains nothing else.
 */
const WORDS_OF_A_SENTENCE = 4;

/** This character stands for a tag. No page contains it. */
const BETWEEN = '\u0001';

const withoutBreaks = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Finds the documents that the built files show. A document that the build reads may still not be shown, so their
 * texts are compared.
 */
export function findShown(documents: readonly SourceDocument[], files: readonly BuiltFile[]): SiteDocuments {
  const textsByDocument = ownTexts(documents);
  const sought = seek([...textsByDocument.values()].flat());
  const shownOn = new Map(documents.map(({ _id }): [string, number[]] => [_id, []]));
  // One file after another, because the texts of all files at once would fill 200 MB.
  for (const [index, { path, text }] of files.entries()) {
    const { whole, openings } = readTexts(path, text, sought);
    for (const [id, pages] of shownOn)
      if (
        textsByDocument
          .get(id)
          ?.some((one) => whole.has(one) || openings.has(sought.openingByText.get(one) ?? ''))
      )
        pages.push(index);
  }
  return {
    pages: files.map(({ path }) => path),
    documents: documents.map(({ _id, _rev }) => [_id, _rev, shownOn.get(_id) ?? []]),
  };
}

/** The texts to find in the files. Other texts of a file are passed over, which takes half the time. */
interface Sought {
  openingByText: ReadonlyMap<string, string | null>;
  openings: ReadonlySet<string>;
  firstWords: ReadonlySet<string>;
}

function seek(texts: readonly string[]): Sought {
  const openingByText = new Map(texts.map((text) => [text, openingOf(text)]));
  const openings = new Set([...openingByText.values()].filter((opening) => opening !== null));
  return {
    openingByText,
    openings,
    firstWords: new Set(Array.from(openings, (opening) => opening.split(' ', 1)[0] ?? '')),
  };
}

/** Returns for each document the texts that only it has, or all its texts if it shares each of them. */
function ownTexts(documents: readonly SourceDocument[]): Map<string, string[]> {
  const owners = new Map<string, Set<string>>();
  for (const { _id, _type, _rev: _, ...fields } of documents) {
    // Sentences of the code do not show which page uses a document, and Chinese texts are on pages of another build.
    if (_type === 'wording' || _type === 'translation') continue;
    for (const text of _type === 'redirect' ? [String(fields['from'])] : textsIn(fields))
      owners.set(text, (owners.get(text) ?? new Set()).add(_id));
  }
  const uniqueTexts = new Map<string, string[]>();
  const shared = new Map<string, string[]>();
  for (const [text, ids] of owners)
    for (const id of ids) {
      const texts = ids.size === 1 ? uniqueTexts : shared;
      texts.set(id, [...(texts.get(id) ?? []), text]);
    }
  return new Map([...shared, ...uniqueTexts]);
}

/**
 * Returns the texts that families can read. Addresses and codes are left out, because scripts contain them without
 * showing them.
 */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string')
    return (
      withProduct(value)
        .split(/\n\s*\n/)
        .map(withoutBreaks)
        // A picture of a letter, such as 👥, is not on every page that shows the rest of its document.
        .filter((text) => text.length > 1 && /\p{L}/u.test(text))
        .filter((text) => !/^[a-z0-9/_.:#-]+$/.test(text) && !/^https?:/.test(text))
        .flatMap((text) => (text.includes('{') ? betweenPlaceholders(text) : text))
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('_') && name !== 'asset')
    .flatMap(([, part]) => textsIn(part));
}

/** The build fills in facts, so only a text between them is compared: the first one that is long enough. */
function betweenPlaceholders(text: string): string[] {
  return text
    .split(/\{[^}]*\}/)
    .map((part, index, parts) => {
      // A word that touches a placeholder is another word once the fact is there.
      const begun = index === 0 ? part : part.replace(/^\S+/, '');
      return withoutBreaks(index === parts.length - 1 ? begun : begun.replace(/\S+$/, ''));
    })
    .flatMap((part) => openingOf(part) ?? [])
    .slice(0, 1);
}

function openingOf(text: string): string | null {
  const words = text.split(' ', WORDS_OF_A_SENTENCE);
  return words.length === WORDS_OF_A_SENTENCE && words.join(' ').length >= 12 ? words.join(' ') : null;
}

/** Returns which texts are in a file as a whole, and which openings anywhere in a sentence. */
function readTexts(
  path: string,
  file: string,
  sought: Sought,
): { whole: Set<string>; openings: Set<string> } {
  const wholeTexts = new Set<string>();
  const openings = new Set<string>();
  const add = (text: string) => {
    if (text.length < 2) return;
    if (sought.openingByText.has(text)) wholeTexts.add(text);
    const words = text.split(' ');
    for (let from = 0; from + WORDS_OF_A_SENTENCE <= words.length; from++) {
      if (!sought.firstWords.has(words[from] ?? '')) continue;
      const opening = words.slice(from, from + WORDS_OF_A_SENTENCE).join(' ');
      if (sought.openings.has(opening)) openings.add(opening);
    }
  };
  if (path === '/_redirects') for (const line of file.split('\n')) add(line.trim().split(/\s/)[0] ?? '');
  else if (path.endsWith('.json')) for (const text of jsonTexts(file)) add(text);
  else
    for (const text of [
      ...file.replace(/<[^>]*>/g, BETWEEN).split(BETWEEN),
      // Tags such as `<strong>` do not end a sentence.
      ...file
        .replace(/<\/?(?:mark|strong|em|b|i|a|span)\b[^>]*>/g, '')
        .replace(/<[^>]*>/g, BETWEEN)
        .split(BETWEEN),
      ...Array.from(file.matchAll(/ (?:alt|content|title|aria-label)="([^"]*)"/g), ([, text = '']) => text),
    ])
      add(withoutBreaks(decode(text)));
  // Properties of islands and JSON in scripts also contain texts.
  for (const [, props = ''] of file.matchAll(/="([^"]*&quot;[^"]*)"/g))
    for (const text of jsonTexts(decode(props))) add(text);
  for (const [, data = ''] of file.matchAll(/<script[^>]*json[^>]*>(.*?)<\/script>/gs))
    for (const text of jsonTexts(data)) add(text);
  return { whole: wholeTexts, openings };
}

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", nbsp: ' ' };
const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (all, number, hex, name) => {
    if (number) return String.fromCodePoint(Number(number));
    if (hex) return String.fromCodePoint(Number.parseInt(String(hex), 16));
    return entities[String(name)] ?? all;
  });

function* jsonTexts(json: string): Generator<string> {
  for (const [text] of json.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      continue;
    }
    for (const paragraph of String(value).split(/\n\s*\n/)) yield withoutBreaks(paragraph);
  }
}

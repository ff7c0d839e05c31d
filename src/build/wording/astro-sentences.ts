import { isText, keyOf, type LocatedSentence, readable, type Value } from './text-parts.ts';

/** The attributes whose text visitors see or hear. */
export const readAttributes = [
  ...['aria-label', 'alt', 'hint', 'label', 'note', 'placeholder', 'text', 'title'],
] as const;

/** Matches code, styles and comments of a component. They are replaced by spaces, so that positions do not change. */
const nonText = /^---[\s\S]*?\n---|<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|\/\*[\s\S]*?\*\//g;
/** Matches a text between two tags, which may contain values, e.g. `Ages {minAge}–{formatted(maxAge)}`. */
const betweenTags = />((?:[^<>{}]|\{[\w.]+(?:\([\w.]*\))?\})+)(?=<)/g;
const value = /\{([\w.]+(?:\([\w.]*\))?)\}/g;
const attribute = new RegExp(`\\s(?:${readAttributes.join('|')})=("[^"{}\\n]+")`, 'g');
/** Returns whether a text between two tags is code of an expression, such as `) : isOpen ? (`. */
const isCode = (text: string) => /=>|&&|\|\||[;=]|\?\s*\(?$|^\s*[):.(]/.test(text);

/**
 * Returns the texts between the tags and in the attributes of an Astro component. Texts in expressions come from
 * message files.
 */
export function astroSentences(file: string, code: string): LocatedSentence[] {
  const read = code.replaceAll(nonText, (part) => part.replaceAll(/[^\n]/g, ' '));
  const prefix = file.replace(/^src\//, '');
  const found: LocatedSentence[] = [];
  const counts = new Map<string, number>();
  const add = (text: string, start: number, end: number, values: readonly Value[] = []) => {
    const path = text.slice(0, 60);
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const key = keyOf(prefix, path, count);
    found.push({ key, text, start, end, values, isMarkup: true });
  };
  for (const { 1: text = '', index } of read.matchAll(betweenTags)) {
    const words = text.replaceAll(value, '');
    if (!isText(words) || isCode(words) || text.includes('&')) continue;
    const start = index + 1 + text.length - text.trimStart().length;
    const values: Value[] = [];
    const textWithValues = text.trim().replaceAll(value, (_, source: string, at: number) => {
      const name = readable(/([A-Za-z]\w*)\W*$/.exec(source)?.[1] ?? source);
      const label = values.some((one) => one.label === name) ? `${name} ${values.length + 1}` : name;
      values.push({ label, start: start + at + 1, end: start + at + 1 + source.length });
      return `{${label}}`;
    });
    add(textWithValues.replaceAll(/\s+/g, ' '), start, start + text.trim().length, values);
  }
  for (const { 0: match, 1: quoted = '', index } of read.matchAll(attribute)) {
    const text = quoted.slice(1, -1);
    const start = index + match.length - quoted.length;
    if (isText(text) && !text.includes('&')) add(text, start, start + quoted.length);
  }
  return found.sort((a, b) => a.start - b.start);
}

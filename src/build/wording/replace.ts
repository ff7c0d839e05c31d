import type { LocatedSentence } from './text-parts.ts';

/** Returns the file with these texts by key. Expressions do not change, so the texts cannot add code. */
export function withWording(
  code: string,
  sentences: readonly LocatedSentence[],
  texts: ReadonlyMap<string, string>,
): string {
  const ordered = [...sentences].sort((a, b) => a.start - b.start || b.end - a.end);
  function part(start: number, end: number): string {
    let [result, at] = ['', start];
    for (const sentence of ordered) {
      const text = texts.get(sentence.key);
      if (text === undefined || sentence.start < at || sentence.end > end) continue;
      result += code.slice(at, sentence.start) + literal(text, sentence);
      at = sentence.end;
    }
    return result + code.slice(at, end);
  }
  function literal(text: string, { values, isMarkup }: LocatedSentence): string {
    const pieces = text.split(/(\{[^{}]+\})/).map((piece) => {
      const value = values.find(({ label }) => piece === `{${label}}`);
      return value ? `\${${part(value.start, value.end)}}` : escaped(piece);
    });
    const template = `\`${pieces.join('')}\``;
    return isMarkup ? `{${template}}` : template;
  }
  return part(0, code.length);
}

/** Escapes a text for a template literal. `<` is escaped because some scripts are part of the page. */
const escaped = (text: string) =>
  text.replaceAll(/[\\`$]/g, String.raw`\$&`).replaceAll('<', String.raw`\x3c`);

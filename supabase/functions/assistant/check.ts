/** What a model wrote is shown only where all of it that can be wrong stands in what it was given. Pure. */

const MOST_CHARS = 700;
const words = 'one two three four five six seven eight nine ten eleven twelve twenty thirty half twice double'.split(' ');
const days = 'monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight'.split(' ');
const months = 'january february march april may june july august september october november december'.split(' ');
const digits = Object.fromEntries(words.slice(0, 12).map((word, index) => [word, String(index + 1)]));

/** Numbers, days and months of a text, as they are compared: `1,290` is 1290, `8.30` 8.30, `Sat` saturday. */
function claimsOf(text: string): string[] {
  const numbers = [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => number.replace(/,/g, ''));
  const said = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const named = said.flatMap((word) => {
    if (words.includes(word)) return [word];
    const whole = [...days, ...months].find((name) => name === word || (word.length >= 3 && name.slice(0, 3) === word));
    // "may" is more often allowed than a month.
    return whole && whole !== 'may' ? [whole] : [];
  });
  return [...numbers, ...named];
}

/** Why an answer is dropped; null: it may be shown. `given`: passages and what the tools answered. */
export function problemOf(text: string, given: string, instructions: string): string | null {
  if (text.trim() === '' || text.length > MOST_CHARS) return 'length';
  if (/https?:|www\.|[\w.]+@[\w.]+|<[a-z/]|\]\(|[\p{Cc}\p{Cf}]/iu.test(text.replace(/\n/g, ' '))) return 'links or markup';
  const known = new Set(claimsOf(given));
  for (const claim of claimsOf(text))
    if (!known.has(claim) && !known.has(digits[claim] ?? '') && !knownAsWord(claim, known)) return `claim ${claim}`;
  return quotes(text, instructions) ? 'instructions' : null;
}

const knownAsWord = (claim: string, known: ReadonlySet<string>) =>
  words.some((word) => digits[word] === claim && known.has(word));

/** Eight words in a row of what it was told to do. */
function quotes(text: string, instructions: string): boolean {
  const plain = (of: string) => of.toLowerCase().match(/[a-z]+/g) ?? [];
  const told = ` ${plain(instructions).join(' ')} `;
  const said = plain(text);
  return said.some((_, index) => index + 8 <= said.length && told.includes(` ${said.slice(index, index + 8).join(' ')} `));
}

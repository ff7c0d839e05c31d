/**
 * Replaces numbers in words by digits, for example "five hundred and forty-nine" by 549. The text must be in lower
 * case. The function is pure.
 */

const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const figures = new Map([
  ['zero', 0] as const,
  ...ONES.map((word, index) => [word, index + 1] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
]);
const NTH =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const nths = new Map([
  ...NTH.map((word, index) => [word, index + 1] as const),
  ['twentieth', 20],
  ['thirtieth', 30],
]);

const WORD = [...figures.keys()].join('|');
const large = new RegExp(
  `\\b(?:(?:${WORD}|\\d{1,3}|an?)(?:[ -](?:${ONES.slice(0, 9).join('|')}))?[ -])?(?:hundred|thousand)(?:(?: and)?[ -](?:${WORD}|hundred|thousand))*\\b`,
  'g',
);
const compound = new RegExp(`\\b(${TENS.join('|')})[ -](${ONES.slice(0, 9).join('|')})\\b`, 'g');
/** These ordinals are days of a month only next to a month, because "the second child" is not a day. */
const nth = new RegExp(`\\b(?:(twenty|thirty)[ -])?(${[...nths.keys()].join('|')})\\b`, 'g');

function sumOf(words: string): number {
  let [whole, part] = [0, 0];
  for (const word of words.split(/[ -]/)) {
    if (word === 'hundred') part = (part || 1) * 100;
    else if (word === 'thousand') [whole, part] = [whole + (part || 1) * 1000, 0];
    else part += figures.get(word) ?? (Number(word) || 0);
  }
  return whole + part;
}

/**
 * Returns the text with digits. `month` is a pattern of months. Next to a month, "seventh" is a day. Elsewhere it does
 * not change.
 */
export function toDigits(text: string, month: string): string {
  const dayOf = (ordinal: string) =>
    ordinal.replace(nth, (_, tens: string | undefined, word: string) =>
      String((tens === 'twenty' ? 20 : tens ? 30 : 0) + (nths.get(word) ?? 0)),
    );
  return (
    text
      .replace(new RegExp(`${nth.source}(?: day)?(?: of)? (?:${month})`, 'g'), dayOf)
      .replace(new RegExp(`(?:${month}),?(?: the)? ${nth.source}`, 'g'), dayOf)
      // For example "the seventh to the ninth of December".
      .replace(new RegExp(`${nth.source}(?= (?:to|and|or|until)(?: the)? \\d)`, 'g'), dayOf)
      .replace(large, (words) => String(sumOf(words)))
      .replace(compound, (_, ten: string, one: string) =>
        String((figures.get(ten) ?? 0) + (figures.get(one) ?? 0)),
      )
      .replace(/\b[a-z]+\b/g, (word) => (word === 'one' ? word : String(figures.get(word) ?? word)))
  );
}

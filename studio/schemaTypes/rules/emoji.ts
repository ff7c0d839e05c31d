const MOST = 4;

/** The problem of an emoji, or null. Counts what people see as one sign, which may have many code units. */
export function emojiProblem(value: string | undefined): string | null {
  const signs = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(value?.trim() ?? '')];
  return signs.length > MOST ? `Use up to ${MOST} emoji, without words.` : null;
}

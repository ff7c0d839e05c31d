const EMOJI_MAX = 4;

/**
 * Returns the problem of an emoji field, or null. One visible emoji may have many code units, so graphemes are
 * counted.
 */
export function emojiProblem(value: string | undefined): string | null {
  const signs = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(value?.trim() ?? '')];
  return signs.length > EMOJI_MAX ? `Use up to ${EMOJI_MAX} emoji, without words.` : null;
}

import { describe, expect, it } from 'vitest';
import { excerptOf } from '#ui/sections/excerpt.ts';
import { aroundHighlight } from '#ui/sections/quote.ts';

describe('the preview of an answer', () => {
  it('is the whole text if it is short', () =>
    expect(excerptOf('Yes.\n\nAlways.', 140)).toBe('Yes. Always.'));

  it('ends between words within its length, without a comma before the dots', () => {
    expect(excerptOf('One coach, five children', 11)).toBe('One coach…');
    expect(excerptOf('One coach five children', 10)).toBe('One coach…');
    expect(excerptOf('One coach five children', 9)).toBe('One…');
  });

  it('cuts off a single long word', () => expect(excerptOf('Brrrrrrrrr', 5)).toBe('Brrr…'));

  it.each([3, 20, 139, 140])('of %i characters is never longer', (length) =>
    expect(excerptOf('lorem ipsum dolor '.repeat(20), length).length).toBeLessThanOrEqual(length),
  );
});

describe('a quote', () => {
  it('is highlighted where the content says', () =>
    expect(aroundHighlight('He asked a boy.', 'asked')).toEqual(['He ', 'asked', ' a boy.']));
  it.each(['', 'never said'])('is not highlighted with the highlight “%s”', (highlight) =>
    expect(aroundHighlight('He asked.', highlight)).toEqual(['He asked.', '', '']),
  );
});

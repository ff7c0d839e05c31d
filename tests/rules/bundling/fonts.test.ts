import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fontsource } from '#build/fonts.ts';

const resolve = async (folder: string, weight: string, isForText: boolean) => {
  const request = { familyName: folder, weights: [], styles: [], subsets: [], formats: [] };
  const found = await fontsource.resolveFont({ ...request, options: { folder, weight, isForText } });
  return (found?.fonts ?? []).map(({ src, unicodeRange = [], meta, ...face }) => {
    const [first] = src;
    if (!first || !('url' in first)) throw new Error('no file');
    return { ...face, subset: meta?.subset, kilobytes: statSync(first.url).size / 1000, unicodeRange };
  });
};
const codes = (ranges: readonly string[]) =>
  ranges.flatMap((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split('-')
      .map((end) => Number.parseInt(end, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });

it.each([
  ['bricolage-grotesque', '800', false],
  ['figtree', '400 800', true],
])(
  '%s has a small file of common letters, and another file for the rest',
  async (folder, weight, isForText) => {
    const [common, rest] = await resolve(folder, weight, isForText);
    expect(common).toMatchObject({ subset: 'common', weight });
    expect(common?.kilobytes).toBeLessThan(15);
    expect(rest).toMatchObject({ weight });
    expect(rest?.subset).toBeUndefined();
    const [often, seldom] = [codes(common?.unicodeRange ?? []), codes(rest?.unicodeRange ?? [])];
    for (const letter of 'Aa0$é’“–…') expect(often).toContain(letter.codePointAt(0));
    for (const letter of 'üñ€™') expect(seldom).toContain(letter.codePointAt(0));
    // A symbol that no font contains must load no file.
    for (const sign of '★☕→') expect(seldom).not.toContain(sign.codePointAt(0));
    // Headings have no address or footnote, so their small file leaves these characters to the other one.
    for (const sign of '#*@_=;') expect(isForText ? often : seldom).toContain(sign.codePointAt(0));
    expect(often.filter((code) => seldom.includes(code))).toEqual([]);
  },
);

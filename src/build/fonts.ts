// This provider for Astro's fonts splits each font family into two subsets.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FontProvider } from 'astro';
import subsetFont from 'subset-font';

/** The name of the subset that pages preload. It has the characters of nearly every text. */
const COMMON = 'common';
const common = ['20-22', '24-29', '2B-3A', '3F', '41-5A', '61-7A', 'A0', 'A9', 'B7', 'E9'];
const commonSigns = ['2013-2014', '2018-2019', '201C-201D', '2022', '2026'];
/** The characters # * ; = @ _, which texts have often, but headings never. */
const textSigns = ['23', '2A', '3B', '3D', '40', '5F'];
/** The fonts' other Latin characters. Only a page that contains one of them loads this subset. */
const rare = ['3C', '3E', '5B-5E', '60', '7B-7E', 'A1-A8', 'AA-B6', 'B8-E8', 'EA-FF', '131', '152-153'];
const rareSigns = [
  '2C6',
  '2DA',
  '2DC',
  '2012',
  '2015',
  '201A-201B',
  '201E-2021',
  '2030',
  '2039-203A',
  '20AC',
  '2122',
  '2212',
];

const unicode = (ranges: readonly string[]) => ranges.map((range) => `U+${range}`);
const charactersIn = (ranges: readonly string[]) =>
  ranges
    .map((range) => range.split('-').map((end) => Number.parseInt(end, 16)))
    .flatMap(([from = 0, to = from]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .map((code) => String.fromCodePoint(code))
    .join('');

/** The font features that subsets contain: kerning and variations of heavy weights. The site uses no fractions. */
const features = ['kern', 'rvrn'];

interface Family {
  /** The font's package. */
  folder: string;
  /** Either one weight such as "800", or a range such as "400 700". */
  weight: string;
  /**
   * True if texts are set in this font, and not only headings. It then also has tabular figures.
   */
  isForText: boolean;
}

const rangesOf = ({ isForText }: Family) => {
  const often = [...common, ...(isForText ? textSigns : []), ...commonSigns];
  return { often, seldom: [...rare, ...(isForText ? [] : textSigns), ...rareSigns] };
};

const root = new URL('../../.astro/fonts/', import.meta.url);

/** Creates the file with the common characters in these weights. It is created again if the package changes. */
async function writeSubset(source: string, family: Family): Promise<string> {
  const { folder, weight, isForText } = family;
  const letters = charactersIn(rangesOf(family).often);
  const keepFeatures = isForText ? [...features, 'tnum'] : features;
  const font = readFileSync(source);
  const [min = 400, max] = weight.split(' ').map(Number);
  const key = createHash('sha256')
    .update(font)
    .update(`${weight} ${letters} ${keepFeatures.join()}`)
    .digest('hex')
    .slice(0, 12);
  const file = fileURLToPath(new URL(`${folder}-${key}.woff2`, root));
  if (existsSync(file)) return file;
  const wght = max === undefined ? min : { min, max };
  // The options are a separate variable, because the package's types do not have `keepFeatures` and would refuse a
  // literal.
  const options = { targetFormat: 'woff2' as const, variationAxes: { wght }, keepFeatures };
  const subset = await subsetFont(font, letters, options);
  mkdirSync(root, { recursive: true });
  // Two builds may run at once, so each writes its own file and renames it when it is complete.
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, subset);
  renameSync(temporaryFile, file);
  return file;
}

/**
 * The provider of the subsets. Fonts were half of a first load, because two full families have 63 kB and the common
 * subsets have 20 kB.
 */
export const fontsource: FontProvider<Family> = {
  name: 'fontsource-cut',
  async resolveFont({ options }) {
    if (!options) return undefined;
    const { folder, weight } = options;
    const { often, seldom } = rangesOf(options);
    const name = `@fontsource-variable/${folder}/files/${folder}-latin-wght-normal.woff2`;
    const source = createRequire(import.meta.url).resolve(name);
    const face = (file: string) => ({ weight, style: 'normal', src: [{ url: file }] });
    const cutOut = await writeSubset(source, options);
    return {
      fonts: [
        { ...face(cutOut), unicodeRange: unicode(often), meta: { subset: COMMON } },
        { ...face(source), unicodeRange: unicode(seldom) },
      ],
    };
  },
};

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isPublic, isTranslated } from './limits.ts';

export interface BuiltPage {
  address: string;
  html: string;
}

/** Returns the public pages of the current build by address, in English: `camps/epic.html` is `/camps/epic`. */
export const builtPages = (dir: string): BuiltPage[] =>
  publicPages(dir).filter(({ address }) => !isTranslated(address));

/** Returns the same pages in the other languages, whose documents are heavier. */
export const translatedPages = (dir: string): BuiltPage[] =>
  publicPages(dir).filter(({ address }) => isTranslated(address));

function publicPages(dir: string): BuiltPage[] {
  const pointer = path.join(dir, 'site', 'current.json');
  if (!existsSync(pointer)) throw new Error(`No built site in ${dir}`);
  const { name } = JSON.parse(readFileSync(pointer, 'utf8')) as { name: string };
  const folder = path.join(dir, 'site', name);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({ address: addressOf(file), html: readFileSync(path.join(folder, file), 'utf8') }))
    .filter(({ address }) => isPublic(address))
    .toSorted((a, b) => a.address.localeCompare(b.address));
}

/** The address to measure. If an island loads only when needed, it has a query, so that the island loads. */
export const measuredAddress = ({ address, html }: BuiltPage): string =>
  html.includes('client="when-needed"') ? `${address}?needed` : address;

const addressOf = (file: string): string =>
  `/${file
    .split(path.sep)
    .join('/')
    .replace(/\.html$/, '')
    .replace(/(^|\/)index$/, '')}`;

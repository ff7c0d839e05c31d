import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isPublic } from './limits.ts';

export interface BuiltPage {
  address: string;
  html: string;
}

/** Public pages of the current build by address: `camps/epic.html` is `/camps/epic`. */
export function builtPages(dir: string): BuiltPage[] {
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

/** An island that loads only on request is measured as if it had been requested. */
export const asked = ({ address, html }: BuiltPage): string =>
  html.includes('client="asked"') ? `${address}?asked` : address;

const addressOf = (file: string): string =>
  `/${file
    .split(path.sep)
    .join('/')
    .replace(/\.html$/, '')
    .replace(/(^|\/)index$/, '')}`;

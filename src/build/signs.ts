import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceOne } from './pages.ts';

/** A page with more different icons than this loads their file, which is cheaper than inlining them. */
const SIGNS_MAX = 24;
const SPRITE = '/_astro/signs.';
const USE = /href="(\/_astro\/signs\.[^"#]+\.svg)#([\w-]+)"/g;
const PREFIX = 'sign-';

/** Inlines the icons (ui/Sign.astro) of a page that has few of them, which saves a request. */
export function signsInPage(folder: string) {
  const read = new Map<string, Promise<Map<string, string>>>();

  return async (html: string): Promise<string> => {
    const uses = [...html.matchAll(USE)];
    const [, address = ''] = uses[0] ?? [];
    if (html.split(SPRITE).length - 1 !== uses.length)
      throw new Error(`expected each use of a sign as ${String(USE)}, but ${SPRITE} is used otherwise`);
    const names = new Set(uses.map(([, , name = '']) => name));
    if (names.size === 0 || names.size > SIGNS_MAX) return html;
    const symbols = read.get(address) ?? buildSymbols(path.join(folder, address));
    read.set(address, symbols);
    const drawn = await symbols;
    const pageSymbols = Array.from(names, (name) => {
      const symbol = drawn.get(name);
      if (!symbol) throw new Error(`${address} has no sign “${name}”`);
      return symbol;
    });
    const inlined = html.replace(USE, (_, __, name: string) => `href="#${PREFIX}${name}"`);
    return replaceOne(
      inlined,
      /<\/body>/,
      () => `<svg hidden>${pageSymbols.join('')}</svg></body>`,
      'the end of the body',
    );
  };
}

async function buildSymbols(file: string): Promise<Map<string, string>> {
  const sprite = await readFile(file, 'utf8');
  const symbols = sprite.matchAll(/<symbol id="([\w-]+)"[\s\S]*?<\/symbol>/g);
  const found = new Map(
    Array.from(symbols, ([symbol, name = '']) => [name, symbol.replace('id="', `id="${PREFIX}`)]),
  );
  if (found.size === 0 || found.size !== sprite.split('<symbol').length - 1)
    throw new Error(`expected each <symbol> with its id in ${file}`);
  return found;
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Maximum number of different signs in a page. A page with more loads their file, which is cheaper than inlining them.
 */
const MOST = 24;
const USE = /href="(\/_astro\/signs\.[^"#]+\.svg)#([\w-]+)"/g;
const PREFIX = 'sign-';

/** Inlines the signs (ui/Sign.astro) of a page that has few of them, because their file would be one more request. */
export function signsInPage(folder: string) {
  const read = new Map<string, Promise<Map<string, string>>>();

  return async (html: string): Promise<string> => {
    const uses = [...html.matchAll(USE)];
    const [, address = ''] = uses[0] ?? [];
    const names = new Set(uses.map(([, , name = '']) => name));
    if (names.size === 0 || names.size > MOST) return html;
    const symbols = read.get(address) ?? symbolsOf(path.join(folder, address));
    read.set(address, symbols);
    const drawn = await symbols;
    const own = Array.from(names, (name) => {
      const symbol = drawn.get(name);
      if (!symbol) throw new Error(`${address} has no sign “${name}”`);
      return symbol;
    });
    return html
      .replace(USE, (_, __, name: string) => `href="#${PREFIX}${name}"`)
      .replace('</body>', `<svg hidden>${own.join('')}</svg></body>`);
  };
}

async function symbolsOf(file: string): Promise<Map<string, string>> {
  const sprite = await readFile(file, 'utf8');
  const symbols = sprite.matchAll(/<symbol id="([\w-]+)"[\s\S]*?<\/symbol>/g);
  return new Map(
    Array.from(symbols, ([symbol, name = '']) => [name, symbol.replace('id="', `id="${PREFIX}`)]),
  );
}

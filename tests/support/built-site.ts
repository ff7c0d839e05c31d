/** Reads the files of a built site and finds links in it that lead nowhere. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface BuiltPage {
  /** A path such as `/camps/epic.html`. */
  file: string;
  html: string;
  /** The markup with entities decoded, including those in the data of islands. */
  text: string;
  ids: ReadonlySet<string>;
}

export interface BuiltSite {
  /** Paths of all files, such as `/about.html`. */
  files: ReadonlySet<string>;
  pages: BuiltPage[];
  scripts: string;
  read: (file: string) => string;
}

export function readBuiltSite(dist: string): BuiltSite {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const files = names
    .filter((name) => statSync(path.join(dist, name)).isFile())
    .map((name) => `/${name.split(path.sep).join('/')}`);
  const read = (file: string) => readFileSync(path.join(dist, file), 'utf8');
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => {
      const html = read(file);
      return { file, html, text: decodeEntities(html), ids: new Set(valuesOf(html, 'id')) };
    });
  const scripts = files.filter((file) => file.endsWith('.js')).map(read);
  return { files: new Set(files), pages, scripts: scripts.join('\n'), read };
}

export const valuesOf = (html: string, attribute: string): string[] =>
  Array.from(html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g')), ([, value = '']) =>
    decodeEntities(value),
  );

/** Returns addresses of this site in a page, with or without `origin`, including those in the data of islands. */
export function ownAddresses({ html, text }: BuiltPage, origin: string): string[] {
  const local = (value: string) => (value.startsWith(`${origin}/`) ? value.slice(origin.length) : value);
  const links = ['href', 'src', 'action'].flatMap((name) => valuesOf(html, name));
  const sets = valuesOf(html, 'srcset').flatMap((set) =>
    set.split(',').map((one) => one.trim().split(' ')[0] ?? ''),
  );
  const quoted = Array.from(text.matchAll(/"((?:\/|https:\/\/)[^"\s]+)"/g), ([, value = '']) => local(value));
  const addresses = [
    ...[...links, ...sets].map(local).filter((value) => /^(\/(?!\/)|#)/.test(value)),
    // Data of islands and structured data also contain strings that are not sections of a page.
    ...quoted.filter((value) => /^\/[a-z_]/i.test(value)),
  ];
  return [...new Set(addresses)];
}

/** Returns what is wrong with a link of this page, or null if its target exists. */
export function findLinkProblem(site: BuiltSite, page: BuiltPage, address: string): string | null {
  const [withoutHash = '', hash] = address.split('#');
  const pathname = withoutHash.split('?')[0] ?? '';
  const target = pathname === '' ? page.file : fileAt(site, pathname);
  if (target === null) return 'no such file';
  const targetPage = site.pages.find(({ file }) => file === target);
  return hash && targetPage && !targetPage.ids.has(decodeURIComponent(hash))
    ? `no such id in ${target}`
    : null;
}

/** Returns the file with which a static host answers, or null. */
export function fileAt({ files }: BuiltSite, address: string): string | null {
  if (address === '/') return '/index.html';
  return [address, `${address}.html`].find((file) => files.has(file)) ?? null;
}

/**
 * The packages are in a template until somebody needs them, and again in a `noscript` element for browsers without
 * scripts.
 */
export const withoutScripts = (html: string) =>
  Array.from(html.matchAll(/<noscript>.*?<\/noscript>/gs), ([part]) => part).join('');
export const withScripts = (html: string) => html.replaceAll(/<noscript>.*?<\/noscript>/gs, '');

/** Returns the visible texts of the elements with this class. */
export const elementsOf = (html: string, name: string) =>
  Array.from(html.matchAll(new RegExp(`<(\\w+) class="${name}"([^>]*)>(.*?)</\\1>`, 'gs')))
    .filter(([, , attributes]) => !/\bhidden\b/.test(attributes ?? ''))
    .map(([, , , text]) =>
      text
        ?.replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );

/** Returns the hash of each file in a folder, by its path. */
export const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .sort()
      .map((name) => [
        name.split(path.sep).join('/'),
        createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex'),
      ]),
  );

const entities: Record<string, string> = { quot: '"', lt: '<', gt: '>', apos: "'", amp: '&' };
const decodeEntities = (html: string) =>
  html.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(quot|lt|gt|apos|amp));/gi,
    (_, decimal?: string, hex?: string, name = '') =>
      decimal || hex
        ? String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex ?? '', 16))
        : (entities[String(name).toLowerCase()] ?? ''),
  );

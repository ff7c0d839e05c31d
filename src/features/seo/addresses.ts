import { pageAt } from '#config/pages.ts';
import { language } from '#config/language.ts';
import { languages } from '#config/languages.ts';
import { paths } from '#config/paths.ts';

/** The canonical address of a page with several addresses (spec 2 §2). */
export function canonicalOf(address: string): string {
  const page = pageAt(address);
  return page?.canonical ?? (page?.search === undefined ? address : page.path);
}

/** Hidden from search engines, whatever content says (spec 1 §2). */
export const isHidden = (address: string) => pageAt(address)?.search === 'hidden';

/** Address of a page's preview picture: `/og/camps/epic.jpg`. All languages share it. */
export const cardPath = (path: string) =>
  `/og${path === paths.home ? '/home' : path.slice(path.startsWith(`${prefix}/`) ? prefix.length : 0)}.jpg`;

const { prefix } = languages[language];

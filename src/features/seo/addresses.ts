import { pageAt } from '#config/pages.ts';
import { language } from '#config/language.ts';
import { languages } from '#config/languages.ts';
import { paths } from '#config/paths.ts';

/** Returns the canonical address of a page that has several (spec 2 §2). */
export function canonicalOf(address: string): string {
  const page = pageAt(address);
  return page?.canonical ?? (page?.search === undefined ? address : page.path);
}

/** Returns whether a page is hidden from search engines, regardless of content (spec 1 §2). */
export const isHidden = (address: string) => pageAt(address)?.search === 'hidden';

const { prefix } = languages[language];

/** Returns for example `/og/camps/epic.jpg`. All languages share the picture. */
export function cardPath(path: string): string {
  const sharedPath = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  return `/og${sharedPath === '/' || path === paths.home ? '/home' : sharedPath}.jpg`;
}

import * as chinese from './addresses.zh.ts';
import { language } from './language.ts';
import { type LanguageId, languages } from './languages.ts';
import { pageAt } from './pages.ts';

// Only the build may import this module, because a page's script would otherwise contain all addresses.

const { prefix } = languages.zh;
const chinesePages = new Set(
  Object.values(chinese).filter((path) => path === prefix || path.startsWith(`${prefix}/`)),
);
const english = (path: string) =>
  path === prefix ? '/' : path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
const chineseAddress = (ours: string) => (ours === '/' ? prefix : prefix + ours);
const isChinesePage = (address: string) =>
  chinesePages.has(address) || address.startsWith(`${chinese.checkout}/`);

/** Returns the address of the same page in a language, or null if the page does not exist there. */
export function addressIn(path: string, to: LanguageId): string | null {
  const englishPath = english(path);
  if (to === 'en') return englishPath;
  const address = chineseAddress(englishPath);
  return isChinesePage(address) || isMadeOfBlocks(path) ? address : null;
}

/**
 * Returns whether marketing made the page of blocks. Such pages are not in the table of pages, and exist in every
 * language.
 */
const isMadeOfBlocks = (path: string) => pageAt(path) === undefined && !/\.\w+$/.test(path);

const legal: readonly string[] = [chinese.terms, chinese.privacy, chinese.termsOfService];

/**
 * Returns whether the text of a page is in English. Binding texts are always shown in English (decisions "Languages").
 */
export const isTextInEnglish = (path: string): boolean => legal.includes(path);

interface Alternate {
  hreflang: string;
  address: string;
}

/**
 * Returns the address of a page in each language, including its own. The list is empty if the page exists in one
 * language only.
 */
export function alternates(path: string): Alternate[] {
  const [ours, theirs] = [english(path), addressIn(path, 'zh')];
  if (theirs === null || isTextInEnglish(theirs)) return [];
  return [
    { hreflang: 'en', address: ours },
    { hreflang: languages.zh.tag, address: theirs },
    { hreflang: 'x-default', address: ours },
  ];
}

/**
 * Returns the address of the same page in the other language, for the switch in the footer. Returns null if there is
 * no such page.
 */
export function otherAddress(path: string): { to: LanguageId; href: string } | null {
  const to = language === 'zh' ? 'en' : 'zh';
  const href = addressIn(path, to);
  return href === null ? null : { to, href };
}

/**
 * Returns the address of a content link in this build's language. `blockPages` has the addresses of pages that
 * marketing made. If a page does not exist in this language, its address does not change.
 */
export function localLink(href: string, blockPages: ReadonlySet<string>): string {
  if (language === 'en' || !href.startsWith('/') || href.startsWith('//')) return href;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(href) ?? [];
  const address = chineseAddress(path);
  return isChinesePage(address) || blockPages.has(path) ? address + rest : href;
}

import * as chinese from './addresses.zh.ts';
import { language } from './language.ts';
import { type LanguageId, languages } from './languages.ts';
import { pageAt } from './pages.ts';

// Which addresses exist in which language. Only for the build: a page's script would contain all of them.

const { prefix } = languages.zh;
const chinesePages = new Set(
  Object.values(chinese).filter((path) => path === prefix || path.startsWith(`${prefix}/`)),
);
const english = (path: string) =>
  path === prefix ? '/' : path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
const chineseAddress = (ours: string) => (ours === '/' ? prefix : prefix + ours);
const isChinesePage = (address: string) =>
  chinesePages.has(address) || address.startsWith(`${chinese.checkout}/`);

/** The address of the same page in a language; null if the page does not exist there. */
export function addressIn(path: string, to: LanguageId): string | null {
  const ours = english(path);
  if (to === 'en') return ours;
  const address = chineseAddress(ours);
  return isChinesePage(address) || isMadeOfBlocks(path) ? address : null;
}

/** Only pages that marketing made are not in the table of pages, and they exist in each language. */
const isMadeOfBlocks = (path: string) => pageAt(path) === undefined && !/\.\w+$/.test(path);

const legal: readonly string[] = [chinese.terms, chinese.privacy, chinese.termsOfService];

/** Texts that bind are shown in English on every page (decisions "Languages"). */
export const isTextInEnglish = (path: string): boolean => legal.includes(path);

interface Alternate {
  hreflang: string;
  address: string;
}

/** The same page in each language, itself included; none if it exists in one only. */
export function alternates(path: string): Alternate[] {
  const [ours, theirs] = [english(path), addressIn(path, 'zh')];
  if (theirs === null || isTextInEnglish(theirs)) return [];
  return [
    { hreflang: 'en', address: ours },
    { hreflang: languages.zh.tag, address: theirs },
    { hreflang: 'x-default', address: ours },
  ];
}

/** The same page in the other language, for the switch in the footer; null if there is none. */
export function otherAddress(path: string): { to: LanguageId; href: string } | null {
  const to = language === 'zh' ? 'en' : 'zh';
  const href = addressIn(path, to);
  return href === null ? null : { to, href };
}

/**
 * A link of content as the pages of this build have it. `made` are the addresses of the pages that marketing made.
 * What does not exist in this language stays as it is.
 */
export function localLink(href: string, made: ReadonlySet<string>): string {
  if (language === 'en' || !href.startsWith('/') || href.startsWith('//')) return href;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(href) ?? [];
  const address = chineseAddress(path);
  return isChinesePage(address) || made.has(path) ? address + rest : href;
}

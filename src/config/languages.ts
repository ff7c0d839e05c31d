import { brand } from './brand.ts';

export type LanguageId = 'en' | 'zh';

interface SiteLanguage {
  /** In `lang` and `hreflang` (BCP 47). */
  tag: string;
  /** Of its addresses. */
  prefix: string;
  /** In its own words, for the switch. */
  name: string;
  /** As social networks write it. */
  openGraph: string;
}

/** The languages of the site, the default first (decisions "Languages"). */
export const languages: Readonly<Record<LanguageId, SiteLanguage>> = {
  en: { tag: brand.locale, prefix: '', name: 'English', openGraph: brand.locale.replace('-', '_') },
  zh: { tag: 'zh-Hans', prefix: '/zh', name: '简体中文', openGraph: 'zh_CN' },
};

/** Languages that are built beside the default one. */
export const otherLanguages = ['zh'] as const satisfies readonly LanguageId[];

import { brand } from './brand.ts';

export type LanguageId = 'en' | 'zh';

interface SiteLanguage {
  /** The value of `lang` and `hreflang` (BCP 47). */
  tag: string;
  /** The first part of the language's addresses. */
  prefix: string;
  /** The language's name in that language, for the language switch. */
  name: string;
  /** The language in the form that social networks use. */
  openGraph: string;
}

/** The languages of the site. The default language comes first (decisions "Languages"). */
export const languages: Readonly<Record<LanguageId, SiteLanguage>> = {
  en: { tag: brand.locale, prefix: '', name: 'English', openGraph: brand.locale.replace('-', '_') },
  zh: { tag: 'zh-Hans', prefix: '/zh', name: '简体中文', openGraph: 'zh_CN' },
};

/** Languages that are built in addition to the default. */
export const otherLanguages = ['zh'] as const satisfies readonly LanguageId[];

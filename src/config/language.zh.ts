import type { LanguageId } from './languages.ts';

export const language: LanguageId = 'zh';
export const listLocale = 'zh-Hans';

import type { LanguageId } from './languages.ts';

export const language: LanguageId = 'zh';

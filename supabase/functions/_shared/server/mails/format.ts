import * as english from '../../contract/format.ts';
import * as chinese from '../../contract/format.zh.ts';
import { plural as englishPlural } from '../../contract/plural.ts';
import { plural as chinesePlural } from '../../contract/plural.zh.ts';
import { mailLanguage } from './say.ts';

// These functions write dates, times and numbers with their nouns in the mail's language. Money looks the same in all
// languages.

export { formatMoney } from '../../contract/format.ts';

const written = () => (mailLanguage() === 'zh' ? chinese : english);

export const formatClock: typeof english.formatClock = (...args) => written().formatClock(...args);
export const formatDate: typeof english.formatDate = (...args) => written().formatDate(...args);
export const formatDays: typeof english.formatDays = (...args) => written().formatDays(...args);
export const formatLastMoment: typeof english.formatLastMoment = (...args) =>
  written().formatLastMoment(...args);
export const formatMoment: typeof english.formatMoment = (...args) => written().formatMoment(...args);
export const formatSessions: typeof english.formatSessions = (...args) => written().formatSessions(...args);
export const formatTime: typeof english.formatTime = (...args) => written().formatTime(...args);

export const plural: typeof englishPlural = (count, one, several) =>
  mailLanguage() === 'zh' ? chinesePlural(count, one) : englishPlural(count, one, several);

import type { KnownTier } from '#contract/assistant.ts';
import { splitWords } from '#domain/search/terms.ts';

const numbers = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(' ');

/** Words that questions about other things contain. A tier with such a name is recognised only beside “camp”. */
const ordinary = new Set(
  `birthday class day explorer family flexi first free full half holiday kids mini new one party pass school session
  skate special summer team term trail trial week weekend winter`.split(/\s+/),
);

/** Returns how parents name a tier: by its name without “camp”, or by its id. */
export const namesOf = ({ id, name }: KnownTier): string[] => {
  const words = splitWords(name).filter((word) => !/^camps?$/.test(word));
  return [...new Set([splitWords(id).join(' '), words.join(' ')])].filter((one) => one !== '');
};

/** Matches the names of a tier, and its number of days if no other tier has as many. */
export function toPattern(tier: KnownTier, tiers: readonly KnownTier[]): RegExp {
  const names = namesOf(tier).map((name) => (ordinary.has(name) ? `${name} camps?` : name));
  const isOnlyOne = tiers.filter(({ days }) => days === tier.days).length === 1;
  const number = numbers[tier.days - 1];
  const days = isOnlyOne && number !== undefined ? [`(${tier.days}|${number}) ?days?`] : [];
  return new RegExp([...names, ...days].map((words) => `\\b${words}\\b`).join('|'));
}

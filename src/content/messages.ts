import { brand } from '#config/brand.ts';
import { formatMoney } from '#contract/format.ts';
import { plural } from '#contract/plural.ts';
import { formatRange } from '#domain/range.ts';

/** Words that the build adds to numbers from content. */
export const offerMessages = {
  saving: (cents: number) => `Save ${formatMoney(cents)}`,
  eachSession: (cents: number) => `${formatMoney(cents)} a session`,
  sessions: (count: number) => plural(count, 'session'),
  makeUps: (count: number) => plural(count, 'make-up session'),
  /** An early-bird price whose name is not known. */
  earlyBird: 'Early bird',
};

export const teamMessages = {
  ages: (from: number, to: number) => `${formatRange(from, to)} years`,
  levels: (from: number, to: number) => `Levels ${formatRange(from, to)}`,
};

/** What search engines and chats show of the page with reviews of camps, which no document in Studio describes. */
export const reviewsSeo = {
  title: `Reviews of our camps by families · ${brand.name}`,
  description: 'What families say about our holiday camps. Each review is by a family whose child was there.',
};

import { type PageName, pageList } from './pages.ts';

/** A campaign popup may open only on pages that sell, never on pages for booking, paying or signing in. */
export const campaignPages: readonly { name: PageName; title: string }[] = pageList.filter(({ popups }) =>
  popups?.includes('sells'),
);

export const audiences = {
  everyone: 'Everyone',
  visitors: 'Visitors who are not signed in and have nothing in their cart',
  families: 'Families who are signed in',
} as const;
export type Audience = keyof typeof audiences;

export const frequencies = {
  visit: 'Once per visit',
  week: 'Once a week',
  once: 'Once',
} as const;
export type Frequency = keyof typeof frequencies;

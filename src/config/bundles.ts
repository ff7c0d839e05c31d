/* Every feature has a row, because a feature that has none stops the build (build/bundle-check.ts). `styles` must
   agree with the sources that Tailwind reads. */

/**
 * Decides who loads a shared module: it is not loaded by pages of other users. `waiting` users have booked or are on
 * a waitlist, `members` are behind a sign-in.
 */
export type Users = 'guests' | 'waiting' | 'customers' | 'members';

export interface Bundle {
  file: string;
  users: Users;
  /** Tailwind utilities are loaded by every page (`site`), or only by screens behind an app's bar (`app`). */
  styles: 'site' | 'app';
}

const site = (file: string, users: Users = 'guests'): Bundle => ({ file, users, styles: 'site' });
const app = (file: string, users: Users = 'guests'): Bundle => ({ file, users, styles: 'app' });

export const bundles: Readonly<Record<string, Bundle>> = {
  about: site('about'),
  'after-sale': app('after', 'customers'),
  auth: site('auth', 'customers'),
  birthdays: site('birthdays'),
  blocks: site('blocks'),
  booking: site('booking'),
  camps: site('camps'),
  chat: site('chat'),
  checkout: app('checkout'),
  confirmation: app('confirmation', 'waiting'),
  epic: site('epic'),
  family: app('family', 'members'),
  forms: site('forms'),
  home: site('home'),
  legal: site('legal'),
  navigation: site('navigation'),
  passes: site('passes', 'customers'),
  'payment-link': app('pay', 'waiting'),
  popups: site('popups'),
  proof: site('proof'),
  quiz: site('quiz'),
  seo: site('seo'),
  staff: app('staff', 'members'),
  'stop-news': site('stop'),
  tryout: site('tryout'),
  waitlist: app('waitlist', 'waiting'),
  watch: site('watch'),
};

/** Folders of `src/ui` that only screens behind an app's bar use. */
export const appUi: readonly string[] = ['family', 'staff'];

/** Modules that get their own file, by the beginning of their path from `src`. */
export const special = {
  /**
   * Pages load these modules at once, after their own scripts. Code that they share with a page goes to the file
   * `page`, so that each of them is a single file.
   */
  afterPage: ['features/watch/watch.ts', 'features/camps/list/camp-list.ts'],
  /**
   * Few visitors use these modules, or use them only late in a visit. So the code that they share with others stays in
   * the file of the others.
   */
  guest: [
    'features/chat/assistant/',
    'features/chat/show-launcher.ts',
    'api/sign-out.ts',
    'browser/calendar-file.ts',
  ],
  /** Overlays open later over a page, so no checkout needs their code while it opens. */
  overlays: ['browser/fragment.ts', 'browser/keep-clear.ts'],
  /** Fields and notices of a form about people. Its rules are loaded before it. */
  people: [
    'ui/Checkbox.tsx',
    'ui/TextArea.tsx',
    'ui/people/BirthDate.tsx',
    'ui/people/ErrorSummary.tsx',
    'ui/people/KnownChildren.tsx',
    'ui/people/PersonFields.tsx',
    'ui/people/PhoneField.tsx',
    'ui/people/use-focus-on-added.ts',
  ],
  /** A sign-in and the request for a new link need only this field of `people`. */
  email: ['ui/people/EmailField.tsx'],
  /** Reads phone numbers. No checkout or order needs this while it opens. */
  phone: ['domain/calling-codes.ts', 'domain/contact-person.ts', 'domain/phone.ts'],
  /** Countries for a phone number in a form without React, which no island loads. */
  countries: ['ui/people/phone-country.ts'],
  /** Submits a form and shows its errors. Every screen with a form loads this at once. */
  island: ['ui/kit/action.ts', 'ui/people/faults.ts'],
  /** The state of a form, which every screen with a form loads at once. */
  form: ['ui/kit/form/state.ts', 'ui/kit/form/store.ts'],
  /** Checks a form by a schema of the contract. Pages with little script load it once something is typed. */
  checkedForm: ['ui/kit/form/form.ts', 'ui/kit/form/schema.ts'],
  /** Draws a form. Pages need it later than the store, together with the fields. */
  drawnForm: ['ui/kit/form/Form.tsx'],
  /** The content of a camp's card. In its own file, so that `/waitlist` does not load it with the rules of camps. */
  card: ['features/camps/card/model.ts', 'features/camps/card/messages.ts'],
  /** Updates a camp's card. Only `/camps` uses it, in its first script. */
  bind: ['features/camps/card/bind.ts'],
  /** The summary of an order with a camp's hours and transport. A checkout needs it a moment after it opens. */
  summary: [
    'ui/PriceList.tsx',
    'ui/RefundTable.tsx',
    '../supabase/functions/_shared/contract/camp-day.ts',
    '../supabase/functions/_shared/contract/price-notes.ts',
  ],
  /** Sentences with names inside. Pages that show no child at first do not wait for this file. */
  names: ['ui/WithNames.tsx', 'domain/split-at-names.ts'],
  /** Texts about sessions booked with a credit. The page of an order needs them late. */
  sessionTexts: ['domain/session-messages.ts'],
  /** Strangers open this page with a link, so it must not load the other staff screens. */
  sharedRoster: ['features/staff/shared-roster/'],
} as const satisfies Record<string, readonly string[]>;
export type Special = keyof typeof special;

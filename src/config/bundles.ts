/* Every feature has a row, because a feature that has none stops the build (build/bundle-check.ts). `styles` must
   agree with the sources that Tailwind reads. */

/**
 * The users who load a feature. A shared module is not loaded by pages of other users. `waiting` users have booked or
 * are on a waitlist, and `members` are behind a sign-in.
 */
export type Users = 'guests' | 'waiting' | 'customers' | 'members';

export interface Bundle {
  file: string;
  users: Users;
  /**
   * `site` means that every page loads the feature's Tailwind utilities, and `app` that only screens behind an app's
   * bar do.
   */
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
  embed: site('embed'),
  epic: site('epic'),
  family: app('signedIn', 'members'),
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

/** The folders of `src/ui` that only screens behind an app's bar use. */
export const appUi: readonly string[] = ['family', 'staff'];

/** The modules that get their own file, by the beginning of their path from `src`. */
export const special = {
  /**
   * Modules that pages load right after their own scripts. Code that they share with a page goes to the file `page`,
   * so that each of them is a single file.
   */
  afterPage: ['features/watch/watch.ts', 'features/camps/list/camp-list.ts'],
  /**
   * Modules that few visitors use, or that visitors use only late. The code that they share with
   * other modules stays in the files of those other modules.
   */
  guest: [
    'features/chat/assistant/',
    'features/chat/show-launcher.ts',
    'api/sign-out.ts',
    'browser/calendar-file.ts',
  ],
  /** Code of overlays, which open later over a page. No checkout needs it while it opens. */
  overlays: ['browser/fragment.ts', 'browser/keep-clear.ts'],
  /** Fields and notices of a form about people, and what draws a form. The rules of the form are loaded before them. */
  people: [
    'ui/Checkbox.tsx',
    'ui/TextArea.tsx',
    'ui/kit/form/Form.tsx',
    'ui/people/BirthDate.tsx',
    'ui/people/ErrorSummary.tsx',
    'ui/people/KnownChildren.tsx',
    'ui/people/PersonFields.tsx',
    'ui/people/PhoneField.tsx',
    'ui/people/use-focus-on-added.ts',
  ],
  /** Code that reads phone numbers. No checkout or order needs it while it opens. */
  phone: ['domain/calling-codes.ts', 'domain/contact-person.ts', 'domain/phone.ts'],
  /** The countries of a phone number in a form without React. No island loads them. */
  countries: ['ui/people/phone-country.ts'],
  /** Code that submits a form and shows its errors, with the field for an e-mail address. Every form loads it. */
  island: ['ui/kit/action.ts', 'ui/people/faults.ts', 'ui/people/EmailField.tsx'],
  /** The state of a form and its checks by a schema of the contract. Every screen with a form loads them at once. */
  form: ['ui/kit/form/state.ts', 'ui/kit/form/store.ts', 'ui/kit/form/form.ts', 'ui/kit/form/schema.ts'],
  /**
   * The content of a camp's card. It has its own file, so that `/waitlist` does not load it with the rules of camps.
   */
  card: ['features/camps/card/model.ts', 'features/camps/card/messages.ts'],
  /** Code that updates a camp's card. Only `/camps` uses it, in its first script. */
  bind: ['features/camps/card/bind.ts'],
  /**
   * The summary of an order with a camp's hours and transport, sentences with names inside, and texts about vouchers
   * and sessions. A checkout needs them a moment after it opens, and Family Base at its start.
   */
  summary: [
    'ui/PriceList.tsx',
    'ui/RefundTable.tsx',
    'ui/WithNames.tsx',
    'domain/split-at-names.ts',
    'domain/session-messages.ts',
    'domain/voucher-messages.ts',
    'api/family-balance.ts',
    '../supabase/functions/_shared/contract/camp-day.ts',
    '../supabase/functions/_shared/contract/pass-end.ts',
    '../supabase/functions/_shared/contract/price-notes.ts',
  ],
  /** What this browser has chosen. A checkout and a confirmation load it at once. */
  choices: ['browser/adding.ts', 'browser/basket.ts', 'browser/camp-draft.ts'],
  /** Code that the timetable for partners shares with other screens. No checkout needs it while it opens. */
  timetable: ['browser/on-return.ts', 'domain/ages.ts', 'ui/failed/failure-reason.ts'],
  /** The page of a shared roster. Strangers open it with a link, so it must not load the other staff screens. */
  sharedRoster: ['features/staff/shared-roster/'],
} as const satisfies Record<string, readonly string[]>;
export type Special = keyof typeof special;

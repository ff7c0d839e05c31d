/*
 * Every feature has a row, and a feature without one stops the build (build/bundle-check.ts). Tailwind's sources agree
 * with `styles`.
 */

/**
 * Modules that only some of these share are not loaded by the others. `waiting`: bought or on a waitlist; `members`:
 * behind a sign-in.
 */
export type Users = 'guests' | 'waiting' | 'customers' | 'members';

export interface Bundle {
  file: string;
  users: Users;
  /** Where its Tailwind utilities are: in every page, or only in screens behind the bar of an app. */
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

/** Folders of `src/ui` that only screens behind the bar of an app use. */
export const appUi: readonly string[] = ['family', 'staff'];

/** Modules with a place of their own, by the beginning of their path from `src`. */
export const special = {
  /** Pages load these at once, after their own scripts, so what they share goes to `page` and each is one file. */
  afterPage: ['features/watch/watch.ts', 'features/camps/list/camp-list.ts'],
  /** Used by few visitors, or late in a visit: modules that they share stay in the file of their other users. */
  guest: [
    'features/chat/assistant/',
    'features/chat/show-launcher.ts',
    'api/sign-out.ts',
    'browser/calendar-file.ts',
  ],
  /** Code of overlays that open later over a page; no checkout needs it while it opens. */
  overlays: ['browser/fragment.ts', 'browser/keep-clear.ts'],
  /** Fields and notices of a form about people, without its rules, which are loaded before it. */
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
  /** The one field that a sign-in and a new link need of them. */
  email: ['ui/people/EmailField.tsx'],
  /** How a phone number is read: no checkout and no order needs it while it opens. */
  phone: ['domain/calling-codes.ts', 'domain/contact-person.ts', 'domain/phone.ts'],
  /** The countries of a number in a form without React, which no island loads. */
  countries: ['ui/people/phone-country.ts'],
  /** What submits a form and shows its errors: every screen with a form loads it at once. */
  island: ['ui/kit/action.ts', 'ui/people/faults.ts'],
  /** The store of a form, for the same reason. */
  form: ['ui/kit/form/state.ts', 'ui/kit/form/store.ts'],
  /** The checks by a schema of the contract: a page with little script to spare loads them once something is typed. */
  checkedForm: ['ui/kit/form/form.ts', 'ui/kit/form/schema.ts'],
  /** What draws it: apart from the store, because a page needs it later, with the fields. */
  drawnForm: ['ui/kit/form/Form.tsx'],
  /** What a card of a camp shows, so that `/waitlist` does not load it with the rules of camps. */
  card: ['features/camps/card/model.ts', 'features/camps/card/messages.ts'],
  /** How a card is updated. The first script of `/camps` uses it, but no page beside the camps' does. */
  bind: ['features/camps/card/bind.ts'],
  /** What an order's summary shows, with a camp's hours and transport: a checkout needs it a moment after it opens. */
  summary: [
    'ui/PriceList.tsx',
    'ui/RefundTable.tsx',
    '../supabase/functions/_shared/contract/camp-day.ts',
    '../supabase/functions/_shared/contract/price-notes.ts',
  ],
  /** Sentences with names inside: pages that show no child while they open do not wait for them. */
  names: ['ui/WithNames.tsx', 'domain/split-at-names.ts'],
  /** Texts about sessions booked with a credit: the page of an order needs them late. */
  sessionTexts: ['domain/session-messages.ts'],
  /** A page for strangers with a link, so it must not load the other staff screens. */
  sharedRoster: ['features/staff/shared-roster/'],
} as const satisfies Record<string, readonly string[]>;
export type Special = keyof typeof special;

// Actions of visitors on a slow phone, and how soon the page must respond.
import { demoLogins } from '#local/demo/logins.ts';
import { paths, storageKeys } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';

/** The steps of a demo account that signs in and comes to `address`. */
function signIn(as: (typeof demoLogins)[number]['role'], address: string) {
  const { email = '', password = '' } = demoLogins.find(({ role }) => role === as) ?? {};
  return {
    address: `${paths.auth}?from=${encodeURIComponent(address)}`,
    types: [
      ['input[type="email"]', email],
      ['input[type="password"]', password],
    ],
    presses: ['form button[type="submit"]'],
    leadsTo: `**${address}`,
  } as const;
}

export interface Journey {
  name: string;
  address: string;
  taps: readonly string[];
  /** The CSS selector of the response. An empty field counts once it contains the letter that was typed. */
  answer: string;
  most: number;
  /** At most this many milliseconds may pass between the last script before the response and the response. */
  mostAfterScripts?: number;
  /** The page may load at most this much before it is touched. Scripts are in compressed kilobytes. */
  mostFetched?: { requests: number; scripts: number; scriptKb: number };
  /**
   * For elements that also load later without a tap. In a browser that identifies itself as automated they never do.
   */
  fromTap?: true;
  /** Visits the page once before, without limits, because most visits are not the first. */
  isWarm?: true;
  /** A database of the browser that is deleted after that visit, so that only the files are still there. */
  forgetsDatabase?: string;
  /** Steps on earlier pages, which are not timed, in this order: a page and what is pressed there. */
  before?: {
    address: string;
    types?: readonly (readonly [css: string, text: string])[];
    presses: readonly string[];
    leadsTo: string;
    forgets?: { after: string; keys: readonly string[] };
  };
}

/** A child on the roster. The head of a place is there without any. */
const rosterChild = '.roster-child';

export const journeys: readonly Journey[] = [
  {
    name: '/camps: Package Options and a date → Early Bird Bonus',
    address: '/camps',
    taps: ['main a[href$="#packages"]', '[data-tier] label.chip:not(.full):has([name="camp"])'],
    answer: '[data-bonus]',
    most: 1800,
    mostFetched: { requests: 14, scripts: 3, scriptKb: 10 },
  },
  {
    name: '/: a team → session list',
    address: '/',
    taps: ['button[data-team]'],
    answer: '.booking-session',
    most: 2000,
  },
  {
    name: '/checkout/flexi with a cart → first field takes typing',
    address: '/checkout/flexi',
    taps: [],
    answer: 'main input:not([type="hidden"], [type="radio"], [type="checkbox"])',
    most: 2000,
    before: {
      address: '/',
      presses: ['button[data-team]', '.booking-session:not(:disabled)', 'button:has-text("Get Flexi")'],
      leadsTo: '**/checkout/flexi',
      // The visitor arrives with only a cart, as after choosing a spot.
      forgets: { after: 'main input[type="email"]', keys: [storageKeys.order, storageKeys.requestedOrder] },
    },
  },
  {
    name: '/camps/book: a week → packages open',
    address: '/camps/book',
    taps: ['label:has([name="week"])'],
    answer: '[data-package]:not(.waiting)',
    most: 1800,
  },
  {
    name: '/camps: the chat button → first answer of the assistant, from current offers',
    address: '/camps',
    taps: [
      'chat-launcher button',
      '.ask-assistant [data-asks], .assistant-form input',
      '.assistant-suggestions button',
    ],
    answer: '.assistant-answer',
    most: 2500,
    fromTap: true,
  },
  {
    name: '/family-base of somebody signed in → children and what is next',
    address: '/family-base',
    taps: [],
    answer: 'main article .today-facts',
    most: 2200,
    mostAfterScripts: 1500,
    before: {
      ...signIn('customer', paths.familyBase),
      forgets: { after: 'main article', keys: [storageKeys.family] },
    },
  },
  {
    name: 'the roster of a coach who opened it today → its children',
    address: paths.roster,
    taps: [],
    answer: rosterChild,
    most: 1000,
    isWarm: true,
    before: signIn('coach', paths.roster),
  },
  {
    name: 'the roster of a coach who opened it on another day → its children',
    address: paths.roster,
    taps: [],
    answer: rosterChild,
    most: 2500,
    isWarm: true,
    forgetsDatabase: storageKeys.rosterDatabase,
    before: signIn('coach', paths.roster),
  },
  {
    name: 'the list of orders: a number → the frame of its sheet',
    address: staffPaths.managementOrders,
    taps: ['.staff-table tbody a'],
    answer: 'dialog.side[open]',
    most: 150,
    isWarm: true,
    fromTap: true,
    before: signIn('admin', staffPaths.managementOrders),
  },
  {
    // The order comes over the network, 0.56 s each way and back.
    name: 'the list of orders: a number → the order',
    address: staffPaths.managementOrders,
    taps: ['.staff-table tbody a'],
    answer: 'dialog.side[open]:not(:has(.side-waiting)) h2',
    most: 1000,
    isWarm: true,
    fromTap: true,
    before: signIn('admin', staffPaths.managementOrders),
  },
];

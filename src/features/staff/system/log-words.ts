import type { LogEntry } from '#contract/management-system.ts';
import { lookOf, sentenceOf } from './log-sentences.ts';

const tables = {
  user_roles: 'Roles',
  families: 'Families',
  family_notes: 'Notes',
  children: 'Levels and teams',
  consents: 'Consents',
  orders: 'Sales at the desk',
  order_lines: 'Moves and cancellations by staff',
  payment_decisions: 'Decisions about payments',
  place_notices: 'Who was told of a change',
  bookings: 'Attendance and bookings, classes',
  camp_attendance: 'Attendance, camps',
  sessions: 'Classes',
  camp_coaches: 'Coaches of camps',
  camp_weeks: 'Camps',
  waitlist_entries: 'Waitlists',
  session_templates: 'Weekly pattern',
  leads: 'Leads',
  messages: 'Messages',
  parties: 'Birthday parties',
  pictures: 'Pictures',
  picture_children: 'Who is in a picture',
  refunds: 'Refunds',
  credit_ledger: 'Credits, by hand',
  pass_subscriptions: 'Renewals',
  promotion_codes: 'Promotion codes',
  outbox: 'Mails sent again',
  roster_shares: 'Links to a roster',
  settings: 'Settings',
  child_health: 'Health of children',
  profile_health: 'Health of parents',
  pickup_authorizations: 'Pick-up codes',
  blocked_collectors: 'Who must never collect',
  first_aid_log: 'First aid',
  order_child_details: 'Health told with an order',
  form_response_health: 'Health told to a party',
  management: 'Sign-ins to manage',
} as const;
const named: Partial<Record<string, string>> = tables;

const actions: Partial<Record<string, string>> = {
  insert: 'added',
  update: 'changed',
  delete: 'taken away',
  erase: 'erased',
  merge: 'became one',
  roster: 'read with the roster',
  today: 'read for the day',
  details: 'read in full',
  export: 'copied',
  code: 'code was right',
  code_wrong: 'code was wrong',
  list: 'read in a list',
  sign_in_asked: 'tried',
  sign_in_granted: 'let in',
  sign_in_denied: 'turned away',
};
const spelt = (name: string) => name.replaceAll('_', ' ');

export const logWords = {
  title: 'Log',
  empty: [
    'Nothing was changed yet.',
    'The database writes an entry for each change of what matters. Who looked stands under “Looks and sign-ins”.',
  ],
  one: 'entry',
  several: 'entries',
  log: 'Log',
  changes: 'Changes',
  looks: 'Looks and sign-ins',
  ofFamily: 'Family',
  familyHint: 'Family: name, child, e-mail, order',
  ofWho: 'Who did it',
  whoHint: 'Who did it: name or e-mail',
  table: 'What',
  anyTable: 'Anything',
  tables,
  by: 'By',
  anybody: 'Anybody',
  bys: { account: 'An account', system: 'The system' },
  from: 'From',
  until: 'Until',
  what: 'What',
  who: 'Who',
  changed: 'Before and after',
  at: 'When',
  family: 'Family',
  openFamily: 'Open the family',
  column: 'Column',
  before: 'Before',
  after: 'After',
  close: 'Close',
  loading: 'Loading...',
  failed: 'The entry did not load.',
  gone: 'No entry is at this address, or its time to be kept is over.',
  foot: 'The log keeps ids and codes; names are looked up when you read it. Entries are added by the database, and changed by nobody.',
  /** What was done or read, to follow the person's name. */
  line: (entry: LogEntry & { log: 'changes' | 'looks' }): string => {
    if (entry.log === 'changes') return sentenceOf(entry);
    const { table, action } = entry;
    return `${named[table] ?? spelt(table)}: ${actions[action] ?? spelt(action)}${lookOf(entry)}`;
  },
  actor: ({ who, user_id, actor }: LogEntry): string =>
    who ??
    (user_id === null
      ? actor === 'service_role'
        ? 'A function of ours'
        : 'The database'
      : 'An account that is gone'),
} as const;

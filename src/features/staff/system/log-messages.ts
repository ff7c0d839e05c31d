import type { LogEntry } from '#contract/management-system.ts';
import { lookOf, sentenceOf } from './log-entry-messages.ts';

const tables = {
  user_roles: 'Roles',
  staff_sessions: 'Staff signed out',
  second_factor: 'Two-step sign-in removed',
  order_links: 'Links to an order ended',
  staff_invitations: 'Staff invitations',
  families: 'Families',
  family_notes: 'Notes',
  distinct_families: 'Families marked as not the same',
  tasks: 'Tasks',
  children: 'Levels and teams',
  consents: 'Consents',
  orders: 'Sales at the desk',
  order_lines: 'Moves and cancellations by staff',
  payment_decisions: 'Decisions about payments',
  place_notices: 'Notices of changes',
  bookings: 'Class bookings and attendance',
  camp_attendance: 'Camp attendance',
  sessions: 'Classes',
  camp_coaches: 'Coaches of camps',
  camp_weeks: 'Camps',
  camp_sale_exceptions: 'Camps sold without a coach',
  waitlist_entries: 'Waitlists',
  session_templates: 'Weekly pattern',
  seasons: 'Seasons',
  closed_days: 'Closed days',
  leads: 'Leads',
  messages: 'Messages',
  parties: 'Birthday parties',
  pictures: 'Pictures',
  picture_children: 'Who is in a picture',
  refunds: 'Refunds',
  credit_ledger: 'Credits changed by staff',
  pass_subscriptions: 'Renewals',
  promotion_codes: 'Promotion codes',
  outbox: 'E-mails sent again',
  roster_shares: 'Links to a roster',
  settings: 'Settings',
  child_health: 'Children’s health',
  profile_health: 'Parents’ health',
  pickup_authorizations: 'Pick-up codes',
  blocked_collectors: 'People who must never collect a child',
  first_aid_log: 'First aid',
  order_child_details: 'Health from an order',
  form_response_health: 'Health from a party answer',
  management: 'Management sign-ins',
} as const;
const tableNames: Partial<Record<string, string>> = tables;

const actions: Partial<Record<string, string>> = {
  insert: 'added',
  update: 'changed',
  delete: 'removed',
  erase: 'deleted',
  merge: 'merged',
  roster: 'read with the roster',
  today: 'read for the day',
  details: 'read in full',
  export: 'copied',
  code: 'code was correct',
  code_wrong: 'code was wrong',
  list: 'read in a list',
  contacts: 'emergency contacts read, to correct them',
  kitchen: 'allergies read for the kitchen',
  sign_in_requested: 'tried',
  sign_in_granted: 'allowed',
  sign_in_denied: 'refused',
};
const withSpaces = (name: string) => name.replaceAll('_', ' ');

export const logMessages = {
  title: 'Log',
  empty: [
    'No changes yet.',
    'Important changes appear here as they happen. Views of private data are under “Views and sign-ins”.',
  ],
  one: 'entry',
  several: 'entries',
  log: 'Log',
  changes: 'Changes',
  looks: 'Views and sign-ins',
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
  openFamily: 'Open family',
  column: 'Column',
  before: 'Before',
  after: 'After',
  close: 'Close',
  loading: 'Loading...',
  failed: 'The entry did not load.',
  notFound: 'We can’t find this entry. It may have been deleted at the end of its retention period.',
  foot: 'The log contains IDs and codes, and we look up the names when you open it. The database adds the entries, and nobody can change them.',
  line: (entry: LogEntry & { log: 'changes' | 'looks' }): string => {
    if (entry.log === 'changes') return sentenceOf(entry);
    const { table, action } = entry;
    return `${tableNames[table] ?? withSpaces(table)}: ${actions[action] ?? withSpaces(action)}${lookOf(entry)}`;
  },
  actor: ({ who, user_id, actor }: LogEntry): string =>
    who ??
    (user_id === null
      ? actor === 'service_role'
        ? 'A background service'
        : 'The database'
      : 'A deleted account'),
} as const;

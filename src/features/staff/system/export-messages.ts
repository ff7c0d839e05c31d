import type { ExportTopic } from '#contract/data-export.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { interfaceRefusals } from './interface-messages.ts';

const topics: Record<ExportTopic, string> = {
  orders: 'Orders',
  order_lines: 'What was bought',
  payments: 'Payments',
  refunds: 'Refunds',
  invoices: 'Invoices and credit notes',
  sessions: 'Classes',
  camps: 'Camps',
  bookings: 'Class bookings, with attendance',
  camp_places: 'Camp spots',
  passes: 'Passes',
  credits: 'Pass credits',
  waitlists: 'Waitlists',
  waitlist_children: 'Children on waitlists',
  parties: 'Birthday parties',
  gift_vouchers: 'Gift vouchers',
  balances: 'Changes to family balances',
  families: 'Families',
  children: 'Children',
  leads: 'Leads',
};

export const exportMessages = {
  title: 'Copy all data',
  lead: 'Everything of a topic in one file. We log each copy, and families can see that their details were copied. Health, behaviour and pick-up details are not included. Please delete the file when you no longer need it.',
  topic: 'What to copy',
  topics,
  save: { csv: 'Save CSV', json: 'Save JSON' },
  reading: (rows: number) => `${plural(rows, 'row')} so far…`,
  saved: (rows: number) => `${plural(rows, 'row')} saved.`,
} as const;

export const exportRefusals: OwnMessages = {
  ...interfaceRefusals,
  unexpected: 'The file is not complete, because we could not read everything. Please try again.',
};

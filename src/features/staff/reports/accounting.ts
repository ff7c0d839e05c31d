import type { AccountingDocument } from '#contract/accounting.ts';
import { addDays } from '#domain/dates.ts';
import { toDollars } from '#domain/money.ts';
import type { CsvColumn } from '#ui/staff/table/csv.ts';
import type { Span } from './period.ts';

/** A row of the file, which is a line of a document. */
export interface DocumentRow {
  document: AccountingDocument;
  line: AccountingDocument['lines'][number];
  accountCode: string;
}

/** Divides a period into months, because a request covers at most a month. */
export function monthsOf({ from, until }: Span): Span[] {
  const months: Span[] = [];
  for (let day = from; day <= until;) {
    const next = `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
    const last = addDays(next, -1);
    months.push({ from: day, until: last < until ? last : until });
    day = next;
  }
  return months;
}

export const rowsOf = (documents: readonly AccountingDocument[], accountCode: string): DocumentRow[] =>
  documents.flatMap((document) => document.lines.map((line) => ({ document, line, accountCode })));

/** Formats a day as day, month and year, because Xero reads the dates of a Singapore organisation in this order. */
const xeroDay = (day: string): string => day.split('-').toReversed().join('/');
const contactOf = ({ name, order_number }: AccountingDocument): string =>
  name ?? `Customer of ${order_number}`;
const describe = ({ document: { kind, invoice }, line: { title } }: DocumentRow): string =>
  (kind === 'invoice'
    ? ''
    : kind === 'reversal'
      ? `Failed refund of ${invoice ?? ''}: `
      : `Refund of ${invoice ?? ''}: `) + (title ?? '');
const empty = () => null;

/** The columns for Xero, with the names of its template for sales invoices. Amounts include tax. */
export const xeroColumns: readonly CsvColumn<DocumentRow>[] = [
  { title: '*ContactName', value: ({ document }) => contactOf(document) },
  { title: 'EmailAddress', value: ({ document }) => document.email },
  ...['1', '2', '3', '4'].map((line) => ({ title: `POAddressLine${line}`, value: empty })),
  ...['POCity', 'PORegion', 'POPostalCode', 'POCountry'].map((title) => ({ title, value: empty })),
  { title: '*InvoiceNumber', value: ({ document }) => document.reference },
  { title: 'Reference', value: ({ document }) => document.order_number },
  { title: '*InvoiceDate', value: ({ document }) => xeroDay(document.day) },
  { title: '*DueDate', value: ({ document }) => xeroDay(document.day) },
  { title: 'InventoryItemCode', value: empty },
  { title: '*Description', value: describe },
  { title: '*Quantity', value: () => 1 },
  { title: '*UnitAmount', value: ({ line }) => toDollars(line.cents) },
  { title: 'Discount', value: empty },
  { title: '*AccountCode', value: ({ accountCode }) => accountCode },
  {
    title: '*TaxType',
    value: ({ document }) => (document.gst_rate_basis_points === null ? 'No Tax' : 'Standard-Rated Supplies'),
  },
  ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'].map((title) => ({
    title,
    value: empty,
  })),
  { title: 'Currency', value: ({ document }) => document.currency },
  { title: 'BrandingTheme', value: empty },
];

const kinds = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  refund_note: 'Refund',
  reversal: 'Failed refund',
} as const;

/**
 * The columns of the plain file, which other programs read. Dates are in ISO format, phone numbers in E.164, and tax
 * codes are SR (standard-rated) and NT (no tax).
 */
export const plainColumns: readonly CsvColumn<DocumentRow>[] = [
  { title: 'Document', value: ({ document }) => kinds[document.kind] },
  { title: 'Number', value: ({ document }) => document.reference },
  { title: 'Invoice', value: ({ document }) => document.invoice },
  { title: 'Order', value: ({ document }) => document.order_number },
  { title: 'Date', value: ({ document }) => document.day },
  { title: 'Name', value: ({ document }) => document.name },
  { title: 'E-mail', value: ({ document }) => document.email },
  { title: 'Phone', value: ({ document }) => document.phone },
  { title: 'Description', value: describe },
  { title: 'Amount', value: ({ line }) => toDollars(line.cents) },
  { title: 'GST included', value: ({ document, line }) => toDollars(gstIn(document, line.cents)) },
  {
    title: 'Tax code',
    value: ({ document }) => (document.gst_rate_basis_points === null ? 'NT' : 'SR'),
  },
  {
    title: 'GST rate',
    value: ({ document }) => document.gst_rate_basis_points && document.gst_rate_basis_points / 100,
  },
  { title: 'Currency', value: ({ document }) => document.currency },
  { title: 'Method', value: ({ document }) => document.method },
];

const gstIn = ({ gst_rate_basis_points: rate }: AccountingDocument, cents: number): number =>
  rate === null ? 0 : Math.round((cents * rate) / (10_000 + rate));

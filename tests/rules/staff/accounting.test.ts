import { expect, it } from 'vitest';
import type { AccountingDocument } from '#contract/accounting.ts';
import { csvLine } from '#ui/staff/table/csv.ts';
import { monthsOf, plainColumns, rowsOf, xeroColumns } from '#features/staff/reports/accounting.ts';

const invoice: AccountingDocument = {
  kind: 'invoice',
  reference: 'INV-00012',
  order_number: 'OT-4F7K',
  invoice: 'INV-00012',
  day: '2026-11-29',
  name: '=Mei "Tan"',
  email: 'mei@example.test',
  phone: '+6591234567',
  currency: 'SGD',
  gst_rate_basis_points: 900,
  method: 'cash',
  lines: [
    { title: 'Spark Camp', cents: 59_000 },
    { title: 'Spark Camp', cents: 54_050 },
  ],
};
const credit: AccountingDocument = {
  ...invoice,
  kind: 'credit_note',
  reference: 'CN-00003',
  gst_rate_basis_points: null,
  lines: [{ title: 'Spark Camp', cents: -10_900 }],
};
const fileOf = (columns: typeof xeroColumns, documents: AccountingDocument[]) =>
  rowsOf(documents, '200').map((row) => csvLine(columns.map(({ value }) => value(row))).trim());

it('the file for Xero has the columns of its template, one row per line, and a refund as a negative amount', () => {
  expect(xeroColumns.map(({ title }) => title).join(',')).toBe(
    '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme',
  );
  const [first, second, back] = fileOf(xeroColumns, [invoice, credit]);
  const head = `"'=Mei ""Tan""",mei@example.test,,,,,,,,,`;
  const rest = 'OT-4F7K,29/11/2026,29/11/2026,,';
  expect(first).toBe(`${head}INV-00012,${rest}Spark Camp,1,590,,200,Standard-Rated Supplies,,,,,SGD,`);
  expect(second).toContain(',Spark Camp,1,540.5,,200,');
  expect(back).toBe(`${head}CN-00003,${rest}Refund of INV-00012: Spark Camp,1,-109,,200,No Tax,,,,,SGD,`);
});

it('the plain file has ISO dates, E.164 numbers, tax codes and the GST inside', () => {
  const [first, , back] = fileOf(plainColumns, [invoice, credit]);
  expect(first).toBe(
    `Invoice,INV-00012,INV-00012,OT-4F7K,2026-11-29,"'=Mei ""Tan""",mei@example.test,+6591234567,Spark Camp,590,48.72,SR,9,SGD,cash`,
  );
  expect(back).toContain(',-109,0,NT,,SGD,');
});

it('both files reverse a failed refund by a separate document, so that the two add up to nothing', () => {
  const reversal: AccountingDocument = {
    ...credit,
    kind: 'reversal',
    reference: 'RV-00001',
    lines: [{ title: 'Spark Camp', cents: 10_900 }],
  };
  expect(fileOf(xeroColumns, [credit, reversal])[1]).toContain(
    'RV-00001,OT-4F7K,29/11/2026,29/11/2026,,Failed refund of INV-00012: Spark Camp,1,109,',
  );
  expect(fileOf(plainColumns, [credit, reversal])[1]).toContain('Failed refund,RV-00001,');
});

it('a period is read month by month, and each day once', () => {
  expect(monthsOf({ from: '2026-01-15', until: '2026-03-02' })).toEqual([
    { from: '2026-01-15', until: '2026-01-31' },
    { from: '2026-02-01', until: '2026-02-28' },
    { from: '2026-03-01', until: '2026-03-02' },
  ]);
  expect(monthsOf({ from: '2026-12-31', until: '2026-12-31' })).toEqual([
    { from: '2026-12-31', until: '2026-12-31' },
  ]);
});

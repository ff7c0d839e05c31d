import { saveBlob } from '#browser/save-file.ts';
import { timeOf, today } from '#domain/dates.ts';

export interface CsvColumn<Row> {
  title: string;
  value: (row: Row) => string | number | null;
}

/**
 * Matches a cell that begins like a formula. Spreadsheets run such cells, and anybody can type a formula into our
 * forms.
 */
const FORMULA = /^[=+\-@\t\r]/;

/** Matches a phone number. It begins with +, but is harmless, because a spreadsheet reads it as text or as a number. */
const PHONE = /^\+(?:\d{1,4}(?: \d+)+|[1-9]\d{7,14})$/;

function cell(value: string | number | null): string {
  if (value === null) return '';
  // A number comes from our own data, so it is safe even if it begins with a minus.
  const text =
    typeof value === 'string' && FORMULA.test(value) && !PHONE.test(value) ? `'${value}` : String(value);
  // Spreadsheets in some languages separate cells by semicolons.
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a moment in Singapore time, in a form that spreadsheets read and sort, e.g. “2026-11-28 06:57:00”. */
export function csvMoment(moment: string | null): string | null {
  if (moment === null) return null;
  const date = new Date(moment);
  return `${today(date)} ${timeOf(moment)}:${date.toISOString().slice(17, 19)}`;
}

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;

/** Returns the CSV file, one chunk per page. `onRows` gets the number of rows that have been written so far. */
export function csvStream<Row>(
  pages: AsyncGenerator<readonly Row[], void, undefined>,
  columns: readonly CsvColumn<Row>[],
  onRows: (rows: number) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let rowCount = 0;
  return new ReadableStream({
    start(controller) {
      // Excel recognises UTF-8 by this byte order mark.
      controller.enqueue(encoder.encode(`\uFEFF${csvLine(columns.map(({ title }) => title))}`));
    },
    async pull(controller) {
      const { done, value } = await pages.next();
      if (done) {
        controller.close();
        return;
      }
      controller.enqueue(
        encoder.encode(value.map((row) => csvLine(columns.map((column) => column.value(row)))).join('')),
      );
      rowCount += value.length;
      onRows(rowCount);
    },
    async cancel() {
      await pages.return();
    },
  });
}

export function csvOf<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]) {
  async function* onePage() {
    yield await Promise.resolve(rows);
  }
  return csvStream(onePage(), columns, () => undefined);
}

interface FilePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, readonly string[]> }[];
  }) => Promise<{ createWritable: () => Promise<WritableStream<Uint8Array>> }>;
}

const fileTypes = {
  csv: { description: 'CSV', accept: { 'text/csv': ['.csv'] } },
  json: { description: 'JSON', accept: { 'application/json': ['.json'] } },
} as const;

/**
 * Saves a stream as a file. Returns false if the user cancels the file picker. Browsers that have none download the
 * whole file at the end.
 */
export async function saveStream(
  name: string,
  stream: () => ReadableStream<Uint8Array>,
  format: keyof typeof fileTypes = 'csv',
): Promise<boolean> {
  const { showSaveFilePicker: pick } = window as FilePicker;
  if (pick) {
    let file;
    try {
      file = await pick({ suggestedName: name, types: [fileTypes[format]] });
    } catch {
      // The user closed the file picker without choosing a file.
      return false;
    }
    await stream().pipeTo(await file.createWritable());
    return true;
  }
  const blob = await new Response(stream(), {
    headers: { 'content-type': Object.keys(fileTypes[format].accept).join() },
  }).blob();
  saveBlob(name, blob);
  return true;
}

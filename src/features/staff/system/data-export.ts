import {
  type ExportPage,
  ExportPage as Page,
  type ExportRow,
  type ExportTopic,
} from '#contract/data-export.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { csvLine } from '#ui/staff/table/csv.ts';
import { readPages } from '#ui/staff/table/pages.ts';

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The largest page that the database returns. */
const ROWS = 1000;
/** Excel recognises UTF-8 by this byte order mark. */
const MARK = '\uFEFF';

/** Returns all pages of a topic. */
export const pagesOf = (topic: ExportTopic) =>
  readPages((after) =>
    asMember((token) =>
      callRpc('export_data', { p_topic: topic, p_after: after, p_limit: ROWS }, Page, token),
    ),
  );

const cellOf = (value: ExportRow[string] | undefined): string | number | null =>
  typeof value === 'boolean' ? String(value) : (value ?? null);

/** Writes a topic in parts, so that a long one needs little memory. `onRows` gets the number of rows until now. */
export async function* partsOf(
  format: ExportFormat,
  pages: AsyncIterable<ExportPage>,
  onRows: (rows: number) => void,
): AsyncGenerator<string, void, undefined> {
  let count = 0;
  if (format === 'json') yield '[';
  for await (const { columns, rows } of pages) {
    if (format === 'csv') {
      const head = count === 0 ? MARK + csvLine(columns) : '';
      yield head + rows.map((row) => csvLine(columns.map((column) => cellOf(row[column])))).join('');
    } else {
      const lines = rows.map((row) =>
        JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))),
      );
      yield `${count > 0 && lines.length > 0 ? ',' : ''}\n${lines.join(',\n')}`;
    }
    count += rows.length;
    onRows(count);
  }
  if (format === 'json') yield '\n]\n';
}

export function streamOf(parts: AsyncGenerator<string, void, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return();
    },
  });
}

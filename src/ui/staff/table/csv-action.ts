import type { BulkAction } from '../../kit/selection.ts';
import { type CsvColumn, csvOf, saveStream } from './csv.ts';
import { tableMessages } from './messages.ts';

export const csvAction = <Row>(name: string, columns: readonly CsvColumn<Row>[]): BulkAction<Row> => ({
  label: tableMessages.fileSelected,
  async run(rows) {
    try {
      const isSaved = await saveStream(name, () => csvOf(rows, columns));
      return isSaved ? { tone: 'calm', text: tableMessages.fileDone(rows.length) } : null;
    } catch {
      return { tone: 'bad', text: tableMessages.fileFailed };
    }
  },
});

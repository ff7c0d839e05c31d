import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { download } from '#ui/icons.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { type CsvColumn, csvOf, saveStream } from '#ui/staff/table/csv.ts';
import { type DocumentRow, monthsOf, plainColumns, rowsOf, xeroColumns } from './accounting.ts';
import * as api from './api.ts';
import { accountingMessages as words } from './messages.ts';
import type { Span } from './period.ts';

/** Saves the documents of the period for Xero or as a plain CSV file. */
export function AccountingExport({ span }: { span: Span }) {
  const { busy, outcome, run } = useAction();
  const save = (name: string, columns: readonly CsvColumn<DocumentRow>[]) =>
    void run(async () => {
      const rows: DocumentRow[] = [];
      for (const month of monthsOf(span)) {
        const answer = await api.fetchDocuments(month);
        if (!answer.ok) return { tone: 'bad', text: words.failed };
        rows.push(...rowsOf(answer.value.documents, answer.value.account_code));
      }
      if (rows.length === 0) return { tone: 'calm', text: words.nothing };
      const isSaved = await saveStream(`${name}-${span.from}-${span.until}.csv`, () => csvOf(rows, columns));
      return isSaved
        ? { tone: 'calm', text: words.saved(new Set(rows.map(({ document }) => document.reference)).size) }
        : null;
    });
  return (
    <section className="sheet staff-accounting no-print" aria-labelledby="accounting-title">
      <header>
        <h2 id="accounting-title">{words.title}</h2>
      </header>
      <p className="quiet">{words.hint}</p>
      <div className="row">
        <Button kind="line" small busy={busy} onClick={() => save('xero', xeroColumns)}>
          <Icon path={download} />
          {words.xero}
        </Button>
        <Button kind="line" small busy={busy} onClick={() => save('documents', plainColumns)}>
          <Icon path={download} />
          {words.plain}
        </Button>
      </div>
      {outcome !== null && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
    </section>
  );
}

import type { ReportName } from '#contract/management-reports.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Icon } from '#ui/Icon.tsx';
import { download } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { csvStream, saveStream } from '#ui/staff/table/csv.ts';
import { RowBars } from './RowBars.tsx';
import type { ReportView } from './store.ts';
import type { Cell, Presentation } from './presentation.ts';
import { WeekBars } from './WeekBars.tsx';
import { cellText, cellValue, titles, reportMessages } from './messages.ts';

interface Props {
  name: ReportName;
  view: ReportView;
  /** True if the table is open from the start. */
  isOpen?: boolean;
  onAgain: () => void;
}

/** Shows a report as a sentence, a chart, and all numbers as a table and a file. */
export function Report({ name, view, isOpen = false, onAgain }: Props) {
  const title = titles[name];
  const presentation = view.state === 'ready' ? view.presentation : null;
  return (
    <section
      className={['sheet staff-report', `of-${name}`, view.state === 'ready' && view.turning && 'turning']
        .filter(Boolean)
        .join(' ')}
      aria-labelledby={`report-${name}`}
      aria-busy={view.state === 'loading'}
    >
      <header>
        <h2 id={`report-${name}`}>{title}</h2>
        {view.state === 'ready' && view.presentation.rows.length > 0 && (
          <Button
            kind="line"
            small
            aria-label={reportMessages.fileOf(title)}
            onClick={() => void save(`${name}-${view.span.from}-${view.span.until}.csv`, view.presentation)}
          >
            <Icon path={download} />
            {reportMessages.file}
          </Button>
        )}
      </header>
      {view.state === 'loading' && (
        <p role="status">
          <span className="sr-only">{reportMessages.loading}</span>
          <span className="skeleton report-wait" />
        </p>
      )}
      {view.state === 'failed' && (
        <Notice
          tone="bad"
          actions={
            <Button kind="line" small onClick={onAgain}>
              {failedMessages.again}
            </Button>
          }
        >
          {reportMessages.failed}
        </Notice>
      )}
      {presentation !== null && <LoadedReport presentation={presentation} title={title} isOpen={isOpen} />}
    </section>
  );
}

interface ReadyProps {
  presentation: Presentation;
  title: string;
  isOpen: boolean;
}
function LoadedReport({ presentation, title, isOpen }: ReadyProps) {
  const { chart } = presentation;
  if (presentation.rows.length === 0) return <p className="quiet">{reportMessages.nothing}</p>;
  return (
    <>
      <p className="report-headline numbers">{presentation.headline}</p>
      {chart?.kind === 'weeks' && <WeekBars chart={chart} label={`${title}. ${presentation.headline}`} />}
      {chart?.kind === 'rows' && <RowBars chart={chart} />}
      {presentation.notes.length > 0 && (
        <ul className="report-notes quiet">
          {presentation.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <details className="report-table" open={isOpen}>
        <summary>{reportMessages.table}</summary>
        {/* The keyboard must be able to scroll the table too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div tabIndex={0} role="region" aria-label={`${reportMessages.table}: ${title}`}>
          <table className="numbers">
            <thead>
              <tr>
                {presentation.columns.map((column, index) => (
                  <th
                    key={column}
                    scope="col"
                    className={typeof presentation.rows[0]?.[index] === 'string' ? 'words' : ''}
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {presentation.rows.map((row, index) => (
                <Row key={index} row={row} linkOf={presentation.linkOf} />
              ))}
            </tbody>
            {presentation.total && (
              <tfoot>
                <Row row={presentation.total} />
              </tfoot>
            )}
          </table>
        </div>
      </details>
    </>
  );
}

interface RowProps {
  row: readonly Cell[];
  linkOf?: Presentation['linkOf'];
}

function Row({ row: [name = null, ...cells], linkOf }: RowProps) {
  const title = cellText(name);
  const link = linkOf?.(title) ?? null;
  return (
    <tr>
      <th scope="row">{link === null ? title : <a href={link}>{title}</a>}</th>
      {cells.map((cell, index) => (
        <td key={index} className={typeof cell === 'string' ? 'words' : ''}>
          {cellText(cell)}
        </td>
      ))}
    </tr>
  );
}

const save = (name: string, { columns, rows }: Presentation): Promise<boolean> =>
  saveStream(name, () =>
    csvStream(
      singlePage(rows),
      columns.map((title, index) => ({
        title,
        value: (row: readonly Cell[]) => cellValue(row[index] ?? null),
      })),
      () => undefined,
    ),
  );

async function* singlePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[], void, undefined> {
  yield await Promise.resolve(rows);
}

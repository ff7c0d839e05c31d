import { useRef, useState } from 'react';
import { Button } from '../../Button.tsx';
import { Icon } from '../../Icon.tsx';
import { download } from '../../icons.ts';
import { showToast } from '../../toast.ts';
import { type CsvColumn, csvStream, saveStream } from './csv.ts';
import type { Pages } from './list.ts';
import { tableMessages } from './messages.ts';

interface Props<Row> {
  pages: Pages<Row>;
  file: { name: string; columns: readonly CsvColumn<Row>[] };
}

/** Exports a list page by page, because it may be very long. */
export function ExportButton<Row>({ pages, file }: Props<Row>) {
  const [rows, setRows] = useState<number | null>(null);
  const [waits, setWaits] = useState(false);
  const stop = useRef<AbortController>(null);

  async function save(): Promise<void> {
    let rowCount = 0;
    const stopping = new AbortController();
    stop.current = stopping;
    setRows(0);
    const stream = () =>
      csvStream(pages(stopping.signal, setWaits), file.columns, (count) => {
        rowCount = count;
        setRows(count);
      });
    try {
      if (await saveStream(file.name, stream)) showToast(tableMessages.fileDone(rowCount), 'good');
    } catch {
      if (!stopping.signal.aborted) showToast(tableMessages.fileFailed);
    }
    setRows(null);
    setWaits(false);
  }
  if (rows === null)
    return (
      <Button kind="line" small aria-label={tableMessages.fileLabel} onClick={() => void save()}>
        <Icon path={download} />
        {tableMessages.file}
      </Button>
    );
  return (
    <Button
      kind="line"
      small
      onClick={() => {
        stop.current?.abort();
      }}
    >
      <span className="spinner" aria-hidden="true" />
      <span className="numbers">{tableMessages.fileRows(rows)}</span>
      {waits && ` · ${tableMessages.fileWaits}`} · {tableMessages.fileStop}
    </Button>
  );
}

import { useRef, useState } from 'react';
import { Button } from '../../Button.tsx';
import { Icon } from '../../Icon.tsx';
import { download } from '../../icons.ts';
import { showToast } from '../../toast.ts';
import { type CsvColumn, csvStream, saveStream } from './csv.ts';
import type { List } from './list.ts';
import { tableWords } from './words.ts';

interface Props<Row> {
  list: List<Row>;
  file: { name: string; columns: readonly CsvColumn<Row>[] };
}

/** Everything that the filters let through, written page by page: it may be more than anybody would scroll to. */
export function ExportButton<Row>({ list, file }: Props<Row>) {
  const [rows, setRows] = useState<number | null>(null);
  const stop = useRef<AbortController>(null);

  async function save(): Promise<void> {
    let written = 0;
    const stopping = new AbortController();
    stop.current = stopping;
    setRows(0);
    const stream = () =>
      csvStream(whileWanted(list.pages(), stopping.signal), file.columns, (count) => {
        written = count;
        setRows(count);
      });
    try {
      if (await saveStream(file.name, stream)) showToast(tableWords.fileDone(written), 'good');
    } catch {
      if (!stopping.signal.aborted) showToast(tableWords.fileFailed);
    }
    setRows(null);
  }
  if (rows === null)
    return (
      <Button kind="line" small aria-label={tableWords.fileLabel} onClick={() => void save()}>
        <Icon path={download} />
        {tableWords.file}
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
      <span className="numbers">{tableWords.fileRows(rows)}</span> · {tableWords.fileStop}
    </Button>
  );
}

async function* whileWanted<Row>(
  pages: AsyncGenerator<readonly Row[], void, undefined>,
  stopping: AbortSignal,
): AsyncGenerator<readonly Row[], void, undefined> {
  for await (const page of pages) {
    stopping.throwIfAborted();
    yield page;
  }
}

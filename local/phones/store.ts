import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface SentText {
  id: string;
  created_at: string;
  channel: 'whatsapp' | 'sms';
  to: string;
  text: string;
  /** The reports about the message, in order. */
  reports: string[];
}

/**
 * The messages to phones, in one SQLite file beside the mails. If there are more than `cap`, the oldest are deleted.
 */
export function openTexts(dir: string, cap: number) {
  mkdirSync(dir, { recursive: true });
  const db = new DatabaseSync(join(dir, 'phones.sqlite'));
  db.exec('pragma journal_mode = wal; pragma synchronous = normal;');
  db.exec(
    'create table if not exists texts (sequence integer primary key autoincrement, id text not null unique, text text not null)',
  );
  const insert = db.prepare('insert into texts (id, text) values (?, ?)');
  const update = db.prepare('update texts set text = ? where id = ?');
  const dropOldest = db.prepare('delete from texts where sequence <= (select max(sequence) from texts) - ?');
  const select = db.prepare('select text from texts where id = ?');
  const selectAll = db.prepare('select text from texts order by sequence desc');
  const parse = (row: { text?: unknown }) => JSON.parse(String(row.text)) as SentText;
  return {
    add(message: Omit<SentText, 'created_at' | 'reports'>): SentText {
      const text: SentText = { ...message, created_at: new Date().toISOString(), reports: [] };
      insert.run(text.id, JSON.stringify(text));
      dropOldest.run(cap);
      return text;
    },
    noteReport(id: string, report: string): void {
      const row = select.get(id);
      if (!row) return;
      const text = parse(row);
      update.run(JSON.stringify({ ...text, reports: [...text.reports, report] }), id);
    },
    list: (to = ''): SentText[] =>
      selectAll
        .all()
        .map(parse)
        .filter((text) => text.to.includes(to.replaceAll(' ', ''))),
    clear: () => {
      db.exec('delete from texts');
    },
    close: () => {
      db.close();
    },
  };
}
export type Texts = ReturnType<typeof openTexts>;

import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Draft, Mail } from './mail.ts';

const schema = `
  create table if not exists mails (
    sequence integer primary key autoincrement,
    id text not null unique,
    recipients text not null,
    mail text not null
  );
  create table if not exists attachments (
    mail text not null references mails (id) on delete cascade,
    position integer not null,
    content blob not null,
    primary key (mail, position)
  );
  create table if not exists answers (
    key text primary key,
    fingerprint text not null,
    body text not null,
    created_at integer not null
  );
`;

/** In milliseconds. Resend forgets idempotency keys after a day. */
const KEEP_ANSWERS_MS = 24 * 60 * 60 * 1000;

export interface Answer {
  fingerprint: string;
  body: string;
}

/** One SQLite file, so that a send is stored completely or not at all, even if the process is killed. */
export function openStore(dir: string, cap: number) {
  mkdirSync(dir, { recursive: true });
  const db = new DatabaseSync(join(dir, 'mail.sqlite'));
  // With a write-ahead log, NORMAL loses nothing if the process is killed, but it may in a power cut.
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;');
  db.exec(schema);

  const insertMail = db.prepare('insert into mails (id, recipients, mail) values (?, ?, ?)');
  const insertAttachment = db.prepare('insert into attachments values (?, ?, ?)');
  const insertAnswer = db.prepare('insert or replace into answers values (?, ?, ?, ?)');
  const dropOldest = db.prepare('delete from mails where sequence <= (select max(sequence) from mails) - ?');
  const dropAnswers = db.prepare('delete from answers where created_at < ?');
  const selectAnswer = db.prepare('select fingerprint, body from answers where key = ? and created_at >= ?');
  const selectMail = db.prepare('select mail from mails where id = ?');
  const selectMails = db.prepare(
    'select mail from mails where instr(recipients, ?) > 0 or ? is null order by sequence desc limit ?',
  );
  const selectContent = db.prepare('select content from attachments where mail = ? and position = ?');
  const selectVersion = db.prepare(
    'select coalesce(max(sequence), 0) as version, count(*) as count from mails',
  );

  const parse = (row: { mail?: unknown }) => JSON.parse(String(row.mail)) as Mail;

  function insert(draft: Draft): Mail {
    const mail: Mail = {
      ...draft,
      id: randomUUID(),
      created_at: new Date().toISOString(),
      attachments: draft.attachments.map(({ content, ...rest }) => ({ ...rest, size: content.length })),
    };
    const recipients = [...mail.to, ...mail.cc, ...mail.bcc].join('\n').toLowerCase();
    insertMail.run(mail.id, recipients, JSON.stringify(mail));
    for (const [position, { content }] of draft.attachments.entries()) {
      insertAttachment.run(mail.id, position, content);
    }
    return mail;
  }

  return {
    /** Stores the mails together with the response, so that a repeated request gets the same response. */
    send(drafts: Draft[], answer?: { key: string; fingerprint: string; body: (mails: Mail[]) => string }) {
      db.exec('begin immediate');
      try {
        const mails = drafts.map(insert);
        dropOldest.run(cap);
        if (answer) {
          const now = Date.now();
          insertAnswer.run(answer.key, answer.fingerprint, answer.body(mails), now);
          dropAnswers.run(now - KEEP_ANSWERS_MS);
        }
        db.exec('commit');
        return mails;
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },

    answerTo(key: string): Answer | undefined {
      const row = selectAnswer.get(key, Date.now() - KEEP_ANSWERS_MS);
      return row && { fingerprint: String(row['fingerprint']), body: String(row['body']) };
    },

    get(id: string): Mail | undefined {
      const row = selectMail.get(id);
      return row && parse(row);
    },

    /** Returns the newest mails first. `to` is a part of a recipient's address, and its case does not matter. */
    list(to?: string, limit = cap): Mail[] {
      const needle = to?.trim().toLowerCase() ?? '';
      return selectMails.all(needle, needle === '' ? null : needle, limit).map(parse);
    },

    content(id: string, position: number): Buffer | undefined {
      const content = selectContent.get(id, position)?.['content'];
      return content instanceof Uint8Array ? Buffer.from(content) : undefined;
    },

    version(): string {
      const row = selectVersion.get();
      return `${String(row?.['version'])}.${String(row?.['count'])}`;
    },

    clear: () => {
      db.exec('delete from mails');
    },
    close: () => {
      db.close();
    },
  };
}

export type Store = ReturnType<typeof openStore>;

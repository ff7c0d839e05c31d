import type { ErrorCode } from '#contract/errors.ts';
import type { LogEntry, LogName } from '#contract/management-system.ts';
import { createDetail } from '#ui/kit/detail.ts';
import { fetchLog } from './api.ts';

/** An entry with the name of its log. Both logs number their entries from one, so an id alone is ambiguous. */
export type LogRow = LogEntry & { log: LogName };

const NAMED = /^(changes|looks)-(\d{1,15})$/;
export const nameOf = ({ log, id }: LogRow): string => `${log}-${id}`;

export type EntryCode = ErrorCode | 'gone';

export const createEntry = () =>
  createDetail<LogRow, EntryCode>({
    name: 'entry',
    isId: (text) => NAMED.test(text),
    read: async (name) => {
      const [, log = '', entry = ''] = NAMED.exec(name) ?? [];
      const requestedLog = log === 'looks' ? 'looks' : 'changes';
      const answer = await fetchLog({ log: requestedLog, entry }, null, 1);
      if (!answer.ok) return answer;
      const [row] = answer.value.rows;
      return row ? { ok: true, value: { ...row, log: requestedLog } } : { ok: false, code: 'gone' };
    },
  });

import type { LogEntry } from '#contract/management-system.ts';
import { formatDate, formatMoment, formatTime } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { fieldNames, valueNames } from './log-terms.ts';
import { changesOf, saidOf } from './model.ts';

const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Ids and fingerprints of attempts to sign in, which stand for nothing that has a name. */
const CODES = new Set(['attempt', 'address']);

const fieldWords = (column: string): string => fieldNames[column] ?? column.replaceAll('_', ' ');

/** A value as one reads it: an id as what it stands for, a sum as money, a moment as a day. Empty stays null. */
function valueWords(entry: LogEntry, column: string, value: string | null): string | null {
  if (value === null || value === '') return null;
  const list = /^[[{]/.test(value) ? listWords(entry, column, value) : null;
  if (list !== null) return list;
  if (column.endsWith('_cents')) return formatMoney(Number(value));
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatMoment(value);
  if (/^\d{2}:\d{2}(:\d{2})?$/.test(value)) return formatTime(value);
  return valueNames[value] ?? value.replaceAll(UUIDS, (id) => entry.names[id] ?? 'a deleted item');
}

/** `Kind: a class, Class or camp: Spark Camp, Bishan, 30 Nov` of what the log holds as JSON; null: it is none. */
function listWords(entry: LogEntry, column: string, value: string): string | null {
  const items = itemsOf(value);
  if (items === null) return null;
  const isList = Array.isArray(items);
  return Object.entries(items)
    .map(([key, item]): string | null => {
      const words = valueWords(entry, isList ? column : key, saidOf(item));
      return isList || words === null ? words : `${fieldWords(key)}: ${words}`;
    })
    .filter((words) => words !== null)
    .join(', ');
}
function itemsOf(value: string): object | null {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}

export interface ChangeInWords {
  field: string;
  was: string | null;
  is: string | null;
}
/** Each field of an entry in words. */
export const changesInWords = (entry: LogEntry): ChangeInWords[] =>
  changesOf(entry)
    .filter(({ column }) => !CODES.has(column))
    .map(({ column, before, after }) => ({
      field: fieldWords(column),
      was: valueWords(entry, column, before),
      is: valueWords(entry, column, after),
    }));

/** `Place: Bishan became East Coast; Coach: nothing became Ray`; of what was added or is gone, what it was. */
const details = (entry: LogEntry): string =>
  changesInWords(entry)
    .map(({ field, was, is }) =>
      entry.action === 'update'
        ? `${field}: ${was ?? 'nothing'} became ${is ?? 'nothing'}`
        : `${field}: ${is ?? was ?? ''}`,
    )
    .join('; ');

export const withDetails = (sentence: string, entry: LogEntry): string => {
  const more = details(entry);
  return more === '' ? sentence : `${sentence}: ${more}`;
};

import type { LogEntry } from '#contract/management-system.ts';
import { formatDate, formatMoment, formatTime } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { fieldNames, valueNames } from './log-terms.ts';
import { changesOf, textOf } from './model.ts';

const UUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Columns with ids and hashes of sign-in attempts, which have no name to show. */
const CODES = new Set(['attempt', 'address']);

const fieldMessage = (column: string): string => fieldNames[column] ?? column.replaceAll('_', ' ');

/**
 * Formats a value. An id becomes a name, an amount becomes money, and a time becomes a date. Returns null for an empty
 * value.
 */
function valueMessage(entry: LogEntry, column: string, value: string | null): string | null {
  if (value === null || value === '') return null;
  const list = /^[[{]/.test(value) ? listMessage(entry, column, value) : null;
  if (list !== null) return list;
  if (column.endsWith('_cents')) return formatMoney(Number(value));
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatMoment(value);
  if (/^\d{2}:\d{2}(:\d{2})?$/.test(value)) return formatTime(value);
  return valueNames[value] ?? value.replaceAll(UUIDS, (id) => entry.names[id] ?? 'a deleted item');
}

/**
 * Turns JSON in the log into `Kind: a class, Class or camp: Spark Camp, Bishan, 30 Nov`, or returns
 * null if it is not JSON.
 */
function listMessage(entry: LogEntry, column: string, value: string): string | null {
  const items = itemsOf(value);
  if (items === null) return null;
  const isList = Array.isArray(items);
  return Object.entries(items)
    .map(([key, item]): string | null => {
      const valueText = valueMessage(entry, isList ? column : key, textOf(item));
      return isList || valueText === null ? valueText : `${fieldMessage(key)}: ${valueText}`;
    })
    .filter((text) => text !== null)
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

export interface DescribedChange {
  field: string;
  was: string | null;
  is: string | null;
}
/** Returns the changed columns of a log entry with the values as staff read them. */
export const describeChanges = (entry: LogEntry): DescribedChange[] =>
  changesOf(entry)
    .filter(({ column }) => !CODES.has(column))
    .map(({ column, before, after }) => ({
      field: fieldMessage(column),
      was: valueMessage(entry, column, before),
      is: valueMessage(entry, column, after),
    }));

/**
 * Returns for example `Location: Bishan became East Coast; Coach: nothing became Ray`. For an added or deleted row, it
 * contains the row's values.
 */
const details = (entry: LogEntry): string =>
  describeChanges(entry)
    .map(({ field, was, is }) =>
      entry.action === 'update'
        ? `${field}: ${was ?? 'nothing'} became ${is ?? 'nothing'}`
        : `${field}: ${is ?? was ?? ''}`,
    )
    .join('; ');

export const withDetails = (sentence: string, entry: LogEntry): string => {
  const detailsText = details(entry);
  return detailsText === '' ? sentence : `${sentence}: ${detailsText}`;
};

/** Says which day of a camp was cancelled, or is held after all. */
export function cancelledDaySentence({ action, before, after }: LogEntry, camp: string): string {
  const day = (after ?? before)?.['day'];
  const date = typeof day === 'string' ? formatDate(day) : 'a day';
  return action === 'delete' ? `held ${camp} after all on ${date}` : `cancelled ${camp} on ${date}`;
}

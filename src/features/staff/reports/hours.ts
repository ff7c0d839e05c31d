import { formatDay } from '#contract/format.ts';
import { addDays, today } from '#domain/dates.ts';
import { coachPath } from '#ui/staff/coach-path.ts';
import { hoursMessages as words, hoursText, monthText, reportMessages } from './messages.ts';
import { type Cell, type Presentation, type Reports, sum } from './presentation.ts';
import type { Span } from './period.ts';

type Month = Reports['hours']['months'][number];

/** Turns minutes into hours. A quarter of an hour is 0.25, so two decimals are enough. */
const inHours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;
const minutesOf = (rows: readonly Month[]): number =>
  sum(rows, (row) => row.session_minutes + row.camp_minutes);

/** Returns the cells of a row. A phone shows only the first columns, so the hours come first. */
const cells = (rows: readonly Month[]): Cell[] => [
  inHours(minutesOf(rows)),
  sum(rows, (row) => row.sessions),
  inHours(sum(rows, (row) => row.session_minutes)),
  sum(rows, (row) => row.camp_days),
  inHours(sum(rows, (row) => row.camp_minutes)),
];
const columns = ['Hours', 'Sessions', 'Session hours', 'Camp days', 'Camp hours'];

/**
 * Returns a note if the period contains only a part of a month, because a coach would be paid too little for that
 * month.
 */
function partNotes({ from, until }: Span): string[] {
  const isWhole = from.endsWith('-01') && (until >= today() || addDays(until, 1).endsWith('-01'));
  return isWhole ? [] : [words.partOfMonth(formatDay(from), formatDay(until))];
}

/** Shows the coaches' hours by month, for the person who pays them. */
export function presentHours({ months }: Reports['hours'], span: Span): Presentation {
  const assignedMonths = months.filter(({ coach }) => coach !== null);
  const unassigned = minutesOf(months.filter(({ coach }) => coach === null));
  const coaches = [...new Set(assignedMonths.map(({ coach }) => coach ?? ''))].sort();
  return {
    headline: words.headline(hoursText(inHours(minutesOf(assignedMonths))), coaches.length),
    notes: [
      words.rule,
      ...partNotes(span),
      ...(unassigned === 0 ? [] : [words.unassigned(hoursText(inHours(unassigned)))]),
    ],
    chart: {
      kind: 'rows',
      unit: 'hours',
      whole: null,
      rows: coaches.map((name) => ({
        name,
        value: inHours(minutesOf(assignedMonths.filter(({ coach }) => coach === name))),
      })),
    },
    columns: ['Coach', 'Month', ...columns],
    rows: months.map((row) => [row.coach ?? words.nobody, monthText(row.month), ...cells([row])]),
    linkOf: (name) => (coaches.includes(name) ? coachPath(name) : null),
    total: [reportMessages.total, '', ...cells(months)],
  };
}

export function presentOwnHours({ months }: Reports['hours'], span: Span): Presentation {
  return {
    headline: words.ownHeadline(hoursText(inHours(minutesOf(months)))),
    notes: [words.rule, ...partNotes(span)],
    chart: null,
    columns: ['Month', ...columns],
    rows: months.map((row) => [monthText(row.month), ...cells([row])]),
    total: [reportMessages.total, ...cells(months)],
  };
}

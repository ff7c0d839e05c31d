import { formatDate, formatDays } from '#contract/format.ts';
import { today } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { firstDayOf, type Span, weeksOf } from './period.ts';
import { percentOf, type Reports, sum, type Presentation } from './presentation.ts';
import { countText, monthText, stepMessages, reportMessages } from './messages.ts';

const positions = ['First early bird', 'Second early bird', 'Third early bird'];

export function presentFill({ classes, camps }: Reports['fill'], span: Span): Presentation {
  const seats = sum(classes, (row) => row.seats);
  const takenSpots = sum(classes, (row) => row.taken);
  const campSeats = sum(camps, (row) => row.seats);
  const campTaken = sum(camps, (row) => row.taken);
  const weeks = weeksOf(span);
  const classesOf = (week: string) => classes.filter((row) => row.week === week);
  return {
    headline: [
      seats > 0 && `Classes ${percentOf(takenSpots, seats)}% full.`,
      campSeats > 0 && `Camps ${percentOf(campTaken, campSeats)}% full.`,
    ]
      .filter(Boolean)
      .join(' '),
    notes: [
      'Booked spots only: spots that were cancelled or are only held do not count. The chart shows classes.',
    ],
    chart: {
      kind: 'weeks',
      unit: 'percent',
      weeks: weeks.map((week) => firstDayOf(week, span)),
      series: [
        {
          name: 'Classes, percent full',
          values: weeks.map(
            (week) =>
              percentOf(
                sum(classesOf(week), (row) => row.taken),
                sum(classesOf(week), (row) => row.seats),
              ) ?? 0,
          ),
        },
      ],
    },
    columns: ['What', 'When', 'Sessions', 'Spots', 'Booked', 'Full'],
    rows: [
      ...classes.map((row) => [
        ...[row.class_type, `Week from ${firstDayOf(row.week, span)}`, row.sessions, row.seats, row.taken],
        { percent: percentOf(row.taken, row.seats) },
      ]),
      ...camps.map((row) => [
        ...[row.name, formatDays(row.start_date, row.end_date), 1, row.seats, row.taken],
        { percent: percentOf(row.taken, row.seats) },
      ]),
    ],
  };
}

export function presentEarlyBird({ rungs }: Reports['early_bird']): Presentation {
  const places = sum(rungs, (rung) => rung.places);
  const earlyRungs = rungs.filter(({ rung_id }) => rung_id !== null && rung_id !== 'listed');
  const earlyPlaces = sum(earlyRungs, (rung) => rung.places);
  const nameOf = ({ rung_id, position }: (typeof rungs)[number]) =>
    rung_id === null || rung_id === 'listed'
      ? 'Listed price'
      : position === null
        ? `Early bird “${rung_id}”`
        : (positions[position - 1] ?? `Early bird ${position}`);
  return {
    headline: `${countText(earlyPlaces)} of ${countText(places)} camp spots were sold at early-bird prices (${percentOf(earlyPlaces, places) ?? 0}%).`,
    notes: [
      `Spots that were cancelled later do not count. Families saved ${formatMoney(sum(earlyRungs, (rung) => rung.saved_cents))} against today’s listed prices.`,
    ],
    chart: {
      kind: 'rows',
      unit: 'count',
      whole: null,
      rows: rungs.map((rung) => ({ name: `${rung.title}: ${nameOf(rung)}`, value: rung.places })),
    },
    columns: ['Tier', 'Price', 'Spots', 'Paid for them', 'Saved'],
    rows: rungs.map((rung) => [
      ...[rung.title, nameOf(rung), rung.places],
      ...[{ cents: rung.cents }, { cents: rung.saved_cents }],
    ]),
    total: [
      ...[reportMessages.total, '', places],
      { cents: sum(rungs, (rung) => rung.cents) },
      { cents: sum(rungs, (rung) => rung.saved_cents) },
    ],
  };
}

export function presentSteps({ steps, stored_since }: Reports['steps'], { from }: Span): Presentation {
  const [first] = steps;
  const last = steps.at(-1);
  const visitsBefore = (at: number) => steps[at - 1]?.visits ?? 0;
  return {
    headline: `${countText(first?.visits ?? 0)} ${first?.visits === 1 ? 'visit' : 'visits'} chose a team, and ${countText(last?.visits ?? 0)} paid.`,
    notes: [
      'A visit is one browser, without a name. Visitors who arrive on another page skip a step, so we compare each step with the visits that did the previous one.',
      ...(stored_since !== null && stored_since > from
        ? [`Steps before ${formatDate(stored_since)} have been deleted, so they are missing here.`]
        : []),
    ],
    chart: {
      kind: 'rows',
      unit: 'count',
      whole: null,
      rows: steps.map(({ step, visits, also_before }, index) => {
        const continuedPercent = index === 0 ? null : percentOf(also_before, visitsBefore(index));
        return {
          name: stepMessages[step],
          value: visits,
          ...(continuedPercent === null ? {} : { note: `${continuedPercent}% went on` }),
        };
      }),
    },
    columns: ['Step', 'Visits', 'Did the previous step', 'Went on from the previous step'],
    rows: steps.map(({ step, visits, also_before }, index) => [
      ...[stepMessages[step], visits],
      ...(index === 0
        ? [null, null]
        : [also_before, { percent: percentOf(also_before, visitsBefore(index)) }]),
    ]),
  };
}

/**
 * Returns whether enough days have passed since the end of the period. Until then the number still grows and would
 * mislead.
 */
const endedDaysAgo = (endDay: string, days: number): boolean =>
  Date.parse(today()) - Date.parse(endDay) >= days * 86_400_000;

export function presentRetention({ months }: Reports['retention']): Presentation {
  const families = sum(months, (row) => row.families);
  const completeMonths = months.filter((row) => endedDaysAgo(row.ended_at, 90));
  const share = percentOf(
    sum(completeMonths, (row) => row.days_90),
    sum(completeMonths, (row) => row.families),
  );
  const cell = (row: (typeof months)[number], days: 30 | 90 | 180) =>
    endedDaysAgo(row.ended_at, days) ? { percent: percentOf(row[`days_${days}`], row.families) } : null;
  return {
    headline:
      share === null
        ? `${countText(families)} new families. It is too early to say who comes back.`
        : `${share}% of new families bought again within 90 days.`,
    notes: [
      'Families are grouped by the month of their first paid order. Renewals count. A dash means that the days have not all passed yet.',
    ],
    chart: {
      kind: 'rows',
      unit: 'percent',
      whole: 100,
      rows: completeMonths.map((row) => ({
        name: monthText(row.month),
        value: percentOf(row.days_90, row.families) ?? 0,
        note: `of ${countText(row.families)} within 90 days`,
      })),
    },
    columns: ['First order in', 'Families', 'Again within 30 days', 'Within 90 days', 'Within 180 days'],
    rows: months.map((row) => [row.month, row.families, cell(row, 30), cell(row, 90), cell(row, 180)]),
  };
}

export function presentWaitlists({ places }: Reports['waitlists']): Presentation {
  const joinedCount = sum(places, (row) => row.joined);
  const enrolled = sum(places, (row) => row.enrolled);
  const endedCount = joinedCount - sum(places, (row) => row.waiting);
  return {
    headline: `${countText(joinedCount)} families joined a waitlist. Of the ${countText(endedCount)} whose wait is over, ${countText(enrolled)} got a spot (${percentOf(enrolled, endedCount) ?? 0}%).`,
    notes: [
      'Families who joined a waitlist on these days. Those who never confirmed their e-mail address do not count.',
    ],
    chart: {
      kind: 'rows',
      unit: 'percent',
      whole: 100,
      rows: places.map((row) => ({
        name: row.is_class ? row.name : `Camp: ${row.name}`,
        value: percentOf(row.enrolled, row.joined - row.waiting) ?? 0,
        note: `${countText(row.enrolled)} of ${countText(row.joined - row.waiting)}`,
      })),
    },
    columns: ['For', 'Joined', 'Got an offer', 'Got a spot', 'Still waiting', 'Success'],
    rows: places.map((row) => [
      ...[row.is_class ? row.name : `Camp: ${row.name}`, row.joined, row.offered, row.enrolled, row.waiting],
      { percent: percentOf(row.enrolled, row.joined - row.waiting) },
    ]),
    total: [
      ...[
        reportMessages.total,
        joinedCount,
        sum(places, (row) => row.offered),
        enrolled,
        sum(places, (row) => row.waiting),
      ],
      { percent: percentOf(enrolled, endedCount) },
    ],
  };
}

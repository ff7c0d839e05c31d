import { EndPause, type FamilyPage, PausePass } from '#contract/management-families.ts';
import { addDays, today } from '#domain/dates.ts';
import { fieldsOf } from '#ui/kit/form/field.ts';
import * as api from './api.ts';
import { createChange, type MakeChange, readValue } from './changes.ts';
import { passMessages as words } from './pass-messages.ts';

/** `private.check_pause` allows staff to pause so many days back. */
const BACKDATED_DAYS = 60;

type Pass = FamilyPage['passes'][number];

/** Pauses a pass beyond the family's rules. The form names every booked session before staff send it. */
export function pausePass(pass: Pass, child: string, { ahead }: Pick<FamilyPage, 'ahead'>): MakeChange {
  const field = fieldsOf(PausePass);
  const bookings = ahead.filter(
    ({ pass_id, status, starts_at }) =>
      pass_id === pass.id && status === 'booked' && Date.parse(starts_at) > Date.now(),
  );
  const latest = pass.valid_until;
  const backdated = addDays(today(), -BACKDATED_DAYS);
  const earliest = pass.valid_from > backdated ? pass.valid_from : backdated;
  const mayStartOn = (day: string) => day >= earliest && (latest === null || day <= latest);
  return createChange(PausePass, {
    title: words.pauseOf(child, pass.title),
    note: [words.pauseRule(BACKDATED_DAYS), words.booked(bookings)].join('\n'),
    save: words.savePause,
    check: ({ first_day = '', last_day = '' }) => ({
      ...(last_day !== '' && last_day < first_day && { last_day: { kind: 'not_accepted' } }),
      ...(first_day !== '' && !mayStartOn(first_day) && { first_day: { kind: 'not_accepted' } }),
    }),
    faultOf: ({ kind }, path) => (kind === 'not_accepted' ? words.fault(path, earliest, latest) : null),
    latestDay: '9999-12-31',
    before: { first_day: '', last_day: '', reason: '' },
    fields: [
      field('first_day', 'date', words.firstDay, { required: true }),
      field('last_day', 'date', words.lastDay, { required: true }),
      field('reason', 'text', words.reason, { required: true }),
    ],
    bodyOf: (values) => ({
      first_day: readValue(values, 'first_day'),
      last_day: readValue(values, 'last_day'),
      reason: readValue(values, 'reason'),
    }),
    request: ({ first_day, last_day, reason }) =>
      api.pausePass({
        passId: pass.id,
        firstDay: first_day,
        lastDay: last_day,
        bookingIds: bookings
          .filter(({ session_date }) => session_date >= first_day && session_date <= last_day)
          .map(({ id }) => id),
        note: reason,
      }),
    messageOf: ({ valid_until }) => words.paused(child, valid_until),
  });
}

export function endPause(pause: Pass['pause']['planned'][number], child: string, title: string): MakeChange {
  return createChange(EndPause, {
    title: words.endOf(child, title),
    note: words.endRule(pause),
    save: words.saveEnd,
    before: {},
    fields: [],
    bodyOf: () => ({ pause_id: pause.id }),
    request: ({ pause_id }) => api.endPause(pause_id),
    messageOf: ({ valid_until }) => words.ended(child, valid_until),
  });
}

import { EndPause, type FamilyPage, PausePass } from '#contract/management-families.ts';
import { fieldsOf } from '#ui/kit/form/field.ts';
import * as api from './api.ts';
import { createChange, type MakeChange, readValue } from './changes.ts';
import { passMessages as words } from './pass-messages.ts';

type Pass = FamilyPage['passes'][number];

/** Pauses a pass beyond the family's rules. The form names every booked session before staff send it. */
export function pausePass(pass: Pass, child: string, { ahead }: Pick<FamilyPage, 'ahead'>): MakeChange {
  const field = fieldsOf(PausePass);
  const bookings = ahead.filter(
    ({ pass_id, status, starts_at }) =>
      pass_id === pass.id && status === 'booked' && Date.parse(starts_at) > Date.now(),
  );
  return createChange(PausePass, {
    title: words.pauseOf(child, pass.title),
    note: [words.pauseRule, words.booked(bookings)].join('\n'),
    save: words.savePause,
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

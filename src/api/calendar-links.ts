import {
  CalendarLink,
  coachCalendarPath,
  CoachCalendarLink,
  familyCalendarPath,
  RevokedCalendar,
} from '#contract/calendar-links.ts';
import { env } from '#config/env.ts';
import { asMember } from './as-member.ts';
import { errorText, type OwnMessages } from './error-text.ts';
import { callRpc } from './rpc.ts';

type Call = Parameters<typeof callRpc>[0];

const linkCalls =
  (renew: Call, revoke: Call, pathOf: (token: string) => string) => (refusals: OwnMessages) => ({
    renew: async () => {
      const answer = await asMember((token) => callRpc(renew, {}, CalendarLink, token));
      if (!answer.ok) return { refusal: await errorText(answer.code, refusals) };
      return { address: `${env().PUBLIC_SUPABASE_URL}/functions/v1/${pathOf(answer.value.token)}` };
    },
    revoke: async () => {
      const answer = await asMember((token) => callRpc(revoke, {}, RevokedCalendar, token));
      return { refusal: answer.ok ? null : await errorText(answer.code, refusals) };
    },
  });

export const familyCalendar = linkCalls('renew_calendar_link', 'revoke_calendar_link', familyCalendarPath);
export const coachCalendar = linkCalls(
  'renew_coach_calendar_link',
  'revoke_coach_calendar_link',
  coachCalendarPath,
);

export const fetchCoachCalendarLink = () =>
  asMember((token) => callRpc('get_coach_calendar_link', {}, CoachCalendarLink, token));

import * as v from 'valibot';
import { serveFeed } from '../_shared/server/calendar-feed.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { CoachEvents, coachFeed } from './feed.ts';

type Needs = Pick<Deps, 'db' | 'env'>;

/** Returns the calendar feed of a coach. The token is that of `renew_coach_calendar_link`. */
export const handler = (request: Request, { db, env }: Needs): Promise<Response> =>
  serveFeed(
    request,
    { db },
    {
      name: 'coach-calendar',
      file: 'coach.ics',
      read: async (token) => {
        const answer = await db.rpc('read_coach_calendar', { p_token: token });
        return coachFeed(v.parse(CoachEvents, answer).events, env.SITE_URL);
      },
    },
  );

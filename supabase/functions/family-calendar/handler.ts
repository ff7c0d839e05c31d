import * as v from 'valibot';
import { serveFeed } from '../_shared/server/calendar-feed.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { FamilyEvents, familyFeed } from './feed.ts';

type Needs = Pick<Deps, 'db' | 'env'>;

/** Returns the calendar feed of a family. The token is that of `renew_calendar_link`. */
export const handler = (request: Request, { db, env }: Needs): Promise<Response> =>
  serveFeed(
    request,
    { db },
    {
      name: 'family-calendar',
      file: 'family.ics',
      read: async (token) => {
        const answer = await db.rpc('read_family_calendar', { p_token: token });
        return familyFeed(v.parse(FamilyEvents, answer).events, env.SITE_URL);
      },
    },
  );

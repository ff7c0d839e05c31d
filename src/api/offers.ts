import { OfferNow } from '#contract/assistant.ts';
import type { Query } from '#contract/database.ts';
import * as v from 'valibot';
import type { Answer } from './errors.ts';
import { readRows } from './rpc.ts';

const columns = 'id,kind,title,price_cents,cancellation,details';

/** All that is on sale now, as the till charges it. */
export const fetchOffers = (): Promise<Answer<OfferNow[]>> =>
  readRows(
    `offers?select=${columns}&active=eq.true&order=price_cents.asc,id.asc` satisfies Query,
    v.array(OfferNow),
  );

import { OfferNow } from '#contract/assistant.ts';
import * as v from 'valibot';
import type { Answer } from './errors.ts';
import { readRows } from './rpc.ts';
import { offersQuery } from './offer-paths.ts';

export const fetchOffers = (): Promise<Answer<OfferNow[]>> => readRows(offersQuery, v.array(OfferNow));

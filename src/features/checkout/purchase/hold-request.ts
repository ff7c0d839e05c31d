import { language } from '#config/language.ts';
import type { HoldRequest } from '#contract/order-requests.ts';
import type { Subject } from '#browser/order-memory.ts';

export interface HoldOptions {
  count: number;
  transport: string;
  code: string | null;
  /** True if only some of the spots are to be held when there are not enough. */
  split: boolean;
  /** For an order of several parts, the children who go to each, by their position in the form. */
  going?: number[][];
}

/** The options of the first hold, which asks for a single spot without extras. */
export const firstHold: HoldOptions = { count: 1, transport: '', code: null, split: false };

type ReadShownPrice = (index: number) => number | null;

/** Builds the request of a hold. The inline script and the checkout must send the same one, so both build it here. */
export function buildHoldRequest(
  subject: Pick<Subject, 'offerId' | 'campId' | 'sessionId' | 'seenCents' | 'waitlist'>,
  { count, transport, code, split }: HoldOptions,
  { secret, previous }: { secret: string; previous: string | null },
  readShownPrice: ReadShownPrice = () => subject.seenCents,
): HoldRequest {
  return {
    lines: Array.from({ length: count }, (_, index) => ({
      offer_id: subject.offerId,
      ...(subject.campId === null ? { session_id: subject.sessionId } : { camp_id: subject.campId }),
      ...(transport === '' ? {} : { transport }),
      expected_price_cents: readShownPrice(index),
    })),
    secret,
    previous_secret: previous,
    ...(code === null ? {} : { code }),
    ...(split ? { split: true } : {}),
    ...(subject.waitlist === null ? {} : { waitlist_secret: subject.waitlist }),
  };
}

/** Returns the arguments of a hold with the page's language, in which mails about the order are written. */
export const holdArguments = (request: HoldRequest) =>
  language === 'en' ? { p_order: request } : { p_order: { ...request, language } };

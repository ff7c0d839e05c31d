import * as v from 'valibot';

/** The events that the advertising service may receive (spec 1 §3), for visitors who agreed to it. */

const eventId = v.pipe(v.string(), v.regex(/^[\w.:-]{1,100}$/));
const cookie = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(250))));
const address = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2000))));

/**
 * An event from the browser. Without `consent: true` nothing is saved. The pixel sends the same `event_id`, so that
 * both events count as one.
 */
export const Conversion = v.object({
  consent: v.optional(v.boolean()),
  /** Only the server reports a purchase, so that a browser cannot invent one. */
  event_name: v.literal('InitiateCheckout'),
  event_id: eventId,
  user_email: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(254)))),
  user_phone: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40)))),
  /** `value` is in dollars. Unknown keys are dropped. `content_name` must be a title that we sell. */
  custom_data: v.optional(
    v.nullable(
      v.object({
        value: v.optional(v.number()),
        currency: v.optional(v.string()),
        content_name: v.optional(v.string()),
        page_path: v.optional(v.string()),
        page_url: v.optional(v.string()),
      }),
    ),
  ),
  fbc: cookie,
  fbp: cookie,
  event_source_url: address,
});
export type Conversion = v.InferOutput<typeof Conversion>;

/** `queued` says whether the event will be sent. */
export const ConversionAnswer = v.object({ queued: v.boolean() });

/** What a purchase needs from the browser. The server adds the amounts. */
export const PurchaseConversion = v.object({
  consent: v.literal(true),
  event_id: eventId,
  fbc: cookie,
  fbp: cookie,
  event_source_url: address,
});

import * as v from 'valibot';

/** The place of a browser in the queue before a camp (`join_queue`, `queue_state`). */
export const QueuePlace = v.variant('state', [
  /** Nobody has to queue. */
  v.object({ state: v.literal('closed') }),
  v.object({
    state: v.literal('waiting'),
    /** How many families are ahead. */
    ahead: v.number(),
    wait_seconds: v.number(),
    /** Only in the answer of `join_queue`. */
    ticket: v.optional(v.pipe(v.string(), v.uuid())),
  }),
  v.object({ state: v.literal('admitted'), ticket: v.optional(v.pipe(v.string(), v.uuid())) }),
  /** The ticket is unknown, was used, or has expired. */
  v.object({ state: v.literal('ended') }),
]);
export type QueuePlace = v.InferOutput<typeof QueuePlace>;

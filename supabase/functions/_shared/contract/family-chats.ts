import * as v from 'valibot';
import { failureReasons, phoneChannels } from './message-channels.ts';
import { OrderSession, QuoteCamp } from './places.ts';

/** Families whom staff write to in a chat from their own phone (docs/decisions "/management/messages"). */

const text = v.nullable(v.string());

/** Which families to write to: those of sessions and camps, or those of a message. */
export type ChatList = { placeIds: readonly string[] } | { messageId: string };

/** A tick that says that a parent was written to. `undo_until` is null if the caller may not undo it. */
export const ChatSent = v.object({ mark_id: v.string(), at: v.string(), by: text, undo_until: text });
export type ChatSent = v.InferOutput<typeof ChatSent>;

/**
 * `waiting` means that it was not sent yet. `not_reached` means that an urgent message was not reported as delivered
 * in time.
 */
export const sendingStates = ['waiting', 'sent', 'delivered', 'read', 'failed', 'not_reached'] as const;

/** The latest mail or phone message to a parent, and whether it arrived. */
export const Sending = v.object({
  channel: v.picklist(['email', ...phoneChannels]),
  state: v.picklist(sendingStates),
  at: text,
  reason: v.nullable(v.picklist(['bounced', ...failureReasons])),
});
export type Sending = v.InferOutput<typeof Sending>;

const ChatParent = v.object({
  /** Null for a guest. */
  profile_id: text,
  name: text,
  phone: text,
  /** Null if nobody has ticked that this parent was written to. */
  sent: v.nullable(ChatSent),
  sendings: v.array(Sending),
  /** Null if the parent was never asked. */
  whatsapp: v.nullable(v.boolean()),
});
export type ChatParent = v.InferOutput<typeof ChatParent>;

/** Somebody on a waitlist without a family has `entry_id` instead of `family_id`. */
const ChatFamily = v.object({
  family_id: text,
  entry_id: text,
  children: v.array(v.object({ name: v.string(), given_name: v.string(), place_ids: v.array(v.string()) })),
  parents: v.array(ChatParent),
});
export type ChatFamily = v.InferOutput<typeof ChatFamily>;

/** A session or camp. */
const ChatPlace = v.object({
  id: v.string(),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  /** Why we cancelled it. */
  reason: text,
  /** The days of a camp that goes on, from today, that we cancelled. */
  cancelled_days: v.array(v.object({ day: v.string(), reason: v.string() })),
});
export type ChatPlace = v.InferOutput<typeof ChatPlace>;

export const FamilyChats = v.object({
  occasion: v.picklist(['notice', 'cancelled', 'message']),
  /** The server's time, by which ticks can be undone. */
  at: v.string(),
  /** True if there are further families, which `p_after` reads. */
  more: v.boolean(),
  message: v.nullable(v.object({ subject: v.string(), body: v.string() })),
  places: v.array(ChatPlace),
  families: v.array(ChatFamily),
});
export type FamilyChats = v.InferOutput<typeof FamilyChats>;

/** The tick after staff set or removed it. Null if there is none. */
export const ChatMarked = v.object({ sent: v.nullable(ChatSent) });

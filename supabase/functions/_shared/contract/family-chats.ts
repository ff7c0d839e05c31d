import * as v from 'valibot';
import { OrderSession, QuoteCamp } from './places.ts';

/**
 * Families whom staff write to in the chat from their own phone (decisions "/management/messages"): `get_family_chats`,
 * `mark_chat_sent`, `undo_chat_sent`.
 */

const text = v.nullable(v.string());

/** The list is of these sessions and camps, or of the families of a message. */
export type ChatList = { placeIds: readonly string[] } | { messageId: string };

/** A tick. `undo_until`: null if only others may undo it. */
export const ChatSent = v.object({ mark_id: v.string(), at: v.string(), by: text, undo_until: text });
export type ChatSent = v.InferOutput<typeof ChatSent>;

/** `profile_id`: null for a guest; `phone`: null if we have no number. */
const ChatParent = v.object({ profile_id: text, name: text, phone: text, sent: v.nullable(ChatSent) });
export type ChatParent = v.InferOutput<typeof ChatParent>;

/** `entry_id` instead of `family_id`: somebody on a waitlist who has no family yet. */
const ChatFamily = v.object({
  family_id: text,
  entry_id: text,
  children: v.array(v.object({ name: v.string(), given_name: v.string(), place_ids: v.array(v.string()) })),
  parents: v.array(ChatParent),
});
export type ChatFamily = v.InferOutput<typeof ChatFamily>;

/** `reason`: why we cancelled it, as families read it. */
const ChatPlace = v.object({
  id: v.string(),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  reason: text,
});
export type ChatPlace = v.InferOutput<typeof ChatPlace>;

/**
 * `more`: there are further families; `p_after` reads the next 300. `at`: the clock by which ticks can be undone.
 */
export const FamilyChats = v.object({
  occasion: v.picklist(['notice', 'cancelled', 'message']),
  at: v.string(),
  more: v.boolean(),
  message: v.nullable(v.object({ subject: v.string(), body: v.string() })),
  places: v.array(ChatPlace),
  families: v.array(ChatFamily),
});
export type FamilyChats = v.InferOutput<typeof FamilyChats>;

export const ChatMarked = v.object({ sent: v.nullable(ChatSent) });

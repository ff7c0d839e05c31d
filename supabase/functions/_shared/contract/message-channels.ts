import * as v from 'valibot';

/** The channels besides e-mail by which a parent allowed messages (docs/decisions "WhatsApp and text messages"). */

const text = v.nullable(v.string());

/** The channels that need a phone number. */
export const phoneChannels = ['whatsapp', 'sms'] as const;
export type PhoneChannel = (typeof phoneChannels)[number];

/** Why a WhatsApp or SMS did not arrive. */
export const failureReasons = [
  'no_account',
  'invalid_number',
  'unreachable',
  'stopped',
  'blocked',
  'not_set_up',
  'no_answer',
  'too_late',
  'other',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** For staff, `phone` has only the last four digits. */
export const MessageChannel = v.object({
  channel: v.picklist(phoneChannels),
  /** True if we send by this channel at all. */
  is_on: v.boolean(),
  /** True if the parent allowed it. Null if the parent was never asked, or answered for an earlier number only. */
  allowed: v.nullable(v.boolean()),
  /** When the parent answered. */
  at: text,
  /** Where the answer came from: the account, a phone call to staff, or a message to the provider. */
  source: v.nullable(v.picklist(['account', 'phone', 'provider'])),
  recorded_by: text,
  phone: text,
});
export type MessageChannel = v.InferOutput<typeof MessageChannel>;

/** The channels of the signed-in parent. */
export const MessageChannels = v.object({ channels: v.array(MessageChannel) });
export type MessageChannels = v.InferOutput<typeof MessageChannels>;

/** The channels of a family's parents, for staff. */
export const FamilyChannels = v.object({
  parents: v.array(v.object({ profile_id: text, name: text, channels: v.array(MessageChannel) })),
});
export type FamilyChannels = v.InferOutput<typeof FamilyChannels>;

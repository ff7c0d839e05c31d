import * as v from 'valibot';
import { count } from './numbers.ts';

/** Outgoing webhooks, for business admins (docs/decisions "Open interfaces"). */

const text = v.nullable(v.string());

export const webhookTypes = [
  'order.paid',
  'order.line_cancelled',
  'session.cancelled',
  'camp.cancelled',
  'camp.full',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

const Delivery = v.object({
  id: v.string(),
  type: v.picklist([...webhookTypes, 'test']),
  /** The order's number, or the id of the camp or class. */
  subject: v.string(),
  at: v.string(),
  attempts: count,
  state: v.picklist(['waiting', 'delivered', 'failed']),
  next_at: text,
  last_status: v.nullable(count),
  last_error: text,
});
export type WebhookDelivery = v.InferOutput<typeof Delivery>;

export const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  types: v.array(v.picklist(webhookTypes)),
  /** `off` by staff, `stopped` after days without a success, `gone` after an answer of 410. */
  state: v.picklist(['active', 'failing', 'off', 'stopped', 'gone']),
  created_at: v.string(),
  made_by: text,
  /** Until when the previous secret also signs. */
  former_until: text,
  waiting: count,
  /** The latest ten, the newest first. */
  deliveries: v.array(Delivery),
});
export type Webhook = v.InferOutput<typeof Webhook>;

export const Webhooks = v.object({ webhooks: v.array(Webhook) });

/** Body of `create_webhook`. */
export const CreateWebhook = v.object({
  p_url: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  p_types: v.array(v.picklist(webhookTypes)),
});
export type CreateWebhook = v.InferOutput<typeof CreateWebhook>;

/** `secret` verifies the signatures. It is returned only once. */
export const CreatedWebhook = v.object({ webhook: Webhook, secret: v.string() });
export const ChangedWebhook = v.object({ webhook: Webhook });
export const DeletedWebhook = v.object({ deleted: v.boolean() });

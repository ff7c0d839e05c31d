import { ApiKeys, ChangedApiKey, type CreateApiKey, CreatedApiKey } from '#contract/interfaces.ts';
import {
  ChangedWebhook,
  CreatedWebhook,
  type CreateWebhook,
  DeletedWebhook,
  Webhooks,
} from '#contract/webhooks.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export const fetchKeys = () => asMember((token) => callRpc('list_api_keys', {}, ApiKeys, token));

export const createKey = (key: CreateApiKey) =>
  asMember((token) => callRpc('create_api_key', { ...key }, CreatedApiKey, token));

export const revokeKey = (id: string) =>
  asMember((token) => callRpc('revoke_api_key', { p_id: id }, ChangedApiKey, token));

export const fetchWebhooks = () => asMember((token) => callRpc('list_webhooks', {}, Webhooks, token));

export const createWebhook = (webhook: CreateWebhook) =>
  asMember((token) => callRpc('create_webhook', { ...webhook }, CreatedWebhook, token));

export const rotateSecret = (id: string) =>
  asMember((token) => callRpc('rotate_webhook_secret', { p_id: id }, CreatedWebhook, token));

export const switchWebhook = (id: string, isOn: boolean) =>
  asMember((token) => callRpc('switch_webhook', { p_id: id, p_on: isOn }, ChangedWebhook, token));

export const tryWebhook = (id: string) =>
  asMember((token) => callRpc('try_webhook', { p_id: id }, ChangedWebhook, token));

export const deleteWebhook = (id: string) =>
  asMember((token) => callRpc('delete_webhook', { p_id: id }, DeletedWebhook, token));

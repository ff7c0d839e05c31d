import { atom } from 'nanostores';
import type { ErrorCode } from '#contract/errors.ts';
import type { ApiKey, CreateApiKey } from '#contract/interfaces.ts';
import type { CreateWebhook, Webhook } from '#contract/webhooks.ts';
import type { Answer } from '#api/errors.ts';
import { createAction } from '#ui/kit/action.ts';
import type { webhookMessages } from './interface-messages.ts';
import * as api from './interfaces-api.ts';

export type InterfacesView =
  | { state: 'loading' }
  | { state: 'failed'; code: ErrorCode }
  | { state: 'ready'; keys: ApiKey[]; webhooks: Webhook[] };
/** Where the button is: a form, or the row with this id. */
interface Place {
  place: string;
}
type Result =
  | { state: 'done'; what: keyof typeof webhookMessages.done }
  | { state: 'refused'; code: ErrorCode };
export type Outcome = Result & Place;
/** A key or secret that was just made. It is shown until somebody says that it is saved. */
export interface NewSecret {
  kind: 'key' | 'webhook';
  name: string;
  text: string;
}

/** Creates the store of keys and webhooks. */
export function createInterfaces() {
  const $view = atom<InterfacesView>({ state: 'loading' });
  const $secret = atom<NewSecret | null>(null);
  const { $busy, $outcome, run } = createAction<Outcome>();

  async function read(): Promise<void> {
    const [keys, webhooks] = await Promise.all([api.fetchKeys(), api.fetchWebhooks()]);
    if (!keys.ok) $view.set({ state: 'failed', code: keys.code });
    else if (!webhooks.ok) $view.set({ state: 'failed', code: webhooks.code });
    else $view.set({ state: 'ready', keys: keys.value.keys, webhooks: webhooks.value.webhooks });
  }

  /** Makes a change and reads everything again. Returns null if another action is running. */
  async function change<Value>(
    call: () => Promise<Answer<Value>>,
    { what, place }: { what: keyof typeof webhookMessages.done } & Place,
    secretOf?: (value: Value) => NewSecret,
  ): Promise<Answer<Value> | null> {
    let answer: Answer<Value> | null = null;
    await run(async () => {
      const answered = await call();
      answer = answered;
      if (!answered.ok) return { state: 'refused', code: answered.code, place };
      if (secretOf) $secret.set(secretOf(answered.value));
      await read();
      return { state: 'done', what, place };
    });
    return answer;
  }

  return {
    $view,
    $secret,
    $busy,
    $outcome,
    read,
    hideSecret: () => $secret.set(null),
    createKey: (key: CreateApiKey) =>
      change(
        () => api.createKey(key),
        { what: 'key_created', place: 'key' },
        ({ key: { name }, secret }) => ({ kind: 'key', name, text: secret }),
      ),
    revokeKey: ({ id }: ApiKey) => change(() => api.revokeKey(id), { what: 'key_revoked', place: id }),
    createWebhook: (webhook: CreateWebhook) =>
      change(
        () => api.createWebhook(webhook),
        { what: 'webhook_created', place: 'webhook' },
        ({ webhook: { url }, secret }) => ({ kind: 'webhook', name: url, text: secret }),
      ),
    rotate: ({ id, url }: Webhook) =>
      change(
        () => api.rotateSecret(id),
        { what: 'rotated', place: id },
        ({ secret }) => ({ kind: 'webhook', name: url, text: secret }),
      ),
    test: ({ id }: Webhook) => change(() => api.tryWebhook(id), { what: 'tested', place: id }),
    switch: ({ id }: Webhook, isOn: boolean) =>
      change(() => api.switchWebhook(id, isOn), { what: isOn ? 'switched_on' : 'switched_off', place: id }),
    remove: ({ id }: Webhook) => change(() => api.deleteWebhook(id), { what: 'deleted', place: 'webhook' }),
  };
}
export type Interfaces = ReturnType<typeof createInterfaces>;

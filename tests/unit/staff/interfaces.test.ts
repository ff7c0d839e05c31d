/** Keys and webhooks: what the forms refuse before anything is sent, and that a secret is shown until it is saved. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { ApiKey } from '#contract/interfaces.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { createKeyForm, createWebhookForm } from '#features/staff/system/interface-forms.ts';
import { createInterfaces } from '#features/staff/system/interfaces.ts';
import * as api from '#features/staff/system/interfaces-api.ts';

vi.mock(import('#features/staff/system/interfaces-api.ts'));
const key: ApiKey = {
  id: 'k',
  name: 'School website',
  prefix: 'otk_0a1b2c3d',
  scopes: ['sessions:read'],
  state: 'active',
  made_by: 'Ada',
  created_at: '2026-12-01T00:00:00Z',
  expires_at: '2027-03-01T00:00:00Z',
  last_used_at: null,
  revoked_at: null,
};
const webhook: Webhook = {
  id: 'w',
  url: 'https://hooks.example.com/otter',
  types: ['order.paid'],
  state: 'active',
  created_at: '2026-12-01T00:00:00Z',
  made_by: 'Ada',
  former_until: null,
  waiting: 0,
  deliveries: [],
};

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(api.fetchKeys).mockResolvedValue({ ok: true, value: { keys: [key] } });
  vi.mocked(api.fetchWebhooks).mockResolvedValue({ ok: true, value: { webhooks: [webhook] } });
});

it('a key is created once for what was ticked, and its secret stays until somebody has saved it', async () => {
  vi.mocked(api.createKey).mockResolvedValue({ ok: true, value: { key, secret: 'otk_secret' } });
  const interfaces = createInterfaces();
  const form = createKeyForm(interfaces);
  await form.submit();
  expect(form.$faults.get()).toEqual({
    p_name: { kind: 'missing' },
    'scope_sessions:read': { kind: 'choose' },
  });
  form.change({ p_name: ' School website ', 'scope_sessions:read': 'true' });
  await Promise.all([form.submit(), form.submit()]);
  expect(vi.mocked(api.createKey).mock.calls).toEqual([
    [{ p_name: 'School website', p_scopes: ['sessions:read'], p_days: 90 }],
  ]);
  expect(interfaces.$secret.get()).toEqual({ kind: 'key', name: 'School website', text: 'otk_secret' });
  expect(interfaces.$view.get()).toEqual({ state: 'ready', keys: [key], webhooks: [webhook] });
  interfaces.hideSecret();
  expect(interfaces.$secret.get()).toBeNull();
  expect(form.$values.get()).toMatchObject({ p_name: '', 'scope_sessions:read': '' });
});

it.each([
  'http://hooks.example.com',
  'https://localhost',
  'https://hooks.example.com:8443/',
  'hooks.example.com',
  'https://a@b.c',
])('the form of a webhook does not send %s', async (p_url) => {
  const form = createWebhookForm(createInterfaces());
  form.change({ p_url, 'type_order.paid': 'true' });
  await form.submit();
  expect(form.$faults.get()).toEqual({ p_url: { kind: 'not_accepted' } });
  expect(api.createWebhook).not.toHaveBeenCalled();
});

it('a webhook that the database refuses keeps what was typed, and names the address', async () => {
  vi.mocked(api.createWebhook).mockResolvedValue({ ok: false, code: 'invalid_input', field: 'p_url' });
  const form = createWebhookForm(createInterfaces());
  form.change({ p_url: 'https://printer.local/', 'type_order.paid': 'true' });
  await form.submit();
  expect(form.$faults.get()).toEqual({ p_url: { kind: 'not_accepted' } });
  expect(form.$values.get()).toMatchObject({ p_url: 'https://printer.local/', 'type_order.paid': 'true' });
});

it('a refused press is told, and changes nothing on the screen', async () => {
  vi.mocked(api.rotateSecret).mockResolvedValue({ ok: false, code: 'sign_in_again' });
  const interfaces = createInterfaces();
  await interfaces.read();
  await interfaces.rotate(webhook);
  expect(interfaces.$outcome.get()).toEqual({ state: 'refused', code: 'sign_in_again', place: 'w' });
  expect(interfaces.$secret.get()).toBeNull();
});

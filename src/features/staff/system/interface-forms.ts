import { CreateApiKey } from '#contract/interfaces.ts';
import { apiScopes } from '#contract/read-api.ts';
import { CreateWebhook, webhookTypes } from '#contract/webhooks.ts';
import { today } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { checkFields } from '#ui/kit/form/check.ts';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { eventMessages, keyMessages, scopeMessages, webhookMessages } from './interface-messages.ts';
import type { Interfaces } from './interfaces.ts';

const ofKey = fieldsOf(CreateApiKey);
const ofWebhook = fieldsOf(CreateWebhook);
const scopeField = (scope: string) => `scope_${scope}`;
const typeField = (type: string) => `type_${type}`;

export const keyFields: readonly FormField[] = [
  ofKey('p_name', 'text', keyMessages.name, { required: true, autoComplete: 'off' }),
  ...apiScopes.map((scope): FormField => ({
    path: scopeField(scope),
    kind: 'tick',
    ...scopeMessages[scope],
  })),
  ofKey('p_days', 'choice', keyMessages.days, { required: true, options: keyMessages.daysOptions }),
];
export const webhookFields: readonly FormField[] = [
  ofWebhook('p_url', 'text', webhookMessages.url, { required: true, autoComplete: 'off' }),
  ...webhookTypes.map((type): FormField => ({
    path: typeField(type),
    kind: 'tick',
    label: eventMessages[type],
  })),
];

const isTicked = (values: Values, path: string) => values[path] === 'true';

export function createKeyForm({ createKey }: Pick<Interfaces, 'createKey'>) {
  const empty: Values = { p_name: '', p_days: '90' };
  const form = createForm(CreateApiKey, {
    empty,
    read(values) {
      const faults = checkFields(keyFields, values, today());
      const scopes = apiScopes.filter((scope) => isTicked(values, scopeField(scope)));
      if (scopes.length === 0) faults[scopeField(apiScopes[0])] = { kind: 'choose' };
      const body = {
        p_name: (values['p_name'] ?? '').trim(),
        p_scopes: scopes,
        p_days: Number(values['p_days']),
      };
      return { faults, body: Object.keys(faults).length > 0 ? null : body };
    },
    send: (body) => createKey(body),
    // The screen says why it was refused, beside the form (InterfaceOutcome).
    onRefused: () => null,
    onSent() {
      form.saved({ ...empty, ...Object.fromEntries(apiScopes.map((scope) => [scopeField(scope), ''])) });
      return null;
    },
  });
  return form;
}

/** The address as people type it. The database decides; this only keeps an obvious slip from being sent. */
const PUBLIC_ADDRESS = /^https:\/\/[^\s/@:?#]+\.[^\s/@:?#]+([/?]\S*)?$/;

export function createWebhookForm({ createWebhook }: Pick<Interfaces, 'createWebhook'>) {
  const empty: Values = { p_url: '' };
  const form = createForm(CreateWebhook, {
    empty,
    read(values) {
      const faults = checkFields(webhookFields, values, today());
      const url = (values['p_url'] ?? '').trim();
      if (url !== '' && !PUBLIC_ADDRESS.test(url)) faults['p_url'] = { kind: 'not_accepted' };
      const types = webhookTypes.filter((type) => isTicked(values, typeField(type)));
      if (types.length === 0) faults[typeField(webhookTypes[0])] = { kind: 'choose' };
      return { faults, body: Object.keys(faults).length > 0 ? null : { p_url: url, p_types: types } };
    },
    send: (body) => createWebhook(body),
    onRefused: () => null,
    onSent() {
      form.saved({ ...empty, ...Object.fromEntries(webhookTypes.map((type) => [typeField(type), ''])) });
      return null;
    },
    faultOf: ({ code }) => (code === 'invalid_input' ? { kind: 'not_accepted' } : null),
  });
  return form;
}

export const webhookFault = (fault: Fault, path: string): string =>
  path === 'p_url' && fault.kind === 'not_accepted' ? webhookMessages.urlForm : faultMessage(fault);

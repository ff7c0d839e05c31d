import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const read = (file: string) =>
  JSON.parse(readFileSync(path.join(project, file), 'utf8')) as Record<string, object>;
const installed = read('package.json')['dependencies'] as Record<string, string>;

test.each(Object.entries(read('supabase/functions/deno.json')['imports'] as Record<string, string>))(
  'hosted, %s is the version that is tested here',
  (name, address) => {
    const [, packageName = '', file = ''] = /^(@[^/]+\/[^/]+|[^/]+)(.*)$/.exec(name) ?? [];
    expect(address).toBe(`npm:${packageName}@${installed[packageName]}${file}`);
  },
);

test.each([
  'create-checkout',
  'release-order',
  'create-pass-checkout',
  'billing-portal',
  'validate-pass-eligibility',
  'handle-pass-payment-success',
  'stripe-webhook',
  'sanity-webhook',
  'drain-outbox',
  'error-monitor',
  'ops-monitor',
  'auto-fix-system',
  'meta-conversions-api',
  'family-calendar',
  'child-photo',
  'asked-questions',
  'assistant',
  'pictures',
])('%s is deployed with these imports, and callers need no token of a user', (name) => {
  const config = readFileSync(path.join(project, 'supabase/config.toml'), 'utf8');
  const section = `[functions.${name}]\nverify_jwt = false\nimport_map = "./functions/deno.json"\n`;
  expect(config).toContain(section);
});

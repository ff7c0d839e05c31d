/** Checks the e-mails of the auth service, as the settings of a hosted project have them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brand } from '#contract/brand.ts';
import { signInMails } from '#scripts/sign-in-mails.ts';
import { readLink } from '#features/auth/model.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const config = readFileSync(path.join(root, 'supabase/config.toml'), 'utf8');
const entries = Array.from(
  config.matchAll(/\[auth\.email\.template\.(\w+)\]\nsubject = "(.*)"\ncontent_path = "(.*)"/g),
  ([, name = '', subject = '', file = '']) => ({
    name,
    subject,
    html: readFileSync(path.join(root, file), 'utf8'),
  }),
);

it('each mail that the service sends has a template', () =>
  expect(entries.map(({ name }) => name).sort()).toEqual(
    ['confirmation', 'email_change', 'invite', 'magic_link', 'reauthentication', 'recovery'].sort(),
  ));

describe.each(entries)('$name', ({ name, subject, html }) => {
  it('every template has the same subject in the settings and the HTML', () =>
    expect(html).toContain(`<title>${subject}</title>`));

  it('every template is the text in the common layout, as `npm run types` writes it', () =>
    expect(signInMails().find((mail) => mail.subject === subject)?.html).toBe(html));

  it('every template has the brand in subject, head, text and foot, the site’s address and a contact', () => {
    expect(subject).toContain(brand.name);
    const [head = '', foot = ''] = html.slice(html.indexOf('<body')).split('<h1');
    expect(head).toContain(brand.name);
    expect(foot).toContain(`${brand.name}, {{ .SiteURL }}`);
    // The text before the first link names the brand, because some mail programs show only the first lines.
    expect(foot.split('{{ .SiteURL }}/auth')[0]).toContain(brand.name);
    const body = html.slice(html.indexOf('<h1')).replace(/<[^>]+>/g, ' ');
    expect(body).toMatch(/\{\{ \.SiteURL \}\}.*Questions\? Reply to this e-mail: a person reads it\./s);
    expect(body).not.toMatch(/(?<!e-)\bmail\b/i);
  });

  it('every template uses only variables that hosted templates know', () => {
    const used = Array.from(html.matchAll(/\{\{ (.*?) \}\}/g), ([, variable]) => variable);
    const knownVariables = [
      '.SiteURL',
      '.TokenHash',
      '.Token',
      '.Email',
      '.NewEmail',
      'slice .RedirectTo (len .SiteURL)',
    ];
    expect(used.filter((variable) => !knownVariables.includes(variable ?? ''))).toEqual([]);
  });

  it('every template links to a button of /auth, and to nothing that signs in when it is merely opened', () => {
    expect(html).not.toContain('ConfirmationURL');
    // The address for the sign-in is in the fragment, which browsers never send to a server.
    if (name !== 'reauthentication') expect(html).toMatch(/#email=\{\{ \.(New)?Email \}\}"/);
    const type = /\/auth\?token_hash=\{\{ \.TokenHash \}\}&type=(\w+)&from=/.exec(html)?.[1];
    if (name === 'reauthentication') expect(type).toBeUndefined();
    else expect(readLink('hash', type ?? null, '')).not.toBeNull();
  });
});

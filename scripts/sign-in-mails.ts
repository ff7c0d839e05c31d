import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.ts';

const templates = path.join(root, 'supabase/templates');
const source = (name: string) => readFileSync(path.join(templates, 'source', `${name}.html`), 'utf8').trim();

/** Styles are inline, because mail programs do not apply style sheets reliably. */
const styles = {
  h1: 'margin: 0 0 12px; font-size: 28px; line-height: 34px; color: #101614',
  p: 'margin: 0 0 16px; color: #434e49',
  b: 'color: #101614; font-size: 20px; letter-spacing: 2px',
};
const button =
  'display: inline-block; padding: 14px 24px; border-radius: 999px; background-color: #ff6b2c; color: #101614; font-weight: 700; text-decoration: none';

/** Returns the sign-in e-mails by the names of their files, with their subjects in `supabase/config.toml`. */
export function signInMails(): { name: string; subject: string; html: string }[] {
  const config = readFileSync(path.join(root, 'supabase/config.toml'), 'utf8');
  const entries = config.matchAll(/subject = "(.*)"\ncontent_path = "\.\/supabase\/templates\/(.*)\.html"/g);
  return Array.from(entries, ([, subject = '', name = '']) => {
    const text = source(name)
      .replaceAll('<a href=', `<a class="button" style="${button}" href=`)
      .replaceAll(/<(h1|p|b)>/g, (_, tag: keyof typeof styles) => `<${tag} style="${styles[tag]}">`)
      .replaceAll('\n', '\n        ');
    const html = source('layout')
      .replace('<!-- subject -->', () => subject)
      .replace('<!-- text -->', () => text);
    return { name, subject, html: `${html}\n` };
  });
}

/** Writes `supabase/templates` with the common layout, because templates of a hosted project cannot include files. */
export function writeSignInMails(): void {
  for (const { name, html } of signInMails()) writeFileSync(path.join(templates, `${name}.html`), html);
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brand } from '#contract/brand.ts';
import { root } from '../../environment.ts';

export type TemplateName =
  | 'confirmation'
  | 'recovery'
  | 'magic-link'
  | 'email-change'
  | 'invite'
  | 'reauthentication'
  | 'known-address'
  | 'taken-address';

/** Hosted projects send no e-mail to an address that already has an account, so only we have these templates. */
const ownTemplates: readonly TemplateName[] = ['known-address', 'taken-address'];
const fileOf = (name: TemplateName) =>
  ownTemplates.includes(name)
    ? path.join(import.meta.dirname, `${name}.html`)
    : path.join(root, 'supabase/templates', `${name}.html`);

/**
 * Renders e-mails of a hosted project (`supabase/templates`). As in Go's html/template, values in a
 * link's query are URL-encoded.
 */
export async function renderMail(
  name: TemplateName,
  values: Record<string, string>,
): Promise<{ subject: string; html: string; text: string }> {
  const template = await readFile(fileOf(name), 'utf8');
  const all: Record<string, string> = { ...values, Brand: brand.name };
  const html = template
    .replaceAll(/href="([^"?]*\?)([^"]*)"/g, (_, address: string, query: string) => {
      const filled = query
        .replaceAll(PATH_OF_REDIRECT, encodeURIComponent(pathOf(all)))
        .replaceAll(VARIABLE, (_, key: string) => encodeURIComponent(all[key] ?? ''));
      return `href="${address}${filled}"`;
    })
    .replaceAll(VARIABLE, (_, key: string) => escapeHtml(all[key] ?? ''));
  return {
    subject: unescapeHtml(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? brand.name),
    html,
    text: toText(html),
  };
}

const VARIABLE = /\{\{ \.(\w+) \}\}/g;
/** Go's template expression for the part of RedirectTo after SiteURL. */
const PATH_OF_REDIRECT = '{{ slice .RedirectTo (len .SiteURL) }}';
const pathOf = ({ RedirectTo = '', SiteURL = '' }: Record<string, string>) =>
  RedirectTo.slice(SiteURL.length);

function toText(html: string): string {
  const body = /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? '';
  return unescapeHtml(
    body
      .replace(/\s+/g, ' ')
      .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a *>/g, '$2: $1')
      .replace(/<\/(?:p|h1) *>/g, '\n\n')
      .replace(/<[^>]+>/g, ''),
  )
    .replace(/^ +| +$/gm, '')
    .trim();
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function unescapeHtml(html: string): string {
  return Object.entries(entities).reduceRight(
    (text, [character, entity]) => text.replaceAll(entity, character),
    html,
  );
}

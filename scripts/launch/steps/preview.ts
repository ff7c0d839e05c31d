import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Context, requireKey, projectUrl } from '../context.ts';
import { createViewer, refusesViewer } from '../sanity-robots.ts';
import { missing, ok, type Finding, type Step, wrong } from '../step.ts';
import { publishableKey } from '../supabase.ts';

const NONE = ok('Studio shows no preview. To set one up: npm run setup -- --ask PREVIEW_URL.');
const HARM = 'Editors do not see a draft before it is live.';

/** Two environments may share a project of Sanity. */
export const previewLabel = ({ environment }: Context) => `Otter preview ${environment}`;

const withPreview = (check: (context: Context) => Promise<Finding>) => (context: Context) =>
  context.keys.get('PREVIEW_URL') ? check(context) : Promise.resolve(NONE);

const token: Step = {
  id: 'preview-token',
  topic: 'Sanity',
  what: 'Create a viewer token that the preview uses to read drafts.',
  keys: ['PREVIEW_URL', 'SANITY_AUTH_TOKEN', 'SANITY_PROJECT_ID', 'SANITY_DATASET'],
  check: withPreview(async (context) => {
    const readToken = context.keys.get('PREVIEW_READ_TOKEN');
    if (!readToken) return missing('The preview has no token.', HARM);
    return (await refusesViewer(context, readToken))
      ? wrong(
          'Sanity refuses the preview’s token.',
          HARM,
          'Run npm run setup -- --rotate PREVIEW_READ_TOKEN, and start the preview with its new variables.',
        )
      : ok('The preview has a token of its own, and Sanity accepts it.');
  }),
  async do(context) {
    const readToken = context.keys.get('PREVIEW_READ_TOKEN');
    if (readToken && !(await refusesViewer(context, readToken))) return;
    const made = await createViewer(context, previewLabel(context));
    context.keys.set('PREVIEW_READ_TOKEN', made.token);
  },
};

/** The file is beside the keys, outside the repository. */
export const previewFile = ({ keys, environment }: Context) =>
  path.join(path.dirname(keys.file), `preview-${environment}.env`);

async function variablesOf(context: Context): Promise<string> {
  const variables = {
    PREVIEW_PORT: '4322',
    // The host's proxy reaches the server from outside.
    PREVIEW_HOST: '0.0.0.0',
    PREVIEW_URL: requireKey(context, 'PREVIEW_URL'),
    SITE_URL: requireKey(context, 'SITE_URL'),
    PUBLIC_STUDIO_URL: requireKey(context, 'PUBLIC_STUDIO_URL'),
    PUBLIC_SUPABASE_URL: projectUrl(context),
    PUBLIC_SUPABASE_KEY: (await publishableKey(context)) ?? '',
    SANITY_PROJECT_ID: requireKey(context, 'SANITY_PROJECT_ID'),
    SANITY_DATASET: requireKey(context, 'SANITY_DATASET'),
    SANITY_READ_TOKEN: requireKey(context, 'PREVIEW_READ_TOKEN'),
  };
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

const variables: Step = {
  id: 'preview-variables',
  topic: 'host',
  what: 'Write the variables of the preview into a file for its host.',
  keys: ['PREVIEW_URL', 'SITE_URL', 'PUBLIC_STUDIO_URL', 'SANITY_PROJECT_ID', 'SANITY_DATASET'],
  check: withPreview(async (context) => {
    const file = previewFile(context);
    return existsSync(file) && readFileSync(file, 'utf8') === (await variablesOf(context))
      ? ok(`The variables of the preview are in ${file}.`)
      : missing('The variables of the preview are not in the file, or differ.', HARM);
  }),
  async do(context) {
    const file = previewFile(context);
    writeFileSync(file, await variablesOf(context), { mode: 0o600 });
    // Writing to a file that exists does not change its mode, so the mode is set afterwards.
    chmodSync(file, 0o600);
  },
};

const answers: Step = {
  id: 'preview',
  topic: 'host',
  what: 'Start the preview at its host with these variables, and check that it lets nobody in without Studio.',
  keys: ['PREVIEW_URL', 'PUBLIC_STUDIO_URL'],
  link: 'docs/deploying.md, “The preview”',
  check: withPreview(async (context) => {
    const address = requireKey(context, 'PREVIEW_URL');
    const fix = `Start it with the variables of ${previewFile(context)}, as docs/deploying.md says.`;
    let response: Response;
    try {
      response = await context.fetch(address, {
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
      });
    } catch {
      return missing(`${address} does not answer.`, HARM, fix);
    }
    await response.body?.cancel();
    if (response.status !== 401)
      return wrong(
        `${address} answers ${response.status} to somebody whom Studio has not sent.`,
        response.ok ? 'Anybody may read what is not published.' : HARM,
        fix,
      );
    const header = (name: string) => response.headers.get(name) ?? '';
    const studio = new URL(requireKey(context, 'PUBLIC_STUDIO_URL')).origin;
    if (!header('content-security-policy').includes(`frame-ancestors 'self' ${studio}`))
      return wrong(`The preview does not let Studio at ${studio} show it.`, HARM, fix);
    return header('x-robots-tag').includes('noindex') && header('cache-control').includes('no-store')
      ? ok('The preview answers, lets in only people whom Studio sends, and is neither indexed nor stored.')
      : wrong(
          'The preview’s answers may be indexed or stored.',
          'Drafts may be found by search engines.',
          fix,
        );
  }),
};

export const previewSteps = [token, variables, answers];

import { withProduct } from '#contract/brand.ts';
import { env } from './env.ts';

/** A rebuild of the site takes half a minute, or more on a busy machine. */
export const rebuilt = { timeout: 120_000 };

export async function published<T>(query: string, params: Record<string, unknown> = {}): Promise<T> {
  const search = new URLSearchParams({ query, perspective: 'published' });
  for (const [name, value] of Object.entries(params)) search.set(`$${name}`, JSON.stringify(value));
  const address = `${env('SANITY_API_HOST')}/v2025-02-19/data/query/${env('SANITY_DATASET')}?${search.toString()}`;
  const headers = { authorization: `Bearer ${env('SANITY_READ_TOKEN')}` };
  const answer = (await (await fetch(address, { headers })).json()) as { result: T };
  return answer.result;
}

/** Changes a published document without Studio, as a program with the write token may. */
export const patchContent = (id: string, set: Record<string, unknown>) =>
  changeContent({ patch: { id, set } });

export async function changeContent(mutation: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${env('SANITY_API_HOST')}/v2025-02-19/data/mutate/${env('SANITY_DATASET')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env('SANITY_WRITE_TOKEN')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ mutations: [mutation] }),
  });
  if (answer.status !== 200) throw new Error(`The content lake answered ${answer.status}`);
}

/** Returns a text of the content as Studio shows it. */
export const asStudioShows = withProduct;

export const sitePage = async (path: string) => (await fetch(new URL(path, env('SITE_URL')))).text();

export const homePage = () => sitePage('/');

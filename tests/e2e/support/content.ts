import { withProduct } from '#contract/brand.ts';
import { env } from './env.ts';

/** What is published in the content lake. */
export async function published<T>(query: string, params: Record<string, unknown> = {}): Promise<T> {
  const search = new URLSearchParams({ query, perspective: 'published' });
  for (const [name, value] of Object.entries(params)) search.set(`$${name}`, JSON.stringify(value));
  const address = `${env('SANITY_API_HOST')}/v2025-02-19/data/query/${env('SANITY_DATASET')}?${search.toString()}`;
  const headers = { authorization: `Bearer ${env('SANITY_READ_TOKEN')}` };
  const answer = (await (await fetch(address, { headers })).json()) as { result: T };
  return answer.result;
}

/** As Studio shows a text of the content. */
export const shown = withProduct;

/** A whole page of the site that is up. */
export const sitePage = async (path: string) => (await fetch(new URL(path, env('SITE_URL')))).text();

export const homePage = () => sitePage('/');

import { pageAt } from '#config/pages.ts';
import { paths } from '#config/paths.ts';

/** Of a page with several addresses the one that search engines are told (spec 2 §2). */
export function canonicalOf(address: string): string {
  const page = pageAt(address);
  return page?.canonical ?? (page?.search === undefined ? address : page.path);
}

/** Hidden from search engines, whatever content says (spec 1 §2). */
export const isHidden = (address: string) => pageAt(address)?.search === 'hidden';

/** The picture that chats show beside the link to a page: `/og/camps/epic.jpg`. */
export const cardPath = (path: string) => `/og${path === paths.home ? '/home' : path}.jpg`;

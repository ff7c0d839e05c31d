import { paths } from '../../config/paths.ts';

/** Pages with two addresses or more: search engines are told the one that counts (spec 2 §2). */
const aliases: Readonly<Record<string, string>> = {
  '/holiday-camps-singapore-campers': paths.camps,
  [paths.tryOut]: paths.tryOutForKids,
};

/** Hidden from search engines, whatever content says (spec 1 §2). */
const hidden: readonly string[] = ['/camps/epic'];

export const canonicalOf = (path: string) => aliases[path] ?? path;
export const isHidden = (path: string) => hidden.includes(path);

/** The picture that chats show beside the link to a page: `/og/camps/epic.jpg`. */
export const cardPath = (path: string) => `/og${path === paths.home ? '/home' : path}.jpg`;

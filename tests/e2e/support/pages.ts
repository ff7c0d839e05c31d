import { pageList } from '#config/pages.ts';
import { paths } from '#config/paths.ts';

const built = pageList.filter(
  ({ access, path }) => ['public', 'link'].includes(access) && path !== paths.popups,
);

/** Every address that a visitor may open, including pages of islands and a missing page. */
export const addresses = [...built.flatMap(({ path, aliases = [] }) => [path, ...aliases]), '/nowhere'];

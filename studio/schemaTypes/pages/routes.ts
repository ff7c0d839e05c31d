import { brand } from '../../../src/config/brand.ts';
import { pageAt } from '../../../src/config/pages.ts';

/** An address as the site will serve it: content writes `{product}` where the product word stands in one. */
export const served = (address: string) => address.replaceAll('{product}', brand.slug);

/** `/Camps/` is `/camps`. */
export const plainPath = (path: string) => path.toLowerCase().replace(/\/+$/, '') || '/';

/** The page that answers at an address of content; links and slugs are checked against it. */
export const findRoute = (path: string) => pageAt(plainPath(served(path)));

import { brand } from '../../../src/config/brand.ts';
import { pageAt } from '../../../src/config/pages.ts';

/** An address as the site serves it: `{product}` in content stands for the product word. */
export const served = (address: string) => address.replaceAll('{product}', brand.slug);

export const plainPath = (path: string) => path.toLowerCase().replace(/\/+$/, '') || '/';

/** The page at an address of content; links and slugs are checked against it. */
export const findRoute = (path: string) => pageAt(plainPath(served(path)));

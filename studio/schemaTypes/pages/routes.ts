import { brand } from '../../../src/config/brand.ts';
import { pageAt } from '../../../src/config/pages.ts';

/** Returns the address as it is on the site, with the brand's short name in place of `{product}`. */
export const servedAddress = (address: string) => address.replaceAll('{product}', brand.slug);

export const plainPath = (path: string) => path.toLowerCase().replace(/\/+$/, '') || '/';

/** Returns the page at an address in content, for checking links and slugs. */
export const findRoute = (path: string) => pageAt(plainPath(servedAddress(path)));

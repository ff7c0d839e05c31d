import { brand } from '#config/brand.ts';
import { paths } from '#config/paths.ts';
import { manifestOf } from './_manifest.ts';

/** The site opens in the browser: there is no app of it. */
export const GET = manifestOf({ name: brand.name, start_url: paths.home, display: 'browser' });

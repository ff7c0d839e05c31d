import { brand } from '#config/brand.ts';
import { paths } from '#config/paths.ts';
import { manifestOf } from './_manifest.ts';

/** The site opens in the browser and is not an app. */
export const GET = manifestOf({ name: brand.name, start_url: paths.home, display: 'browser' });

import { brand } from '#config/brand.ts';
import { paths } from '#config/paths.ts';
import { buildManifest } from './_manifest.ts';

/** The site opens in the browser and is not an app. */
export const GET = buildManifest({ name: brand.name, start_url: paths.home, display: 'browser' });
